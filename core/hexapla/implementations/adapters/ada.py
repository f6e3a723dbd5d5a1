"""Ada, the parser of URLs in C++, through its Python package."""

from importlib.metadata import version

import ada_url

from hexapla.implementations.serving import serve


def resolve(base: str, reference: str) -> str:
    """Parse a reference with a base, and return its href."""
    return str(ada_url.URL(reference, base).href)


if __name__ == "__main__":
    serve(version("ada-url"), resolve)
