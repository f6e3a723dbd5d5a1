"""furl: `furl.join` and `furl`."""

from furl import __version__, furl

from hexapla.implementations.serving import serve


def resolve(base: str, reference: str) -> str:
    """Join, and write the URL."""
    return str(furl(base).join(reference).url)


def parse(url: str) -> dict[str, object]:
    """Parse; of a user and a password, which it decodes, nothing is told."""
    parsed = furl(url)
    told: dict[str, object] = {
        "scheme": parsed.scheme,
        "host": parsed.host,
        "port": parsed.port,
        "path": str(parsed.path),
        "query": str(parsed.query) or None,
        "fragment": str(parsed.fragment) or None,
    }
    if parsed.username is None and parsed.password is None:
        told["userinfo"] = None
    return told


if __name__ == "__main__":
    serve(__version__, resolve, parse)
