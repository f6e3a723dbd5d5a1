"""urllib3: `parse_url`."""

from urllib3 import __version__
from urllib3.util import parse_url

from hexapla.implementations.serving import serve


def parse(url: str) -> dict[str, object]:
    """Parse; it calls the userinfo `auth`."""
    parsed = parse_url(url)
    return {**parsed._asdict(), "userinfo": parsed.auth}


if __name__ == "__main__":
    serve(__version__, parse=parse)
