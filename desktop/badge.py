"""The badge at the window's foot: whether the program may use the network, and when it last did."""

from datetime import datetime

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QToolButton

from desktop.desk import Desk
from desktop.theme import Theme, icon
from desktop.work.network import Network
from desktop.work.transfers import Transfers
from models.connections import Connection


class NetworkBadge(QToolButton):
    """Two lines that are always there; a click leads to the setting."""

    def __init__(self, desk: Desk, theme: Theme, network: Network, transfers: Transfers) -> None:
        super().__init__()
        self.setObjectName("badge")
        self._theme, self._network, self._transfers = theme, network, transfers
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        self.setIconSize(QSize(20, 20))
        self.clicked.connect(lambda: desk.page_asked.emit("settings"))
        network.changed.connect(self._show)
        transfers.changed.connect(self._show)
        theme.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        locked, used = self._network.locked, self._network.used
        active = any(one.download and one.phase == "running" for one in self._transfers.under_way)
        if locked:
            state, sentence = (
                self.tr("Locked off"),
                self.tr("The network is locked off: nothing is downloaded."),
            )
        elif active:
            state, sentence = self.tr("Downloading"), self.tr("A model is being downloaded, as you asked.")
        else:
            state = self.tr("On request")
            sentence = self.tr("Only a download that you ask for uses the network; none runs now.")
        self.setText(f"{state}\n{self._last(used)}")
        whole = f"{sentence} {self._in_full(used)}"
        self.setToolTip(whole)
        self.setAccessibleName(self.tr("Network: {state}").format(state=state))
        self.setAccessibleDescription(whole)
        name = "locked" if locked else "online" if active else "offline"
        self.setIcon(icon(name, self._theme.color("accent" if active else "quiet")))

    def _last(self, used: Connection | None) -> str:
        if used is None:
            return self.tr("never online")
        when = used.when.astimezone()
        if when.date() == datetime.now().astimezone().date():
            return self.tr("last {time}").format(time=f"{when:%H:%M}")
        return self.tr("last {day}").format(day=f"{when:%Y-%m-%d}"[2:])

    def _in_full(self, used: Connection | None) -> str:
        if used is None:
            return self.tr("Evenhand has never used it on this machine.")
        when = f"{used.when.astimezone():%Y-%m-%d %H:%M}"
        return self.tr("It was last used at {when}, for {host}.").format(when=when, host=used.host)
