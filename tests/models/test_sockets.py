"""`models/hub.py` is the only module of the product that imports anything that could open a connection.

`desktop/instance.py` has the sockets by which programs of one machine talk, and nothing else of QtNetwork.
"""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("desktop", "engine", "knowledge", "models")
ALLOWED = "models/hub.py"
LOCAL = {
    "desktop/instance.py": [
        "PySide6.QtNetwork",
        "PySide6.QtNetwork.QLocalServer",
        "PySide6.QtNetwork.QLocalSocket",
    ]
}
NETWORK = (
    "_socket", "_ssl", "aiohttp", "anyio", "asyncio", "ftplib", "grpc", "h11", "h2", "hf_xet", "http.client",
    "http.server", "httpcore", "httpcore2", "httpx", "httpx2", "huggingface_hub", "imaplib", "paramiko",
    "poplib", "pycurl", "requests", "smtplib", "socket", "socketserver", "ssl", "tornado", "trio", "twisted",
    "urllib.request", "urllib3", "websocket", "websockets", "wsgiref", "xmlrpc", "zmq",
    "PySide6.QtNetwork", "PySide6.QtWebChannel", "PySide6.QtWebEngineCore", "PySide6.QtWebEngineWidgets",
    "PySide6.QtWebSockets",
)  # fmt: skip


def imports(source: str) -> set[str]:
    """The dotted names that the source imports or names in a call of `import_module` or `__import__`; both
    `a.b` and `a.b.c` for `from a.b import c`."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in ("import_module", "__import__"):
                found.add(str(node.args[0].value))
    return found


def network(names: set[str]) -> set[str]:
    """Those that lie in a module of `NETWORK`."""
    return {name for name in names if any(f"{name}.".startswith(f"{module}.") for module in NETWORK)}


def test_only_the_hub_module_can_open_a_connection() -> None:
    sources = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    found = {
        path.relative_to(ROOT).as_posix(): sorted(network(imports(path.read_text(encoding="utf-8"))))
        for path in sources
    }
    assert len(found) > 50
    reaching = {name: names for name, names in found.items() if names and name != ALLOWED}
    assert found[ALLOWED] and reaching == LOCAL, reaching


@pytest.mark.parametrize(
    "source",
    [
        "import socket",
        "import socket as s",
        "from http import client",
        "import http.client",
        "from urllib import request",
        "from urllib.request import urlopen",
        "def late():\n    from huggingface_hub import hf_hub_url",
        "import importlib\nimportlib.import_module('httpx2')",
        "__import__('ssl')",
        "from PySide6 import QtNetwork",
    ],
)
def test_each_way_to_import_is_seen(source: str) -> None:
    assert network(imports(source))


@pytest.mark.parametrize("source", ["from http import HTTPStatus", "from urllib.parse import urlsplit"])
def test_what_opens_nothing_is_no_finding(source: str) -> None:
    assert not network(imports(source))
