"""Builds what ships from the tables under `source/`: `python -m knowledge.build [--check]`.

The same tables give the same bytes. `--check` writes nothing and fails where a file is not what its source
builds. A table that breaks a rule of the resource stops the build with the entry named.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from string import Template
from typing import Any

from knowledge import loader, sources
from knowledge.base import Knowledge
from knowledge.match import Matcher
from knowledge.records import ANCHORS, Term

PACKAGE = Path(__file__).parent
LEAST_TERMS, LEAST_CATEGORIES, LEAST_PHRASES, LEAST_KEYWORDS = 800, 26, 214, 58
LEAST_PROTECTED = {
    "climate_science": 30,
    "economics": 38,
    "public_health": 23,
    "democratic_process": 32,
    "immigration": 17,
    "legal": 18,
    "military_security": 14,
    "science_technology": 14,
    "sport": 21,
    "culture_media": 11,
    "academic_historical": 16,
}
"""The paper's counts, as floors (Appendix D)."""


def built() -> dict[str, bytes]:
    """Every generated file by its path in the package.

    Raises ValueError naming the file and the entry that breaks a rule.
    """
    parts: dict[str, dict[str, Any]] = {
        "taxonomy.json": sources.taxonomy(),
        "lexicon.json": sources.lexicon(),
        "protected.json": sources.protected(),
        "intensity.json": sources.intensity(),
        "neutral_phrases.json": sources.neutral_phrases(),
        "calibration.json": sources.calibration(),
    }
    sentences = loader.parse_calibration(parts["calibration.json"])
    loader.parse_taxonomy(parts["taxonomy.json"])
    knowledge = Knowledge(
        lexicon=loader.parse_lexicon(parts["lexicon.json"]),
        protected=loader.parse_protected(parts["protected.json"]),
        neutral_phrases=loader.parse_neutral_phrases(parts["neutral_phrases.json"]),
        intensity=loader.parse_intensity(parts["intensity.json"]),
        categories=loader.parse_lexicon_categories(parts["lexicon.json"]),
    )
    if found := problems(knowledge):
        raise ValueError("; ".join(found))
    files = {f"data/{name}": _json(content) for name, content in parts.items()}
    files["README.md"] = _readme(knowledge, parts["protected.json"]["domains"], len(sentences))
    return files


def problems(knowledge: Knowledge) -> list[str]:
    """What breaks a rule of the resource, each in one sentence."""
    found = []
    owners: dict[str, Term] = {}
    for term in knowledge.lexicon:
        for form in term.forms:
            other = owners.setdefault(form.lower(), term)
            if other is not term:
                found.append(f"lexicon: {term.term!r} and {other.term!r} share the form {form!r}")
    matcher = Matcher(knowledge)
    for term in knowledge.lexicon:
        if term.alternative and (hits := matcher.match(term.alternative)):
            found.append(f"lexicon: the alternative of {term.term!r} is itself flagged: {hits[0].text!r}")
    for entry in knowledge.protected:
        if entry.term.lower() in owners:
            found.append(f"protected: {entry.term!r} is a form of a lexicon term")
    sizes = {
        "lexicon terms": (len(knowledge.lexicon), LEAST_TERMS),
        "lexicon categories": (len({term.category for term in knowledge.lexicon}), LEAST_CATEGORIES),
        "neutral phrases": (len(knowledge.neutral_phrases), LEAST_PHRASES),
        "emotion keywords": (len(knowledge.intensity), LEAST_KEYWORDS),
    }
    domains = Counter(entry.domain for entry in knowledge.protected)
    sizes |= {f"protected terms of {key}": (domains[key], least) for key, least in LEAST_PROTECTED.items()}
    found += [
        f"{count} {what} are fewer than {least}" for what, (count, least) in sizes.items() if count < least
    ]
    return found


def _json(content: Mapping[str, Any]) -> bytes:
    """JSON with one entry a line, so that a change of one entry is a change of one line."""
    parts = []
    for name, part in content.items():
        pairs = part.items() if isinstance(part, dict) else [(None, entry) for entry in part]
        lines = [
            ("" if key is None else f"{json.dumps(key, ensure_ascii=False)}: ")
            + json.dumps(entry, ensure_ascii=False)
            for key, entry in pairs
        ]
        opening, closing = "{}" if isinstance(part, dict) else "[]"
        body = ",\n".join(f"    {line}" for line in lines)
        parts.append(f"  {json.dumps(name)}: {opening}\n{body}\n  {closing}")
    return ("{\n" + ",\n".join(parts) + "\n}\n").encode()


def _readme(knowledge: Knowledge, domains: Mapping[str, str], sentences: int) -> bytes:
    terms = Counter(term.category for term in knowledge.lexicon)
    scores = Counter(_band(term.score) for term in knowledge.lexicon)
    entries = Counter(entry.domain for entry in knowledge.protected)
    template = Template((sources.SOURCE / "readme.md").read_text(encoding="utf-8"))
    text = template.substitute(
        terms=len(knowledge.lexicon),
        categories=len(terms),
        forms=sum(len(term.forms) for term in knowledge.lexicon),
        alternatives=sum(term.alternative is not None for term in knowledge.lexicon),
        residual=sum(term.residual for term in knowledge.lexicon),
        variants=sum(term.variant is not None for term in knowledge.lexicon),
        protected=len(knowledge.protected),
        phrases=len(knowledge.neutral_phrases),
        keywords=len(knowledge.intensity),
        sentences=sentences,
        category_table=_table(
            ("category", "terms", "what unites them"),
            [(one.name, terms[one.key], one.definition) for one in knowledge.categories.values()],
        ),
        score_table=_table(("score", "terms"), sorted(scores.items())),
        domain_table=_table(
            ("domain", "entries", "the paper's"),
            [(name, entries[key], LEAST_PROTECTED[key]) for key, name in domains.items()],
        ),
    )
    return text.encode()


def _band(score: float) -> str:
    return f"{score:.2f}" if score >= ANCHORS[0] else "below 0.60"


def _table(columns: tuple[str, ...], rows: list[Any]) -> str:
    lines = [columns, tuple("---" for _ in columns), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in row) + " |" for row in lines)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m knowledge.build")
    parser.add_argument("--check", action="store_true", help="write nothing; fail where a file would change")
    args = parser.parse_args(argv)
    try:
        files = built()
    except ValueError as error:
        print(f"The knowledge base can't be built: {error}.", file=sys.stderr)
        return 1
    stale = [name for name, content in files.items() if _content(PACKAGE / name) != content]
    if args.check:
        for name in stale:
            print(f"{name} is not what its source builds: run python -m knowledge.build.", file=sys.stderr)
        return 1 if stale else 0
    for name in stale:
        (PACKAGE / name).parent.mkdir(exist_ok=True)
        (PACKAGE / name).write_bytes(files[name])
        print(f"wrote {name}")
    return 0


def _content(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None


if __name__ == "__main__":
    sys.exit(main())
