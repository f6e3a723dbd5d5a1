"""GLib, in C: `g_uri_resolve_relative`."""

import ctypes

from hexapla.implementations.adapters.c_text import octets, text_of
from hexapla.implementations.asking import RejectionError
from hexapla.implementations.serving import serve

# G_URI_FLAGS_ENCODED of glib/guri.h, without which it decodes and encodes escapes anew.
ENCODED = 1 << 3


class Error(ctypes.Structure):
    """GError."""

    _fields_ = (
        ("domain", ctypes.c_uint32),
        ("code", ctypes.c_int),
        ("message", ctypes.c_char_p),
    )


GLIB = ctypes.CDLL("libglib-2.0.so.0")
GLIB.g_uri_resolve_relative.argtypes = [
    ctypes.c_char_p,
    ctypes.c_char_p,
    ctypes.c_int,
    ctypes.POINTER(ctypes.POINTER(Error)),
]
GLIB.g_uri_resolve_relative.restype = ctypes.c_void_p
GLIB.g_free.argtypes = [ctypes.c_void_p]
GLIB.g_error_free.argtypes = [ctypes.POINTER(Error)]


def resolve(base: str, reference: str) -> str:
    """Resolve; the octets of the texts are UTF-8."""
    error = ctypes.POINTER(Error)()
    pointer = GLIB.g_uri_resolve_relative(
        octets(base), octets(reference), ENCODED, ctypes.byref(error)
    )
    if not pointer:
        message = error.contents.message.decode("utf-8", "backslashreplace")
        GLIB.g_error_free(error)
        raise RejectionError(message)
    uri = text_of(ctypes.string_at(pointer))
    GLIB.g_free(pointer)
    return uri


def version() -> str:
    """Read the library's numbers."""
    names = ("glib_major_version", "glib_minor_version", "glib_micro_version")
    return ".".join(str(ctypes.c_uint.in_dll(GLIB, name).value) for name in names)


if __name__ == "__main__":
    serve(version(), resolve)
