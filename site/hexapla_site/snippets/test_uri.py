from urllib.parse import urljoin  # your parser in its place


def test_we_follow_rfc3986(identify_parser):
    found = identify_parser(urljoin)
    assert found.best.id == "rfc3986"
    assert found.best.agreeing > 80
