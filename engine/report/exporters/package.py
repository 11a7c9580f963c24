"""Office files are ZIP archives of parts: taking one apart and putting one together, always alike."""

import zlib
from collections.abc import Iterator, Mapping
from io import BytesIO
from zipfile import ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from engine.report.exporters.errors import Unexportable

_LARGEST = 256 * 1024 * 1024  # bytes unpacked
_ATTRIBUTES = 0o600 << 16
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest that the format can say


_DAMAGES = (BadZipFile, RuntimeError, NotImplementedError, EOFError, zlib.error)


class Parts(Mapping[str, bytes]):
    """The parts of an archive by name, in order, each unpacked when it is asked for."""

    def __init__(self, data: bytes) -> None:
        """Raises Unexportable where data is no archive or a bomb."""
        try:
            self._archive = ZipFile(BytesIO(data))
        except _DAMAGES as error:
            raise _unreadable(error) from error
        members = self._archive.infolist()
        self._names = dict.fromkeys(one.filename for one in members)
        if sum(one.file_size for one in members) > _LARGEST:
            raise Unexportable(
                f"The draft unpacks to more than {_LARGEST // 1024**2} MB: take out its pictures."
            )

    def __getitem__(self, name: str) -> bytes:
        """Raises Unexportable where the part is damaged or encrypted."""
        if name not in self._names:
            raise KeyError(name)
        try:
            return self._archive.read(name)
        except _DAMAGES as error:
            raise _unreadable(error) from error

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def unpack(data: bytes) -> dict[str, bytes]:
    """All parts by name, in order. Raises Unexportable where data is no archive, encrypted or a bomb."""
    return dict(Parts(data))


def _unreadable(error: Exception) -> Unexportable:
    return Unexportable(
        f"The draft cannot be unpacked ({error}): open it in its program, save it again and check it."
    )


def pack(parts: Mapping[str, bytes]) -> bytes:
    """The archive of parts in their order: the same bytes everywhere.

    Nothing is compressed, because what compression yields depends on the library's version; nothing is dated.
    """
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_STORED) as archive:
        for name, data in parts.items():
            member = ZipInfo(name, _EPOCH)
            member.create_system = 0  # not the machine's
            member.external_attr = _ATTRIBUTES
            archive.writestr(member, data)
    return buffer.getvalue()
