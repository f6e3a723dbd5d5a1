"""RFC 3987: IRIs, their mapping to URIs, and their comparison, checked against IRI libraries."""

from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inputs import any_text
from tables import rows_of

import hexapla
from hexapla.grammar import RelationKind
from hexapla.testing import check_spec
from hexapla_specs.rfc3987 import STANDARD
from hexapla_specs.rfc3987.mapping import Mapping, to_iri, to_uri

IRIS = hexapla.spec("rfc3987")
URIS = hexapla.spec("rfc3986")


class Resolved(NamedTuple):
    """A row of a test suite for resolving."""

    suite: str
    base: str
    reference: str
    target: str


class Derived(NamedTuple):
    """A row of a test suite for validity."""

    suite: str
    rule: str
    text: str
    is_derived: bool


class Normalized(NamedTuple):
    """A row of a test suite for normal forms."""

    suite: str
    iri: str
    normal: str


class Mapped(NamedTuple):
    """An IRI and its URI, or a URI and its IRI."""

    text: str
    domain_names: bool
    mapped: str


class Equivalent(NamedTuple):
    """Two IRIs, and the rung of the comparison ladder on which they are the same."""

    left: str
    right: str
    rung: str | None


def test_the_standard_keeps_to_the_interface() -> None:
    check_spec(STANDARD, ("http://r\xe9sum\xe9.example.org/ros\xe9?\ue000#\u202e", "//\xe9@\xe8:1"))


def test_it_is_optional() -> None:
    assert IRIS not in hexapla.compare("g", base="http://a/").specs
    assert not STANDARD.default_column
    assert not STANDARD.candidate


# oxiri removes dot segments that a reference inherits from the base; 5.2.2 of RFC 3986 leaves them,
# unless the base is normalized (5.2.1). iref prevents "//" from being read as an authority; 5.3
# doesn't, and rdf-tests and iri-string have no such case.
OTHERWISE = {"oxiri": "rfc3987[base-normalization=syntax]"}


def test_resolving_is_that_of_iri_libraries() -> None:
    rows = [Resolved(*row) for row in rows_of("iris", "resolved")]
    apart = [row for row in rows if IRIS.resolve(row.reference, base=row.base).uri != row.target]
    assert len(rows) >= 600
    assert {row.suite for row in apart} == {"oxiri", "iref"}
    assert len(apart) == 13
    explained = [row for row in apart if row.suite in OTHERWISE]
    for row in explained:
        spec = hexapla.spec(OTHERWISE[row.suite])
        assert spec.resolve(row.reference, base=row.base).uri == row.target
    (left,) = (row for row in apart if row not in explained)
    assert IRIS.resolve(left.reference, base=left.base).parsed_again


def test_the_grammar_derives_what_iri_libraries_accept() -> None:
    rows = [Derived(*row) for row in rows_of("iris", "derived")]
    assert len(rows) >= 400
    assert [
        row for row in rows if IRIS.grammar.matches(row.rule, row.text) is not row.is_derived
    ] == []


# iri-string also removes an empty port, which here belongs to the rung `scheme`.
def test_normal_forms_are_those_of_iri_string() -> None:
    spec = hexapla.spec("rfc3987[decoded=iunreserved]")
    rows = [Normalized(*row) for row in rows_of("iris", "normalized")]
    apart = [
        row for row in rows if spec.normalize(row.iri, up_to="dot-segments").normal != row.normal
    ]
    assert len(rows) >= 70
    assert [row.iri for row in apart] == ["https://example.com:/"]
    assert [spec.normalize(row.iri, up_to="scheme").normal for row in apart] == [apart[0].normal]


@pytest.mark.parametrize(
    ("uri_rule", "iri_rule"),
    [("URI-reference", "IRI-reference"), ("authority", "iauthority"), ("segment", "isegment")],
)
def test_every_uri_is_an_iri(uri_rule: str, iri_rule: str) -> None:
    relation = URIS.grammar.relation(IRIS.grammar, uri_rule, iri_rule)
    assert relation.kind is RelationKind.SUBSET


@pytest.mark.parametrize("rule", ["scheme", "port", "IP-literal", "pct-encoded", "reserved"])
def test_rules_of_the_second_part_are_the_same(rule: str) -> None:
    assert URIS.grammar.relation(IRIS.grammar, rule).kind is RelationKind.EQUAL


def test_formatting_characters_are_a_reading() -> None:
    iri = "http://a/\u202e"
    assert hexapla.validate(iri, spec="rfc3987").offset is None
    assert hexapla.validate(iri, spec="rfc3987[bidi-formatting=refused]").offset == 9


def test_iris_are_mapped_as_the_rfc_has_it() -> None:
    for row in map(Mapped._make, rows_of("iris", "mapped")):
        assert to_uri(row.text, domain_names=row.domain_names).mapped == row.mapped


def test_uris_are_converted_as_the_rfc_has_it() -> None:
    for row in map(Mapped._make, rows_of("iris", "converted")):
        assert to_iri(row.text, domain_names=row.domain_names).mapped == row.mapped


def test_conversion_shows_the_steps_of_the_rfc() -> None:
    steps = to_iri("http://www.example.org/D%FCrst").steps
    assert [(step.provision.citation.section, step.after) for step in steps] == [
        ("3.2 step 2", "http://www.example.org/D<fc>rst"),
        ("3.2 step 3", "http://www.example.org/D%FCrst"),
    ]


def test_the_ladder_has_the_rungs_of_the_rfc() -> None:
    for row in map(Equivalent._make, rows_of("iris", "equivalent")):
        equivalence = hexapla.equivalent(row.left, row.right, spec="rfc3987")
        assert (equivalence.rung and equivalence.rung.value) == row.rung, row


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("http://a|b", "maps only the characters of URIs"),
        ("\x80", "maps only the characters of URIs"),
        ("\ud800", "maps only the characters of URIs"),
    ],
)
def test_what_is_no_iri_is_not_mapped(text: str, why: str) -> None:
    mapping = to_uri(text)
    assert mapping.mapped is None
    assert why in str(mapping.provision)


@pytest.mark.parametrize("name", ["a_\xe9", "a" * 64 + ".\xe9", "\xe9" * 100_000, "%ff.example"])
def test_a_name_may_be_refused_by_to_ascii(name: str) -> None:
    mapping = to_uri(f"http://{name}/", domain_names=True)
    assert mapping.mapped is None
    assert "ToASCII rejects" in str(mapping.provision)


@pytest.mark.parametrize(
    "iri", ["http:///", "http://[::1]:80/", "x://\xe9/", "http://b\xfccher.example.:80/"]
)
def test_other_hosts_stay_under_to_ascii(iri: str) -> None:
    expected = {
        "x://\xe9/": "x://%C3%A9/",
        "http://b\xfccher.example.:80/": "http://xn--bcher-kva.example.:80/",
    }
    assert to_uri(iri, domain_names=True).mapped == expected.get(iri, iri)


def test_printable_characters_may_be_mapped() -> None:
    assert to_uri("http://a/ |#[", printable=True).mapped == "http://a/%20%7C#["


def is_valid(text: str, spec: str) -> bool:
    return hexapla.validate(text, spec=spec).verdict.value == "yes"


@given(any_text)
def test_any_text_can_be_mapped(text: str) -> None:
    for mapping in (to_uri(text), to_uri(text, domain_names=True), to_iri(text)):
        assert isinstance(mapping, Mapping)
    mapped = to_uri(text).mapped
    assert (mapped is not None and is_valid(mapped, "rfc3986")) or not is_valid(text, "rfc3987")


MAPPED = r"http://[a-z\xe9]{0,3}/([A-Z0-9\xe9~-]|%[0-9a-fA-F]{2}){0,9}"


# 3.1: the mapping is idempotent. 3.2: its result maps back to the original, except for escapes.
@given(
    st.from_regex(r"http://[a-z\xe9]{0,3}/([A-Z0-9\xe9~-]|%[0-9a-fA-F]{2}){0,9}", fullmatch=True)
)
def test_mapping_back_keeps_the_uri(iri: str) -> None:
    uri = to_uri(iri).mapped
    assert uri is not None
    assert to_uri(uri).mapped == uri
    converted = to_iri(uri).mapped
    assert converted is not None
    back = to_uri(converted).mapped
    assert back is not None
    same = hexapla.equivalent(uri, back, spec="rfc3986", up_to="escapes").verdict.value
    assert same == "same"


@pytest.mark.parametrize(
    ("text", "named"),
    [("HTTP://? u:p@é", ['allows "é" in IRIs']), ("a b\U0001f600é", ['allows "😀" in IRIs'])],
)
def test_a_note_names_a_character_that_only_iris_have(text: str, named: list[str]) -> None:
    assert [note.partition(";")[0] for note in notes_on(text)] == named


@pytest.mark.parametrize("text", ["http://a/\ud800", "http://a/\ufdd0", "http://a/\x80 "])
def test_no_note_is_about_characters_that_iris_lack(text: str) -> None:
    assert notes_on(text) == []


def notes_on(text: str) -> list[str]:
    """Return what other documents say about a string that RFC 3986 doesn't allow."""
    [notes] = hexapla.compare(text, specs=["rfc3986"]).notes
    return [note.does for note in notes]
