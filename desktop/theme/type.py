"""The typeface of the draft: the reports' own."""

from PySide6.QtGui import QFont, QFontMetricsF

from engine.report.tokens import MEASURES


def serif(pixels: int) -> QFont:
    """The serif of the draft and of words quoted from it."""
    font = QFont([name.strip(' "') for name in MEASURES["serif"].split(",")])
    font.setStyleHint(QFont.StyleHint.Serif)
    font.setPixelSize(pixels)
    return font


def line_height() -> float:
    """Of 1.6 times the type's size, in percent of the height that the typeface has by itself."""
    size = 64
    return 160 * size / QFontMetricsF(serif(size)).lineSpacing()
