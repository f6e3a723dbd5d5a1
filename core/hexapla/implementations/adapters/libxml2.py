"""libxml2, in C: `xmlBuildURI` and `xmlParseURIRaw`."""

import ctypes

from hexapla.implementations.adapters.c_text import library, octets, taken, text_of
from hexapla.implementations.asking import RejectionError
from hexapla.implementations.serving import serve


class XmlUri(ctypes.Structure):
    """xmlURI of libxml/uri.h, up to the last member that is a part of a URI."""

    _fields_ = (
        *((name, ctypes.c_char_p) for name in ("scheme", "opaque", "authority", "server", "user")),
        ("port", ctypes.c_int),
        *((name, ctypes.c_char_p) for name in ("path", "query", "fragment")),
        ("cleanup", ctypes.c_int),
        ("query_raw", ctypes.c_char_p),
    )


LIBXML2 = library("libxml2.so.2")
LIBXML2.xmlBuildURI.restype = ctypes.c_void_p
LIBXML2.xmlParseURIRaw.restype = ctypes.POINTER(XmlUri)


def resolve(base: str, reference: str) -> str:
    """Build a URI, passing both strings to libxml2 as UTF-8."""
    pointer = LIBXML2.xmlBuildURI(octets(reference), octets(base))
    if not pointer:
        raise RejectionError("xmlBuildURI gives NULL")
    # The function that frees memory is stored in a variable of the library.
    free = ctypes.CFUNCTYPE(None, ctypes.c_void_p).in_dll(LIBXML2, "xmlFree")
    return taken(ctypes.c_void_p(pointer), free)


def parse(url: str) -> dict[str, str | None]:
    """Parse a URL without decoding escapes, passing it to libxml2 as UTF-8."""
    uri = LIBXML2.xmlParseURIRaw(octets(url), 1)
    if not uri:
        raise RejectionError("xmlParseURIRaw gives NULL")
    parts = uri.contents
    told = {name: getattr(parts, name) for name in ("scheme", "path", "fragment")}
    told |= {"userinfo": parts.user, "host": parts.server, "query": parts.query_raw}
    texts = {name: None if text is None else text_of(text) for name, text in told.items()}
    port = str(parts.port) if parts.port > 0 else None
    LIBXML2.xmlFreeURI(uri)
    return {**texts, "port": port}


if __name__ == "__main__":
    number = int(ctypes.c_char_p.in_dll(LIBXML2, "xmlParserVersion").value or b"0")
    serve(f"{number // 10_000}.{number // 100 % 100}.{number % 100}", resolve, parse)
