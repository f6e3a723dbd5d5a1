"""uriparser, in C: `uriAddBaseUri`."""

import ctypes
from pathlib import Path

from hexapla.implementations.adapters.c_text import octets, text_of
from hexapla.implementations.asking import RejectionError
from hexapla.implementations.serving import serve

NAME = "liburiparser.so.1"
# Room for a UriUriA, of which nothing is read here; it takes 160 octets.
UriUri = ctypes.c_uint64 * 64

URIPARSER = ctypes.CDLL(NAME)
URIPARSER.uriParseSingleUriA.argtypes = [
    ctypes.c_void_p,
    ctypes.c_char_p,
    ctypes.POINTER(ctypes.c_char_p),
]
URIPARSER.uriAddBaseUriA.argtypes = [ctypes.c_void_p] * 3
URIPARSER.uriToStringCharsRequiredA.argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_int)]
URIPARSER.uriToStringA.argtypes = [
    ctypes.c_char_p,
    ctypes.c_void_p,
    ctypes.c_int,
    ctypes.c_void_p,
]
URIPARSER.uriFreeUriMembersA.argtypes = [ctypes.c_void_p]


def resolve(base: str, reference: str) -> str:
    """Parse both, add the base, and return the URI; the octets of the texts are UTF-8."""
    # A parsed URI points into its text.
    base_text, reference_text = octets(base), octets(reference)
    uris = UriUri(), UriUri(), UriUri()
    parsed_base, parsed_reference, target = uris
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
        for uri in uris:
            URIPARSER.uriFreeUriMembersA(uri)


def check(code: int) -> None:
    """Raise `RejectionError` with the number of an error, if there is one."""
    if code:
        raise RejectionError(f"error {code} of uriparser/UriBase.h")


def version() -> str:
    """Return the library's version, or that of its file if it is too old to tell."""
    try:
        runtime_version = URIPARSER.uriBaseRuntimeVersionA
    except AttributeError:
        lines = Path("/proc/self/maps").read_text("utf-8").splitlines()
        return "library " + next(line for line in lines if NAME in line).rpartition(".so.")[2]
    runtime_version.restype = ctypes.c_char_p
    return text_of(runtime_version())


if __name__ == "__main__":
    serve(version(), resolve)
