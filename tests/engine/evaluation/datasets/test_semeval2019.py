import pytest

from engine.evaluation.datasets import UnusableDataset, read

ARTICLES = """<?xml version="1.0" encoding="UTF-8"?>
<articles>
<article id="0000001" published-at="2017-01-02" title="A &amp; B">
<p>The <a href="http://x">council</a>
met.</p><p>It  adjourned.</p></article>
<article id="0000002" title="C"><p>A disgrace!</p></article>
</articles>
"""
TRUTH = """<?xml version="1.0" encoding="UTF-8"?>
<articles>
<article hyperpartisan="true" id="0000002" labeled-by="article"/>
<article hyperpartisan="false" id="0000001" labeled-by="article"/>
</articles>
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "articles-training-byarticle.xml").write_text(ARTICLES)
    (tmp_path / "ground-truth-training-byarticle.xml").write_text(TRUTH)
    return tmp_path


@pytest.mark.parametrize("named", ["articles", "ground-truth"])
def test_articles_and_their_labels(folder, named):
    one, two = read(folder / f"{named}-training-byarticle.xml", "bias")
    assert (one.id, one.label, one.text) == ("0000001", "neutral", "The council met.\n\nIt adjourned.")
    assert one.extra == {"title": "A & B", "published-at": "2017-01-02"}
    assert (two.label, two.text) == ("biased", "A disgrace!")


def test_without_the_labels(folder):
    (folder / "ground-truth-training-byarticle.xml").unlink()
    assert [item.label for item in read(folder / "articles-training-byarticle.xml", "bias")] == [None, None]


def test_an_article_without_a_label_among_labels(folder):
    (folder / "ground-truth-training-byarticle.xml").write_text(TRUTH.replace("0000001", "0000009"))
    with pytest.raises(UnusableDataset, match=r"articles-.*, line 3: ground-truth-.* no label .* 0000001"):
        read(folder / "articles-training-byarticle.xml", "bias")


def test_broken_xml_and_entities(tmp_path):
    path = tmp_path / "articles.xml"
    path.write_text("<articles>\n<article id='1'><p>A</article></articles>")
    with pytest.raises(UnusableDataset, match=r"articles\.xml, line 2: this is not valid XML"):
        read(path, "bias")
    path.write_text('<!DOCTYPE a [\n<!ENTITY b "boom">]><articles/>')
    with pytest.raises(UnusableDataset, match=r"articles\.xml, line 2: it declares an entity"):
        read(path, "bias")
    path.write_text("<articles/>")
    with pytest.raises(UnusableDataset, match=r"articles\.xml holds no articles"):
        read(path, "bias")
