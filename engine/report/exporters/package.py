"""Office files are ZIP archives of parts: taking one apart and putting one together, always alike."""

import zlib
from collections.abc import Mapping
from io import BytesIO
from zipfile import ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from engine.report.exporters.errors import Unexportable

_LARGEST = 256 * 1024 * 1024  # bytes unpacked
_ATTRIBUTES = 0o600 << 16
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest that the format can say


def unpack(data: bytes) -> dict[str, bytes]:
    """The parts by name, in order. Raises Unexportable where data is no archive, encrypted or a bomb."""
    try:
        with ZipFile(BytesIO(data)) as archive:
            members = archive.infolist()
            if sum(one.file_size for one in members) > _LARGEST:
                raise Unexportable(
                    f"The draft unpacks to more than {_LARGEST // 1024**2} MB: take out its pictures."
                )
            return {one.filename: archive.read(one) for one in members}
    except (BadZipFile, RuntimeError, NotImplementedError, EOFError, zlib.error) as error:
        raise Unexportable(
            f"The draft cannot be unpacked ({error}): open it in its program, save it again and check it."
        ) from error


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
