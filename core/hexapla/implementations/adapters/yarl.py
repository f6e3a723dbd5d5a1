"""yarl: `URL.join`."""

from yarl import URL, __version__

from hexapla.implementations.serving import serve


def resolve(base: str, reference: str) -> str:
    """Join, and write the URL."""
    return str(URL(base).join(URL(reference)))


if __name__ == "__main__":
    serve(__version__, resolve)
