"""yarl: `URL.join` and `URL`."""

from yarl import URL, __version__

from hexapla.implementations.serving import serve


def resolve(base: str, reference: str) -> str:
    """Join, and write the URL."""
    return str(URL(base).join(URL(reference)))


def parse(url: str) -> dict[str, object]:
    """Parse, and read what is not decoded."""
    parsed = URL(url)
    password = "" if parsed.raw_password is None else f":{parsed.raw_password}"
    return {
        "scheme": parsed.scheme or None,
        "userinfo": (parsed.raw_user or "") + password or None,
        "host": parsed.raw_host,
        "port": parsed.explicit_port,
        "path": parsed.raw_path,
        "query": parsed.raw_query_string or None,
        "fragment": parsed.raw_fragment or None,
    }


if __name__ == "__main__":
    serve(__version__, resolve, parse)
