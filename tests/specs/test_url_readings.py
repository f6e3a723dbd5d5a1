"""Which userinfo, host and port each standard reads in a URL, written from their texts.

A row has the URL, then RFC 1630, 1738, 1808, 2396, 3986 and the URL Standard; a number says how
many of them have the cell behind it. A cell is the host, or userinfo, host and port between bars,
with a hyphen for what is not there.
"""

from collections.abc import Iterator

from tables import by_rows_of, every_row, rows_of

import hexapla
from hexapla.operations.division import DividedUrl

COLUMNS = ("rfc1630", "rfc1738", "rfc1808", "rfc2396", "rfc3986", "whatwg")
SILENT = "no rule"
REFUSED = "refused"


def cells_of(told: list[str | int]) -> Iterator[str]:
    """Yield the cells of a row, each as often as a number before it says."""
    times = 1
    for item in told:
        if isinstance(item, int):
            times = item
        else:
            yield from times * [item]
            times = 1


CELLS = [
    (column, url, cell)
    for url, *told in rows_of("url_readings", "authorities")
    for column, cell in zip(COLUMNS, cells_of(told), strict=True)
]


def cell_of(divided: DividedUrl) -> str:
    """Return what a standard reads, as a cell of the table."""
    if not divided.accepts:
        return REFUSED
    if not divided.has_rule:
        return SILENT
    told = divided.components.stated
    parts = [told[name] for name in ("userinfo", "host", "port")]
    if parts[0] is None and parts[2] is None and parts[1] is not None:
        return parts[1]
    return "|".join("-" if part is None else part for part in parts)


@every_row((f"{column} {url!a}", (column, url, cell)) for column, url, cell in CELLS)
def test_each_standard_reads_its_own_authority(column: str, url: str, cell: str) -> None:
    assert cell_of(hexapla.divide(column, url)) == cell


@by_rows_of("url_readings", "validity")
def test_a_column_says_what_its_grammar_derives(
    column: str, url: str, valid: bool | None, authority_valid: bool | None
) -> None:
    divided = hexapla.divide(column, url)
    assert (divided.valid, divided.authority_valid) == (valid, authority_valid)


@by_rows_of("url_readings", "options")
def test_an_option_puts_the_boundary_elsewhere(
    choice: str, url: str, cell: str, columns: list[str]
) -> None:
    for column in columns:
        divided = hexapla.divide(f"{column}[{choice}]", url)
        assert cell_of(divided) == cell
        if cell_of(hexapla.divide(column, url)) != cell:
            assert set(map(str, divided.choices)) & set(choice.split(","))


def test_parsing_takes_the_same_option_as_the_division() -> None:
    """RFC 1738 has user, password, host and port among its components."""
    parts = hexapla.spec("rfc1738[at-signs=first,colons=last]").parse("x://a@b@c:d:1").parts
    assert (parts["user"], parts["host"], parts["port"]) == ("a", "b@c:d", "1")


def test_rfc_2732_adds_brackets_to_rfc_2396() -> None:
    divided = hexapla.divide("rfc2396[ipv6-literals=rfc2732]", "http://u@[::1]:80/")
    assert cell_of(divided) == "u|[::1]|80"
    assert [str(rule.citation) for rule in divided.bounds["host"].further] == ["RFC 2732, 2"]


def test_an_authority_that_is_not_divided_is_one_piece() -> None:
    divided = hexapla.divide("rfc2396", "http://a@b@c/p")
    assert divided.authority == "a@b@c"
    assert [piece.name for piece in divided.pieces] == ["scheme", "authority", "path"]
    assert [str(rule) for rule in divided.bounds["authority"].further] == [
        "RFC 2396 treats an authority that is no server as a registry-based name, which has no "
        "host (3.2.1)"
    ]
