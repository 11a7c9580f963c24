"""The inline marks of Markdown: emphasis, links, code, escapes, tags and the prefixes of further lines.

CommonMark's rules, less the rule of three for emphasis; reference links count without their definition.
Character references (&amp;) stay as they are written. Time is linear in the length of the block.
"""

import re
import unicodedata
from collections import defaultdict
from dataclasses import dataclass

_TOKEN = re.compile(
    r"""
      (?P<prefix>(?:\r\n?|\n)[ \t]*+(?:>[ \t]*+)*)
    | \\(?P<escaped>[!-/:-@\[-`{-~])
    | (?P<code>`++)
    | (?P<comment><!--)
    | <(?P<address>[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*+|[\w.+-]++@[\w.-]++)>
    | (?P<tag></?[A-Za-z][A-Za-z0-9-]*+(?:[\s/][^<>]*+)?>)
    | (?P<footnote>\[\^[^\]\s]{1,50}\]:?)
    | (?P<open>!?\[)
    | (?P<close>\](?P<target>
        \(\s*+(?:<[^<>\n]*+>|[^\s()<>]*+(?:\([^\s()]*+\)[^\s()<>]*+)*+)
          (?:\s++(?:"[^"]*+"|'[^']*+'|\([^()]*+\)))?\s*+\)
        | \[[^\[\]]*+\])?)
    | (?P<emphasis>\*++|_++|~~)
    """,
    re.VERBOSE,
)
_CODE = re.compile("`+")

Range = tuple[int, int]


@dataclass
class _Run:
    """A run of one emphasis character; its left part still to be closed is [start, end)."""

    start: int
    end: int
    opens: bool
    closes: bool


def marks(text: str, start: int, end: int) -> list[Range]:
    """The ranges of text[start:end] that Markdown does not show, in order."""
    found: list[Range] = []
    brackets: list[Range] = []
    runs: list[_Run] = []
    code = _code_spans(text, start, end)
    last_comment_end = text.rfind("-->", start, end)
    at = start
    while token := _TOKEN.search(text, at, end):
        first, at = token.span()
        match token.lastgroup:
            case "prefix":
                found.append((first + 1, at))
            case "escaped":
                found.append((first, first + 1))
            case "code":
                if (closing := code.get(first)) is not None:
                    found += (first, at), (closing, closing + at - first)
                    at = closing + at - first
            case "comment" if at <= last_comment_end:
                at = text.find("-->", at, end) + len("-->")
                found.append((first, at))
            case "address":
                found += (first, first + 1), (at - 1, at)
            case "tag" | "footnote":
                found.append((first, at))
            case "open":
                brackets.append((first, at))
            case "close" if brackets:
                opening = brackets.pop()
                if token["target"]:
                    found += opening, (first, at)
            case "emphasis":
                runs.append(_run(text, first, at, start, end))
    return sorted(found + _matched(text, runs))


def _code_spans(text: str, start: int, end: int) -> dict[int, int]:
    """From the offset of each run of backticks to that of the next run of the same length."""
    later: dict[int, int] = {}
    closing: dict[int, int] = {}
    for run in reversed(list(_CODE.finditer(text, start, end))):
        length = run.end() - run.start()
        if length in later:
            closing[run.start()] = later[length]
        later[length] = run.start()
    return closing


def _run(text: str, first: int, last: int, start: int, end: int) -> _Run:
    before = text[first - 1] if first > start else " "
    after = text[last] if last < end else " "
    parted_before, parted_after = _is_punctuation(before), _is_punctuation(after)
    left = not after.isspace() and (not parted_after or before.isspace() or parted_before)
    right = not before.isspace() and (not parted_before or after.isspace() or parted_after)
    if text[first] == "_":  # an underscore inside a word is a letter
        return _Run(first, last, left and (not right or parted_before), right and (not left or parted_after))
    return _Run(first, last, left, right)


def _is_punctuation(character: str) -> bool:
    return unicodedata.category(character)[0] in "PS"


def _matched(text: str, runs: list[_Run]) -> list[Range]:
    """The parts of the runs that pair up; an opener inside a closed pair can no longer be matched."""
    found: list[Range] = []
    openers: dict[str, list[_Run]] = defaultdict(list)
    for run in runs:
        stack = openers[text[run.start]]
        while run.closes and stack and run.start < run.end:
            opener = stack[-1]
            used = min(2, opener.end - opener.start, run.end - run.start)
            found += (opener.end - used, opener.end), (run.start, run.start + used)
            opener.end -= used
            run.start += used
            for others in openers.values():
                while others and others[-1].start > opener.start:
                    others.pop()
            if opener.start == opener.end:
                stack.pop()
        if run.opens and run.start < run.end:
            stack.append(run)
    return found
