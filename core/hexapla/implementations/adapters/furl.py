"""furl: `furl.join`."""

from furl import __version__, furl

from hexapla.implementations.serving import serve


def resolve(base: str, reference: str) -> str:
    """Join, and write the URL."""
    return str(furl(base).join(reference).url)


if __name__ == "__main__":
    serve(__version__, resolve)
