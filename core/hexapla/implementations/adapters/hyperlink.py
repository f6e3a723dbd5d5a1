"""hyperlink: `URL.click` and `URL.from_text`."""

from importlib.metadata import version

from hyperlink import URL

from hexapla.implementations.serving import serve


def resolve(base: str, reference: str) -> str:
    """Click on a reference, and write the URL."""
    return str(URL.from_text(base).click(reference).to_text())


def parse(url: str) -> dict[str, object]:
    """Parse, and put the segments of the path and the pairs of the query together again."""
    parsed = URL.from_text(url)
    pairs = [name if value is None else f"{name}={value}" for name, value in parsed.query]
    return {
        "scheme": parsed.scheme or None,
        "userinfo": parsed.userinfo or None,
        "host": parsed.host or None,
        "port": parsed.port,
        "path": "/".join(("", *parsed.path) if parsed.rooted else parsed.path),
        "query": "&".join(pairs) or None,
        "fragment": parsed.fragment or None,
    }


if __name__ == "__main__":
    serve(version("hyperlink"), resolve, parse)
