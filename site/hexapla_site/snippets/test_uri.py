from urllib.parse import urljoin  # replace with your parser

from hexapla.testing import IdentifyParser

# The number of cases in which this parser is known to differ from its standard.
KNOWN = 55


def test_we_follow_rfc3986(identify_parser: IdentifyParser) -> None:
    identification = identify_parser(urljoin)
    assert identification.best.id == "rfc3986"
    assert len(identification.unexplained) <= KNOWN
