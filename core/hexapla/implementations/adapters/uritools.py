"""uritools: `urijoin` and `urisplit`."""

from uritools import __version__, urijoin, urisplit

from hexapla.implementations.serving import serve

if __name__ == "__main__":
    serve(__version__, urijoin, urisplit)
