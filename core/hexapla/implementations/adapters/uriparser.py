"""uriparser, in C: `uriAddBaseUri` and `uriParseSingleUri`."""

import ctypes
from pathlib import Path

from hexapla.implementations.adapters.c_text import library, octets, text_of
from hexapla.implementations.asking import RejectionError
from hexapla.implementations.serving import serve

NAME = "liburiparser.so.1"


class TextRange(ctypes.Structure):
    """UriTextRangeA of uriparser/Uri.h: pointers to the start and the end of a string."""

    _fields_ = (("first", ctypes.c_void_p), ("after_last", ctypes.c_void_p))

    @property
    def text(self) -> str | None:
        """The string; None if the pointers are null."""
        if self.first is None:
            return None
        return text_of(ctypes.string_at(self.first, self.after_last - self.first))


class PathSegment(ctypes.Structure):
    """UriPathSegmentA of uriparser/Uri.h; `next` is the address of the next segment."""

    _fields_ = (("range", TextRange), ("next", ctypes.c_void_p), ("reserved", ctypes.c_void_p))


class UriUri(ctypes.Structure):
    """UriUriA of uriparser/Uri.h, with extra space for other versions."""

    _fields_ = (
        *((name, TextRange) for name in ("scheme", "userinfo", "host")),
        *((name, ctypes.c_void_p) for name in ("ip4", "ip6")),
        *((name, TextRange) for name in ("ip_future", "port")),
        *((name, ctypes.c_void_p) for name in ("path_head", "path_tail")),
        *((name, TextRange) for name in ("query", "fragment")),
        *((name, ctypes.c_int) for name in ("is_absolute_path", "is_owner")),
        ("reserved", ctypes.c_void_p * 32),
    )

    @property
    def path(self) -> str:
        """The path, joined from its segments."""
        segments, address = [], self.path_head
        while address:
            segment = PathSegment.from_address(address)
            segments.append(segment.range.text or "")
            address = segment.next
        has_slash = self.is_absolute_path or (self.host.first is not None and segments)
        return ("/" if has_slash else "") + "/".join(segments)


URIPARSER = library(NAME)


def resolve(base: str, reference: str) -> str:
    """Parse both strings, passed as UTF-8, and add the base to the reference."""
    # A parsed URI contains pointers into its string, so the string must be kept.
    base_text, reference_text = octets(base), octets(reference)
    pointers = [ctypes.byref(UriUri()) for _ in range(3)]
    parsed_base, parsed_reference, target = pointers
    size = ctypes.c_int()
    try:
        check(URIPARSER.uriParseSingleUriA(parsed_base, base_text, None))
        check(URIPARSER.uriParseSingleUriA(parsed_reference, reference_text, None))
        check(URIPARSER.uriAddBaseUriA(target, parsed_reference, parsed_base))
        check(URIPARSER.uriToStringCharsRequiredA(target, ctypes.byref(size)))
        written = ctypes.create_string_buffer(size.value + 1)
        check(URIPARSER.uriToStringA(written, target, len(written), None))
        return text_of(written.value)
    finally:
        for pointer in pointers:
            URIPARSER.uriFreeUriMembersA(pointer)


def parse(url: str) -> dict[str, str | None]:
    """Parse a URL, passing it to uriparser as UTF-8, and return its parts."""
    text, uri = octets(url), UriUri()
    try:
        check(URIPARSER.uriParseSingleUriA(ctypes.byref(uri), text, None))
        names = ("scheme", "userinfo", "host", "port", "query", "fragment")
        return {**{name: getattr(uri, name).text for name in names}, "path": uri.path}
    finally:
        URIPARSER.uriFreeUriMembersA(ctypes.byref(uri))


def check(code: int) -> None:
    """Raise `RejectionError` with the error number if the code is an error."""
    if code:
        raise RejectionError(f"error {code} of uriparser/UriBase.h")


def version() -> str:
    """Return the version that the library reports or, failing that, the version of its file."""
    try:
        runtime_version = URIPARSER.uriBaseRuntimeVersionA
    except AttributeError:
        lines = Path("/proc/self/maps").read_text("utf-8").splitlines()
        return "library " + next(line for line in lines if NAME in line).rpartition(".so.")[2]
    runtime_version.restype = ctypes.c_char_p
    return text_of(runtime_version())


if __name__ == "__main__":
    serve(version(), resolve, parse)
