"""The errata of the RFCs, and the rules that each is about."""

import pytest

import hexapla
from hexapla.documents.erratum import Erratum, ErratumState
from hexapla.standard.spec import Spec

# The RFC Editor's numbers of verified errata, of those held for an update, and of rejected ones, in
# August 2026.
COUNTS = {
    "rfc1630": (2, 0, 0),
    "rfc1738": (2, 0, 1),
    "rfc1808": (0, 0, 0),
    "rfc2396": (4, 1, 0),
    "rfc3986": (2, 7, 8),
    "rfc3987": (2, 2, 0),
    "whatwg": (0, 0, 0),
}


@pytest.mark.parametrize("spec", hexapla.specs(), ids=lambda spec: str(spec.id))
def test_each_erratum_on_record_is_there(spec: Spec) -> None:
    states = [erratum.state for erratum in spec.errata]
    assert tuple(map(states.count, ErratumState)) == COUNTS[spec.id]
    numbers = [erratum.number for erratum in spec.errata]
    assert numbers == sorted(set(numbers))


@pytest.mark.parametrize("spec", hexapla.specs(), ids=lambda spec: str(spec.id))
def test_an_erratum_names_rules_that_exist(spec: Spec) -> None:
    names = {*spec.standard.rules_by_name, *(reading.name for reading in spec.readings)}
    for erratum in spec.errata:
        assert names.issuperset(erratum.about), erratum


def erratum(spec: str, number: int) -> Erratum:
    (found,) = (each for each in hexapla.spec(spec).errata if each.number == number)
    return found


def test_an_erratum_has_its_address() -> None:
    form = erratum("rfc3986", 4789).to_dict()
    assert form["url"] == "https://www.rfc-editor.org/errata/eid4789"
    assert form["document"] == "rfc3986"
    assert form["state"] == "Held for Document Update"


# Whether the columns follow the errata.


def test_dots_above_the_root_go_despite_4547() -> None:
    assert erratum("rfc3986", 4547).state is ErratumState.HELD
    for spec, target in (("rfc3986", "http://a/g"), ("rfc2396", "http://a/../g")):
        resolution = hexapla.resolve("../../../g", base="http://a/b/c/d;p?q", spec=spec)
        assert resolution.uri == target


def test_a_normalized_base_does_as_4789_asks() -> None:
    given = {
        spec: hexapla.resolve("c", base="http://a/b/..", spec=spec).uri
        for spec in ("rfc3986", "rfc3986[base-normalization=syntax]")
    }
    assert [*given.values()] == ["http://a/b/c", "http://a/c"]


@pytest.mark.parametrize(
    ("number", "spec", "text", "verdict"),
    [
        (5118, "rfc1738", "gopher://h/1", "yes"),
        (450, "rfc2396", "http://a/?b/c", "yes"),
        (452, "rfc2396", "?y", "no"),
        (2033, "rfc3986", "", "yes"),
        (3330, "rfc3986", "#a#b", "no"),
        (4394, "rfc3986", "http://[1::]/", "yes"),
        (4942, "rfc3986", "http://a!b/", "yes"),
        (5428, "rfc3986", "/", "yes"),
    ],
)
def test_a_grammar_does_what_its_erratum_says(
    number: int, spec: str, text: str, verdict: str
) -> None:
    assert erratum(spec, number).section
    assert hexapla.validate(text, spec=spec).verdict.value == verdict
