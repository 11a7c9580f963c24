"""`evenhand knowledge`: check a house style, explain a term, and say what the lexicon finds in a dataset."""

import argparse
import sys
from pathlib import Path

from rapidfuzz.process import extract

from engine.commands.codes import DONE, FOUND, UNUSABLE
from engine.commands.style import read_style
from engine.evaluation.coverage import Coverage, UnusableDataset, coverage, read_records
from engine.report.safe import for_terminal
from engine.report.words import count
from engine.text import speech_in
from knowledge import Hit, Matcher, Protected, matcher, shipped, styled
from knowledge.house_style import HOUSE_STYLE
from knowledge.match import FLOOR
from knowledge.surface import fold

_NEAR, _SUGGESTIONS = 80, 3  # of 100: near enough to be worth naming; how many are named
_EXEMPT = {
    "inactive": f"its score is under {FLOOR:.2f}, because its main use is neutral",
    "plain_context": "a mild term beside plain attribution or procedure",
    "protected": "protected vocabulary holds it",
    "name": "it is part of a name",
    "title": "it is part of a title",
    "mention": "the words are spoken about, not used",
    "denied": "it is denied",
    "other_sense": "it is a noun here, and the term a verb",
}


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser("knowledge", help="lexicon, protected terms and house style")
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")

    lint = actions.add_parser("lint", help="check a house-style.toml; exit code 2 when it has errors")
    lint.add_argument("file", type=Path, metavar="FILE")
    lint.set_defaults(handler=_lint)

    show = actions.add_parser(
        "show",
        help="explain why a term, or a sentence's words, are or are not flagged",
        description="Exit code 0 when something is flagged, 1 when nothing is.",
    )
    show.add_argument("text", metavar="TERM", help="a word, a phrase, or a sentence in quotes")
    show.add_argument("--style", type=Path, metavar="FILE", help="a house style to merge over ours")
    show.set_defaults(handler=_show)

    cover = actions.add_parser("coverage", help="what the lexicon finds in a CSV file of labelled sentences")
    cover.add_argument(
        "file", type=Path, metavar="FILE.csv", help="with the columns text and label (1: biased)"
    )
    cover.set_defaults(handler=_coverage)


def _lint(args: argparse.Namespace) -> int:
    """Raises UnusableStyle."""
    style = read_style(args.file)
    print(
        f"{args.file.name} is fine: {count(len(style.accept), 'term')} accepted, {len(style.protected)} "
        f"protected, {len(style.reject)} rejected; a severity for {len(style.severity)} of the categories."
    )
    return DONE


def _show(args: argparse.Namespace) -> int:
    """Raises UnusableStyle."""
    terms = styled(read_style(args.style) if args.style else None)
    hits = terms.examine(args.text, speech_in(args.text))
    lines = [line for hit in hits for line in _hit(hit, terms, args.text)]
    lines += [] if hits else _entries(args.text, terms)
    for line in lines or _unknown(args.text, terms):
        print(for_terminal(line))
    return DONE if any(not hit.exempt and not hit.quoted for hit in hits) else FOUND


def _hit(hit: Hit, terms: Matcher, text: str) -> list[str]:
    if hit.exempt:
        reason = f": “{hit.by.term}” ({_domain(hit.by)})" if hit.by else ""
        verdict = f"not flagged: {_EXEMPT[hit.exempt]}{reason}"
    else:
        verdict = "a speaker's words, not held against the author" if hit.quoted else "flagged"
    place = "" if fold(text.strip()) == fold(hit.text) else f" (characters {hit.start} to {hit.end})"
    return [f"“{hit.text}”{place}: {verdict}.", *_described(hit, terms)]


def _described(hit: Hit, terms: Matcher) -> list[str]:
    term = hit.term
    category = terms.knowledge.categories[term.category]
    lines = [
        f"  Lexicon term “{term.term}”, {category.name} ({term.category}), "
        f"score {term.score:.2f}, {hit.severity}.",
        f"  {category.definition}",
        f"  Try instead: “{term.alternative}”" if term.alternative else f"  {category.advice}",
    ]
    if term.residual and term.alternative:
        lines.append(f"  The claim stays slanted even so. {category.advice}")
    lines += [f"  {note}" for note in (term.message, term.reason and f"Why so low: {term.reason}.") if note]
    if term.variant:
        lines.append(f"  Regional English: {term.variant}.")
    return lines


def _entries(text: str, terms: Matcher) -> list[str]:
    """What is known about a text in which the lexicon finds nothing."""
    entry = terms.protect(text, 0, len(text)) if text.strip() else None
    if entry:
        return [f"“{text}”: not flagged: it is protected vocabulary (“{entry.term}”, {_domain(entry)})."]
    return [
        f"“{text}”: not flagged: the house style switches {term.category} off."
        for term in shipped().lexicon
        if fold(text.strip()) in map(fold, term.forms)
    ]


def _unknown(text: str, terms: Matcher) -> list[str]:
    names = [term.term for term in terms.knowledge.lexicon]
    near = extract(text, names, limit=_SUGGESTIONS, score_cutoff=_NEAR)
    alike = f" The nearest terms are {', '.join(f'“{name}”' for name, *_ in near)}." if near else ""
    return [f"“{text}”: not flagged: neither the lexicon nor the protected terms know it.{alike}"]


def _domain(entry: Protected) -> str:
    names = {HOUSE_STYLE: "protected by the house style", "accepted": "accepted by the house style"}
    return names.get(entry.domain, entry.domain.replace("_", " "))


def _coverage(args: argparse.Namespace) -> int:
    try:
        print(_table(coverage(read_records(args.file), matcher())))
    except UnusableDataset as error:
        print(error, file=sys.stderr)
        return UNUSABLE
    return DONE


def _table(found: Coverage) -> str:
    r = "too few terms" if found.correlation is None else f"{found.correlation:+.3f}"
    rows = [
        ("records with a match", f"{found.matching:,} of {found.records:,}"),
        ("of them biased (precision of “has a match”)", f"{found.precision:.1%}"),
        ("biased records with a match (recall)", f"{found.recall:.1%}"),
        ("biased among all records", f"{found.biased / found.records:.1%}"),
        ("terms that occur", f"{found.terms_found:,} of {found.terms:,}"),
        (f"correlation of score and bias rate, {found.correlated} terms in 5 or more records", r),
        *(
            (f"evidence selected alike with {name}", f"{share:.1%}")
            for name, share in found.unchanged.items()
        ),
    ]
    return "\n".join(["| measure | value |", "|---|---|", *(f"| {name} | {value} |" for name, value in rows)])
