"""Where a site will be served: the addresses that its pages name."""

import re
from urllib.parse import urlsplit

import attrs

from hexapla.values.errors import HexaplaError

INDEX = "index.html"
MISSING = "404.html"


_ON_THE_WEB = re.compile(r"https?://[!-~]+", re.IGNORECASE)


class WebAddressError(HexaplaError, ValueError):
    """A text is no address that a site can be served at; the message says why."""


@attrs.frozen
class WebAddress:
    """The address of a site's folder, which ends in a slash; "" where it is not known."""

    folder: str = ""

    def __bool__(self) -> bool:
        return bool(self.folder)

    @property
    def path(self) -> str:
        """The path of the folder; where it is not known, the site is the whole server."""
        return urlsplit(self.folder).path or "/"

    def of(self, address: str) -> str:
        """Return the one address by which a page is known: a folder for its first page."""
        last = address.rpartition("/")[2]
        return self.folder + (address.removesuffix(INDEX) if last == INDEX else address)


def is_on_the_web(address: str) -> bool:
    """Return whether a text may be the address of a link to another site: http or https, a host."""
    return _ON_THE_WEB.fullmatch(address) is not None


def web_address(text: str) -> WebAddress:
    """Return the address of a folder, with a slash at its end where it has none.

    Raises:
        WebAddressError: It is no address with http or https, or has a query or fragment.
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
            f"{text!r} isn't the address of a folder; remove its query or fragment"
        )
    return WebAddress(text if text.endswith("/") else f"{text}/")
