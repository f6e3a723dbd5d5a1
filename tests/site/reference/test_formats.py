"""The reference of the formats: every member of every schema is told, and the schemas hold."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from jsonschema.validators import validator_for
from site_under_test import built_site
from site_under_test import page as built_page

import hexapla
from hexapla.corpus.source import BadRow
from hexapla.implementations.asking import AnyCase, Case, UrlCase
from hexapla.implementations.protocol import JsonLines
from hexapla_site.folders import DATA
from hexapla_site.reference.formats import SOURCES, FormatPage, Source, formats, schema_of

CORE = Path(hexapla.__file__).parent
FORMATS = formats()
sources = pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.id)


def schemas_with_members(schema: Any) -> Iterator[Mapping[str, Any]]:
    """Yield every part of a schema that lists members."""
    if isinstance(schema, Mapping):
        if isinstance(schema.get("properties"), Mapping) and "then" not in schema:
            yield schema
        for value in schema.values():
            yield from schemas_with_members(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from schemas_with_members(value)


def test_every_schema_is_told() -> None:
    files = {path.relative_to(CORE).as_posix() for path in CORE.rglob("*.schema.json")}
    assert files == {source.file for source in SOURCES}


@sources
def test_a_schema_is_one(source: Source) -> None:
    schema = schema_of(source)
    validator_for(schema).check_schema(schema)
    pairs: list[Any] = []
    json.loads(
        (CORE / source.file).read_text("utf-8"), object_pairs_hook=lambda form: pairs.append(form)
    )
    for form in pairs:
        names = [name for name, _ in form]
        assert len(names) == len(set(names))


@sources
def test_every_member_has_an_entry(source: Source) -> None:
    schema = schema_of(source)
    shared = set(schema.get("properties", {})) if "$defs" in schema else set()
    told = {
        member.name.rpartition(".")[2]
        for form in formats_of(source)
        for definition in form.definitions
        for member in definition.members
    }
    names = {name for part in schemas_with_members(schema) for name in part["properties"]}
    assert names - told <= shared
    count = sum(len(part["properties"]) for part in schemas_with_members(schema))
    entries = [
        member.anchor
        for form in formats_of(source)
        for definition in form.definitions
        for member in definition.members
    ]
    assert len(entries) == len(set(entries))
    assert len(entries) >= count - len(shared) * len(schema.get("$defs", {}))


def test_members_named_by_a_pattern_have_entries() -> None:
    (rows,) = (form for form in FORMATS if form.id == "corpus-row")
    told = {member.name for member in rows.definitions[0].members}
    assert {"*_target", "*_outcome", "*_fragment"} <= told


def formats_of(source: Source) -> list[FormatPage]:
    return [form for form in FORMATS if form.source is source]


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.id)
def test_every_member_and_definition_has_a_description(form: FormatPage) -> None:
    for definition in form.definitions:
        assert definition.text or definition.name == "document", definition.name
        for member in definition.members:
            assert member.text, member.anchor
            assert member.type, member.anchor


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.id)
def test_every_member_is_an_anchor_of_its_page(form: FormatPage) -> None:
    ids = built_page(form.address).ids
    assert len(ids) == len(set(ids))
    for definition in form.definitions:
        assert {definition.name, *(member.anchor for member in definition.members)} <= set(ids)
    folder = built_site() / form.address
    assert (folder.parent / form.file).read_text("utf-8") == form.schema


@pytest.mark.parametrize("file", ["recordings.json", "parsings.json"])
def test_recordings_follow_their_schema(file: str) -> None:
    (source,) = (source for source in SOURCES if source.id == "recordings")
    form = json.loads((DATA / file).read_text("utf-8"))
    for item in form["implementations"]:  # a sample: all of them take seconds
        for name in {"answers", "further"} & set(item):
            item[name] = item[name][:20]
    jsonschema.validate(form, schema_of(source))


PROTOCOL = schema_of(next(source for source in SOURCES if source.id == "protocol"))


@pytest.mark.parametrize("case", [Case("http://a/b", "\ud800"), UrlCase("http://u@h/p")])
def test_questions_follow_the_schema_of_the_protocol(case: AnyCase) -> None:
    jsonschema.validate(json.loads(JsonLines().question(1, case)), PROTOCOL)


@pytest.mark.parametrize(
    "answer",
    [
        {"uri": "http://a/g"},
        {"id": 1, "uri": None},
        {"error": "no host"},
        {"scheme": "http", "host": "h", "port": 80, "path": None},
    ],
)
def test_answers_follow_the_schema_of_the_protocol(answer: dict[str, object]) -> None:
    jsonschema.validate(answer, PROTOCOL)


@pytest.mark.parametrize("answer", [{}, {"id": 1}, {"uri": 1}, [], "http://a/"])
def test_what_is_no_answer_does_not_follow_it(answer: object) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(answer, PROTOCOL)


@pytest.mark.parametrize("raw", [None, b"x", b"\xff"])
def test_bad_rows_follow_their_schema(raw: bytes | None) -> None:
    (source,) = (source for source in SOURCES if source.id == "corpus-reject")
    row = BadRow("pairs.jsonl", 1, "it is no JSON", raw)
    jsonschema.validate(row.to_dict(), schema_of(source))
