"""libxml2, in C: `xmlBuildURI`."""

import ctypes

from hexapla.implementations.adapters.c_text import octets, text_of
from hexapla.implementations.asking import RejectionError
from hexapla.implementations.serving import serve

LIBXML2 = ctypes.CDLL("libxml2.so.2")
LIBXML2.xmlBuildURI.argtypes = [ctypes.c_char_p, ctypes.c_char_p]
LIBXML2.xmlBuildURI.restype = ctypes.c_void_p


def resolve(base: str, reference: str) -> str:
    """Build a URI; the octets of the texts are UTF-8."""
    pointer = LIBXML2.xmlBuildURI(octets(reference), octets(base))
    if not pointer:
        raise RejectionError("xmlBuildURI gives NULL")
    uri = text_of(ctypes.string_at(pointer))
    # Its own function to free memory is a variable.
    ctypes.CFUNCTYPE(None, ctypes.c_void_p).in_dll(LIBXML2, "xmlFree")(pointer)
    return uri


if __name__ == "__main__":
    number = int(ctypes.c_char_p.in_dll(LIBXML2, "xmlParserVersion").value or b"0")
    serve(f"{number // 10_000}.{number // 100 % 100}.{number % 100}", resolve)
