from urllib.parse import urlsplit

from urllib3.util import parse_url

from hexapla.testing import AssertSameHost


def check(url: str) -> dict[str, str | None]:  # the host that your check looks at
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https"):
        raise ValueError("not allowed")
    return {"host": parts.hostname}


def test_check_and_client_see_the_same_host(assert_same_host: AssertSameHost) -> None:
    assert_same_host(check, parse_url)  # replace parse_url with your client's parser
