"""A draft's text made safe to show: it is untrusted, and some characters are commands."""

_CONTROLS = [*range(0x20), *range(0x7F, 0xA0)]
_KEPT = {0x09, 0x0A, 0x0D}
_BIDI = [0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]

_TERMINAL: dict[int, str | None] = {code: None for code in [*_CONTROLS, *_BIDI] if code not in _KEPT}
_TERMINAL[0x09] = " "
_TERMINAL[0x0D] = None
_PAGE: dict[int, str] = {code: "\ufffd" for code in _CONTROLS if code not in _KEPT}


def for_terminal(text: str) -> str:
    """Without the characters that steer a terminal or turn its reading direction."""
    return text.translate(_TERMINAL)


def for_page(text: str) -> str:
    """With the characters that HTML does not allow shown as U+FFFD, one for one."""
    return text.translate(_PAGE)
