import pytest

from engine.evaluation.datasets import UnusableDataset, read


def test_p_stance(tmp_path):
    path = tmp_path / "raw_train_jane.csv"
    path.write_text('Tweet,Target,Stance\n"Vote Jane, all!",Jane Doe,FAVOR\nNever her.,Jane Doe,AGAINST\n')
    favor, against = read(path, "stance")
    assert (favor.text, favor.topic, favor.label) == ("Vote Jane, all!", "Jane Doe", "favor")
    assert against.label == "against"
    assert favor.id != against.id


def test_semeval_2016_is_tab_separated_windows_1252(tmp_path):
    path = tmp_path / "trainingdata-all-annotations.txt"
    text = (
        "ID\tTarget\tTweet\tStance\tOpinion towards\tSentiment\r\n"
        '101\tAtheism\t"Amen to that \x85 #SemST\tAGAINST\tOTHER\tpos\r\n'
        "102\tAtheism\tNo view here #SemST\tNONE\tNO ONE\tother\r\n"
        "103\tAtheism\tNot yet told #SemST\tUNKNOWN\t\t\r\n"
    )
    path.write_bytes(text.encode("latin-1"))
    one, two, three = read(path, "stance")
    assert (one.id, one.text, one.topic, one.label) == ("101", '"Amen to that … #SemST', "Atheism", "against")
    assert one.extra == {"opinion towards": "OTHER", "sentiment": "pos"}
    assert (two.label, three.label) == ("none", None)


def test_a_stance_that_is_none(tmp_path):
    path = tmp_path / "s.csv"
    path.write_text("text,target,stance\nGo.,Jane,maybe\n")
    with pytest.raises(UnusableDataset, match=r"s\.csv, line 2: the stance is 'maybe'"):
        read(path, "stance")


def test_a_row_without_a_target(tmp_path):
    path = tmp_path / "s.csv"
    path.write_text("text,target,stance\nGo.,,favor\n")
    with pytest.raises(UnusableDataset, match=r"s\.csv, line 2: there is no target"):
        read(path, "stance")
