"""What programs did that read different hosts: the boundary first, then the form."""

from tables import by_rows_of

from hexapla.differentials.deeds import Deed, host_deeds
from hexapla.differentials.host_account import HostAccount, account_of
from hexapla.differentials.inputs import Inputs
from hexapla.implementations.question import candidates
from hexapla.operations.url_components import UrlComponents


def account(url: str, host: str | None, **others: str | None) -> HostAccount | None:
    return account_of(url, UrlComponents.of({"host": host, **others}))


def deed(name: str, sign: str = "") -> Deed:
    return Deed(name, sign)


@by_rows_of("differentials", "deeds")
def test_a_difference_is_told_by_what_either_did(
    url: str, left: str | None, right: str | None, does: list[str], other: str
) -> None:
    here, there = account(url, left), account(url, right)
    assert [host_deeds(here, there)[0], host_deeds(here, there)[1].name] == [deed(*does), other]
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
