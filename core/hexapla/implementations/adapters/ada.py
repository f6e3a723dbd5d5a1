"""Ada, the parser of URLs in C++, through its Python package."""

from importlib.metadata import version

from ada_url import URL

from hexapla.implementations.serving import serve


def resolve(base: str, reference: str) -> str:
    """Parse a reference with a base, and return its href."""
    return str(URL(reference, base).href)


def parse(url: str) -> dict[str, str | None]:
    """Parse; whether an empty component is there shows in the href."""
    parsed = URL(url)
    href = parsed.href
    password = f":{parsed.password}" if parsed.password else ""
    return {
        "scheme": parsed.protocol.removesuffix(":"),
        "userinfo": parsed.username + password or None,
        "host": parsed.hostname if href.startswith(f"{parsed.protocol}//") else None,
        "port": parsed.port or None,
        "path": parsed.pathname,
        "query": parsed.search[1:] if "?" in href.partition("#")[0] else None,
        "fragment": parsed.hash[1:] if "#" in href else None,
    }


if __name__ == "__main__":
    serve(version("ada-url"), resolve, parse)
