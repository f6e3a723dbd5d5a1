"""hyperlink: `URL.click`."""

from importlib.metadata import version

from hyperlink import URL

from hexapla.implementations.serving import serve


def resolve(base: str, reference: str) -> str:
    """Click on a reference, and write the URL."""
    return str(URL.from_text(base).click(reference).to_text())


if __name__ == "__main__":
    serve(version("hyperlink"), resolve)
