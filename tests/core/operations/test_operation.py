"""The operations of a spec, and the division of a URL with the provisions for it."""

from email import message_from_string
from typing import Any

import pytest
from random_urls import random_pairs
from tables import by_rows_of

import hexapla
from hexapla import Sameness
from hexapla.operations.authority import AuthorityRules, Delimiter, Piece, UrlComponents
from hexapla.operations.division import Bounds, DividedUrl, boundary_rule
from hexapla.operations.equivalence import EquivalenceRules, Rewriting, Rung
from hexapla.operations.extraction import Extraction, delimiters
from hexapla.standard import Citation, Provision, operation
from hexapla.standard.spec import Spec

HELD = ("escaping", "equivalence", "extraction", "base_precedence", "schemes", "access", "division")
Parent: Any = type(hexapla.spec("rfc3986").standard)
OUR_RULE = Provision(Citation(Parent.document, "ours"), "ignores case everywhere")


class IgnoringCase(EquivalenceRules):
    def rewritings(self) -> tuple[Rewriting, ...]:
        return (Rewriting(OUR_RULE, str.lower, Rung.CASE),)


class WithoutGrammar(Parent):  # type: ignore[misc]
    syntax = None


class Child(Parent):  # type: ignore[misc]
    equivalence = operation(IgnoringCase)
    extraction = None


def test_each_standard_holds_what_it_defines() -> None:
    held = {
        spec.id: {name for name in HELD if getattr(spec.standard, name) is not None}
        for spec in hexapla.specs()
    }
    assert held == {
        "rfc1630": set(HELD),
        "rfc1738": set(HELD) - {"base_precedence"},
        "rfc1808": {"escaping", "base_precedence", "schemes", "division"},
        "rfc2396": set(HELD) - {"access"},
        "rfc3986": set(HELD) - {"access"},
        "rfc3987": {"escaping", "equivalence", "schemes", "division"},
        "whatwg": {"escaping", "equivalence", "division"},
    }


class InBrackets(Extraction):
    wrappers = delimiters(Citation(Parent.document, "ours"))[:1]


class WithSchemes(Parent):  # type: ignore[misc]
    extraction = operation(InBrackets)


def test_what_has_a_scheme_is_a_uri_where_a_standard_says_no_more() -> None:
    spec: Spec = WithSchemes().spec
    found = hexapla.extract("see <URL:x:y> and <//h/a>", spec=spec)
    assert [item.uri for item in found] == ["x:y"]


def test_a_subclass_of_a_spec_replaces_an_operation() -> None:
    child: Spec = Child().spec
    found = hexapla.equivalent("http://a/B", "http://a/b", spec=child)
    assert (found.verdict, found.provision) == (Sameness.SAME, OUR_RULE)
    assert hexapla.normalize("http://a/B", spec=child).normal is None
    assert hexapla.extract("<http://a/>", spec=child) == ()
    assert hexapla.escape("é", spec=child).text == "%C3%A9"


@pytest.mark.parametrize("name", HELD)
def test_an_operation_is_made_once_for_a_spec_and_its_choices(name: str) -> None:
    spec = hexapla.spec("rfc1630").standard
    chosen = hexapla.spec("rfc1630[grammar=as-printed]").standard
    assert getattr(spec, name) is getattr(spec, name)
    assert getattr(spec, name) == getattr(hexapla.spec("rfc1630").standard, name)
    assert getattr(spec, name) != getattr(chosen, name)
    assert getattr(chosen, name).grammar is chosen.grammar
    assert repr(getattr(spec, name)).endswith(" of rfc1630>")


def test_an_operation_without_a_grammar_says_so() -> None:
    escaping = WithoutGrammar().escaping
    with pytest.raises(LookupError, match="rfc3986 has no grammar"):
        escaping.characters("unreserved")


Rfc3986: Any = type(hexapla.spec("rfc3986").standard)
A, B, C = (Provision(Citation(Rfc3986.document, name), name) for name in "abc")


class Silent(Rfc3986):  # type: ignore[misc]
    division = None


def test_a_silent_standard_tells_nothing() -> None:
    divided = hexapla.divide("http://u@h/", spec=Silent().spec)
    assert not divided.has_rule
    assert divided.accepts
    assert (divided.pieces, divided.authority, dict(divided.spans)) == ((), None, {})
    assert divided.components == hexapla.UrlComponents.of({})


def test_a_piece_ends_where_the_next_one_begins() -> None:
    pieces = (Piece("host", "h", further=(A, B)), Piece("port", "1", ":", begins=B, ends=C))
    bounds = DividedUrl("x", "h:1", hexapla.UrlComponents.of({}), pieces).bounds
    assert bounds["host"] == Bounds(None, B, (A, B))
    assert bounds["host"].provisions == (B, A)
    assert bounds["port"] == Bounds(B, C)


def test_spans_are_told_only_where_the_pieces_make_up_the_text() -> None:
    pieces = (Piece("host", "h"), Piece("port", "1", ":"))
    components = hexapla.UrlComponents.of({})
    assert DividedUrl("x", "h:1", components, pieces).spans == {"host": (0, 1), "port": (2, 3)}
    assert not DividedUrl("x", "h\t:1", components, pieces).spans


@pytest.mark.parametrize("spec", hexapla.specs(), ids=str)
def test_the_host_alone_is_that_of_the_components(spec: hexapla.Spec) -> None:
    for option in ("first", "last"):
        chosen = {name: option for name in spec.options if name in ("at-signs", "colons")}
        column = hexapla.spec(spec.selector + _written(chosen))
        assert column.standard.division is not None
        for _, url in random_pairs(400):
            divided = hexapla.divide(url, spec=column)
            refused = not divided.has_rule or not divided.accepts
            try:
                assert column.standard.division.host(url) == divided.components.host
                assert not refused
            except LookupError:
                assert refused


def _written(choices: dict[str, str]) -> str:
    told = ",".join(f"{name}={option}" for name, option in choices.items())
    return f"[{told}]" if told else ""


def test_what_a_standard_has_no_rule_for_does_not_divide() -> None:
    (host,) = AuthorityRules().divide("a@b:c", Piece("", "", "//", A), {})
    assert host == Piece("host", "a@b:c", "//", A)


def test_a_reading_says_which_of_several_delimiters_counts() -> None:
    rules = AuthorityRules(colon=Delimiter(A, first=B, last=C, reading="colons"))
    for option, texts, provision in (("first", ["a", "b:c"], B), ("last", ["a:b", "c"], C)):
        host, port = rules.divide("a:b:c", Piece("", ""), {"colons": option})
        assert [host.text, port.text] == texts
        assert (port.begins, port.choice) == (provision, hexapla.Choice("colons", option))
    _, port = rules.divide("a:b", Piece("", ""), {})
    assert (port.begins, port.choice) == (A, None)


@pytest.mark.parametrize(
    ("first", "last", "host", "provision"),
    [(B, C, "a", B), (None, C, "a:b", C), (None, None, "a", A)],
)
def test_without_a_reading_the_first_delimiter_counts_unless_only_the_last_has_a_provision(
    first: Provision | None, last: Provision | None, host: str, provision: Provision
) -> None:
    rules = AuthorityRules(colon=Delimiter(A, first=first, last=last))
    before, port = rules.divide("a:b:c", Piece("", ""), {})
    assert (before.text, port.begins, port.choice) == (host, provision, None)
    assert rules.host("a:b:c", {}) == host


@pytest.mark.parametrize("media_type", ["text/plain", "text/html"])
def test_a_mail_whose_charset_has_a_nul_has_a_base_nevertheless(media_type: str) -> None:
    mail = message_from_string(f"Content-Type: {media_type}; charset*=a%00b''x\n\n<base href=//b>")
    assert hexapla.establish_base(mail, retrieval="http://a/").uri is not None


@by_rows_of("operations")
def test_a_component_that_both_cut_alike_has_the_rule_that_rewrites_it(
    url: str, aspect: str, says: str
) -> None:
    here, there = (
        spec.standard.division.divide(url)
        for spec in map(hexapla.spec, ("whatwg", "rfc3986"))
        if spec.standard.division is not None
    )
    rule = boundary_rule(aspect, here, there)
    assert rule is not None
    assert rule.says == says


def test_what_is_not_told_is_not_there_either() -> None:
    components = UrlComponents.of({"path": "/", "host": None, "id": "1"})
    assert list(components.stated) == ["host", "path"]
    assert components.to_dict() == {"host": None, "path": "/"}


@by_rows_of("operations")
def test_a_client_looks_up_the_host_in_lower_case_without_brackets(
    host: str | None, connected_to: str | None
) -> None:
    assert UrlComponents.of({"host": host}).host_connected_to == connected_to
