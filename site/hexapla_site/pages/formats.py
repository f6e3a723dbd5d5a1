"""The reference for formats: the described members of documents, extracted from JSON Schemas."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import attrs
from markupsafe import Markup

import hexapla
from hexapla_site.folders import read_data
from hexapla_site.markdown import inline
from hexapla_site.pages.kind import File, Page, PageKind, Site
from hexapla_site.search import SearchEntry

FOLDER = "docs/formats/"
_CORE = Path(hexapla.__file__).parent
_DEFINITION = "#/$defs/"


class Member(NamedTuple):
    """A member of an object; its name is preceded by the names of the members that contain it."""

    name: str
    type: Markup
    text: Markup
    is_required: bool


class Definition(NamedTuple):
    """The schema of a whole document, or of a value to which members refer by its name."""

    name: str
    type: Markup
    text: Markup
    members: tuple[Member, ...]


@attrs.frozen
class FormatPage:
    """A format, with its schema; `about` says what writes documents in the format."""

    file: str
    schema: str
    title: str
    text: Markup
    about: Markup
    definitions: tuple[Definition, ...]

    @property
    def id(self) -> str:
        """The name of the format's page."""
        return self.file.removesuffix(".schema.json")

    @property
    def address(self) -> str:
        """The address of the format's page."""
        return f"{FOLDER}{self.id}.html"


@attrs.frozen
class FormatsContext:
    """The content of the first page of the reference."""

    formats: Sequence[FormatPage]


@attrs.frozen
class FormatContext:
    """The content of the page of a format."""

    format: FormatPage


def formats(_: Site | None = None) -> tuple[FormatPage, ...]:
    """Return all formats."""
    listed = read_data("formats.toml")["format"]
    return tuple(_page(_CORE / item["schema"], item["about"]) for item in listed)


def _page(file: Path, about: str) -> FormatPage:
    text = file.read_text("utf-8")
    schema = json.loads(text)
    named = schema.get("$defs", {})
    document = {"document": {**schema, "description": ""}} if "properties" in schema else {}
    definitions = []
    for name, inner in {**document, **named}.items():
        members = tuple(_members("", inner, named))
        told = _text(_description(inner, named))
        definitions.append(Definition(name, _type(inner), told, members))
    return FormatPage(
        file=file.name,
        schema=text,
        title=schema["title"],
        text=_text(schema["description"]),
        about=inline(about),
        definitions=tuple(definitions),
    )


def _members(path: str, schema: Any, named: Mapping[str, Any]) -> Iterator[Member]:
    """Yield the members of an object, each followed by the members of objects inside it.

    Members without a description are left out.
    """
    if not isinstance(schema, Mapping):
        return
    required = schema.get("required", ())
    properties = dict(schema.get("properties", {}))
    for pattern, inner in schema.get("patternProperties", {}).items():
        properties[pattern.strip("^$").replace(".+", "*")] = inner
    for name, inner in properties.items():
        inside = f"{path}.{name}" if path else name
        text = _text(_description(inner, named))
        if text:
            yield Member(inside, _type(inner), text, name in required)
        yield from _members(inside, inner, named)
    yield from _members(f"{path}[]", schema.get("items"), named)
    yield from _members(f"{path}.*", schema.get("additionalProperties"), named)
    for inner in (*schema.get("oneOf", ()), *schema.get("anyOf", ())):
        yield from _members(path, inner, named)


def _description(schema: Any, named: Mapping[str, Any]) -> str:
    """Return the description of a schema, or of the definition to which it refers."""
    if not isinstance(schema, Mapping):
        return ""
    name = schema.get("$ref", "").removeprefix(_DEFINITION)
    own: str = schema.get("description", "")
    if own or not name:
        return own
    return _description(named[name], named)


def _type(schema: Any) -> Markup:
    if not isinstance(schema, Mapping):
        return Markup("any")
    if "$ref" in schema:
        return Markup('<a href="#{0}">{0}</a>').format(schema["$ref"].removeprefix(_DEFINITION))
    if "const" in schema or "enum" in schema:
        values = schema.get("enum", [schema.get("const")])
        return Markup(" | ").join(json.dumps(value, ensure_ascii=False) for value in values)
    if "oneOf" in schema and not schema.keys() & {"properties", "type"}:
        return Markup(" | ").join(dict.fromkeys(map(_type, schema["oneOf"])))
    kinds = schema.get("type", "object")
    if isinstance(kinds, str):
        return _kind(kinds, schema)
    return Markup(" | ").join(_kind(kind, schema) for kind in kinds)


def _kind(kind: str, schema: Mapping[str, Any]) -> Markup:
    inside = None
    if kind == "array":
        inside = schema.get("items")
    elif kind == "object" and isinstance(schema.get("additionalProperties"), Mapping):
        inside = schema["additionalProperties"]
    if inside is None:
        return Markup(kind)
    return Markup("{} of {}").format(kind, _type(inside))


def _text(description: str) -> Markup:
    """Convert a description to a sentence, with code marked up."""
    said = description[:1].upper() + description[1:]
    if said and not said.endswith("."):
        said += "."
    return inline(said)


def _pages(site: Site) -> Iterator[Page]:
    every = site.once(formats)
    yield Page(f"{FOLDER}index.html", "formats.html", FormatsContext(every))
    for each in every:
        yield Page(each.address, "format.html", FormatContext(each), indexed=False)


def _files(site: Site) -> Iterator[File]:
    for each in site.once(formats):
        yield File(f"{FOLDER}{each.file}", each.schema)


def _entries(site: Site) -> Iterator[SearchEntry]:
    for each in site.once(formats):
        yield SearchEntry("reference", each.address, each.title, each.text.striptags())
        for definition in each.definitions:
            names = " ".join(member.name for member in definition.members)
            address = f"{each.address}#{definition.name}"
            title = f"{definition.name}, {each.title}"
            text = definition.text.striptags()
            yield SearchEntry("reference", address, title, text, more=names)


KIND = PageKind("formats", FOLDER, _pages, files=_files, entries=_entries)
