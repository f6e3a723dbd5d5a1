"""Which userinfo, host and port each standard reads in a URL, written from their texts.

A row has the URL, then RFC 1630, 1738, 1808, 2396, 3986 and the URL Standard; one cell stands for
all six. A cell is the host, or userinfo, host and port between bars, with a hyphen for what is not
there.
"""

import pytest
from tables import every_row

import hexapla
from hexapla.operations.division import DividedUrl

COLUMNS = ("rfc1630", "rfc1738", "rfc1808", "rfc2396", "rfc3986", "whatwg")
NONE = "-|-|-"
SILENT = "no rule"
REFUSED = "refused"

ROWS: list[tuple[str, str | tuple[str, ...]]] = [
    # Hosts and ports. RFC 1738, 3.1: without a port, there is no colon; RFC 2396 and 3986 allow it.
    ("http://h", "h"),
    ("http://h/", "h"),
    ("http://h/p:1@x?y@z#a@b", "h"),
    ("HTTP://h/", "h"),
    ("http://h:8080/", "-|h|8080"),
    ("https://h:80/", "-|h|80"),
    ("x://h:80/", "-|h|80"),
    ("http://h:80/", (*5 * ("-|h|80",), "h")),
    ("http://h:080/", (*5 * ("-|h|080",), "h")),
    ("http://h:/", (*5 * ("-|h|",), "h")),
    ("http://h:99999/", (*5 * ("-|h|99999",), REFUSED)),
    ("http://h:80a/", (*3 * ("-|h|80a",), NONE, "-|h|80a", REFUSED)),
    ("http://a:80:81/", (*3 * ("-|a|80:81",), NONE, "-|a|80:81", REFUSED)),
    ("http://:80/", (*3 * ("-||80",), NONE, "-||80", REFUSED)),
    # "@". RFC 1630 has a login in ftp and telnet only, and allows "@" in a hostname. RFC 1738, 3.1,
    # gives the second and third example. RFC 2396: what is no server may be a reg_name.
    ("ftp://u:p@h/", "u:p|h|-"),
    ("ftp://@host.com/", (*5 * ("|host.com|-",), "host.com")),
    ("ftp://foo:@host.com/", (*5 * ("foo:|host.com|-",), "foo|host.com|-")),
    ("telnet://u:p@h:23/", "u:p|h|23"),
    ("http://u@h/", ("u@h", *5 * ("u|h|-",))),
    ("gopher://u@h/", ("u@h", *5 * ("u|h|-",))),
    ("http://a@b@c/", ("a@b@c", *2 * ("a@b|c|-",), NONE, "a@b|c|-", "a%40b|c|-")),
    ("ftp://a@b@c/", ("a|b@c|-", *2 * ("a@b|c|-",), NONE, "a@b|c|-", "a%40b|c|-")),
    (
        "http://a@b:80:x@c/",
        ("-|a@b|80:x@c", *2 * ("a@b:80:x|c|-",), NONE, "a@b:80:x|c|-", "a%40b:80%3Ax|c|-"),
    ),
    ("http://u:p@h:80/", ("-|u|p@h:80", *4 * ("u:p|h|80",), "u:p|h|-")),
    ("http://u@/", ("u@", *2 * ("u||-",), NONE, "u||-", REFUSED)),
    ("http://u@:80/", ("-|u@|80", *2 * ("u||80",), NONE, "u||80", REFUSED)),
    ("x://u@/", (*3 * ("u||-",), NONE, "u||-", REFUSED)),
    ("x://@/", (*3 * ("||-",), NONE, "||-", REFUSED)),
    # RFC 3986, 7.6.
    (
        "ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm",
        (
            *5 * ("cnn.example.com&story=breaking_news|10.0.0.1|-",),
            "cnn.example.com&story%3Dbreaking_news|10.0.0.1|-",
        ),
    ),
    # "\" is a character like others; in the URL Standard, a slash after a special scheme.
    ("http://a\\@b/", ("a\\@b", *4 * ("a\\|b|-",), "a")),
    ("http://a\\b/", (*5 * ("a\\b",), "a")),
    ("http:\\\\a\\b", (*5 * (NONE,), "a")),
    ("x://a\\@b/", (*5 * ("a\\|b|-",), "a%5C|b|-")),
    ("http://a%5C@b/", ("a%5C@b", *5 * ("a%5C|b|-",))),
    # "?" and ";": RFC 1738 and 1808 allow both in a login. RFC 1808, 2.4.1: the fragment is first.
    ("http://a?b", ("a", *2 * ("a?b",), *3 * ("a",))),
    ("http://a?b@c/", ("a", *2 * ("a?b|c|-",), *3 * ("a",))),
    ("http://h:80?q", ("-|h|80", *2 * ("-|h|80?q",), *2 * ("-|h|80",), "h")),
    ("http://a#b@c/", ("a", "a#b|c|-", *4 * ("a",))),
    ("http://a#b", ("a", "a#b", *4 * ("a",))),
    ("http://a;b/", (*3 * ("a;b",), NONE, *2 * ("a;b",))),
    ("http://u;v@h/", ("u;v@h", *4 * ("u;v|h|-",), "u%3Bv|h|-")),
    ("http://h;p?q", ("h;p", *2 * ("h;p?q",), NONE, *2 * ("h;p",))),
    # Empty and missing authorities. RFC 1738, 2.1: only what has a scheme is a URL.
    ("", (NONE, SILENT, *3 * (NONE,), REFUSED)),
    ("h/p", (NONE, SILENT, *3 * (NONE,), REFUSED)),
    ("//h/p", (NONE, SILENT, *3 * ("h",), REFUSED)),
    ("//u@h:1", (NONE, SILENT, *3 * ("u|h|1",), REFUSED)),
    ("http:", (*5 * (NONE,), REFUSED)),
    ("http://", (*3 * ("",), NONE, "", REFUSED)),
    ("http:///p", (*3 * ("",), NONE, "", "p")),
    ("http:////h/", (*3 * ("",), NONE, "", "h")),
    ("http:a", (*5 * (NONE,), "a")),
    ("http:/a", (*5 * (NONE,), "a")),
    ("x:/a", NONE),
    ("mailto:a@b", NONE),
    ("news:a@b", NONE),
    ("x://", (*3 * ("",), NONE, *2 * ("",))),
    ("file:///p", (*3 * ("",), NONE, *2 * ("",))),
    ("file:/p", (*5 * (NONE,), "")),
    ("file://h/p", "h"),
    ("file://localhost/p", (*5 * ("localhost",), "")),
    ("file://C:/x", (*5 * ("-|C|",), "")),
    ("file://h:80/", (*5 * ("-|h|80",), REFUSED)),
    # RFC 1630: nntp has no host, and the cell of afs no port.
    ("nntp://h/g", (NONE, *5 * ("h",))),
    ("afs://c:1/p", ("c:1", *5 * ("-|c|1",))),
    # Brackets: RFC 3986, 3.2.2; before it they are characters like others, but for RFC 2732.
    ("http://[::1]/", (*4 * ("-|[|:1]",), *2 * ("[::1]",))),
    ("http://[::1]:80/", (*4 * ("-|[|:1]:80",), "-|[::1]|80", "[::1]")),
    ("http://u@[::1]/", ("-|u@[|:1]", *3 * ("u|[|:1]",), *2 * ("u|[::1]|-",))),
    (
        "http://[::ffff:1.2.3.4]/",
        (*4 * ("-|[|:ffff:1.2.3.4]",), "[::ffff:1.2.3.4]", "[::ffff:102:304]"),
    ),
    ("http://[::1%25eth0]/", (*4 * ("-|[|:1%25eth0]",), "[::1%25eth0]", REFUSED)),
    ("http://[v1.a]/", (*5 * ("[v1.a]",), REFUSED)),
    ("http://[a]/", (*5 * ("[a]",), REFUSED)),
    ("http://[::1/", (*5 * ("-|[|:1",), REFUSED)),
    ("http://[::1]x:80/", (*4 * ("-|[|:1]x:80",), "-|[::1]x|80", REFUSED)),
    ("http://[a@b]/", ("[a@b]", *4 * ("[a|b]|-",), REFUSED)),
    # Escapes: RFC 2396, 3.2: none in a host, but in a reg_name. URL Standard, 3.5: decoded.
    ("http://%61/", (*3 * ("%61",), NONE, "%61", "a")),
    ("http://a%2fb/", (*3 * ("a%2fb",), NONE, "a%2fb", REFUSED)),
    ("http://a%40b/", (*3 * ("a%40b",), NONE, "a%40b", REFUSED)),
    ("http://a%b/", (*5 * ("a%b",), REFUSED)),
    ("x://a%41/", (*3 * ("a%41",), NONE, *2 * ("a%41",))),
    # Case, dots, numbers, and other characters.
    ("http://A.B/", (*5 * ("A.B",), "a.b")),
    ("x://H/", "H"),
    ("http://h./", "h."),
    ("http://a..b/", (*3 * ("a..b",), NONE, *2 * ("a..b",))),
    ("http://a_b/", (*3 * ("a_b",), NONE, *2 * ("a_b",))),
    ("http://1.2.3.4/", "1.2.3.4"),
    ("http://999.1.1.1/", (*5 * ("999.1.1.1",), REFUSED)),
    ("http://0x7f.1/", (*3 * ("0x7f.1",), NONE, "0x7f.1", "127.0.0.1")),
    ("http://\uff11.2.3.4/", (*5 * ("\uff11.2.3.4",), "1.2.3.4")),
    ("http://é/", (*5 * ("é",), "xn--9ca")),
    ("http://a b/", (*5 * ("a b",), REFUSED)),
    ("http://a\tb/", (*5 * ("a\tb",), "ab")),
    (" http://h/", (NONE, SILENT, NONE, *3 * ("h",))),
]
CELLS = [
    (column, url, cell)
    for url, cells in ROWS
    for column, cell in zip(COLUMNS, 6 * (cells,) if isinstance(cells, str) else cells, strict=True)
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


# Whether the grammar derives the text, and the authority with just these boundaries. RFC 1630: the
# generic BNF also makes a text valid. RFC 1738, 5: a url may be a genericurl, whose schemepart is
# *xchar. RFC 1808, 2.2: net_loc has no parts.
VALID = [
    ("rfc1630", "http://u@h/", True, True),
    ("rfc1630", "ftp://u@h/p", True, True),
    ("rfc1630", "ftp://@h/p", True, False),
    ("rfc1630", "ftp://a@b@c/p", True, True),
    ("rfc1630", "//h/p", None, None),
    ("rfc1738", "http://u@h/", True, True),
    ("rfc1738", "http://a@b@c/", True, False),
    ("rfc1738", "http://h:/", True, False),
    ("rfc1738", "http://a_b/", True, False),
    ("rfc1738", "ftp://a?b@c/", True, True),
    ("rfc1738", "http://a\\b/", False, False),
    ("rfc1738", "mailto:a@b", True, None),
    ("rfc1738", "//h/p", None, None),
    ("rfc1808", "//a@b@c:1:2/p", True, None),
    ("rfc1808", "//[::1]/p", False, None),
    ("rfc2396", "//u@h:1/p", True, True),
    ("rfc2396", "//a@b@c:1:2/p", True, True),
    ("rfc2396", "///p", True, True),
    ("rfc2396", "//[::1]/p", False, False),
    ("rfc2396[ipv6-literals=rfc2732]", "//[::1]/p", True, True),
    ("rfc3986", "//[::1]/p", True, True),
    ("rfc3986", "//[a]/p", False, False),
    ("rfc3986", "//a@b@c/p", False, False),
    ("rfc3986", "//@:/p", True, True),
    ("rfc3986", "//a/[", False, True),
    ("whatwg", "http://h/", None, None),
]


@pytest.mark.parametrize(("column", "url", "valid", "authority_valid"), VALID)
def test_a_column_says_what_its_grammar_derives(
    column: str, url: str, valid: bool | None, authority_valid: bool | None
) -> None:
    divided = hexapla.divide(column, url)
    assert (divided.valid, divided.authority_valid) == (valid, authority_valid)


# Under the other options: what an authority with one delimiter too many is, and a reg_name.
OPTIONS = [
    ("at-signs=first", "x://a@b@c/", "a|b@c|-", ["rfc1738", "rfc1808", "rfc3986"]),
    ("at-signs=first", "x://a@b/", "a|b|-", ["rfc1738", "rfc1808", "rfc2396", "rfc3986"]),
    ("at-signs=first", "x://a@b@\\/", "a|b@\\|-", ["rfc2396"]),
    ("colons=last", "x://a:b:1/", "-|a:b|1", ["rfc1630", "rfc1738", "rfc1808", "rfc3986"]),
    ("colons=last", "x://u:p@a:1/", "u:p|a|1", ["rfc1630", "rfc1738", "rfc2396", "rfc3986"]),
    ("colons=last", "x://[::1]/", "-|[:|1]", ["rfc1630", "rfc1738", "rfc1808", "rfc2396"]),
    ("colons=last", "x://[::1]:2:3/", "-|[::1]:2|3", ["rfc3986"]),
    ("reg-name=as-server", "x://a_b/", "a_b", ["rfc2396"]),
    ("reg-name=as-server", "x://u@/", "u||-", ["rfc2396"]),
    ("reg-name=as-server,at-signs=first", "x://a@b@c/", "a|b@c|-", ["rfc2396"]),
    ("reg-name=as-server", "x:///", NONE, ["rfc2396"]),
]


@pytest.mark.parametrize(("choice", "url", "cell", "columns"), OPTIONS)
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
