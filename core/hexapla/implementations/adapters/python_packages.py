"""Parsers in Python packages and in the standard library: `python_packages.py PACKAGE`.

Each function that is named after a package imports the package, and returns two functions: one that
resolves with the package, and one that parses with it. Either can be None. For the standard
library, the package is called `python`.
"""

import platform
import re
import sys
from contextlib import suppress
from importlib.metadata import version
from typing import Any

from hexapla.implementations.asking import Parse, RejectionError, Resolve
from hexapla.implementations.serving import serve

Told = dict[str, object]
# Characters that must be escaped in a Turtle IRIREF.
NOT_IN_IRIREF = re.compile(r'[\0-\x20<>"{}|^`\\]')


def with_password(user: str, password: str | None) -> str:
    """Return the userinfo for a user and a password."""
    return user if password is None else f"{user}:{password}"


def parts_of(url: Any) -> Told:
    """Return the components of a `URL` object; `href` shows whether an empty one is absent."""
    href = url.href
    return {
        "scheme": url.protocol.removesuffix(":"),
        "userinfo": with_password(url.username, url.password or None) or None,
        "host": url.hostname if href.startswith(f"{url.protocol}//") else None,
        "port": url.port or None,
        "path": url.pathname,
        "query": url.search[1:] if "?" in href.partition("#")[0] else None,
        "fragment": url.hash[1:] if "#" in href else None,
    }


def python() -> tuple[Resolve, Parse]:
    """Resolve with `urljoin`, and parse with `urlsplit`; omit a port that raises an error."""
    from urllib.parse import urljoin, urlsplit

    def parse(url: str) -> Told:
        parts = urlsplit(url)
        user = parts.username
        told: Told = {
            "scheme": parts.scheme or None,
            "userinfo": None if user is None else with_password(user, parts.password),
            "host": parts.hostname,
            "path": parts.path,
            "query": parts.query or None,
            "fragment": parts.fragment or None,
        }
        with suppress(ValueError):
            told["port"] = parts.port
        return told

    return urljoin, parse


def rfc3986() -> tuple[Resolve, Parse]:
    """Resolve with `resolve_with`, and parse with `uri_reference`."""
    from rfc3986 import uri_reference

    def resolve(base: str, reference: str) -> str:
        return str(uri_reference(reference).resolve_with(base).unsplit())

    return resolve, uri_reference


def hyperlink() -> tuple[Resolve, Parse]:
    """Resolve with `click`, and parse with `from_text`; join the segments and the query's pairs."""
    from hyperlink import URL

    def parse(url: str) -> Told:
        parsed = URL.from_text(url)
        pairs = [name if value is None else f"{name}={value}" for name, value in parsed.query]
        return {
            "scheme": parsed.scheme or None,
            "userinfo": parsed.userinfo or None,
            "host": parsed.host or None,
            "port": parsed.port,
            "path": "/".join(("", *parsed.path) if parsed.rooted else parsed.path),
            "query": "&".join(pairs) or None,
            "fragment": parsed.fragment or None,
        }

    return lambda base, reference: URL.from_text(base).click(reference).to_text(), parse


def uritools() -> tuple[Resolve, Parse]:
    """Resolve with `urijoin`, and parse with `urisplit`."""
    from uritools import urijoin, urisplit

    return urijoin, urisplit


def yarl() -> tuple[Resolve, Parse]:
    """Resolve with `join`, and read the encoded components of a URL."""
    from yarl import URL

    def parse(url: str) -> Told:
        parsed = URL(url)
        return {
            "scheme": parsed.scheme or None,
            "userinfo": with_password(parsed.raw_user or "", parsed.raw_password) or None,
            "host": parsed.raw_host,
            "port": parsed.explicit_port,
            "path": parsed.raw_path,
            "query": parsed.raw_query_string or None,
            "fragment": parsed.raw_fragment or None,
        }

    return lambda base, reference: str(URL(base).join(URL(reference))), parse


def furl() -> tuple[Resolve, Parse]:
    """Resolve with `join`, and parse with `furl`; omit a userinfo, because furl decodes it."""
    from furl import furl

    def parse(url: str) -> Told:
        parsed = furl(url)
        told: Told = {
            "scheme": parsed.scheme,
            "host": parsed.host,
            "port": parsed.port,
            "path": str(parsed.path),
            "query": str(parsed.query) or None,
            "fragment": str(parsed.fragment) or None,
        }
        if parsed.username is None and parsed.password is None:
            told["userinfo"] = None
        return told

    return lambda base, reference: furl(base).join(reference).url, parse


def urllib3() -> tuple[None, Parse]:
    """Parse a URL; urllib3 calls the userinfo `auth`."""
    from urllib3.util import parse_url

    def parse(url: str) -> Told:
        parsed = parse_url(url)
        return {**parsed._asdict(), "userinfo": parsed.auth}

    return None, parse


def requests() -> tuple[None, Parse]:
    """Prepare a request for a URL, and return the server and the request target as components."""
    from requests import Request, Session
    from requests.adapters import HTTPAdapter

    def parse(url: str) -> Told:
        session = Session()
        session.trust_env = False
        prepared = session.prepare_request(Request("GET", url))
        adapter = session.get_adapter(prepared.url or "")
        if not isinstance(adapter, HTTPAdapter):
            raise RejectionError(f"sends this URL with {type(adapter).__name__}, not over HTTP")
        if hasattr(adapter, "build_connection_pool_key_attributes"):
            server, _ = adapter.build_connection_pool_key_attributes(prepared, True)
        else:  # before requests 2.32.2
            pool = adapter.get_connection(prepared.url or "")
            server = {"scheme": pool.scheme, "host": pool.host, "port": pool.port}
        path, question_mark, query = prepared.path_url.partition("?")
        return {**server, "path": path, "query": query if question_mark else None}

    return None, parse


def httpx() -> tuple[Resolve, Parse]:
    """Resolve with `join`, and read the encoded components; httpx connects to `raw_host`."""
    from httpx import URL

    def parse(url: str) -> Told:
        parsed = URL(url)
        path, question_mark, query = parsed.raw_path.decode("ascii").partition("?")
        _, number_sign, fragment = str(parsed).partition("#")
        return {
            "scheme": parsed.scheme or None,
            "userinfo": parsed.userinfo.decode("ascii") or None,
            "host": parsed.raw_host.decode("ascii") or None,
            "port": parsed.port,
            "path": path,
            "query": query if question_mark else None,
            "fragment": fragment if number_sign else None,
        }

    return lambda base, reference: str(URL(base).join(reference)), parse


def ada_url() -> tuple[Resolve, Parse]:
    """Resolve and parse with `URL`, with or without a base."""
    from ada_url import URL

    def resolve(base: str, reference: str) -> str:
        return str(URL(reference, base).href)

    return resolve, lambda url: parts_of(URL(url))


def url_py() -> tuple[Resolve, Parse]:
    """Resolve and parse with the Rust crate `url`, through the package `url-py`."""
    from url import URL

    def parse(url: str) -> Told:
        parsed = URL.parse(url)
        userinfo = with_password(parsed.username, parsed.password) or None
        parts = ("scheme", "path", "query", "fragment", "port")
        told = {part: getattr(parsed, part) for part in parts}
        return {**told, "userinfo": userinfo, "host": parsed.host_str}

    return lambda base, reference: str(URL.parse(base).join(reference)), parse


def pyoxigraph() -> tuple[Resolve, None]:
    """Resolve with the Rust crate `oxiri`, which `pyoxigraph` uses for Turtle documents."""
    from pyoxigraph import RdfFormat, parse

    def resolve(base: str, reference: str) -> str:
        written = NOT_IN_IRIREF.sub(lambda found: f"\\u{ord(found[0]):04X}", reference)
        document = f"<{written}> <x:p> <x:o> .".encode()
        (statement,) = parse(document, RdfFormat.TURTLE, base_iri=base)
        return str(statement.subject.value)

    return resolve, None


if __name__ == "__main__":
    package = sys.argv[1]
    # Each function is named after its package.
    try:
        answers = globals()[package.replace("-", "_")]()
    except ModuleNotFoundError as error:
        sys.exit(f"{package} isn't installed: {error}")
    serve(platform.python_version() if package == "python" else version(package), *answers)
