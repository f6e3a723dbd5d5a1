"""uritools: `urijoin`."""

from uritools import __version__, urijoin

from hexapla.implementations.serving import serve

if __name__ == "__main__":
    serve(__version__, urijoin)
