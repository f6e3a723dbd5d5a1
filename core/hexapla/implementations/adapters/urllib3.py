"""urllib3: `parse_url`."""

from importlib.metadata import version

from urllib3.util import parse_url

from hexapla.implementations.serving import serve


def parse(url: str) -> dict[str, object]:
    """Parse; it calls the userinfo `auth`."""
    parsed = parse_url(url)
    return {**parsed._asdict(), "userinfo": parsed.auth}


if __name__ == "__main__":
    serve(version("urllib3"), parse=parse)
