"""Words with boxes to paragraphs: columns in reading order, lines joined, hyphens and running heads gone."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from statistics import median

Box = tuple[float, float, float, float]

_GUTTER = 0.9  # of the height of type: a gap that wide parts columns
_COLUMN = 0.15  # of the page's width: a narrower one is no column but a bullet, a number or a cell
_COLUMN_LINES = 3
_ALIGNED = 0.5  # of a column's lines
_MARGIN = 0.12  # of the page's height, where running heads and page numbers stand
_INDENT = 0.6  # of the height of type
_INDENTED = 0.08  # of the lines: so many are set in where that is what shows paragraphs
_OTHER_TYPE = 0.15  # of the height of type
_LOOSE = 1.28  # times the usual distance between lines: a paragraph's end
_HEADING = 1.12  # times the usual height of type
_HEADLINE = 1.3
_LONGEST_HEADING = 300  # characters
_RAGGED = 0.82  # of the column's width: a line that ends before, in a full stop, ends its paragraph
_PAGE_NUMBER = re.compile(
    r"(?:page|p\.|seite)?\s*[-–—|]?\s*\d{1,4}\s*(?:(?:of|/|von)\s*\d{1,4})?\s*[-–—|]?", re.IGNORECASE
)
_NUMBER = re.compile(r"[0-9]+")
_ENDED = re.compile(r"[.!?:…][\"'”’»)\]]*$")
_HYPHENATED = re.compile(r"(?:[^\W\d_]{2,})(?P<hyphen>[-\u00ad\u2010])$")
_COMPOUND = {
    "well", "self", "ex", "all", "half", "high", "low", "long", "short", "full", "part", "cross", "mid",
    "post", "pre", "pro", "non", "anti", "semi", "quasi", "one", "two", "three", "four", "five", "six",
    "seven", "eight", "nine", "ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty",
    "ninety", "first", "second", "third", "best", "worst", "better", "so", "left", "right", "far", "near",
    "old", "new",
}  # fmt: skip


@dataclass(frozen=True)
class Word:
    """Its box in points from the page's top left corner, as high as its type is large; a soft hyphen at its
    end is one that ends a line."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    @property
    def height(self) -> float:
        return self.bottom - self.top


@dataclass(frozen=True)
class Page:
    number: int
    width: float
    height: float
    words: list[Word]


@dataclass(frozen=True)
class Found:
    """A paragraph; places are (start, end, page, box) of its lines; level as in Paragraph."""

    text: str
    level: int | None
    places: list[tuple[int, int, int, Box]]


@dataclass
class _Line:
    page: int
    words: list[Word]
    region: int = 0  # which column it is in

    left: float = field(init=False)
    top: float = field(init=False)
    right: float = field(init=False)
    bottom: float = field(init=False)
    text: str = field(init=False)
    height: float = field(init=False)

    def __post_init__(self) -> None:
        self.left = min(word.left for word in self.words)
        self.right = max(word.right for word in self.words)
        self.top = min(word.top for word in self.words)
        self.bottom = max(word.bottom for word in self.words)
        self.text = " ".join(word.text for word in self.words)
        self.height = median(word.height for word in self.words)

    @property
    def box(self) -> Box:
        return round(self.left, 2), round(self.top, 2), round(self.right, 2), round(self.bottom, 2)


def paragraphs(pages: Sequence[Page]) -> list[Found]:
    """Those of all pages in reading order."""
    pieces = {page.number: _pieces(page) for page in pages}
    dropped = _running(pages, pieces)
    lines: list[_Line] = []
    for page in pages:
        kept = [one for one in pieces[page.number] if id(one) not in dropped]
        for column in _ordered(kept, page.width):
            region = lines[-1].region + 1 if lines else 0
            for line in _lines(column):
                line.region = region
                lines.append(line)
    if not lines:
        return []
    usual = _usual_height(lines)
    known = _known(lines)
    groups = list(_grouped(lines, usual))
    found = [_found(group, usual, known) for group in groups]
    # The headline is the largest of the first page's headings, and the first where all are as large.
    first = [number for number, group in enumerate(groups) if group[0].page == lines[0].page]
    headings = [number for number in first if found[number].level is not None]
    title = max(headings, key=lambda number: (round(groups[number][0].height), -number), default=None)
    if title is not None and (title == 0 or groups[title][0].height > _HEADLINE * usual):
        found[title] = replace(found[title], level=0)
    return found


def _pieces(page: Page) -> list[_Line]:
    """Words that follow one another on a line without a gap as wide as a gutter."""
    pieces: list[list[Word]] = []
    for word in page.words:
        if pieces:
            last = pieces[-1][-1]
            height = max(last.height, word.height, 1.0)
            overlap = min(last.bottom, word.bottom) - max(last.top, word.top)
            gap = word.left - last.right
            if overlap > 0.5 * min(last.height, word.height) and -0.5 * height < gap < _GUTTER * height:
                pieces[-1].append(word)
                continue
        pieces.append([word])
    return [_Line(page.number, words) for words in pieces]


def _running(pages: Sequence[Page], pieces: dict[int, list[_Line]]) -> set[int]:
    """The ids of running heads, running feet and page numbers."""
    at_margin: dict[tuple[str, int], list[_Line]] = defaultdict(list)
    dropped: set[int] = set()
    for page in pages:
        for piece in pieces[page.number]:
            is_head = piece.bottom < _MARGIN * page.height
            if is_head or piece.top > (1 - _MARGIN) * page.height:
                if _PAGE_NUMBER.fullmatch(piece.text):
                    dropped.add(id(piece))
                place = round(piece.top / 4)
                at_margin[_NUMBER.sub("#", piece.text.lower()), place].append(piece)
    for group in at_margin.values():
        on = {piece.page for piece in group}
        is_repeated = len(on) >= 3 or (len(on) == 2 and len(pages) <= 4)
        if is_repeated and _counts_pages(group):
            dropped.update(id(piece) for piece in group)
    return dropped


def _counts_pages(group: Sequence[_Line]) -> bool:
    """Whether the numbers in these lines either stay the same or grow with the page."""
    numbers = [[int(number[:9]) for number in _NUMBER.findall(piece.text)] for piece in group]
    pages = [piece.page for piece in group]
    return all(
        len(set(column)) == 1 or len({n - page for n, page in zip(column, pages, strict=True)}) == 1
        for column in zip(*numbers, strict=True)
    )


def _ordered(pieces: list[_Line], width: float) -> Iterator[list[_Line]]:
    """Columns, one after the other as they are read: each a list of pieces."""
    column: list[_Line] = []
    for band in _bands(pieces, width):
        gutter = _gutter(band, width)
        if gutter is None:
            column += band
            continue
        if column:
            yield column
            column = []
        yield from _ordered([one for one in band if one.right <= gutter[0] + 0.1], width)
        yield from _ordered([one for one in band if one.right > gutter[0] + 0.1], width)
    if column:
        yield column


def _bands(pieces: list[_Line], width: float) -> Iterator[list[_Line]]:
    """From top to bottom, stretches of the page that either have a common gutter or have none."""
    rows: list[list[_Line]] = []
    for piece in sorted(pieces, key=lambda one: (one.top, one.left)):
        if rows and piece.top < max(one.bottom - 0.3 * one.height for one in rows[-1]):
            rows[-1].append(piece)
        else:
            rows.append([piece])
    band: list[_Line] = []
    common: tuple[float, float] | None = None
    for row in rows:
        if not band:
            band, common = list(row), _gap(row)
            continue
        merged = _shared(common, row, band)
        if merged is not None and (common is not None or len(row) > 1):
            band, common = band + row, merged
        elif common is None and len(row) == 1:
            band += row
        else:
            yield band
            band, common = list(row), _gap(row)
    if band:
        yield band


def _gap(row: Sequence[_Line]) -> tuple[float, float] | None:
    """The widest gap between the pieces of a row that no piece reaches into."""
    edges = sorted((one.left, one.right) for one in row)
    gaps: list[tuple[float, float]] = []
    reach = edges[0][1]
    for left, right in edges[1:]:
        if left > reach:
            gaps.append((reach, left))
        reach = max(reach, right)
    return max(gaps, key=lambda gap: gap[1] - gap[0], default=None)


def _shared(
    common: tuple[float, float] | None, row: Sequence[_Line], band: Sequence[_Line]
) -> tuple[float, float] | None:
    """The part of the gap that the row leaves free too."""
    gap = common or _gap(row)
    if gap is None:
        return None
    left, right = gap
    for piece in row if common else band:
        if piece.right <= (left + right) / 2:
            left = max(left, piece.right)
        elif piece.left >= (left + right) / 2:
            right = min(right, piece.left)
        else:
            return None
    return (left, right) if right - left >= 0.5 * row[0].height else None


def _gutter(band: Sequence[_Line], width: float) -> tuple[float, float] | None:
    gap = _gap(band) if band else None
    if gap is None:
        return None
    sides = (
        [one for one in band if one.right <= gap[0] + 0.1],
        [one for one in band if one.right > gap[0] + 0.1],
    )
    for side in sides:
        if not side or max(one.right for one in side) - min(one.left for one in side) < _COLUMN * width:
            return None
    height = median(one.height for one in band)
    if gap[1] - gap[0] < _GUTTER * height or min(len(_lines(side)) for side in sides) < _COLUMN_LINES:
        return None
    # The lines of a column begin at its edge; what wide spaces in justified lines part begins anywhere.
    lines = _lines(sides[1])
    edge = _usual_left(lines)
    aligned = sum(abs(one.left - edge) < 0.3 * height for one in lines)
    return gap if aligned >= _ALIGNED * len(lines) else None


def _lines(pieces: Sequence[_Line]) -> list[_Line]:
    """Pieces on one line put together, from top to bottom."""
    lines: list[list[_Line]] = []
    for piece in sorted(pieces, key=lambda one: (one.top + one.bottom, one.left)):
        if lines:
            last = lines[-1][-1]
            overlap = min(last.bottom, piece.bottom) - max(last.top, piece.top)
            if overlap > 0.5 * min(last.height, piece.height):
                lines[-1].append(piece)
                continue
        lines.append([piece])
    return [
        _Line(
            line[0].page, [word for piece in sorted(line, key=lambda one: one.left) for word in piece.words]
        )
        for line in lines
    ]


def _usual_height(lines: Sequence[_Line]) -> float:
    """Of most characters."""
    counts: Counter[float] = Counter()
    for line in lines:
        counts[round(line.height * 2) / 2] += len(line.text)
    return counts.most_common(1)[0][0] or 1.0


def _grouped(lines: Sequence[_Line], usual: float) -> Iterator[list[_Line]]:
    """Lines by paragraph."""
    regions: dict[int, list[_Line]] = defaultdict(list)
    for line in lines:
        regions[line.region].append(line)
    edges = {
        region: (_usual_left(members), max(line.right for line in members))
        for region, members in regions.items()
    }
    indented = sum(_is_indented(line, edges, usual) for line in lines)
    by_indent = indented >= _INDENTED * len(lines)
    pitch = _pitch(lines, usual)
    group: list[_Line] = []
    for line in lines:
        if group and _begins(group, line, edges, pitch, usual, by_indent):
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def _is_indented(line: _Line, edges: dict[int, tuple[float, float]], usual: float) -> bool:
    return _INDENT * usual < line.left - edges[line.region][0] < 6 * usual


def _pitch(lines: Sequence[_Line], usual: float) -> float:
    """From one line of a paragraph to the next: among the shortest distances, most being those or longer."""
    distances = sorted(
        b.top - a.top
        for a, b in pairwise(lines)
        if a.region == b.region and 0.8 * usual < b.top - a.top < 3 * usual
    )
    return distances[len(distances) // 10] if distances else 1.2 * usual


def _usual_left(lines: Sequence[_Line]) -> float:
    """Where most lines of a column begin; of two edges as common, the left."""
    counts = Counter(round(line.left) for line in lines)
    most = max(counts.values())
    return float(min(left for left, count in counts.items() if count == most))


def _begins(
    group: Sequence[_Line],
    line: _Line,
    edges: dict[int, tuple[float, float]],
    pitch: float,
    usual: float,
    by_indent: bool,
) -> bool:
    last = group[-1]
    left, right = edges[line.region]
    if abs(line.height - last.height) > _OTHER_TYPE * max(line.height, last.height):
        return True
    indent = line.left - left
    if line.region != last.region:
        # A paragraph goes on in the next column or page where it does not end in the one before.
        return bool(_ENDED.search(last.text)) or indent > _INDENT * usual or _is_heading(group, usual)
    distance = line.top - last.top
    if distance > _LOOSE * max(pitch, 1.2 * line.height if line.height > usual * _HEADING else 0):
        return True
    is_indented = _is_indented(line, edges, usual)
    if is_indented and last.left - left < _INDENT * usual:
        return True
    if is_indented and len(group) == 1 and last.left - left > _INDENT * usual and _ENDED.search(last.text):
        return True
    return not by_indent and bool(_ENDED.search(last.text)) and last.right - left < _RAGGED * (right - left)


def _is_heading(group: Sequence[_Line], usual: float) -> bool:
    return group[0].height > _HEADING * usual and len(group) <= 4


def _known(lines: Sequence[_Line]) -> tuple[set[str], set[str]]:
    """The words of the document, and those of them with a hyphen within, none broken by a line's end."""
    words: set[str] = set()
    for line in lines:
        inner = line.text.split()
        words.update(word.strip(".,;:!?\"'“”‘’()").lower() for word in inner[: len(inner) - 1])
        if inner and not _HYPHENATED.search(inner[-1]):
            words.add(inner[-1].strip(".,;:!?\"'“”‘’()").lower())
    return words, {word for word in words if "-" in word}


def _found(group: Sequence[_Line], usual: float, known: tuple[set[str], set[str]]) -> Found:
    text = ""
    places: list[tuple[int, int, int, Box]] = []
    for line in group:
        shown = line.text
        if text:
            text, glue = _joined(text, shown, known)
            if len(text) < places[-1][1]:
                start, _, page, box = places[-1]
                places[-1] = start, len(text), page, box
            text += glue
        places.append((len(text), len(text) + len(shown), line.page, line.box))
        text += shown
    text = text.replace("\u00ad", "-")
    level = 2 if _is_heading(group, usual) and len(text) <= _LONGEST_HEADING else None
    return Found(text, level, places)


def _joined(text: str, following: str, known: tuple[set[str], set[str]]) -> tuple[str, str]:
    """The text without a hyphen that only its line's end called for, and what comes before the next line."""
    hyphen = _HYPHENATED.search(text)
    if hyphen is None or not following[:1].isalpha():
        return text, "" if re.search(r"\w[-\u00ad]$", text) else " "
    first = re.split(r"[\s(“\"‘]", text[: hyphen.start("hyphen")])[-1].lower()
    second = re.split(r"[^\w'’-]", following)[0].lower()
    words, compounds = known
    stays = (
        following[0].isupper()
        or f"{first}-{second}" in compounds
        or (first.split("-")[-1] in _COMPOUND and f"{first}{second}" not in words)
    )
    return (text, "") if stays else (text[: hyphen.start("hyphen")], "")
