"""One window for a person: a second start brings the first one up and hands its files over.

They talk through a socket of the machine itself that only this person may open; no network is involved.
"""

import getpass
import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

from platformdirs import user_config_path
from PySide6.QtCore import QDir, QLockFile, QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

PATIENCE_MS = 3000
MOST = 1 << 20  # bytes of a message
TAKEN = b"taken\n"


def name() -> str:
    """What the socket is called: one for each person and place of settings."""
    who = f"{getpass.getuser()}\n{user_config_path('evenhand', appauthor=False)}"
    return f"evenhand-{hashlib.sha256(who.encode()).hexdigest()[:16]}"


class Instance(QObject):
    """The program that runs, as others of its kind meet it."""

    asked = Signal(object)
    """Another start: come up, and open these files (a list of absolute paths, perhaps empty)."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._meet)
        self._said: dict[QLocalSocket, bytes] = {}

    def begin(self, files: Sequence[Path]) -> bool:
        """Whether this is the only one; else the files were handed to the one that runs.

        Of two starts at the same moment one waits for the other; what a crash left behind is cleared away.
        """
        lock = QLockFile(QDir.temp().filePath(f"{name()}.lock"))
        held = lock.tryLock(PATIENCE_MS)
        try:
            if hand_over(files):
                return False
            QLocalServer.removeServer(name())
            self._server.listen(name())  # where that fails, this one runs all the same, without a bell
            return True
        finally:
            if held:
                lock.unlock()

    def end(self) -> None:
        """Be no longer found, and hear no more of those who have not finished."""
        self._server.close()
        for socket in self._said:
            socket.blockSignals(True)
            socket.abort()
        self._said.clear()

    def _meet(self) -> None:
        while socket := self._server.nextPendingConnection():
            self._said[socket] = b""
            socket.readyRead.connect(lambda socket=socket: self._hear(socket))
            socket.disconnected.connect(lambda socket=socket: self._leave(socket))
            self._hear(socket)  # what came before it was connected

    def _hear(self, socket: QLocalSocket) -> None:
        if socket not in self._said:
            return
        said = self._said[socket] + bytes(socket.readAll().data())
        self._said[socket] = said
        if len(said) > MOST:
            socket.abort()
        elif said.endswith(b"\n"):
            self._said[socket] = b""
            if (files := _files(said)) is not None:
                socket.write(TAKEN)
                socket.flush()
                self.asked.emit(files)

    def _leave(self, socket: QLocalSocket) -> None:
        self._said.pop(socket, None)
        socket.deleteLater()


def hand_over(files: Sequence[Path]) -> bool:
    """Whether a program that runs has taken them; False where there is none, or it does not answer."""
    socket = QLocalSocket()
    socket.connectToServer(name())
    if not socket.waitForConnected(PATIENCE_MS):
        return False
    socket.write(json.dumps([str(path.absolute()) for path in files]).encode() + b"\n")
    answer = b""
    while not answer.endswith(TAKEN) and socket.waitForReadyRead(PATIENCE_MS):
        answer += bytes(socket.readAll().data())
    socket.disconnectFromServer()
    return answer == TAKEN


def _files(said: bytes) -> list[Path] | None:
    """The paths of a message, None for one that nobody of our kind would send."""
    try:
        found = json.loads(said)
    except ValueError:
        return None
    if not isinstance(found, list) or not all(isinstance(path, str) for path in found):
        return None
    return [Path(path) for path in found if Path(path).is_absolute()]
