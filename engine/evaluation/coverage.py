"""What the lexicon alone finds in labelled sentences, as Appendix E reports it: no model is involved."""

import csv
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.text import speech_in
from knowledge import Hit, Matcher

LEAST_RECORDS = 5  # a term in fewer records has no bias rate worth correlating


@dataclass(frozen=True)
class Record:
    text: str
    biased: bool


@dataclass(frozen=True)
class Coverage:
    """`precision` and `recall` are those of "has a match" for biased. `correlation` is Pearson's r between
    the score of a term and the share of biased records among those that hold it, over the `correlated` terms
    with at least LEAST_RECORDS; None for fewer than three. `unchanged` maps each coarser scale to the share
    of matching records whose highest-scoring term stays the same.
    """

    records: int
    biased: int
    matching: int
    matching_biased: int
    terms: int
    terms_found: int
    correlation: float | None
    correlated: int
    unchanged: dict[str, float]

    @property
    def precision(self) -> float:
        return self.matching_biased / self.matching if self.matching else 0.0

    @property
    def recall(self) -> float:
        return self.matching_biased / self.biased if self.biased else 0.0


class UnusableDataset(Exception):
    """A dataset that can't be read, in one sentence."""


SCALES: dict[str, Callable[[float], float]] = {
    "two levels (below 0.80, from 0.80)": lambda score: float(score >= 0.80),
    "no scores": lambda score: 0.0,
}


def read_records(path: Path) -> list[Record]:
    """A CSV file with the columns text and label, 1 for biased.

    Raises UnusableDataset.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file)
            if not {"text", "label"} <= set(reader.fieldnames or ()):
                raise UnusableDataset(f"{path.name} has no columns text and label: name a CSV file that has.")
            records = []
            for number, row in enumerate(reader, 1):
                if row["label"] not in ("0", "1"):
                    raise UnusableDataset(
                        f"{path.name}, record {number}: the label is {row['label']!r}, not 0 or 1."
                    )
                records.append(Record(row["text"], row["label"] == "1"))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise UnusableDataset(f"{path.name} can't be read ({error}): name a CSV file.") from error
    if not records:
        raise UnusableDataset(f"{path.name} holds no records.")
    return records


def coverage(records: Sequence[Record], matcher: Matcher) -> Coverage:
    """Only the author's own words count: a speaker's are not held against a sentence."""
    found = [
        [hit for hit in matcher.match(record.text, speech_in(record.text)) if not hit.quoted]
        for record in records
    ]
    matching = [(record, hits) for record, hits in zip(records, found, strict=True) if hits]
    holding: dict[str, list[bool]] = defaultdict(list)
    for record, hits in matching:
        for name in {hit.term.term for hit in hits}:
            holding[name].append(record.biased)
    scores = {term.term: term.score for term in matcher.knowledge.lexicon}
    frequent = {name: labels for name, labels in holding.items() if len(labels) >= LEAST_RECORDS}
    return Coverage(
        records=len(records),
        biased=sum(record.biased for record in records),
        matching=len(matching),
        matching_biased=sum(record.biased for record, _ in matching),
        terms=len(matcher.knowledge.lexicon),
        terms_found=len(holding),
        correlation=_correlation(
            [(scores[name], float(np.mean(labels))) for name, labels in frequent.items()]
        ),
        correlated=len(frequent),
        unchanged={
            name: float(np.mean([_highest(hits, coarse) is _highest(hits, float) for _, hits in matching]))
            for name, coarse in SCALES.items()
            if matching
        },
    )


def _highest(hits: Iterable[Hit], scale: Callable[[float], float]) -> Hit:
    """The highest-scoring match, the first of equals: what Appendix E selects in a sentence."""
    return max(hits, key=lambda hit: (scale(hit.term.score), -hit.start))


def _correlation(pairs: Sequence[tuple[float, float]]) -> float | None:
    if len(pairs) < 3:
        return None
    scores, rates = np.array(pairs).T
    if scores.std() == 0 or rates.std() == 0:
        return None
    return float(np.corrcoef(scores, rates)[0, 1])
