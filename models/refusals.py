"""What each way in which the Hub can fail says to a person."""

import math
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from models.errors import ModelError

ONLINE = "check the network and try again"


class HubUnreachable(ModelError):
    """No answer from the Hub, or none that brings the file: another source of the same file may be tried.

    `what` is the sentence without its remedy.
    """

    def __init__(self, what: str, remedy: str = ONLINE) -> None:
        super().__init__(f"{what}: {remedy}.")
        self.what = what


def unreachable(host: str, why: str, remedy: str = ONLINE) -> HubUnreachable:
    """No connection to the Hub or its store at `host`, or one that broke off."""
    return HubUnreachable(f"The Hugging Face Hub at {host} cannot be reached ({why})", remedy)


def unknown_name(host: str) -> HubUnreachable:
    """No address for the host's name."""
    return unreachable(host, "its name is not known here", "check the network, and HF_ENDPOINT if it is set")


def too_slow(host: str, seconds: float) -> HubUnreachable:
    """Nothing came within that time."""
    return unreachable(
        host, f"no answer within {seconds:g} s", "check the network, or try again when it is less busy"
    )


def untrusted(host: str, why: str) -> HubUnreachable:
    """The encrypted connection did not come about."""
    return HubUnreachable(
        f"The connection to {host} cannot be trusted ({why})",
        "check this machine's clock, and where the network inspects what is encrypted, have its certificate "
        "installed or named by SSL_CERT_FILE",
    )


def by_proxy(host: str, why: str) -> HubUnreachable:
    """The proxy does not connect."""
    return HubUnreachable(
        f"The proxy does not lead to {host} ({why})",
        "check HTTPS_PROXY and its password, or ask whoever runs the proxy to allow that host",
    )


def not_the_hub(host: str) -> HubUnreachable:
    """An answer that the Hub would not give: that of a guest network, a filter, or a wrong HF_ENDPOINT."""
    return HubUnreachable(
        f"Something else answers in place of the Hugging Face Hub at {host}, such as the sign-in page of a "
        "guest network",
        "open any page in a browser, sign in there, and check HF_ENDPOINT if it is set",
    )


def refused(
    status: int, host: str, page: str, *, gated: bool, with_token: bool, retry_after: str | None = None
) -> ModelError:
    """An answer with an HTTP status of 400 and more.

    `page` is the model's page on the Hub; `gated` that it is said to ask for the acceptance of terms;
    `with_token` that a token was sent. `retry_after` is the header of that name.
    """
    if status == 401 and with_token:
        return ModelError(
            f"The Hub at {host} does not know the token that it was given (401): make a new one in your "
            "account's settings on the Hub, and give it to `evenhand models token`, or set HF_TOKEN."
        )
    if status == 401 and gated:
        return ModelError(
            f"This model is given out only to people who accept its terms (401): accept them at {page}, make "
            "a token in your account's settings there, and give it to `evenhand models token`, or set "
            "HF_TOKEN."
        )
    if status == 403 and (gated or with_token):
        return ModelError(
            f"Your account has no access to this model yet (403): accept its terms at {page}, wait for the "
            "answer if they ask for one, and check that the token may read gated models."
        )
    if status in (401, 404):
        return ModelError(f"The Hub at {host} does not offer the file of {page} ({status}): update Evenhand.")
    if status == 403:
        return HubUnreachable(
            f"The way to the Hub at {host} is barred (403)", "ask whoever runs the network to allow that host"
        )
    if status == 407:
        return by_proxy(host, "407, it asks for a password")
    return by_store(status, host, retry_after)


def by_store(status: int, host: str, retry_after: str | None = None) -> HubUnreachable:
    """An answer with an HTTP status of 400 and more that has nothing to do with who asks."""
    if status == 429:
        return HubUnreachable(
            f"The Hub at {host} asks for fewer requests (429)", f"try again {_when(retry_after)}"
        )
    if status >= 500:
        return HubUnreachable(
            f"The Hub at {host} is out of order (HTTP status {status})", f"try again {_when(retry_after)}"
        )
    return HubUnreachable(
        f"The Hub at {host} refuses the request (HTTP status {status})",
        "try again, and if it recurs update Evenhand",
    )


def _when(retry_after: str | None) -> str:
    """The header in words: a number of seconds, or a date."""
    seconds = _seconds(retry_after)
    if seconds is None:
        return "in some minutes"
    if seconds < 120:
        return f"in {math.ceil(seconds)} seconds"
    return f"in {math.ceil(seconds / 60)} minutes"


def _seconds(retry_after: str | None) -> float | None:
    text = (retry_after or "").strip()
    if text.isdecimal():
        return float(text)
    try:
        moment = parsedate_to_datetime(text)
    except ValueError:
        return None
    return max(0.0, (moment.replace(tzinfo=moment.tzinfo or UTC) - datetime.now(UTC)).total_seconds())
