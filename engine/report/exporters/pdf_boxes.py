"""Boxes and columns that go on from page to page, however much they hold."""

from collections.abc import Sequence

from reportlab.lib.colors import HexColor
from reportlab.platypus.doctemplate import Indenter
from reportlab.platypus.flowables import Flowable, FrameBG, Spacer
from reportlab.platypus.tables import Table, TableStyle

from engine.report import tokens

_PADDING, _GUTTER = 12.0, 16.0  # points


def boxed(story: Sequence[Flowable], indent: float, background: str | None) -> list[Flowable]:
    """story, indented; on a ground of that color, with room around it, where there is one."""
    if background is None:
        return [Indenter(left=indent), *story, Indenter(left=-indent)]
    color = HexColor(tokens.LIGHT[background])
    inner = indent + _PADDING
    return [
        FrameBG(color=color, left=indent, right=0, start=True),
        Spacer(0, _PADDING),
        Indenter(left=inner, right=_PADDING),
        *story,
        Indenter(left=-inner, right=-_PADDING),
        Spacer(0, _PADDING),
        FrameBG(start=False),
    ]


def columns(rows: Sequence[Sequence[list[Flowable]]], together: int) -> Table:
    """Rows of columns of one width; the first rows are not parted by the end of a page."""
    return Table(
        [list(row) for row in rows],
        colWidths=[f"{100 / len(rows[0]):.4f}%"] * len(rows[0]),
        style=TableStyle(
            [
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("LEFTPADDING", (0, 0), (-1, -1), 0),
                ("RIGHTPADDING", (0, 0), (-2, -1), _GUTTER),
                ("RIGHTPADDING", (-1, 0), (-1, -1), 0),
                ("TOPPADDING", (0, 0), (-1, -1), 0),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 4),
                ("NOSPLIT", (0, 0), (-1, together)),
            ]
        ),
    )
