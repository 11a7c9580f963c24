import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import pytest

from engine.evaluation.aggregation import RULES
from engine.evaluation.figures import figures, length_band
from engine.evaluation.results import Result, Spent
from engine.evaluation.runs import Run, StoredRun, UnusableRun
from engine.evaluation.summary import summarize

SPAN = ["reckless council"]
TWO = ["reckless council", "disastrous budget"]
MANIFEST = {"task": "bias", "dataset": {"file": "in|vented.csv", "items": 12}, "seed": 1}


def store(folder, results, manifest=MANIFEST):
    with Run(folder, manifest) as run:
        for result in results:
            spent = {name: Spent(seconds=2.0, usage={"passage": 30}) for name in result.rulings}
            run.append(result, spent)
    return folder


@pytest.fixture
def results(panel):
    """12 items: `full` errs on two, `single` on six. Labels and topics vary."""
    biased = panel.passage(("biased", 0.9, TWO), ("biased", 0.8, SPAN), ("neutral", 0.4))
    neutral = panel.passage(("neutral", 0.9, []), ("neutral", 0.8, []), ("biased", 0.4))
    found = []
    for n in range(12):
        label = "biased" if n % 2 else "neutral"
        said_biased = (label == "biased") != (n in (2, 5))
        result = panel.result(
            f"i{n:02}", label, biased if said_biased else neutral, topic=("a", "<b> $1")[n % 2]
        )
        found.append(result.with_rulings({"single": panel.ruling("neutral", 0.3)}))
    return found


@pytest.fixture
def run(tmp_path, results):
    return store(tmp_path / "run", results)


def test_the_figures_of_a_run(run):
    found = figures(StoredRun(run))
    assert (found.items, found.labelled) == (12, 12)
    assert found.verdicts == {"full": {"biased": 6, "neutral": 6}, "single": {"neutral": 12}}
    assert found.paths == {"full": {"C": 12}}
    assert found.configurations.reference == "full"
    estimates = found.configurations.estimates
    assert estimates["full"]["accuracy"].value == pytest.approx(10 / 12)
    assert estimates["single"]["macro-F1"].value == pytest.approx((2 / 3) / 2)
    assert found.configurations.above["single"]["accuracy"].value == pytest.approx(4 / 12)
    assert set(found.rules.scored) == set(RULES)
    assert found.topics["a"].items == 6
    assert [row.threshold for row in found.sweep][4] == 0.5
    assert found.sweep[4].true_positives == 5
    assert found.disagreement.rate == 1.0
    assert found.costs["full"].tokens == {"passage": 30}


def test_the_sweep_at_one_half_is_the_run_itself(run):
    found = figures(StoredRun(run))
    [row] = [row for row in found.sweep if row.threshold == 0.5]
    assert row.macro_f1 == found.configurations.estimates["full"]["macro-F1"].value


def test_the_order_of_the_items_changes_nothing(tmp_path, run, results):
    turned = store(tmp_path / "turned", results[::-1])
    assert (
        figures(StoredRun(turned)).configurations.estimates
        == figures(StoredRun(run)).configurations.estimates
    )


class Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags, self.sources, self.text = [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.sources += [value for name, value in attrs if name in ("src", "href")]

    def handle_data(self, data):
        self.text.append(data)


def test_the_page_needs_nothing_and_says_what_was_measured(run):
    summarize(run)
    page = Page()
    page.feed((run / "summary.html").read_text("utf-8"))
    assert "script" not in page.tags and "b" not in page.tags
    assert page.sources and all(one.startswith("data:image/svg+xml;base64,") for one in page.sources)
    text = " ".join(page.text)
    assert "<b> $1" in text and "in|vented.csv" in text
    assert "0.833 [" in text
    assert "+0.333 [" in text
    for title in ("Metrics", "Confusion matrix", "Threshold", "Disagreement", "By topic", "Cost"):
        assert title in page.text


def test_markdown_with_its_plots(run):
    summarize(run)
    text = (run / "summary.md").read_text("utf-8")
    linked = re.findall(r"\]\((plots/[^)]+\.svg)\)", text)
    assert sorted(linked) == sorted(f"plots/{path.name}" for path in (run / "plots").iterdir())
    assert len(linked) == len(set(linked)) >= 7
    for path in linked:
        assert ET.parse(run / path).getroot().tag.endswith("svg")
    tables = [line for line in text.splitlines() if line.startswith("|")]
    assert any("in\\|vented.csv" in line for line in tables)
    assert any("&lt;b> $1" in line for line in tables)
    assert "| full | 0.833 [" in text


def test_the_same_run_gives_the_same_bytes(run):
    def written():
        summarize(run)
        return {
            path.name: path.read_bytes() for path in run.rglob("*") if path.suffix in (".md", ".html", ".svg")
        }

    assert written() == written()


def test_without_labels_only_the_verdicts_are_told(tmp_path, results):
    unlabelled = [result.model_copy(update={"label": None}) for result in results]
    found = summarize(store(tmp_path / "run", unlabelled))
    assert (found.labelled, found.configurations.estimates, found.topics, found.sweep) == (0, {}, {}, [])
    text = (tmp_path / "run" / "summary.md").read_text("utf-8")
    assert "## Verdicts" in text and "6 (50%)" in text and "## Metrics" not in text


def test_another_task(tmp_path, panel):
    def result(n, label, verdict):
        ruling = {"favor": 0.2, "against": 0.2, "none": 0.2} | {verdict: 0.6}
        rulings = {
            "plain": panel.ruling("biased", 0).model_copy(
                update={"verdict": verdict, "probabilities": ruling}
            )
        }
        return Result(id=str(n), text="Go, Jane!", label=label, topic="Jane", rulings=rulings)

    results = [result(n, "favor", "favor" if n else "none") for n in range(3)] + [result(3, "none", "none")]
    found = summarize(store(tmp_path / "run", results, {"task": "stance"}))
    assert found.configurations.estimates["plain"]["accuracy"].value == pytest.approx(3 / 4)
    assert (found.rules, found.disagreement, found.sweep) == (None, None, [])


def test_a_run_with_nothing_to_tell(tmp_path):
    with pytest.raises(UnusableRun, match="holds no finished item"):
        summarize(store(tmp_path / "empty", []))
    with pytest.raises(UnusableRun, match="is a run of another task"):
        summarize(store(tmp_path / "other", [], {"task": "weather"}))


@pytest.mark.parametrize(
    ("words", "band"),
    [
        (1, "1–15 words"),
        (15, "1–15 words"),
        (16, "16–30 words"),
        (500, "121–500 words"),
        (501, "501 words or more"),
    ],
)
def test_bands_of_length(words, band):
    assert length_band("word " * words).strip() == band
