"""The userinfo, host and port that each standard reads in a URL, and the rules by which it does.

A row of the authorities has the URL, and a cell for each standard: the host, or userinfo, host and
port, separated by bars, with a hyphen for a missing one.
"""

from collections.abc import Iterator, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inputs import any_text, grammar_of
from tables import by_rows_of, every_row, rows_of

import hexapla
from hexapla.operations.division import DividedUrl, host_rules
from hexapla_specs.whatwg.authority import STRIPS

COLUMNS = ("rfc1630", "rfc1738", "rfc1808", "rfc2396", "rfc3986", "whatwg")


CELLS = [
    (column, url, cell)
    for url, *cells in rows_of("url_readings", "authorities")
    for column, cell in zip(COLUMNS, cells, strict=True)
]


def cell_of(divided: DividedUrl) -> str:
    """Return the cell of the table for the components that a standard reads."""
    if not divided.accepts:
        return "refused"
    if not divided.has_rule:
        return "no rule"
    userinfo, host, port = map(divided.components.stated.get, ("userinfo", "host", "port"))
    if userinfo is None is port and host is not None:
        return host
    return "|".join("-" if part is None else part for part in (userinfo, host, port))


@every_row((f"{column} {url!a}", (column, url, cell)) for column, url, cell in CELLS)
def test_each_standard_reads_its_own_authority(column: str, url: str, cell: str) -> None:
    assert cell_of(hexapla.divide(url, spec=column)) == cell


@by_rows_of("url_readings", "validity")
def test_a_column_says_what_its_grammar_derives(
    column: str, url: str, valid: bool | None, authority_valid: bool | None
) -> None:
    divided = hexapla.divide(url, spec=column)
    assert (divided.valid, divided.authority_valid) == (valid, authority_valid)


@by_rows_of("url_readings", "options")
def test_an_option_puts_the_boundary_elsewhere(
    choice: str, url: str, cell: str, columns: list[str]
) -> None:
    for column in columns:
        divided = hexapla.divide(url, spec=f"{column}[{choice}]")
        assert cell_of(divided) == cell
        if cell_of(hexapla.divide(url, spec=column)) != cell:
            assert set(map(str, divided.choices)) & set(choice.split(","))


def test_parsing_takes_the_same_option_as_the_division() -> None:
    """RFC 1738 has user, password, host and port among its components."""
    parts = hexapla.spec("rfc1738[at-signs=first,colons=last]").parse("x://a@b@c:d:1").parts
    assert (parts["user"], parts["host"], parts["port"]) == ("a", "b@c:d", "1")


def test_a_division_reads_what_the_parser_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """It once cut the text again, with an algorithm of its own."""
    monkeypatch.setattr("hexapla_specs.rfc1738.syntax.parse_login", found_elsewhere)
    monkeypatch.setattr("hexapla_specs.rfc1738.authority.parse_login", found_elsewhere)
    spec = hexapla.spec("rfc1738")
    assert spec.parse("x://h").parts["host"] == "elsewhere"
    assert spec.divide("x://h").components.host == "elsewhere"


def found_elsewhere(login: str, options: Mapping[str, str]) -> tuple[None, None, str, None]:
    return None, None, "elsewhere", None


@given(url=any_text)
def test_rfc_1808_divides_a_url_as_it_parses_it(url: str) -> None:
    spec = hexapla.spec("rfc1808")
    divided, parts = spec.divide(url).components.stated, spec.parse(url).parts
    assert (divided["query"] or "", divided["fragment"] or "") == (
        parts["query"],
        parts["fragment"],
    )


def test_an_authority_is_made_of_its_pieces() -> None:
    for column in ("rfc2396", "rfc3986", "whatwg"):
        assert hexapla.divide("http://u@h:1/", spec=column).authority == "u@h:1"


def test_an_authority_that_is_not_divided_is_one_piece() -> None:
    divided = hexapla.divide("http://a@b@c/p", spec="rfc2396")
    assert divided.authority == "a@b@c"
    assert [piece.name for piece in divided.pieces] == ["scheme", "authority", "path"]
    assert [str(rule) for rule in divided.bounds["authority"].further] == [
        "RFC 2396 treats an authority that is not a server as a registry-based name, which has "
        "no host (3.2.1)"
    ]


@by_rows_of("url_boundaries", "rules")
def test_each_boundary_of_a_host_has_its_rule(column: str, url: str, rules: list[str]) -> None:
    found = hexapla.divide(url, spec=column).rules["host"]
    for provision, words in zip(found, rules, strict=True):
        section, _, does = words.rpartition(": ")
        assert section in f"{provision.citation}, {provision.citation.title}"
        assert does in provision.does


@by_rows_of("url_boundaries")
def test_the_rule_of_a_boundary_is_that_of_the_first_place_where_another_standard_cuts_otherwise(
    url: str, column: str, other: str, does: str
) -> None:
    boundary = host_rules(
        hexapla.divide(url, spec=column), hexapla.divide(url, spec=other)
    ).boundary
    assert boundary is not None
    assert boundary.does.startswith(does)


@by_rows_of("url_boundaries", "ends of the path and the query")
def test_a_query_or_fragment_has_the_state_that_finds_it(
    url: str, query: str | None, fragment: str | None
) -> None:
    divided = hexapla.divide(url, spec="whatwg")
    found = {piece.name: piece.begins for piece in divided.pieces}
    for name, state in (("query", query), ("fragment", fragment)):
        begins = found.get(name)
        assert (begins and begins.citation.section) == (state and f"4.4, {state}")


# URL Standard, 4.4 and 3: reasons for which the parser returns failure.
REFUSALS = [
    *rows_of("url_boundaries", "refusals"),
    ("http://h:" + 9000 * "9", "port state"),
    ("http://" + 4000 * "1" + ".0x", "3.5, IPv4 parser 7, 8"),
]


@pytest.mark.parametrize(("url", "section"), REFUSALS, ids=lambda text: text[:20])
def test_a_refusal_has_its_rule(url: str, section: str) -> None:
    divided = hexapla.divide(url, spec="whatwg")
    assert divided.refusal is not None
    assert section in str(divided.refusal.citation)
    assert not divided.components.stated


def test_surrogate_pairs_count_as_one_character() -> None:
    """Characters are counted after the pair has become one scalar value."""
    divided = hexapla.divide("http://\ud83d" + "\ude00 ", spec="whatwg")
    assert divided.components.host == "xn--e28h"
    assert STRIPS in divided.rules["host"]


# Properties of every text.

schemes = st.sampled_from(["", "http:", "x:", "ftp:", "file:", "HTTP:", "wais:", "mailto:"])
fronts = st.sampled_from(["", "/", "//", "///", "\\\\"])
authorities = st.text("ab1:@[]/\\?#;%. \t", max_size=12)
urls = any_text | st.builds("{}{}{}".format, schemes, fronts, authorities)
# The names of parsing for the components of the division.
PARSED = {
    "rfc1630": {"path": "path"},
    "rfc1808": {"net_loc": "authority"},
    "rfc2396": {"authority": "authority"},
    "rfc3986": {"authority": "authority"},
}


@given(urls)
def test_any_text_is_divided(url: str) -> None:
    for column in COLUMNS:
        divided = hexapla.divide(url, spec=column)
        assert divided.text == url
        assert divided.to_dict()["components"] == divided.components.stated
        assert set(divided.rules) == {piece.name for piece in divided.pieces}


@given(urls)
def test_pieces_make_up_the_text_and_components_are_those_of_parsing(url: str) -> None:
    for column in COLUMNS[:-1]:
        divided, parts = hexapla.divide(url, spec=column), hexapla.spec(column).parse(url).parts
        assert divided.accepts
        if not divided.has_rule:
            assert (column, divided.pieces) == ("rfc1738", ())
            continue
        assert "".join(piece.separator + piece.text for piece in divided.pieces) == url
        told = divided.components.stated
        for piece in divided.pieces:
            span = divided.spans[piece.name]
            assert url[span.start : span.stop] == piece.text
            if (column, piece.name) != ("rfc1630", "path"):
                assert told.get(piece.name, piece.text) == piece.text
        assert (told["scheme"] or None) == (parts["scheme"] or None)
        if column == "rfc1738" and parts["schemepart"] is None:
            assert (told["host"], told["port"]) == (parts["host"], parts["port"])
        for name, shared in PARSED.get(column, {}).items():
            assert {**told, "authority": divided.authority}[shared] == parts[name]


DIVISIONS = {
    "rfc1738": ("login", ("user", "password"), "host", "port"),
    "rfc2396": ("server", ("userinfo",), "host", "port"),
    "rfc3986": ("authority", ("userinfo",), "host", "port"),
}


def ways(column: str, authority: str) -> Iterator[tuple[str | None, str, str | None]]:
    """Yield every way to cut an authority so that each part matches the grammar."""
    grammar = grammar_of(column)
    _, users, host, port = DIVISIONS[column]
    for at in [-1, *(place for place, sign in enumerate(authority) if sign == "@")]:
        userinfo, hostport = (None, authority) if at < 0 else (authority[:at], authority[at + 1 :])
        parts = [] if userinfo is None else userinfo.split(":", len(users) - 1)
        if not all(grammar.matches(rule, part) for rule, part in zip(users, parts, strict=False)):
            continue
        colons = [place for place, sign in enumerate(hostport) if sign == ":"]
        for colon in [len(hostport), *colons]:
            number = None if colon == len(hostport) else hostport[colon + 1 :]
            if grammar.matches(host, hostport[:colon]) and (
                number is None or grammar.matches(port, number)
            ):
                yield userinfo, hostport[:colon], number


@pytest.mark.parametrize("column", DIVISIONS)
@given(authority=st.text("ab1:@[]%.", max_size=8) | st.from_regex(r"(a@)?\[::1\](:1)?"))
def test_a_derived_authority_is_divided_in_its_only_way(column: str, authority: str) -> None:
    found = list(ways(column, authority))
    assert len(found) <= 1
    derived = grammar_of(column).matches(DIVISIONS[column][0], authority)
    assert bool(found or not authority) >= derived
    if found:
        told = hexapla.divide(f"x://{authority}", spec=column).components.stated
        assert (told["userinfo"], told["host"], told["port"]) == found[0]


@given(urls)
def test_the_states_cut_what_the_parser_cuts_again_and_refuse_by_their_rules(url: str) -> None:
    """URL Standard, 4.4: when the pieces are joined, the parser finds the same host in them."""
    divided = hexapla.divide(url, spec="whatwg")
    assert divided.accepts == hexapla.spec("whatwg").is_absolute(url)
    assert divided.refusal is None or divided.refusal.citation.section != "4.4"
    parts = {piece.name: piece.text for piece in divided.pieces}
    if not divided.accepts or "host" not in parts:
        return
    userinfo = f"{parts['userinfo']}@" if "userinfo" in parts else ""
    port = f":{parts['port']}" if "port" in parts else ""
    again = hexapla.divide(f"{parts['scheme']}://{userinfo}{parts['host']}{port}/", spec="whatwg")
    for name in ("scheme", "userinfo", "host", "port"):
        assert again.components.stated[name] == divided.components.stated[name]


@pytest.mark.parametrize(("url", "says"), [("mailto://h", "for this scheme"), ("x:h", "without")])
def test_a_scheme_without_a_host_is_the_reason(url: str, says: str) -> None:
    """1630, BNF for specific URL schemes: mailtoaddress = m a i l t o : xalphas @ hostname."""
    assert says in str(hexapla.spec("rfc1630").divide(url).no_authority)
