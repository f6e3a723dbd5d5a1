"""Ada, the parser of URLs in C++, through its Python package."""

from importlib.metadata import version

import ada_url

from hexapla.implementations.python_callable import serve


def resolve(base: str, reference: str) -> str:
    """Parse a reference with a base, and give its href."""
    return str(ada_url.URL(reference, base).href)


if __name__ == "__main__":
    serve(resolve, version("ada-url"))
