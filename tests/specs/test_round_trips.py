"""Round trips that standards promise, under all readings of all standards."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from inputs import STANDARDS, any_text, bases, chosen_specs, pieces, references

import hexapla
from hexapla import Sameness
from hexapla.standard.rule import RuleKind
from hexapla.standard.spec import Spec

fronts = st.sampled_from(["", "x:", "http://h", "ftp://h/", "file:", "news:", "mailto:"])
uris = st.builds("{}{}".format, fronts, st.lists(pieces, max_size=6).map("".join))
texts = st.one_of(uris, references, any_text)
COMPONENTS = ("authority", "path", "query", "fragment")
# RFC 1808, 2.4.1, 2.4.4 and 2.4.5: an empty fragment, query or params counts as none, so its
# separator is lost.
LOSES_SEPARATORS = "rfc1808"
# RFC 2396 (5.2) and RFC 3986 (5.2.2) call it a loophole that a URI with the base's scheme may be
# relative; RFC 1630 leaves it open. Then a target may itself be read as relative.
STRICT = {"rfc1630": "absolute", "rfc2396": "validating", "rfc3986": "strict"}


@given(spec=chosen_specs(STANDARDS), data=texts, component=st.sampled_from(COMPONENTS))
def test_escaped_data_comes_back(spec: Spec, data: str, component: str) -> None:
    """RFC 1630, Encoding reserved characters; RFC 1738, 2.2; RFC 2396, 2.1; RFC 3986, 2.1, 2.5."""
    escaped = hexapla.escape(data, component, spec=spec)
    if escaped.text is not None:
        unescaped = hexapla.unescape(escaped.text, spec=spec)
        assert unescaped.text == data
        assert not unescaped.malformed


@given(
    spec=chosen_specs(STANDARDS),
    octets=st.binary(max_size=20),
    component=st.sampled_from(COMPONENTS),
)
def test_escaped_octets_come_back(spec: Spec, octets: bytes, component: str) -> None:
    escaped = hexapla.escape(octets, component, spec=spec)
    if escaped.text is not None:
        assert hexapla.unescape(escaped.text, spec=spec).octets == octets


@given(data=texts, component=st.sampled_from(COMPONENTS))
def test_what_the_url_standard_escapes_comes_back_but_for_percent_signs(
    data: str, component: str
) -> None:
    """URL Standard, 1.3: only encoding with a set that includes the percent sign is reversible."""
    assume("%" not in data and not any("\ud800" <= character <= "\udfff" for character in data))
    escaped = hexapla.escape(data, component, spec="whatwg")
    assert escaped.text is not None
    assert hexapla.unescape(escaped.text, spec="whatwg").text == data


@given(spec=st.one_of(chosen_specs(STANDARDS), st.just(hexapla.spec("whatwg"))), text=texts)
def test_a_normal_form_is_equivalent_and_its_own_normal_form(spec: Spec, text: str) -> None:
    """RFC 1630, Unsafe characters; RFC 3986, 6.2; URL Standard, 4.6."""
    normal = hexapla.normalize(text, spec=spec).normal
    if normal is not None:
        assert hexapla.equivalent(text, normal, spec=spec).verdict is Sameness.SAME
        assert hexapla.normalize(normal, spec=spec).normal == normal


@pytest.mark.parametrize("text", ["http://a/ ", "x: ", "news:a b"])
def test_a_reserved_space_has_no_canonical_form(text: str) -> None:
    """RFC 1630: a reserved character must not be encoded, but a canonical form has no space."""
    form = hexapla.normalize(text, spec="rfc1630[reserved-set=grammar]")
    assert form.normal is None
    assert form.provision is not None
    assert "reserved" in form.provision.citation.title
    for option in ("both", "prose"):
        spec = f"rfc1630[reserved-set={option}]"
        assert hexapla.normalize(text, spec=spec).normal == text.replace(" ", "%20")


@given(spec=chosen_specs(STANDARDS), text=texts)
def test_what_is_taken_apart_can_be_put_together(spec: Spec, text: str) -> None:
    """RFC 3986, 5.3; RFC 2396, 5.2 step 7; RFC 1808, 4 step 7."""
    reference = spec.parse(text)
    _, put_together = spec.standard.recombine(reference.split[1:])
    if spec.id != LOSES_SEPARATORS:
        assert put_together == text
    assert spec.parse(put_together).parts == reference.parts


@given(spec=chosen_specs(STANDARDS), base=bases, reference=texts)
def test_a_target_resolves_to_itself(spec: Spec, base: str, reference: str) -> None:
    """RFC 1630, Partial form; RFC 1808, 4 step 2b; RFC 2396, 5.2 step 3; RFC 3986, 5.2.2."""
    strict = (
        spec.choosing(hexapla.Choice("same-scheme", STRICT[spec.id])) if spec.id in STRICT else spec
    )
    target = strict.resolve(reference, base=base).uri
    # RFC 3986 removes dot segments from the path of a URI, but not from an inherited path.
    steps = strict.standard.record(reference, base=base).steps
    if spec.id == "rfc3986" and any(step.rule.kind is RuleKind.SKIP_DOTS for step in steps):
        return
    if target is not None and strict.is_absolute(target):
        assert strict.resolve(target, base=base).uri == target
