"""rfc3986: `URIReference.resolve_with` and `uri_reference`."""

from rfc3986 import __version__, uri_reference

from hexapla.implementations.serving import serve


def resolve(base: str, reference: str) -> str:
    """Resolve, and write the URI."""
    return str(uri_reference(reference).resolve_with(base).unsplit())


if __name__ == "__main__":
    serve(__version__, resolve, uri_reference)
