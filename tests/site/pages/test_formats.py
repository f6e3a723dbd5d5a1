"""The reference of formats: it describes every member, and files are valid by the schemas."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from jsonschema.validators import validator_for
from site_under_test import built_site
from site_under_test import page as built_page
from tables import by_rows_of

import hexapla
from hexapla.corpus.source import BadRow
from hexapla.implementations.asking import AnyCase, Case, UrlCase
from hexapla.implementations.protocol import JsonLines
from hexapla_site.folders import DATA
from hexapla_site.pages.formats import FormatPage, formats

CORE = Path(hexapla.__file__).parent
FORMATS = formats()
each_format = pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.id)


def schema_of(name: str) -> dict[str, Any]:
    (form,) = (form for form in FORMATS if form.id == name)
    schema: dict[str, Any] = json.loads(form.schema)
    return schema


def schemas_with_members(schema: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(schema, Mapping):
        if isinstance(schema.get("properties"), Mapping):
            yield schema
        for keyword, value in schema.items():
            if keyword != "if":
                yield from schemas_with_members(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from schemas_with_members(value)


def test_every_schema_is_told() -> None:
    assert {path.name for path in CORE.rglob("*.schema.json")} == {form.file for form in FORMATS}


@each_format
def test_a_schema_is_one(form: FormatPage) -> None:
    schema = schema_of(form.id)
    validator_for(schema).check_schema(schema)
    objects: list[Any] = []
    json.loads(form.schema, object_pairs_hook=objects.append)
    for pairs in objects:
        names = [name for name, _ in pairs]
        assert len(names) == len(set(names))


@each_format
def test_every_member_has_an_entry(form: FormatPage) -> None:
    schema = schema_of(form.id)
    told = {name.rpartition(".")[2] for *_, members in form.definitions for name, *_ in members}
    shared = schema.get("properties", {}) if "$defs" in schema else {}
    for part in schemas_with_members(schema):
        for name, inner in part["properties"].items():
            assert name in told, name
            assert name in shared or {"description", "$ref"} & set(inner), name


def test_members_named_by_a_pattern_have_entries() -> None:
    (rows,) = (form for form in FORMATS if form.id == "corpus-row")
    told = {name for name, *_ in rows.definitions[0][-1]}
    assert {"*_target", "*_outcome", "*_fragment"} <= told


@each_format
def test_every_definition_has_a_description_and_every_member_a_type(form: FormatPage) -> None:
    for name, _, text, members in form.definitions:
        assert text or name == "document", name
        assert all(its_type for _, its_type, *_ in members)


@each_format
def test_every_member_is_an_anchor_of_its_page(form: FormatPage) -> None:
    ids = built_page(form.address).ids
    assert len(ids) == len(set(ids))
    for name, *_, members in form.definitions:
        assert {name, *(f"{name}.{member}" for member, *_ in members)} <= set(ids)
    folder = (built_site() / form.address).parent
    assert (folder / form.file).read_text("utf-8") == form.schema


@pytest.mark.parametrize("file", ["recordings.json", "parsings.json"])
def test_recordings_follow_their_schema(file: str) -> None:
    form = json.loads((DATA / file).read_text("utf-8"))
    for item in form["implementations"]:  # only a sample, since all of them take seconds
        for name in {"answers", "further"} & set(item):
            item[name] = item[name][:20]
    jsonschema.validate(form, schema_of("recordings"))


PROTOCOL = schema_of("protocol")


@pytest.mark.parametrize("case", [Case("http://a/b", "\ud800"), UrlCase("http://u@h/p")])
def test_questions_follow_the_schema_of_the_protocol(case: AnyCase) -> None:
    jsonschema.validate(json.loads(JsonLines().question(1, case)), PROTOCOL)


@by_rows_of("pages")
def test_answers_follow_the_schema_of_the_protocol(answer: dict[str, object]) -> None:
    jsonschema.validate(answer, PROTOCOL)


@pytest.mark.parametrize("answer", [{}, {"id": 1}, {"uri": 1}, [], "http://a/"])
def test_what_is_no_answer_does_not_follow_it(answer: object) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(answer, PROTOCOL)


@pytest.mark.parametrize("raw", [None, b"x", b"\xff"])
def test_bad_rows_follow_their_schema(raw: bytes | None) -> None:
    row = BadRow("it is no JSON", raw, source="pairs.jsonl", row=1)
    jsonschema.validate(row.to_dict(), schema_of("corpus-reject"))
