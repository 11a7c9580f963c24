"""The Check page's widgets and how they hold together; what they do is the page's."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QListView, QSplitter, QStackedWidget, QTabWidget, QVBoxLayout, QWidget

from desktop.check.card import Card
from desktop.check.drafts import Drafts
from desktop.check.editor import Editor
from desktop.check.empty import Empty
from desktop.check.findings_panel import FindingsPanel
from desktop.check.heading import Heading
from desktop.check.progress import ProgressLine
from desktop.page import Panel
from desktop.theme import Theme

SIDE = 376
READABLE = 480  # pixels that the draft keeps when a panel asks for room
QUEUE = 192


class View(QWidget):
    """The empty desk, or the draft with the queue at its left and the panels at its right."""

    dropped = Signal(list)
    """Paths of files that were dropped."""

    def __init__(self, theme: Theme, drafts: Drafts) -> None:
        super().__init__()
        self.empty = Empty(theme)
        self.heading = Heading(theme)
        self.editor = Editor(theme)
        self.progress = ProgressLine(theme)
        self.findings = FindingsPanel(theme)
        self.queue = QListView()
        self.tabs = QTabWidget()
        self._keys: list[str] = []
        self._side, self._sides = 0, dict[int, int]()
        self._stack = QStackedWidget()
        self._split = QSplitter(Qt.Orientation.Horizontal)
        self._lay_out(drafts)
        self.card = Card(theme, self)
        self.setAcceptDrops(True)
        self.add_panel(Panel("findings", self.tr("Findings"), self.findings))

    def add_panel(self, panel: Panel) -> None:
        self._keys.append(panel.key)
        self.tabs.addTab(panel.widget, panel.title)

    def show_panel(self, key: str) -> None:
        """KeyError for a panel that was not added."""
        if key not in self._keys:
            raise KeyError(key)
        self.tabs.setCurrentIndex(self._keys.index(key))

    def _make_room(self, index: int) -> None:
        """Each panel has its own width: what it was dragged to, else what it asks for, as long as the draft
        keeps enough."""
        before, self._side = self._side, index
        if not self._split.isVisible():  # nothing has its size yet
            return
        left, middle, side = self._split.sizes()
        self._sides[before] = side
        panel = self.tabs.widget(index)
        wanted = self._sides.get(index, max(SIDE, panel.sizeHint().width() if panel else 0))
        room = middle + side
        side = min(wanted, max(side, room - READABLE))
        self._split.setSizes([left, room - side, side])

    def show_desk(self, empty: bool, several: bool) -> None:
        self._stack.setCurrentIndex(0 if empty else 1)
        self.queue.setVisible(several)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()
            self.empty.light(True)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.empty.light(False)

    def dropEvent(self, event: QDropEvent) -> None:
        self.empty.light(False)
        paths = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        event.acceptProposedAction()
        self.dropped.emit(paths)

    def _lay_out(self, drafts: Drafts) -> None:
        self.queue.setModel(drafts)
        self.queue.setObjectName("queue")
        self.queue.setAccessibleName(self.tr("Drafts"))
        self.queue.setAccessibleDescription(
            self.tr("The drafts that are open; Enter brings one to the desk.")
        )
        self.queue.setMinimumWidth(176)
        self.queue.setSpacing(2)
        self.queue.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.queue.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.heading)
        column.addWidget(self.editor, 1)
        column.addWidget(self.progress)
        middle.setMinimumWidth(420)
        self.tabs.setMinimumWidth(280)
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setExpanding(False)
        self.tabs.tabBar().setDrawBase(False)
        self.tabs.setAccessibleName(self.tr("Findings and their reasons"))
        for widget in (self.queue, middle, self.tabs):
            self._split.addWidget(widget)
        self._split.setSizes([QUEUE, 700, SIDE])
        self._split.setStretchFactor(1, 1)
        self._split.setChildrenCollapsible(False)
        self._split.setHandleWidth(1)
        self.tabs.currentChanged.connect(self._make_room)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self._split)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._stack)
        self.queue.hide()
