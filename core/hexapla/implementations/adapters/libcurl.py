"""libcurl, in C: a URL handle that is set to a base, and then to a reference."""

import ctypes

from hexapla.implementations.adapters.c_text import octets, text_of
from hexapla.implementations.asking import RejectionError
from hexapla.implementations.serving import serve

# From curl/urlapi.h: CURLUPART_URL, the whole URL, and CURLU_NON_SUPPORT_SCHEME, any scheme.
URL_PART = 0
ANY_SCHEME = 1 << 3

LIBCURL = ctypes.CDLL("libcurl.so.4")
LIBCURL.curl_version.restype = ctypes.c_char_p
LIBCURL.curl_url.restype = ctypes.c_void_p
LIBCURL.curl_url_cleanup.argtypes = [ctypes.c_void_p]
LIBCURL.curl_url_set.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint]
LIBCURL.curl_url_get.argtypes = [
    ctypes.c_void_p,
    ctypes.c_int,
    ctypes.POINTER(ctypes.c_void_p),
    ctypes.c_uint,
]
LIBCURL.curl_url_strerror.restype = ctypes.c_char_p
LIBCURL.curl_free.argtypes = [ctypes.c_void_p]


def resolve(base: str, reference: str) -> str:
    """Set a handle to both texts in turn, and get its URL; their octets are UTF-8."""
    handle = LIBCURL.curl_url()
    try:
        for text in (base, reference):
            check(LIBCURL.curl_url_set(handle, URL_PART, octets(text), ANY_SCHEME))
        pointer = ctypes.c_void_p()
        check(LIBCURL.curl_url_get(handle, URL_PART, ctypes.byref(pointer), 0))
        uri = text_of(ctypes.string_at(pointer))
        LIBCURL.curl_free(pointer)
        return uri
    finally:
        LIBCURL.curl_url_cleanup(handle)


def check(code: int) -> None:
    """Raise `RejectionError` with the library's message for an error, if there is one."""
    if code:
        raise RejectionError(LIBCURL.curl_url_strerror(code).decode())


if __name__ == "__main__":
    serve(LIBCURL.curl_version().decode().split()[0].partition("/")[2], resolve)
