"""Running text in a PDF with underlined, numbered marks."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import pi, sin
from typing import NamedTuple

from reportlab.lib.colors import HexColor
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus.flowables import Flowable

from engine.bias.outputs import MetaCategory, Strength
from engine.report import tokens
from engine.report.exporters import typefaces

_THICKNESS: dict[Strength, float] = {"weak": 0.6, "moderate": 0.9, "strong": 1.4}  # points
_FIRST_LANE, _LANE = 3.0, 2.8  # points below the letters' foot, and from lane to lane
_WAVE, _HEIGHT = 3.6, 0.8  # points
_NUMBER, _RAISED = 0.58, 0.36  # of the type size
_PIECES = re.compile(r"\n|[^\S\n]+|\S+")


class Underline(NamedTuple):
    kind: MetaCategory
    strength: Strength
    lane: int  # 0 next to the letters


@dataclass(frozen=True)
class Style:
    """Type: sizes and the space below in points, the color a token's name."""

    font: str = typefaces.SERIF
    size: float = 12
    leading: float = 20
    color: str = "ink"
    after: float = 10


SANS = Style(typefaces.SANS, 9.5, 14, after=4)
SMALL = Style(typefaces.SANS, 8.5, 12, "quiet", after=4)
HEAD = Style(typefaces.SANS_BOLD, 9.5, 14, after=4)
QUOTE = Style(typefaces.SERIF, 10, 14, after=3)


@dataclass(frozen=True)
class Piece:
    """Text of one look; a raised one is the number of a mark."""

    text: str
    underlines: tuple[Underline, ...] = ()
    color: str | None = None  # the style's
    bold: bool = False
    raised: bool = False


@dataclass(frozen=True)
class _Fragment:
    piece: Piece
    text: str
    width: float


_Word = list[_Fragment]


class MarkedText(Flowable):
    """Paragraphs of pieces, broken into lines; line ends in the text stay, other white space is one space."""

    def __init__(self, pieces: Iterable[Piece], style: Style) -> None:
        super().__init__()
        self._style = style
        self._pieces = [
            replace(piece, text=typefaces.printable(piece.text, _type(piece, style)[0])) for piece in pieces
        ]
        self._lines: list[_Word] | None = None

    @classmethod
    def _of_lines(cls, lines: list[_Word], style: Style) -> "MarkedText":
        part = cls((), style)
        part._lines = lines
        return part

    def getSpaceAfter(self) -> float:
        return self._style.after

    def wrap(self, availWidth: float, availHeight: float) -> tuple[float, float]:
        if self._lines is None:
            self._lines = _broken(_words(self._pieces, self._style), availWidth, self._style)
        return availWidth, len(self._lines) * self._style.leading

    def split(self, availWidth: float, availHeight: float) -> list[Flowable]:
        self.wrap(availWidth, availHeight)
        lines = self._lines or []
        fitting = int(availHeight // self._style.leading)
        if fitting < 2 or len(lines) - fitting < 1:
            return []
        return [
            self._of_lines(lines[:fitting], replace(self._style, after=0)),
            self._of_lines(lines[fitting:], self._style),
        ]

    def draw(self) -> None:
        canvas: Canvas = self.canv
        lines = self._lines or []
        for number, line in enumerate(lines):
            y = (len(lines) - number) * self._style.leading - self._style.size
            x = 0.0
            for fragment in line:
                self._draw(canvas, fragment, x, y)
                x += fragment.width

    def _draw(self, canvas: Canvas, fragment: _Fragment, x: float, y: float) -> None:
        piece = fragment.piece
        canvas.setFillColor(HexColor(tokens.LIGHT[piece.color or self._style.color]))
        canvas.setFont(*_type(piece, self._style))
        canvas.drawString(x, y + (self._style.size * _RAISED if piece.raised else 0), fragment.text)
        for line in piece.underlines:
            underline(canvas, line, x, x + fragment.width, y)


def underline(canvas: Canvas, line: Underline, left: float, right: float, y: float) -> None:
    """Each kind in its own color and line: wavy, double, dotted or dashed."""
    canvas.saveState()
    canvas.setStrokeColor(HexColor(tokens.LIGHT[line.kind]))
    canvas.setLineWidth(_THICKNESS[line.strength])
    height = y - _FIRST_LANE - line.lane * _LANE
    match line.kind:
        case "biased_language":
            _wave(canvas, left, right, height)
        case "framing_bias":
            canvas.setLineWidth(_THICKNESS[line.strength] * 0.6)
            canvas.line(left, height + 0.8, right, height + 0.8)
            canvas.line(left, height - 0.8, right, height - 0.8)
        case "unsupported_claims":
            canvas.setLineCap(1)
            canvas.setDash([0.01, 2.2], left % 2.2)
            canvas.line(left, height, right, height)
        case "selective_presentation":
            canvas.setDash([4, 2], left % 6)
            canvas.line(left, height, right, height)
    canvas.restoreState()


def _wave(canvas: Canvas, left: float, right: float, height: float) -> None:
    path = canvas.beginPath()
    steps = max(2, round((right - left) / _WAVE * 8))
    for step in range(steps + 1):
        x = left + (right - left) * step / steps
        point = x, height + _HEIGHT * sin(2 * pi * x / _WAVE)
        path.lineTo(*point) if step else path.moveTo(*point)
    canvas.drawPath(path)


def _words(pieces: Iterable[Piece], style: Style) -> list[_Word]:
    """Words, spaces and line ends; what no space parts is one word, whatever its pieces."""
    words: list[_Word] = [[]]
    for piece in pieces:
        for found in _PIECES.finditer(piece.text):
            text = found[0] if found[0] == "\n" or not found[0].isspace() else " "
            fragment = _fragment(piece, text, style)
            if text.isspace():
                words += [fragment], []
            else:
                words[-1].append(fragment)
    return [word for word in words if word]


def _fragment(piece: Piece, text: str, style: Style) -> _Fragment:
    return _Fragment(piece, text, 0.0 if text == "\n" else stringWidth(text, *_type(piece, style)))


def _type(piece: Piece, style: Style) -> tuple[str, float]:
    if piece.raised:
        return typefaces.SANS_BOLD, style.size * _NUMBER
    return typefaces.BOLD[style.font] if piece.bold else style.font, style.size


def _broken(words: Iterable[_Word], width: float, style: Style) -> list[_Word]:
    """Lines no wider than width; a word that is gets broken anywhere."""
    lines: list[_Word] = [[]]
    used = 0.0
    for word in words:
        text = word[0].text
        if text == "\n":
            lines.append([])
            used = 0.0
        elif text == " ":
            if lines[-1] and lines[-1][-1].text != " ":
                lines[-1].append(word[0])
                used += word[0].width
        else:
            for part in _fitting(word, width, style):
                needed = _length(part)
                if used + needed > width and lines[-1]:
                    lines.append([])
                    used = 0.0
                lines[-1] += part
                used += needed
    return [_stripped(line) for line in lines]


def _fitting(word: _Word, width: float, style: Style) -> list[_Word]:
    """A word as it is, or in parts that fit."""
    if _length(word) <= width:
        return [word]
    parts: list[_Word] = [[]]
    for one in word:
        for character in one.text:
            letter = _fragment(one.piece, character, style)
            if parts[-1] and _length(parts[-1]) + letter.width > width:
                parts.append([])
            parts[-1].append(letter)
    return parts


def _length(word: _Word) -> float:
    return sum(fragment.width for fragment in word)


def _stripped(line: _Word) -> _Word:
    while line and line[-1].text == " ":
        line = line[:-1]
    return line
