"""Whether the program may use the network, and when it last did; others may change both."""

from PySide6.QtCore import QObject, QTimer, Signal

from models import connections, offline
from models.connections import Connection
from models.errors import ModelError

LOOK_MS = 2000


class Network(QObject):
    """Looks at the offline lock and at the note of the last connection, which the command line shares."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = (offline.reason(), connections.last())
        timer = QTimer(self)
        timer.timeout.connect(self.look)
        timer.start(LOOK_MS)

    @property
    def locked(self) -> bool:
        return self._state[0] is not None

    @property
    def used(self) -> Connection | None:
        """The last connection, None where there never was one."""
        return self._state[1]

    def lock(self, locked: bool) -> str:
        """Turns the setting on or off; a sentence where the network is now other than wanted, else ""."""
        try:
            offline.set_setting(locked)
        except ModelError as error:
            return str(error)
        finally:
            self.look()
        if self._state[0] is not None and not locked:
            return self.tr("The network stays locked off, since {why}: {remedy}.").format(
                why=self._state[0][0], remedy=self._state[0][1]
            )
        return ""

    def look(self) -> None:
        state = (offline.reason(), connections.last())
        if state != self._state:
            self._state = state
            self.changed.emit()
