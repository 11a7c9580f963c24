"""The findings as LanguageTool's matches, for editors that speak its HTTP API (/v2/check).

Offsets and lengths count UTF-16 code units, as there.
"""

import json
from typing import cast

from pydantic import JsonValue

from engine.report import words
from engine.report.schema import Finding, PassageReport, ReportFile
from engine.text import Document, Language, language_of

_API_VERSION = 1
_AROUND = 40  # characters of context on either side
_EVALUATED = Language("en", "English")


def to_languagetool(file: ReportFile, draft: Document) -> bytes:
    """The answer as indented JSON in UTF-8."""
    report = file.report
    offsets = _Utf16(draft.text)
    language = vars(language_of(draft.text) or _EVALUATED)
    answer = {
        "software": {
            "name": "Evenhand",
            "version": report.manifest.evenhand,
            "buildDate": "",
            "apiVersion": _API_VERSION,
            "premium": False,
            "status": "",
        },
        "warnings": {"incompleteResults": not report.verdict.complete},
        "language": {**language, "detectedLanguage": language},
        "matches": [
            _match(passage, finding, draft.text, offsets)
            for passage in report.passages
            for finding in passage.findings
            if finding.start < finding.end
        ],
    }
    return (json.dumps(answer, ensure_ascii=False, indent=2) + "\n").encode("utf-8", "replace")


class _Utf16:
    """From code points to UTF-16 code units."""

    def __init__(self, text: str) -> None:
        self._before = [0]
        for character in text:
            self._before.append(self._before[-1] + 1 + (character > "\uffff"))

    def __call__(self, offset: int) -> int:
        return self._before[offset]

    def length(self, start: int, end: int) -> int:
        return self._before[end] - self._before[start]


def _match(passage: PassageReport, finding: Finding, text: str, offsets: _Utf16) -> dict[str, JsonValue]:
    start = max(finding.start - _AROUND, passage.start)
    end = min(finding.end + _AROUND, passage.end)
    length = offsets.length(finding.start, finding.end)
    kind = words.KINDS[finding.kind].capitalize()
    replacements: list[JsonValue] = [{"value": finding.alternative}] if finding.alternative else []
    context = {
        "text": text[start:end],
        "offset": offsets.length(start, finding.start),
        "length": length,
    }
    rule = {
        "id": f"EVENHAND_{finding.type.upper()}",
        "description": f"{kind} ({words.plain(finding.type)}), by the {words.AGENTS[finding.agent].lower()}",
        "issueType": "style",
        "category": {"id": finding.kind.upper(), "name": kind},
    }
    return {
        "message": " ".join(filter(None, (finding.why, finding.whose, finding.advice))),
        "shortMessage": kind,
        "offset": offsets(finding.start),
        "length": length,
        "replacements": replacements,
        "context": cast(JsonValue, context),
        "sentence": passage.text,
        "type": {"typeName": "Other"},
        "rule": cast(JsonValue, rule),
    }
