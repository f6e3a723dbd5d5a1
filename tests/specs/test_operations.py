"""Other operations of standards: access, base, extraction, equivalence, escaping."""

from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inputs import any_text, base_of, pieces
from tables import by_rows_of, every_row, json_of

import hexapla
from hexapla import Sameness
from hexapla.operations.base import BaseLevel
from hexapla.operations.equivalence import Rung

SPECS = hexapla.specs()
Case = dict[str, Any]


# The commands of a client for an FTP URL: RFC 1738, 3.2, and RFC 1630, FTP.


@by_rows_of("access", "commands")
def test_a_url_stands_for_its_commands(spec: str, url: str, commands: list[str] | None) -> None:
    found = hexapla.access(url, spec=spec)
    assert (found.selector, found.text) == (spec, url)
    assert [str(command) for command in found.commands] == (commands or [])
    assert (found.host is None) == (commands is None)


@by_rows_of("access")
def test_the_client_connects_to_host_and_port(
    spec: str, url: str, host: str, port: str | None
) -> None:
    """RFC 1738, 3.2, states the default port; RFC 1630 does not."""
    found = hexapla.access(url, spec=spec)
    assert (found.host, found.port) == (host, port)


def test_each_command_has_its_section() -> None:
    found = hexapla.access("ftp://h/a/b;type=i", spec="rfc1738").commands
    sections = [command.provision.citation.section for command in found]
    assert sections == ["3.2.1", "3.2.1", "3.2.2", "3.2.2", "3.2.2"]
    assert [command.on_request for command in found] == [True, True, False, False, False]
    guessed = hexapla.access("ftp://h/a", spec="rfc1738").commands[2]
    assert (guessed.name, guessed.provision.citation.section) == ("TYPE", "3.2.3")


# Establishing a base.


@every_row(((case["spec"], case["why"]), (case,)) for case in json_of("base")["cases"])
def test_the_expected_base_is_established(case: Case) -> None:
    base = base_of(case, case["spec"])
    assert (base.uri, base.level) == (case["base"], case["level"])
    assert (base.provision is None) == (base.level is None)


def test_a_base_that_is_passed_over_is_reported() -> None:
    page = '<head><base href="/x/"></head>'
    base = hexapla.establish_base(page, retrieval="http://a/b", spec="rfc2396")
    assert (base.uri, base.level) == ("http://a/b", BaseLevel.RETRIEVAL)
    assert [(item.source, item.value) for item in base.passed_over] == [("BASE element", "/x/")]


@by_rows_of("documents")
def test_the_octets_of_a_page_are_read_in_its_charset(page: str) -> None:
    assert hexapla.establish_base(page.encode("latin-1")).uri == "http://é/"


def test_the_newest_default_column_is_asked_where_none_is_named() -> None:
    base = hexapla.establish_base(None, retrieval="http://a/")
    assert base.selector == "rfc3986"
    assert base.provision is not None
    assert base.provision.citation.section == "5.1.3"


# URIs in running text.


@every_row(((case["spec"], case["text"]), (case,)) for case in json_of("extraction")["cases"])
def test_the_expected_uris_are_found(case: Case) -> None:
    found = [
        {"uri": item.uri} | ({"alternatives": [*item.alternatives]} if item.alternatives else {})
        for item in hexapla.extract(case["text"], spec=case["spec"])
    ]
    assert found == (case["found"] or [])
    assert (hexapla.spec(case["spec"]).standard.extraction is None) == (case["found"] is None)


MARKED = [*'<>" \n-a.', "URL:", "url:", "http://a/", "#b", "mailto:x@y", "news:*", "&", "%41"]


@given(st.lists(st.sampled_from(MARKED), max_size=14).map("".join) | any_text)
def test_every_span_holds_its_uri(text: str) -> None:
    for spec in SPECS:
        end = 0
        for found in hexapla.extract(text, spec=spec):
            assert "".join(text[found.span.start : found.span.stop].split()) == found.uri
            assert end <= found.wrapped.start <= found.span.start
            assert found.span.stop <= found.wrapped.stop
            end = found.wrapped.stop


def test_columns_differ_region_by_region() -> None:
    text = "See <URL:http://a/b> and <http://a/c>, url:http://a/d too."
    found = hexapla.compare_extraction(text, specs=["rfc1630", "rfc1738", "rfc1808", "rfc2396"])
    assert found.silent == ("rfc1808",)
    assert [
        {selector: [item.uri for item in items] for selector, items in region.extracted.items()}
        for region in found.regions
    ] == [
        {"rfc1630": [], "rfc1738": ["http://a/b"], "rfc2396": ["http://a/b"]},
        {"rfc1630": [], "rfc1738": [], "rfc2396": ["http://a/c"]},
        {"rfc1630": ["http://a/d"], "rfc1738": [], "rfc2396": ["url:http://a/d"]},
    ]
    assert not found.agrees
    assert not any(region.agrees for region in found.regions)


def test_what_one_column_finds_in_another_s_wrapper_is_one_region() -> None:
    text = "<URL:http://a/ url:http://b/>"
    (region,) = hexapla.compare_extraction(text, specs=["rfc1630", "rfc1738"]).regions
    assert text[slice(*region.span)] == text
    assert region.extracted["rfc1630"][0].uri == "http://b/"


# Equivalence of two URIs.

SAME: list[Case] = json_of("equivalence")["cases"]
joined = st.lists(pieces, max_size=8).map("".join)
uris = joined.map("http://h".__add__)
texts = st.one_of(uris, joined, any_text)


@every_row((f"{case['spec']} {case['a']!a} {case['b']!a}", (case,)) for case in SAME)
def test_every_case_has_its_verdict(case: Case) -> None:
    spec = hexapla.spec(case["spec"])
    found = hexapla.equivalent(case["a"], case["b"], spec=spec)
    assert found.verdict.value == case["verdict"], case["why"]
    if found.verdict is not Sameness.UNDECIDED:
        assert found.provision is not None
        assert found.provision.citation.document.date <= spec.document.date
    turned = hexapla.equivalent(case["b"], case["a"], spec=spec)
    assert (turned.verdict, turned.provision) == (found.verdict, found.provision)


def test_rfc_1738_cites_what_leaves_an_encoded_reserved_character_open() -> None:
    found = hexapla.equivalent("http://h/a/b", "http://h/a%2Fb", spec="rfc1738")
    assert found.provision is not None
    assert found.provision.citation.section == "2.2"
    assert hexapla.equivalent("http://h/a", "http://h/b", spec="rfc1738").provision is None


def test_every_case_is_cited_and_every_standard_has_an_example() -> None:
    assert all(case["section"] for case in SAME)
    given = {case["spec"] for case in SAME if case["kind"] == "standard"}
    assert given == {"rfc1630", "rfc1738", "rfc1808", "rfc2396", "rfc3986"}


@by_rows_of("equivalence_steps", "steps")
def test_rfc3986_names_the_step_of_its_ladder(left: str, right: str, section: str) -> None:
    provision = hexapla.equivalent(left, right, spec="rfc3986").provision
    assert provision is not None
    assert provision.citation.section == section


@given(left=texts, right=texts)
def test_equivalence_is_symmetric_and_reflexive_and_borrows_from_no_later_standard(
    left: str, right: str
) -> None:
    for spec in SPECS:
        here, there = (
            hexapla.equivalent(left, right, spec=spec),
            hexapla.equivalent(right, left, spec=spec),
        )
        assert (here.verdict, here.provision) == (there.verdict, there.provision)
        assert hexapla.equivalent(left, left, spec=spec).verdict is Sameness.SAME
        if here.provision is not None:
            assert here.provision.citation.document.date <= spec.document.date
        if spec.id == "rfc1808" and left != right:
            assert here.verdict is Sameness.UNDECIDED


class OnRung(NamedTuple):
    """Two URIs, and the lowest rung on which they are the same under a standard."""

    spec: str
    left: str
    right: str
    rung: str | None


ON_RUNGS = (
    # 6.2.1 to 6.2.3, and 6.2.4, which is left open
    OnRung("rfc3986", "https://c.example/cb", "https://c.example/cb", "string"),
    OnRung("rfc3986", "https://c.example/cb", "HTTPS://C.example/cb", "case"),
    OnRung("rfc3986", "http://a/%c3%a9", "http://a/%C3%A9", "case"),
    OnRung("rfc3986", "http://a/%7Eb", "http://a/~b", "escapes"),
    OnRung("rfc3986", "http://%41/", "http://a/", "escapes"),
    OnRung("rfc3986", "HTTP://a/%7Eb", "http://a/~b", "escapes"),
    OnRung("rfc3986", "http://a/b/../c", "http://a/c", "dot-segments"),
    OnRung("rfc3986", "http://a/%2e%2E/c", "http://a/c", "dot-segments"),
    OnRung("rfc3986", "http://a", "http://a:80/", "scheme"),
    OnRung("rfc3986", "https://c.example/cb", "https://c.example/cb/", None),
    OnRung("rfc2396", "HTTP://a/", "http://a/", "case"),
    OnRung("rfc2396", "http://a/%7Eb", "http://a/~b", "escapes"),
    OnRung("rfc2396", "http://a:80/", "http://a/", "scheme"),
    OnRung("rfc1738", "http://a/%61", "http://a/a", "escapes"),
    OnRung("rfc1630", "x:a#", "x:a", "empty-parts"),
    OnRung("whatwg", "http://a/b/../c", "HTTP://a:80/c", "parsing"),
    OnRung("whatwg", "http://a/%7Eb", "http://a/~b", None),
)


@pytest.mark.parametrize("case", ON_RUNGS, ids=lambda case: " ".join(map(str, case)))
def test_the_lowest_rung_is_told(case: OnRung) -> None:
    answer = hexapla.equivalent(case.left, case.right, spec=case.spec)
    assert answer.rung == case.rung
    assert (answer.verdict is Sameness.SAME) == (case.rung is not None)


@pytest.mark.parametrize("case", ON_RUNGS, ids=lambda case: " ".join(map(str, case)))
def test_uris_are_the_same_from_their_rung_on(case: OnRung) -> None:
    heights = [rung.height for rung in Rung if rung == case.rung] or [len(Rung)]
    for rung in Rung:
        answer = hexapla.equivalent(case.left, case.right, spec=case.spec, up_to=rung)
        is_same = answer.verdict is Sameness.SAME
        assert is_same == (rung.height >= heights[0]), rung
        forms = {
            hexapla.normalize(text, spec=case.spec, up_to=rung).normal
            for text in (case.left, case.right)
        }
        assert case.spec == "rfc1630" or (len(forms) == 1) == is_same or forms == {None}, rung


def test_a_normal_form_stops_at_a_rung() -> None:
    text = "HTTP://A:80/b/../%7Ec"
    forms = [hexapla.normalize(text, spec="rfc3986", up_to=rung).normal for rung in Rung]
    assert forms == [
        "HTTP://A:80/b/../%7Ec",
        "http://a:80/b/../%7Ec",
        "http://a:80/b/../~c",
        "http://a:80/b/../~c",
        "http://a:80/~c",
        "http://a/~c",
        "http://a/~c",
    ]


def test_a_rung_that_is_not_there_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"unknown rung 'top'. Available: string, case, escapes"):
        hexapla.normalize("a:b", spec="rfc3986", up_to="top")


def test_a_silent_standard_stays_silent_on_a_rung() -> None:
    answer = hexapla.equivalent("http://a/", "HTTP://a/", spec="rfc1808", up_to="string")
    assert answer.verdict is Sameness.UNDECIDED


@given(left=uris, right=uris)
def test_two_uris_are_the_same_where_their_normal_forms_are(left: str, right: str) -> None:
    for spec in (hexapla.spec("rfc3986"), hexapla.spec("whatwg")):
        here, there = (
            hexapla.normalize(left, spec=spec).normal,
            hexapla.normalize(right, spec=spec).normal,
        )
        if here is not None and there is not None:
            same = hexapla.equivalent(left, right, spec=spec).verdict is Sameness.SAME
            assert same == (here == there)


@by_rows_of("equivalence_steps", "normal forms")
def test_every_normal_form_is_as_expected(spec: str, text: str, normal: str | None) -> None:
    assert hexapla.normalize(text, spec=spec).normal == normal


def test_the_whatwg_normal_form_is_the_library_s() -> None:
    ada_url = pytest.importorskip("ada_url")
    text = "HTTP://U@B\u00fccher.example:443/%7e a/../?\u00e9#\u00e9"
    assert hexapla.normalize(text, spec="whatwg").normal == ada_url.normalize_url(text)


def test_a_standard_without_rules_on_equivalence_holds_none() -> None:
    assert [spec.id for spec in SPECS if spec.standard.equivalence is None] == ["rfc1808"]
    found = hexapla.equivalent("http://a/", "http://a/", spec="rfc1808")
    assert (found.verdict, found.provision) == (Sameness.SAME, None)
    assert hexapla.normalize("http://a/", spec="rfc1808").normal is None


def test_an_equivalence_asks_for_its_verdict_instead_of_its_truth() -> None:
    with pytest.raises(TypeError, match=r"\.verdict"):
        bool(hexapla.equivalent("http://a/", "http://b/", spec="rfc3986"))


# Escaping: the standards' examples, and the sets of characters.


@every_row(((case["spec"], case["why"]), (case,)) for case in json_of("escaping")["cases"])
def test_data_is_escaped_and_a_text_unescaped_as_expected(case: dict[str, Any]) -> None:
    if case["operation"] == "escape":
        found = hexapla.escape(case["data"], case["component"], spec=case["spec"])
        assert found.text == case["result"]
        return
    unescaped = hexapla.unescape(case["text"], spec=case["spec"])
    assert unescaped.text == case["result"]
    assert str(unescaped) == ("(undefined)" if case["result"] is None else case["result"])
    assert unescaped.octets == bytes.fromhex(case["octets"])
    assert (unescaped.provision is None) is (unescaped.text is not None)
    assert [{"offset": item.offset} for item in unescaped.malformed] == case["bad"]


def test_a_segment_of_dots_is_a_difference() -> None:
    """RFC 1630 encodes "." and "..", which have a meaning as segments; other specs keep them."""
    specs = ["rfc1630", "rfc3986"]
    for data in (".", ".."):
        assert not hexapla.compare_escaping(data, specs=specs).agrees
    assert hexapla.compare_escaping("a..", specs=specs).agrees


def test_foreign_characters_leave_words_alone() -> None:
    for spec in SPECS:
        escaping = spec.standard.escaping
        if escaping is not None:
            assert escaping.escape_foreign("http://a1/Z") == "http://a1/Z", spec.id


def test_escaped_data_stays_in_its_component() -> None:
    """Data that is escaped for a component is parsed as part of that component."""
    data = "".join(map(chr, range(1, 128)))
    for spec in SPECS[:-1]:
        for component, prefix in (("path", "x:/"), ("query", "x:/a?"), ("fragment", "x:/a#")):
            escaped = hexapla.escape(data, component, spec=spec).text
            if escaped is not None and (component != "query" or spec.id != "rfc1738"):
                reference = spec.parse(prefix + escaped)
                part = reference.part(component)
                assert part is not None
                assert part.removeprefix("/") == escaped, spec.id


@by_rows_of("characters", "classes")
def test_a_class_has_the_members_of_the_standard(spec: str, name: str, members: str) -> None:
    escaping = hexapla.spec(spec).standard.escaping
    assert escaping is not None
    assert escaping.classes[name] == set(members)


def test_columns_differ_on_the_characters_that_they_write_differently() -> None:
    found = hexapla.compare_escaping(specs=["rfc1738", "rfc2396", "rfc3986"])
    assert str(found) == "path: the specs differ on !$&'()*+,:@~"
    assert str(hexapla.compare_escaping("a")) == "path: the specs agree"
    tilde = found.differences[-1]
    assert [treatment.written for treatment in tilde.treatments] == ["%7E", "~", "~"]
    classes = [treatment.classes for treatment in tilde.treatments]
    assert classes == [("national", "unsafe"), ("unreserved", "mark"), ("unreserved",)]


RELATIVE = ("rfc1630", "rfc1808", "rfc2396")


def test_a_column_without_a_rule_for_a_component_is_silent() -> None:
    assert hexapla.compare_escaping(specs=RELATIVE).silent == ("rfc1808",)
    assert hexapla.compare_escaping("a", "params", specs=RELATIVE).silent == RELATIVE


def test_the_standard_s_own_name_of_a_component_is_known() -> None:
    assert str(hexapla.escape("a+b", "search", spec="rfc1630")) == "a%2Bb"
    with pytest.raises(LookupError, match="Did you mean 'search'"):
        hexapla.escape("a", "serch", spec="rfc1630")


@by_rows_of("characters", "percent encode sets")
def test_whatwg_keeps_what_its_percent_encode_sets_lack(component: str, encoded: str) -> None:
    """The sets of the standard, 1.3, each with the C0 control set."""
    escaping = hexapla.spec("whatwg").standard.escaping
    assert escaping is not None
    lacking = {chr(code) for code in range(0x20, 0x7F)} - set(encoded)
    assert escaping.kept[component].characters == lacking


def test_a_component_is_named_wrongly_in_a_silent_standard_too() -> None:
    for spec in SPECS:
        with pytest.raises(LookupError, match="unknown component 'serch'"):
            hexapla.escape("a", "serch", spec=spec)
