"""How heavy the pages are: bytes of HTML, as a server sends it without compression."""

from statistics import median

from site_under_test import HOSTILE_CASES, addresses, built_site

from hexapla_site.addresses import case_name

MEDIAN, HEAVIEST, WHOLE = 27_000, 273_000, 22_000_000  # bytes
# A page of the catalogue, which was a single one of 263 kB.
CATALOGUE = 150_000


HOSTILE_PAGES = {f"cases/{case_name(base, text)}.html" for base, text in HOSTILE_CASES}


def weights() -> dict[str, int]:
    """Return the bytes of each page that a site has, without those of the tests' hostile cases."""
    return {
        address: (built_site() / address).stat().st_size
        for address in addresses()
        if address not in HOSTILE_PAGES
    }


def test_pages_are_light() -> None:
    heaviest = max(weights().items(), key=lambda item: item[1])
    assert heaviest[1] <= HEAVIEST, heaviest
    assert median(weights().values()) <= MEDIAN
    for address, weight in weights().items():
        assert weight <= CATALOGUE or not address.startswith("catalogue/"), (address, weight)


def test_the_whole_site_is_light_without_the_python_of_the_playground() -> None:
    files = {path for path in built_site().rglob("*") if path.is_file()}
    hostile = {built_site() / address for address in HOSTILE_PAGES}
    assert sum(path.stat().st_size for path in files - hostile) <= WHOLE
