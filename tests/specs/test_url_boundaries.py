"""The rules by which each standard puts the boundaries in a URL, and what holds for any text."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inputs import any_text
from tables import by_rows_of, rows_of

import hexapla

RFCS = ("rfc1630", "rfc1738", "rfc1808", "rfc2396", "rfc3986")


@by_rows_of("url_boundaries", "rules")
def test_each_boundary_of_a_host_has_its_rule(column: str, url: str, rules: list[str]) -> None:
    found = hexapla.divide(column, url).rules["host"]
    assert len(found) == len(rules)
    for provision, words in zip(found, rules, strict=True):
        section, _, does = words.rpartition(": ")
        assert section in f"{provision.citation}, {provision.citation.title}"
        assert does in provision.does


# URL Standard, 4.4 and 3: why the parser returns failure.
REFUSALS = [
    *rows_of("url_boundaries", "refusals"),
    ("http://h:" + 9000 * "9", "port state"),
    ("http://" + 4000 * "1" + ".0x", "3.5, IPv4 parser 8, 9"),
]


@pytest.mark.parametrize(("url", "section"), REFUSALS, ids=lambda text: text[:20])
def test_a_refusal_has_its_rule(url: str, section: str) -> None:
    divided = hexapla.divide("whatwg", url)
    assert divided.refusal is not None
    assert section in str(divided.refusal.citation)
    assert not divided.components.stated


# Properties.

schemes = st.sampled_from(["", "http:", "x:", "ftp:", "file:", "HTTP:", "wais:", "mailto:"])
authorities = st.text("ab1:@[]/\\?#;%. \t", max_size=12)
urls = st.one_of(
    any_text,
    st.builds(
        "{}{}{}".format, schemes, st.sampled_from(["", "/", "//", "///", "\\\\"]), authorities
    ),
)


@given(urls)
def test_the_pieces_make_up_the_text(url: str) -> None:
    for column in RFCS:
        divided = hexapla.divide(column, url)
        assert divided.accepts
        if not divided.has_rule:
            assert (column, divided.pieces) == ("rfc1738", ())
            continue
        assert "".join(piece.separator + piece.text for piece in divided.pieces) == url
        for piece in divided.pieces:
            span = divided.spans[piece.name]
            assert url[span.start : span.stop] == piece.text
            if (column, piece.name) != ("rfc1630", "path"):
                assert divided.components.stated.get(piece.name, piece.text) == piece.text


@given(urls)
def test_the_components_are_those_of_parsing(url: str) -> None:
    for column in RFCS:
        spec = hexapla.spec(column)
        parts = spec.parse(url).parts
        divided = hexapla.divide(column, url)
        told = divided.components.stated
        if not divided.has_rule:
            continue
        assert (told["scheme"] or None) == (parts["scheme"] or None)
        if column == "rfc1738" and parts["schemepart"] is None:
            assert (told["host"], told["port"]) == (parts["host"], parts["port"])
        if column in ("rfc2396", "rfc3986"):
            assert divided.authority == parts["authority"]
        if column == "rfc1808":
            assert divided.authority == parts["net_loc"]
        if column == "rfc1630":
            assert told["path"] == parts["path"]


DIVISIONS = {
    "rfc1738": ("login", ("user", "password"), "host", "port"),
    "rfc2396": ("server", ("userinfo",), "host", "port"),
    "rfc3986": ("authority", ("userinfo",), "host", "port"),
}


def ways(column: str, authority: str) -> Iterator[tuple[str | None, str, str | None]]:
    """Yield every way to cut an authority in which the grammar derives each part."""
    grammar = hexapla.spec(column).grammar
    assert grammar is not None
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
    grammar = hexapla.spec(column).grammar
    assert grammar is not None
    assert bool(found or not authority) >= grammar.matches(DIVISIONS[column][0], authority)
    if found:
        told = hexapla.divide(column, f"x://{authority}").components.stated
        assert (told["userinfo"], told["host"], told["port"]) == found[0]


@given(urls)
def test_the_states_cut_what_the_library_cuts(url: str) -> None:
    """URL Standard, 4.4: put together again, the pieces have the same host."""
    divided = hexapla.divide("whatwg", url)
    parts = {piece.name: piece.text for piece in divided.pieces}
    if not divided.accepts or "host" not in parts:
        return
    userinfo = f"{parts['userinfo']}@" if "userinfo" in parts else ""
    port = f":{parts['port']}" if "port" in parts else ""
    again = hexapla.divide("whatwg", f"{parts['scheme']}://{userinfo}{parts['host']}{port}/")
    for name in ("scheme", "userinfo", "host", "port"):
        assert again.components.stated[name] == divided.components.stated[name]


@given(urls)
def test_every_refusal_is_a_states_or_the_host_parsers(url: str) -> None:
    divided = hexapla.divide("whatwg", url)
    assert divided.accepts == hexapla.spec("whatwg").is_absolute(url)
    assert divided.refusal is None or divided.refusal.citation.section != "4.4"


@given(urls)
def test_any_text_is_divided(url: str) -> None:
    for column in (*RFCS, "whatwg"):
        divided = hexapla.divide(column, url)
        assert divided.text == url
        assert divided.to_dict()["components"] == divided.components.stated
        assert set(divided.rules) == {piece.name for piece in divided.pieces}
