from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

import pytest

from engine.report.exporters import Unexportable
from engine.report.exporters.package import pack, unpack

PARTS = {"mimetype": b"x", "b/ü.xml": b"<b/>" * 1000, "a.bin": bytes(range(256))}


def test_what_is_packed_is_unpacked() -> None:
    assert unpack(pack(PARTS)) == PARTS
    assert list(unpack(pack(PARTS))) == list(PARTS)


def test_nothing_depends_on_when_and_where() -> None:
    data = pack(PARTS)
    with ZipFile(BytesIO(data)) as archive:
        for one in archive.infolist():
            assert one.date_time == (1980, 1, 1, 0, 0, 0)
            assert (one.create_system, one.external_attr, one.compress_type) == (0, 0o600 << 16, ZIP_STORED)
    assert pack(PARTS) == data


def test_what_cannot_be_unpacked_is_said() -> None:
    damaged = bytearray(pack(PARTS))
    damaged[-200:-100] = bytes(100)
    for data in (b"PK nothing", bytes(damaged)):
        with pytest.raises(Unexportable, match="cannot be unpacked"):
            unpack(data)


def test_a_bomb_is_not_unpacked() -> None:
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for number in range(9):
            archive.writestr(f"{number}", bytes(32 * 1024 * 1024))
    with pytest.raises(Unexportable, match="more than 256 MB"):
        unpack(buffer.getvalue())
