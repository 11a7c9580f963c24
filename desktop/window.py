"""The window: the rail at the left, one page at a time, the menus, and a line for short messages."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QCloseEvent, QKeySequence
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QMainWindow,
    QMenu,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop.desk import Desk
from desktop.page import Menu, Page
from desktop.theme import Theme, icon
from desktop.theme.icons import SIZE

SMALLEST = QSize(1024, 640)
SAID_MS = 8000


class MainWindow(QMainWindow):
    """Shows the pages added to it; `closing` is told before it goes, once everybody lets it."""

    closing = Signal()

    def __init__(self, desk: Desk, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._lets_go: list[Callable[[], bool]] = []
        self._pages: dict[str, Page] = {}
        self._buttons: dict[str, QToolButton] = {}
        self._stack = QStackedWidget()
        self._rail = QWidget()
        self._rail.setObjectName("rail")
        self._upper, self._foot = QVBoxLayout(), QVBoxLayout()
        self._group = QButtonGroup(self)
        self._menus = self._make_menus()
        self._lay_out()
        self.setMinimumSize(SMALLEST)
        self.setWindowTitle("Evenhand")
        self.statusBar().setSizeGripEnabled(False)
        desk.page_asked.connect(self.show_page)
        desk.said.connect(lambda sentence: self.statusBar().showMessage(sentence, SAID_MS))
        theme.changed.connect(self._recolor)

    def add(self, page: Page) -> None:
        """A button in the rail, a place in the stack, actions in the menus; the first one added is shown."""
        button = QToolButton()
        button.setObjectName(f"rail-{page.key}")
        button.setText(page.title)
        button.setAccessibleName(page.title)
        button.setCheckable(True)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        button.setIconSize(QSize(SIZE, SIZE))
        button.clicked.connect(lambda: self.show_page(page.key))
        number = len(self._pages) + 1
        button.setToolTip(self.tr("{title} (Alt+{number})").format(title=page.title, number=number))
        go = QAction(page.title, self)
        go.setShortcut(QKeySequence(f"Alt+{number}"))
        go.triggered.connect(lambda: self.show_page(page.key))
        self._menus["view"].addAction(go)
        self._group.addButton(button)
        (self._foot if page.foot else self._upper).addWidget(button)
        self._stack.addWidget(page.widget)
        self._pages[page.key], self._buttons[page.key] = page, button
        for menu, actions in page.menus.items():
            self.add_actions(menu, actions)
        self._draw(button, page)
        if len(self._pages) == 1:
            self.show_page(page.key)

    def add_actions(self, menu: Menu, actions: Sequence[QAction]) -> None:
        """Append actions to a menu, after a line where it has some."""
        if not self._menus[menu].isEmpty():
            self._menus[menu].addSeparator()
        self._menus[menu].addActions(actions)

    def add_to_foot(self, widget: QWidget) -> None:
        """A small thing, such as a badge, at the lower end of the rail."""
        self._foot.addWidget(widget)

    def show_page(self, key: str) -> None:
        """Bring a page to the front; KeyError for one that was not added."""
        self._stack.setCurrentWidget(self._pages[key].widget)
        self._buttons[key].setChecked(True)

    @property
    def page(self) -> str:
        """The key of the page in front."""
        return next(key for key, page in self._pages.items() if page.widget is self._stack.currentWidget())

    def raise_up(self) -> None:
        """Bring the window to the person, whatever state it is in."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def ask_before_closing(self, lets_go: Callable[[], bool]) -> None:
        """`lets_go` is called when the window is to be closed, and keeps it open by saying False."""
        self._lets_go.append(lets_go)

    def closeEvent(self, event: QCloseEvent) -> None:
        if not all(lets_go() for lets_go in self._lets_go):
            event.ignore()
            return
        self.closing.emit()
        super().closeEvent(event)

    def _lay_out(self) -> None:
        rail = QVBoxLayout(self._rail)
        rail.setContentsMargins(8, 16, 8, 8)
        rail.addLayout(self._upper)
        rail.addStretch()
        rail.addLayout(self._foot)
        for part in (self._upper, self._foot):
            part.setSpacing(8)
        center = QWidget()
        row = QHBoxLayout(center)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._rail)
        row.addWidget(self._stack, 1)
        self.setCentralWidget(center)

    def _make_menus(self) -> dict[Menu, QMenu]:
        titles: dict[Menu, str] = {
            "file": self.tr("&File"),
            "edit": self.tr("&Edit"),
            "check": self.tr("&Check"),
            "view": self.tr("&View"),
            "help": self.tr("&Help"),
        }
        return {key: self.menuBar().addMenu(title) for key, title in titles.items()}

    def _recolor(self) -> None:
        for key, button in self._buttons.items():
            self._draw(button, self._pages[key])

    def _draw(self, button: QToolButton, page: Page) -> None:
        button.setIcon(icon(page.icon, self._theme.color("quiet"), self._theme.color("accent")))
