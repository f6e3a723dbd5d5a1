"""Test vectors: the cases, and the document, which describes its own use."""

import json
from typing import Any

import jsonschema
import pytest

import hexapla
from hexapla.standard.registry import default_columns
from hexapla.values.provenance import Provenance
from hexapla.vectors import example_cases, schema_text, vector_cases, vectors_of, vectors_text
from hexapla.vectors.cases import KINDS, ParseCase, ResolveCase, VectorCases, own_cases

MADE = Provenance("1.2.3", "2026-11-22")
SCHEMA = json.loads(schema_text())
SPECS = pytest.mark.parametrize("spec", default_columns(), ids=lambda spec: str(spec.id))
# A standard that has each outcome in its vectors.
WITH_OUTCOME = {"uri": "rfc1808", "same-document": "rfc2396", "undefined": "rfc1738"}
MOST = 400


def document(selector: str) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(vectors_text(hexapla.spec(selector), provenance=MADE))
    return made


def test_examples_and_test_pages_come_first() -> None:
    examples = example_cases()
    assert len(examples) == 152
    for spec in default_columns():
        for example in spec.examples():
            case = ResolveCase(example.base, example.reference)
            assert spec.document.label in examples[case]
        assert vector_cases(spec).by_kind["resolve"][:152] == tuple(examples)
    assert examples[ResolveCase("http://a/b/c/d;p?q", "../../../g")] == (
        "RFC 2396",
        "RFC 3986",
        "Fielding’s test pages, 1997",
    )


@SPECS
def test_each_case_is_there_once_and_few_are(spec: hexapla.Spec) -> None:
    cases = vector_cases(spec)
    for name, kind in KINDS.items():
        of_kind = cases.by_kind[name]
        assert all(isinstance(case, kind) for case in of_kind)
        assert len(set(of_kind)) == len(of_kind)
    chosen = own_cases(spec)
    assert chosen["validate"]
    assert sum(map(len, chosen.values())) <= MOST
    assert len(cases) == len(example_cases()) + sum(map(len, chosen.values()))


@SPECS
def test_a_document_follows_its_schema(spec: hexapla.Spec) -> None:
    made = vectors_of(spec, provenance=MADE)
    jsonschema.Draft202012Validator(SCHEMA).validate(json.loads(json.dumps(made)))
    cases = vector_cases(spec)
    for name, of_kind in cases.by_kind.items():
        vectors = made[name]
        assert isinstance(vectors, list)
        assert len(vectors) == len(of_kind)
        assert len({vector["id"] for vector in vectors}) == len(vectors)


@SPECS
def test_what_a_vector_says_is_the_standards(spec: hexapla.Spec) -> None:
    made = document(spec.selector)
    for vector in made["resolve"]:
        resolution = spec.resolve(vector["reference"], base=vector["base"])
        given = resolution.outcome.value, resolution.uri, resolution.same_document_fragment
        assert given == (vector["outcome"], vector["uri"], vector["fragment"])
    for vector in made["validate"]:
        validity = spec.validate(vector["text"], base=vector["base"])
        assert (validity.verdict.value, validity.offset) == (vector["verdict"], vector["offset"])
    for vector in made["normalize"]:
        assert spec.normalize(vector["uri"]).normal == vector["normal"]
    for vector in made["equivalent"]:
        said = spec.equivalent(vector["left"], vector["right"])
        assert said.verdict.value == vector["verdict"]


def parsed(spec: str, text: str) -> dict[str, Any]:
    cases = VectorCases({"parse": (ParseCase(text),)})
    made = vectors_of(hexapla.spec(spec), cases, MADE)["parse"]
    assert isinstance(made, list)
    (vector,) = made
    return dict(vector)


def test_a_part_is_followed_by_what_is_in_it() -> None:
    assert parsed("rfc3986", "//u@h:1")["parts"] == {
        "scheme": None,
        "authority": "u@h:1",
        "userinfo": "u",
        "host": "h",
        "port": "1",
        "path": "",
        "query": None,
        "fragment": None,
    }


def test_parts_are_as_the_standard_reads_them() -> None:
    vector = parsed("whatwg", "http://0x7f.1:80/a/../b")
    assert (vector["form"], vector["failure"]) == ("absolute", False)
    assert vector["parts"] == {
        "scheme": "http",
        "username": None,
        "password": None,
        "host": "127.0.0.1",
        "port": None,
        "path": "/b",
        "query": None,
        "fragment": None,
    }
    failing = parsed("whatwg", "http://a b/")
    assert failing["failure"]
    assert set(failing["parts"].values()) == {None}


def test_parts_name_the_readings_that_they_touch() -> None:
    assert parsed("rfc3986", "http://a@b@c/")["readings"] == {"at-signs": "last"}
    assert parsed("rfc3986", "http://a/")["readings"] == {}


def test_a_document_says_what_made_it_and_how_it_is_cited() -> None:
    made = document("rfc3986")
    assert made["hexapla"] == {"version": "1.2.3", "date": "2026-11-22", "license": "MIT"}
    assert made["citation"] == (
        "The Hexapla developers (2026). “Test vectors of RFC 3986”. Hexapla 1.2.3."
    )


def test_a_document_says_in_the_words_of_the_schema_how_it_is_used() -> None:
    how = document("rfc3986")["how_to_use"]
    kinds = SCHEMA["$defs"]
    members = kinds["resolve"]["properties"]
    assert how["outcome"] == {
        item["const"]: item["description"] for item in members["outcome"]["oneOf"]
    }
    assert how["outcome"].keys() == {outcome.value for outcome in hexapla.Outcome}
    assert how["outcome"]["undefined"].startswith("No rule: ")
    assert how["readings"] == kinds["readings"]["description"]
    assert how["parts"] == kinds["parse"]["properties"]["parts"]["description"]
    for name in KINDS:
        assert how[name] == kinds[name]["description"]


@pytest.mark.parametrize(("outcome", "spec"), WITH_OUTCOME.items())
def test_the_outcomes_are_in_the_vectors(outcome: str, spec: str) -> None:
    assert outcome in {vector["outcome"] for vector in document(spec)["resolve"]}


def test_readings_with_other_options_give_other_vectors() -> None:
    made = document("rfc2396[excess-dots=remove]")
    assert made["spec"] == "rfc2396[excess-dots=remove]"
    (vector,) = (item for item in made["resolve"] if item["id"] == "e2pone4z23")
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

    assert undescribed(SCHEMA, "") == []
    for name in KINDS:
        assert undescribed(SCHEMA["$defs"][name], name) == []
