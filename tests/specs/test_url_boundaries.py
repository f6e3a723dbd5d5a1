"""The rules by which each standard puts the boundaries in a URL, and what holds for any text."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from inputs import any_text

import hexapla

RFCS = ("rfc1630", "rfc1738", "rfc1808", "rfc2396", "rfc3986")

# The rules that put the start and the end of a host, and what else is said of it.
RULES: list[tuple[str, str, list[str]]] = [
    ("rfc3986", "http://a\\@b/", ['3.2.1: ends the userinfo at the "@"', "3.2: first slash"]),
    ("whatwg", "http://a\\@b/", ['after "//"', "4.4, authority state: at a backslash"]),
    ("rfc3986", "http://a@b@c?", ['3.2.2: no "@" in a host', "3.2: question mark"]),
    ("whatwg", "http://a@b@c?", ['4.4, authority state: last "@"', "question mark"]),
    (
        "rfc1630",
        "http://a@b/",
        ['httpaddress, ftpaddress, telnetaddress: after "//"', "slash", 'hostname: an "@" in a'],
    ),
    ("rfc1630", "ftp://a@b@c/", ['user, hostname: the first "@"', "slash"]),
    ("rfc1630", "http://a?", ['after "//"', "QUERY STRINGS: question mark"]),
    ("rfc1630", "http://a#", ['after "//"', "Fragment-id: hash sign"]),
    ("rfc1738", "http://a?b", ['3.1: after "//"', "3.1: end of the text"]),
    ("rfc1738", "http://a:1:2/", ['3.1: after "//"', '3.1: no ":" in a host']),
    ("rfc1808", "http://u@a?b/", ["2.1: RFC 1738, 3.1", '2.4.3: not at a "?"']),
    ("rfc1808", "http://a#b/", ["2.4.3: net_loc", '2.4.1: first "#"']),
    ("rfc2396", "http://h:1#", ['3.2: after "//"', "3.2.2: begins the port"]),
    ("rfc2396", "//a#", ['3.2: after "//"', "B: number sign"]),
    ("rfc3986", "//[::1]", ['3.2: after "//"', "3.2: end", "3.2.2: square brackets"]),
    ("whatwg", "http:a", ["ignore slashes state: or none", "end of the input"]),
    ("whatwg", "http:\\/a", ["ignore slashes state: a backslash", "end of the input"]),
    ("whatwg", "x://a\\b", ['path or authority state: "//"', "end of the input"]),
    (
        "whatwg",
        "http://a\t.b",
        ['special authority slashes state: "//"', "end", "4.4: removes tabs"],
    ),
    ("whatwg", "h\nttp://a", ['special authority slashes state: "//"', "end", "4.4: removes tabs"]),
    ("whatwg", "http://a/\t", ['special authority slashes state: "//"', "first slash"]),
    ("whatwg", " http://a", ['special authority slashes state: "//"', "end", "4.4: strips"]),
    (
        "whatwg",
        "http://%41",
        [
            'special authority slashes state: "//"',
            "end",
            "3.5 step 5: percent-decoded",
            "3.3 step 5: small one",
        ],
    ),
    (
        "whatwg",
        "http://0x7f.1",
        ['special authority slashes state: "//"', "end", "3.5 step 8: IPv4"],
    ),
    (
        "whatwg",
        "http://\uff11.2.3.4",
        ['special authority slashes state: "//"', "end", "3.3 step 6.1: mapped to ASCII"],
    ),
    (
        "whatwg",
        "http://[0::1]",
        [
            'special authority slashes state: "//"',
            "end",
            "host state: square brackets",
            "3.6: IPv6",
        ],
    ),
    ("whatwg", "x://é", ['"//"', "end", "3.5: percent-encoded"]),
    (
        "whatwg",
        "file:\\\\localhost\\",
        [
            "file slash state: two slashes",
            "file host state: at a backslash",
            "file host state: localhost",
        ],
    ),
    ("whatwg", "file:/p", ["4.4, file state: empty host"]),
    ("whatwg", "file://C:/", ["file slash state: two slashes", "file host state: drive letter"]),
]


@pytest.mark.parametrize(("column", "url", "rules"), RULES)
def test_each_boundary_of_a_host_has_its_rule(column: str, url: str, rules: list[str]) -> None:
    found = hexapla.divide(column, url).rules["host"]
    assert len(found) == len(rules)
    for provision, words in zip(found, rules, strict=True):
        section, _, does = words.rpartition(": ")
        assert section in f"{provision.citation}, {provision.citation.title}"
        assert does in provision.does


# URL Standard, 4.4 and 3: why the parser returns failure.
REFUSALS = [
    ("//h", "no scheme state"),
    ("http:", "host state"),
    ("http://u@", "authority state"),
    ("x://u:p@/", "authority state"),
    ("http://u@:80", "host state"),
    ("x://:80", "host state"),
    ("http://h:a", "port state"),
    ("http://h:65536", "port state"),
    ("http://h:" + 9000 * "9", "port state"),
    ("http://h:1:2", "port state"),
    ("http://[a", "3.5 step 1.1"),
    ("http://[a]:x", "3.5, IPv6 parser 8"),
    ("http://[g]:x", "3.5, IPv6 parser 6.6, 6.7"),
    ("http://1.2.3.4.5", "3.5, IPv4 parser 4"),
    ("http://" + 4000 * "1" + ".0x", "3.5, IPv4 parser 8, 9"),
    ("http://a%40b", "3.3 step 8"),
    ("x://a<b", "3.5, opaque-host parser 1"),
    ("http://a b", "3.3 step 8"),
    ("file://h:1/", "3.3 step 8"),
    ("http://a /", "3.3 step 8"),
    ("http://\u0301/", "3.3 step 6.2"),
    ("http://\u00ad/", "3.3 step 7"),
    ("http://%C2%AD\u2064/", "3.3 step 7"),
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


@settings(deadline=None)
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


@settings(deadline=None)
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
@settings(deadline=None)
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


@settings(deadline=None)
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


@settings(deadline=None)
@given(urls)
def test_every_refusal_is_a_states_or_the_host_parsers(url: str) -> None:
    divided = hexapla.divide("whatwg", url)
    assert divided.accepts == hexapla.spec("whatwg").is_absolute(url)
    assert divided.refusal is None or divided.refusal.citation.section != "4.4"


@settings(deadline=None)
@given(urls)
def test_any_text_is_divided(url: str) -> None:
    for column in (*RFCS, "whatwg"):
        divided = hexapla.divide(column, url)
        assert divided.text == url
        assert divided.to_dict()["components"] == divided.components.stated
        assert set(divided.rules) == {piece.name for piece in divided.pieces}
