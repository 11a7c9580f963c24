import pytest

from engine.evaluation.datasets import Item, UnusableDataset
from engine.evaluation.drafts import draft


def words(texts):
    return [len(text.split()) for text in texts]


def item(text):
    return Item(id="a/b", text=text, label="biased")


def test_a_sentence_is_one_passage_and_an_article_several():
    sentence = "The vote was 5-4."
    assert [passage.text for passage in draft(item(sentence), "passage", words, 2000).passages] == [sentence]
    article = "The council met on Tuesday and voted on the budget after a long debate. " * 40
    assert len(draft(item(article), "passage", words, 2000).passages) > 3
    assert len(draft(item(article), "whole", words, 2000).passages) == 1


def test_an_item_that_cannot_be_read_is_named():
    with pytest.raises(UnusableDataset, match=r"The item a/b can't be examined: .* is empty"):
        draft(item("\u200b"), "passage", words, 2000)
    with pytest.raises(UnusableDataset, match="too long to be read as a whole"):
        draft(item("The council met again. " * 100), "whole", words, 50)
