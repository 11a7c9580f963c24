"""Headings in bold, without a change to the text or its undo."""

from collections.abc import Sequence

from PySide6.QtGui import QFont, QSyntaxHighlighter, QTextCharFormat, QTextDocument


class Headings(QSyntaxHighlighter):
    """Draws the lines in which headings begin; `show` says which."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self._starts: frozenset[int] = frozenset()
        self._bold = QTextCharFormat()
        self._bold.setFontWeight(QFont.Weight.Bold)

    def show(self, headings: Sequence[tuple[int, int]]) -> None:
        """The ranges of editor positions that are headings now."""
        document = self.document()
        blocks = {document.findBlock(start).position() for start, _ in headings}
        changed = blocks ^ self._starts
        self._starts = frozenset(blocks)
        for position in changed:
            self.rehighlightBlock(document.findBlock(min(position, document.characterCount() - 1)))

    def highlightBlock(self, text: str) -> None:
        if self.currentBlock().position() in self._starts:
            self.setFormat(0, len(text) * 2, self._bold)  # at most two units a character
