import json
import sys
from datetime import UTC, datetime

import pyarrow as arrow
import pytest
from pyarrow import parquet

from engine.evaluation.datasets import UnusableDataset, read


@pytest.fixture
def file(tmp_path):
    def write(name, text, encoding="utf-8"):
        path = tmp_path / name
        path.write_bytes(text.encode(encoding))
        return path

    return write


def test_babe_as_a_table(file):
    path = file(
        "babe.csv",
        "uuid,text,label,biased_words,topic,type,outlet\n"
        "a1,\"The reckless mayor, again,\nraised fees.\",1,['reckless'],fees,left,Daily\n"
        "b2,The mayor raised fees.,0,[],fees,,\n",
    )
    biased, neutral = read(path, "bias")
    assert (biased.id, biased.label, biased.topic) == ("a1", "biased", "fees")
    assert biased.text == "The reckless mayor, again,\nraised fees."
    assert biased.extra == {"biased_words": ["reckless"], "type": "left", "outlet": "Daily"}
    assert (neutral.id, neutral.label, neutral.extra) == ("b2", "neutral", {"biased_words": []})


def test_babe_as_first_released_with_semicolons_and_words_for_labels(file):
    path = file(
        "final_labels_SG2.csv",
        "\ufefftext;news_link;outlet;topic;type;label_bias;label_opinion;biased_words\n"
        "A shameful deal; a sad day.;http://x;Daily;taxes;right;Biased;Opinion;[]\n".replace("deal;", "deal,")
        + "A deal was signed.;http://y;Daily;taxes;right;Non-biased;Factual;[]\n"
        "They met.;http://z;Daily;taxes;right;No agreement;No agreement;[]\n",
    )
    assert [item.label for item in read(path, "bias")] == ["biased", "neutral", None]


def test_ids_from_content_do_not_depend_on_the_order(file):
    rows = ["One plan.,0,x", "Another plan.,1,x", "One plan.,0,y"]
    first = read(file("a.csv", "text,label,topic\n" + "\n".join(rows)), "bias")
    second = read(file("b.csv", "text,label,topic\n" + "\n".join(reversed(rows))), "bias")
    assert [item.id for item in first] == [item.id for item in reversed(second)]
    assert len({item.id for item in first}) == 3


def test_equal_rows_without_ids_get_different_ones(file):
    one, other = read(file("a.csv", "text,label\nOne plan.,0\nOne plan.,0\n"), "bias")
    assert other.id == f"{one.id}-2"


def test_json_and_json_lines_hold_the_same(file):
    records = [
        {"uuid": "a1", "text": "A boon for chumps.", "label": 1, "biased_words": ["boon", "chumps"]},
        {"uuid": "b2", "text": "A plan.", "label": 0, "biased_words": []},
    ]
    whole = read(file("babe.json", json.dumps(records, indent=1)), "bias")
    lines = read(file("babe.jsonl", "\n".join(map(json.dumps, records)) + "\n"), "bias")
    assert whole == lines
    assert (whole[0].label, whole[0].extra) == ("biased", {"biased_words": ["boon", "chumps"]})


def test_parquet(tmp_path):
    path = tmp_path / "babe.parquet"
    columns = {"uuid": ["a1", "b2"], "text": ["A boon.", "A plan."], "label": [1, 0], "topic": ["x", None]}
    parquet.write_table(arrow.table(columns), path)
    biased, neutral = read(path, "bias")
    assert (biased.id, biased.label, biased.topic) == ("a1", "biased", "x")
    assert (neutral.label, neutral.topic) == ("neutral", "")


def test_what_data_frames_make_of_gaps_and_dates(tmp_path):
    path = tmp_path / "babe.parquet"
    day = datetime(2020, 1, 2, tzinfo=UTC)
    columns = {"text": ["A boon.", "A plan."], "label": [1.0, 0.0], "topic": ["x", None], "seen": [day, None]}
    parquet.write_table(arrow.table(columns), path)
    [*_, gap] = read(path, "bias")
    assert [item.label for item in read(path, "bias")] == ["biased", "neutral"]
    assert read(path, "bias")[0].extra == {"seen": str(day)}
    assert (gap.topic, gap.extra) == ("", {})
    lines = tmp_path / "babe.jsonl"
    lines.write_text('{"text": "A plan.", "label": 0.0, "topic": NaN}')
    assert [(item.label, item.topic) for item in read(lines, "bias")] == [("neutral", "")]


def test_a_damaged_parquet_file(tmp_path):
    path = tmp_path / "babe.parquet"
    path.write_bytes(b"PAR1 and nothing else")
    with pytest.raises(UnusableDataset, match=r"babe\.parquet is not a whole Parquet file"):
        read(path, "bias")


def test_parquet_without_the_extra(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(UnusableDataset, match=r"pyarrow.*not installed"):
        read(tmp_path / "babe.parquet", "bias")


def test_hyperpartisan_as_a_table(file):
    path = file("h.csv", "id,title,text,hyperpartisan\n7,A title,Whole text.,true\n8,,More text.,false\n")
    one, other = read(path, "bias")
    assert (one.label, one.extra) == ("biased", {"title": "A title"})
    assert (other.label, other.extra) == ("neutral", {})


def test_articles_without_labels(file):
    [item] = read(file("wiki.jsonl", '{"id": "w", "title": "T", "text": "A report."}\n'), "bias")
    assert (item.label, item.extra) == (None, {"title": "T"})


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.csv", "text,label\nA plan.,2\n", r"a\.csv, line 2: the label is '2', and it can only be 1, 0"),
        ("a.csv", 'text,label\n"A\nplan.",1\n,0\n', r"a\.csv, line 4: there is no text"),
        ("a.csv", "text,label\nA plan, mine,1\n", r"a\.csv, line 2: 3 columns where the first line names 2"),
        ("a.csv", 'text,label\n"A" plan,1\n', r"a\.csv, line 2: .* expected after"),
        ("a.csv", "text,label\n", r"a\.csv holds no items"),
        ("a.csv", "uuid,text,label\nq,A.,1\nq,B.,1\n", r"a\.csv, line 3: the id q is that of a\.csv, line 2"),
        ("a.csv", "text,label,biased_words\nA.,1,[boon\n", r"a\.csv, line 2: the biased_words are no list"),
        ("a.jsonl", '{"text": "A."}\n{"text"\n', r"a\.jsonl, line 2: this is not valid JSON"),
        ("a.jsonl", '["text"]', r"a\.jsonl, record 1: this is not a JSON object"),
        ("a.json", '[{"text": "A."},\n{]', r"a\.json, line 2: this is not valid JSON"),
        ("a.xlsx", "", r"a\.xlsx ends in \.xlsx"),
        ("a", "", r"a ends in nothing"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(file, name, text, message):
    with pytest.raises(UnusableDataset, match=message):
        read(file(name, text), "bias")


def test_a_missing_file_and_one_that_is_no_text(tmp_path):
    with pytest.raises(UnusableDataset, match=r"none\.csv can't be read"):
        read(tmp_path / "none.csv", "bias")
    (tmp_path / "b.csv").write_bytes(b"\x00\x01text,label")
    with pytest.raises(UnusableDataset, match=r"b\.csv is not a text file"):
        read(tmp_path / "b.csv", "bias")
