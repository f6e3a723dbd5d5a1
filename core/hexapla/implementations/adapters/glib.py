"""GLib, in C: `g_uri_resolve_relative` and `g_uri_split`."""

import ctypes

from hexapla.implementations.adapters.c_text import library, octets, taken
from hexapla.implementations.asking import RejectionError
from hexapla.implementations.serving import serve

# G_URI_FLAGS_ENCODED of glib/guri.h; without it, GLib decodes escapes and encodes them again.
ENCODED = 1 << 3
# The parts that g_uri_split returns, in order.
PARTS = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")


class Error(ctypes.Structure):
    """GError of glib/gerror.h: the domain and the code of an error, and its message."""

    _fields_ = (("domain", ctypes.c_uint32), ("code", ctypes.c_int), ("message", ctypes.c_char_p))


GLIB = library("libglib-2.0.so.0")
GLIB.g_uri_resolve_relative.restype = ctypes.c_void_p


def resolve(base: str, reference: str) -> str:
    """Resolve a reference, passing both strings to GLib as UTF-8."""
    error = ctypes.POINTER(Error)()
    pointer = GLIB.g_uri_resolve_relative(
        octets(base), octets(reference), ENCODED, ctypes.byref(error)
    )
    if not pointer:
        raise rejected(error)
    return taken(ctypes.c_void_p(pointer), GLIB.g_free)


def parse(url: str) -> dict[str, object]:
    """Split a URL, passing it to GLib as UTF-8."""
    error, port = ctypes.POINTER(Error)(), ctypes.c_int()
    texts = {name: ctypes.c_void_p() for name in PARTS if name != "port"}
    targets = (ctypes.byref(texts.get(name, port)) for name in PARTS)
    if not GLIB.g_uri_split(octets(url), ENCODED, *targets, ctypes.byref(error)):
        raise rejected(error)
    told = {
        name: taken(pointer, GLIB.g_free) if pointer.value else None
        for name, pointer in texts.items()
    }
    return {**told, "port": None if port.value == -1 else port.value}


def rejected(error: "ctypes._Pointer[Error]") -> RejectionError:
    """Convert a GError to an exception, and free the GError."""
    message = error.contents.message.decode("utf-8", "backslashreplace")
    GLIB.g_error_free(error)
    return RejectionError(message)


def version() -> str:
    """Return the version of the loaded library."""
    names = ("glib_major_version", "glib_minor_version", "glib_micro_version")
    return ".".join(str(ctypes.c_uint.in_dll(GLIB, name).value) for name in names)


if __name__ == "__main__":
    serve(version(), resolve, parse)
