"""libcurl, in C: a URL handle that is set to a URL, or to a base and then to a reference."""

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager

from hexapla.implementations.adapters.c_text import library, octets, taken
from hexapla.implementations.asking import RejectionError
from hexapla.implementations.serving import serve

# From curl/urlapi.h: CURLUPART_URL (the whole URL) and CURLU_NON_SUPPORT_SCHEME (allow any scheme).
URL_PART = 0
ANY_SCHEME = 1 << 3
# The code of each part, and the error code if the part is absent: CURLUPART_SCHEME and
# CURLUE_NO_SCHEME, …
PARTS = {
    "scheme": (1, 10),
    "user": (2, 11),
    "password": (3, 12),
    "host": (5, 14),
    "port": (6, 15),
    "path": (7, None),
    "query": (8, 16),
    "fragment": (9, 17),
}

LIBCURL = library("libcurl.so.4")
LIBCURL.curl_version.restype = ctypes.c_char_p
LIBCURL.curl_url.restype = ctypes.c_void_p
LIBCURL.curl_url_strerror.restype = ctypes.c_char_p


def resolve(base: str, reference: str) -> str:
    """Set a handle to both strings in turn, passed as UTF-8, and get the handle's URL."""
    with set_to(base, reference) as handle:
        return part(handle, URL_PART) or ""


def parse(url: str) -> dict[str, str | None]:
    """Set a handle to a URL, and get its parts."""
    with set_to(url) as handle:
        told = {name: part(handle, *codes) for name, codes in PARTS.items()}
    user, password = told.pop("user"), told.pop("password")
    return {**told, "userinfo": user if password is None else f"{user or ''}:{password}"}


@contextmanager
def set_to(*urls: str) -> Iterator[ctypes.c_void_p]:
    """Yield a handle that has been set to the given strings in turn."""
    handle = ctypes.c_void_p(LIBCURL.curl_url())
    try:
        for url in urls:
            check(LIBCURL.curl_url_set(handle, URL_PART, octets(url), ANY_SCHEME))
        yield handle
    finally:
        LIBCURL.curl_url_cleanup(handle)


def part(handle: ctypes.c_void_p, number: int, absent: int | None = None) -> str | None:
    """Return a part of a handle's URL; None if the error code is `absent`."""
    pointer = ctypes.c_void_p()
    code = LIBCURL.curl_url_get(handle, number, ctypes.byref(pointer), 0)
    if code == absent:
        return None
    check(code)
    return taken(pointer, LIBCURL.curl_free)


def check(code: int) -> None:
    """Raise `RejectionError` with the library's message if the code is an error."""
    if code:
        raise RejectionError(LIBCURL.curl_url_strerror(code).decode())


if __name__ == "__main__":
    serve(LIBCURL.curl_version().decode().split()[0].partition("/")[2], resolve, parse)
