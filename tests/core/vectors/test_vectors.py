"""Test vectors: the cases, the document, and that it says how it is used."""

import json
from typing import Any

import jsonschema
import pytest

import hexapla
from hexapla.values.provenance import Provenance
from hexapla.vectors import schema_text, vector_cases, vectors_of, vectors_text

MADE = Provenance("1.2.3", "2026-11-22")
SCHEMA = json.loads(schema_text())
SPECS = pytest.mark.parametrize("spec", hexapla.specs(), ids=lambda spec: str(spec.id))
# A standard that has each outcome in its vectors.
WITH_OUTCOME = {"uri": "rfc1808", "same-document": "rfc2396", "undefined": "rfc1738"}


def document(selector: str) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(vectors_text(hexapla.spec(selector), provenance=MADE))
    return made


def test_the_cases_are_the_examples_and_the_test_pages() -> None:
    cases = {(case.base, case.reference): case for case in vector_cases()}
    assert len(cases) == len(vector_cases()) == 152
    for spec in hexapla.specs():
        for example in spec.examples():
            assert spec.document.label in cases[example.base, example.reference].sources
    case = cases["http://a/b/c/d;p?q", "../../../g"]
    assert case.id == "e2pone4z23"
    assert case.sources == ("RFC 2396", "RFC 3986", "Fielding’s test pages, 1997")


@SPECS
def test_a_document_follows_its_schema_and_replays(spec: hexapla.Spec) -> None:
    made = vectors_of(spec, provenance=MADE)
    jsonschema.Draft202012Validator(SCHEMA).validate(json.loads(json.dumps(made)))
    vectors = made["vectors"]
    assert isinstance(vectors, list)
    assert len(vectors) == len(vector_cases())
    for vector in vectors:
        resolution = spec.resolve(vector["reference"], base=vector["base"])
        assert (resolution.uri, resolution.same_document_fragment) == (
            vector["uri"],
            vector["fragment"],
        )
        assert resolution.outcome.value == vector["outcome"]


def test_a_document_says_what_made_it_and_how_it_is_cited() -> None:
    made = document("rfc3986")
    assert made["hexapla"] == {"version": "1.2.3", "date": "2026-11-22", "license": "MIT"}
    assert made["citation"] == (
        "The Hexapla developers (2026). “Test vectors of RFC 3986”. Hexapla 1.2.3."
    )


def test_a_document_says_in_the_words_of_the_schema_how_it_is_used() -> None:
    how = document("rfc3986")["how_to_use"]
    members = SCHEMA["$defs"]["vector"]["properties"]
    assert how["outcome"] == {
        item["const"]: item["description"] for item in members["outcome"]["oneOf"]
    }
    assert how["outcome"].keys() == {outcome.value for outcome in hexapla.Outcome}
    assert how["outcome"]["undefined"].startswith("No rule: ")
    assert how["readings"] == members["readings"]["description"]
    assert how["parts"] == members["parts"]["description"]


@pytest.mark.parametrize(("outcome", "spec"), WITH_OUTCOME.items())
def test_the_outcomes_are_in_the_vectors(outcome: str, spec: str) -> None:
    assert outcome in {vector["outcome"] for vector in document(spec)["vectors"]}


def test_readings_with_other_options_give_other_vectors() -> None:
    made = document("rfc2396[excess-dots=remove]")
    assert made["spec"] == "rfc2396[excess-dots=remove]"
    (vector,) = (item for item in made["vectors"] if item["id"] == "e2pone4z23")
    assert (vector["uri"], vector["readings"]) == ("http://a/g", {"excess-dots": "remove"})


def test_every_member_of_the_schema_is_described() -> None:
    def undescribed(form: dict[str, Any], at: str) -> list[str]:
        return [
            f"{at}/{name}"
            for name, member in form.get("properties", {}).items()
            if "description" not in member
        ] + [
            gap
            for name, member in form.get("properties", {}).items()
            for gap in undescribed(member, f"{at}/{name}")
        ]

    assert undescribed(SCHEMA, "") == undescribed(SCHEMA["$defs"]["vector"], "") == []
