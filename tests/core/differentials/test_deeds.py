"""What programs did that read different hosts: the boundary first, then the form."""

import pytest

from hexapla.differentials.deeds import Deed, host_deeds
from hexapla.differentials.host_account import HostAccount, account_of
from hexapla.differentials.inputs import Inputs
from hexapla.implementations.question import candidates
from hexapla.operations.url_components import UrlComponents


def account(url: str, host: str | None, **others: str | None) -> HostAccount | None:
    return account_of(url, UrlComponents.of({"host": host, **others}))


def deed(name: str, sign: str = "") -> Deed:
    return Deed(name, sign)


@pytest.mark.parametrize(
    ("url", "left", "right", "does", "other"),
    [
        (r"http://a\@b", "a", "b", deed("ends-authority", "a backslash"), "passes"),
        (r"http://a:1\@b", "a", "b", deed("ends-authority", "a backslash"), "passes"),
        (r"http://\a", None, r"\a", deed("ends-at-once", "a backslash"), "passes"),
        ("http://a#@b", "a", "b", deed("ends-authority", "a number sign"), "passes"),
        ("http://a b", "a", "a b", deed("ends-authority", "white space"), "passes"),
        ("http://u@a@b", "a@b", "b", deed("keeps", 'an "@"'), "userinfo"),
        ("http://u@a@b/", "a", "b", deed("first-at-sign"), "later-at-sign"),
        ("http://a:80:81", "a", "a:80", deed("ends", "a colon"), "keeps"),
        ("http:/a", "a", None, deed("authority", "after one slash"), "no-authority"),
        ("http:a", "a", None, deed("authority", "without slashes"), "no-authority"),
        ("http:///a", "a", None, deed("authority", "after more than two slashes"), "ends-at-once"),
        (r"http://\a\@b", "a", "b", deed("ends-authority", "a backslash"), "passes"),
        (
            "http://a.1",
            None,
            "a.1",
            deed("no-host", "with a last label that begins with a digit"),
            "host",
        ),
        ("http://%40@a:", None, "a", deed("no-host", "with an empty port"), "host"),
        ("http:/\t/a", "a", None, deed("removes-before"), "no-authority"),
        (
            "http:\t/a",
            "a",
            None,
            deed("removes-before+authority", "after one slash"),
            "no-authority",
        ),
        ("\0http://a", "a", None, deed("strips-before"), "no-authority"),
        ("http://a_b:c", None, "a_b:c", deed("no-host", 'with "_"'), "host"),
        ("http://u@@a", None, "a", deed("no-host", 'with more than one "@"'), "host"),
        ("http://a%252525b", "a%2525b", "a%252525b", deed("decodes"), "as-it-stands"),
        ("http://a\nb", "ab", "a\nb", deed("removes"), "as-it-stands"),
        ("http://%61", "a", "%61", deed("decodes"), "as-it-stands"),
        (
            "http://B\u00dcCHER.de",
            "b\u00fccher.de",
            "b\u00dccher.de",
            deed("lowers"),
            "as-it-stands",
        ),
        ("http://\u00dcb", "xn--b-dha", "\u00fcb", deed("maps"), "lowers"),
        ("http://\u212a", "k", "\u212a", deed("lowers"), "as-it-stands"),
        ("http://\u2460", "0.0.0.1", "1", deed("ipv4"), "only"),
        ("http://0x7f.1", "127.0.0.1", "0x7f.1", deed("ipv4"), "as-it-stands"),
        ("http://[0::1%25a]", "::1", "0::1%25a", deed("drops-zone+ipv6"), "as-it-stands"),
        ("http://[0:0::1]", "::1", "0:0::1", deed("ipv6"), "as-it-stands"),
        ("http://a.", "a", "a.", deed("drops-dot"), "as-it-stands"),
        ("http://a^", "a%5e", "a^", deed("encodes"), "as-it-stands"),
        ("file://localhost/", None, "localhost", deed("drops-localhost"), "as-it-stands"),
        ("http://a", "b", "a", deed("other"), "as-it-stands"),
        ("http://\u24602%33", "123", "\u24602%33", deed("decodes+to-ascii"), "as-it-stands"),
        ("http://a\u200bb", "ab", "a\u200bb", deed("drops-invisible"), "as-it-stands"),
        ("x://\t/", "_", None, deed("replaces-controls"), "removes"),
        ("http://\u00b2", "\u00c2\u00b2", "\u00b2", deed("octets"), "as-it-stands"),
        ("http://:80", None, ":80", deed("no-host", "with an empty host"), "host"),
    ],
)
def test_a_difference_is_told_by_what_either_did(
    url: str, left: str | None, right: str | None, does: Deed, other: str
) -> None:
    here, there = account(url, left), account(url, right)
    assert [host_deeds(here, there)[0], host_deeds(here, there)[1].name] == [does, other]
    assert host_deeds(there, here) == host_deeds(here, there)[::-1]


def test_what_else_a_program_tells_says_where_it_found_its_host() -> None:
    first = account("http://a@a/", "a", userinfo=None, path="@a/")
    last = account("http://a@a/", "a", userinfo="a", path="/")
    assert first is not None
    assert last is not None
    assert (first.start, first.end, last.start) == (7, 8, 9)


def test_an_empty_host_is_told_apart_from_none_by_a_program_that_has_both() -> None:
    url = "http:/a/"
    assert account(url, "", port="", path="/a/") == account(url, None, path="/a/")
    empty = account(url, "", port=None, path="/a/")
    assert empty is not None
    assert host_deeds(empty, account(url, "a", path="/")) == (
        deed("ends-at-once", "a slash"),
        deed("authority", "after one slash"),
    )


def test_what_parsers_are_divided_about_is_asked() -> None:
    inputs = Inputs(candidates(), count=20_000)
    drawn = "\n".join(map(inputs.drawn, range(20_000)))
    for piece in ("B\u00dcCHER.de", "\t//", "\u2460", "a\u2028b", "[::1%25a\\]", ":8\u0660"):
        assert piece in drawn
