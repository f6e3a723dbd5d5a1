"""The web address of the published site, and the addresses of its pages."""

import re
from urllib.parse import urlsplit

import attrs

from hexapla.values.errors import HexaplaError

INDEX = "index.html"
MISSING = "404.html"


_ON_THE_WEB = re.compile(r"https?://[!-~]+", re.IGNORECASE)


class WebAddressError(HexaplaError, ValueError):
    """A string can't be the address of a site; the message gives the reason."""


@attrs.frozen
class WebAddress:
    """The address of a site's folder, which ends with a slash; `folder` is "" if it is unknown."""

    folder: str = ""

    def __bool__(self) -> bool:
        return bool(self.folder)

    @property
    def path(self) -> str:
        """The path of the folder; "/", the root of the server, if the address is unknown."""
        return urlsplit(self.folder).path or "/"

    def of(self, address: str) -> str:
        """Return the canonical address of a page; for an `index.html`, its folder's address."""
        last = address.rpartition("/")[2]
        return self.folder + (address.removesuffix(INDEX) if last == INDEX else address)


def is_on_the_web(address: str) -> bool:
    """Return whether a string is an http or https address in printable ASCII characters."""
    return _ON_THE_WEB.fullmatch(address) is not None


def web_address(text: str) -> WebAddress:
    """Check the address of a folder, and add a slash to its end if it has none.

    Raises:
        WebAddressError: The string isn't an http or https address with a host, has a query or a
            fragment, or contains a character that isn't allowed in an address.
    """
    try:
        parts = urlsplit(text)
        port_is_number = parts.port is None or parts.port >= 0
    except ValueError as error:
        raise WebAddressError(f"{text!r} isn't a valid address: {error}") from error
    if not (parts.scheme in ("http", "https") and parts.hostname and port_is_number):
        raise WebAddressError(f"{text!r} isn't an http or https address with a host")
    if "?" in text or "#" in text or any(sign <= " " or sign in '"<>\\' for sign in text):
        raise WebAddressError(
            f"{text!r} isn't the address of a folder: it has a query, a fragment, or a character "
            "that must be escaped"
        )
    return WebAddress(text if text.endswith("/") else f"{text}/")
