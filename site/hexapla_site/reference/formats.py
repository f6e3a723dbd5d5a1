"""The formats of files and of what commands print, read from their JSON Schemas."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs
from markupsafe import Markup

import hexapla
from hexapla_site.reference import prose

FOLDER = "docs/formats/"
_CORE = Path(hexapla.__file__).parent
_DEFINITION, _DOCUMENT = "#/$defs/", "document"
# Members that hold schemas of what is below: by the sign that stands for it in a member's name.
_BELOW = (("items", "[]"), ("additionalProperties", ".*"))
_ALTERNATIVES = ("oneOf", "anyOf")


@attrs.frozen
class Source:
    """A schema, and what it describes.

    Attributes:
        id: The name of its page.
        file: The file in the package.
        about: Where such documents come from.
        values: The name of a second page, for what several documents hold; empty where one page
            has all definitions.
    """

    id: str
    file: str
    about: str
    values: str = ""


SOURCES = (
    Source(
        "output",
        "cli/output.schema.json",
        "What commands print with `--json`, one document a line. `hexapla discover -o`, "
        "`hexapla differential --write` and the summary of `hexapla corpus` are the same documents "
        "in files.",
        values="output-values",
    ),
    Source(
        "corpus-row",
        "corpus/corpus-row.schema.json",
        "What `hexapla corpus` writes for each pair, as a line of JSON or a row of Parquet.",
    ),
    Source(
        "corpus-reject",
        "corpus/corpus-reject.schema.json",
        "What `hexapla corpus` writes for each row that holds no pair.",
    ),
    Source(
        "vectors",
        "vectors/vectors.schema.json",
        "Test vectors of a standard: `hexapla vectors`, and the data of this site.",
    ),
    Source(
        "recordings",
        "implementations/recordings.schema.json",
        "What `hexapla implementations --write` writes, and `--check` reads.",
    ),
    Source(
        "protocol",
        "implementations/protocol.schema.json",
        "The lines by which `hexapla identify` and `hexapla differential` ask a program.",
    ),
)


@attrs.frozen
class Member:
    """A member of an object.

    Attributes:
        name: Its name, with those of the members that it is inside.
        anchor: The name of its place on the page.
        type: Its type, with links to definitions.
        text: What it holds.
        required: Whether it is always there.
    """

    name: str
    anchor: str
    type: Markup
    text: Markup
    required: bool


@attrs.frozen
class Definition:
    """An object of a format, or another value that several members hold."""

    name: str
    type: Markup
    text: Markup
    members: tuple[Member, ...]


@attrs.frozen
class FormatPage:
    """A format, or those of its definitions that have a page of their own.

    Attributes:
        id: The name of its page.
        source: Its schema.
        title: What it is called.
        text: What it is.
        about: Where such documents come from.
        definitions: The objects and other values that it is made of.
        schema: The schema itself.
    """

    id: str
    source: Source
    title: str
    text: Markup
    about: Markup
    definitions: tuple[Definition, ...]
    schema: str

    @property
    def address(self) -> str:
        """Where it is on the site."""
        return f"{FOLDER}{self.id}.html"

    @property
    def file(self) -> str:
        """The name of its schema."""
        return self.source.file.rpartition("/")[2]


def formats() -> tuple[FormatPage, ...]:
    """Return all formats, those with two pages as two."""
    return tuple(page for source in SOURCES for page in _pages(source))


def schema_of(source: Source) -> dict[str, Any]:
    """Read a schema."""
    schema: dict[str, Any] = json.loads((_CORE / source.file).read_text("utf-8"))
    return schema


def _pages(source: Source) -> Iterator[FormatPage]:
    schema = schema_of(source)
    documents = [each["$ref"].removeprefix(_DEFINITION) for each in schema.get("oneOf", ())]
    named: Mapping[str, Any] = schema.get("$defs", {})
    values = [name for name in named if source.values and name not in documents]
    first = {name: named[name] for name in named if name not in values}
    if "properties" in schema:
        first = {_DOCUMENT: {**schema, "description": ""}, **first}
    pages = {source.id: first, source.values: {name: named[name] for name in values}}
    addresses = {
        name: f"{page}.html#{name}" for page, definitions in pages.items() for name in definitions
    }
    for page, definitions in pages.items():
        if definitions:
            yield _page(page, source, schema, _SchemaReader(schema, addresses), definitions)


def _page(
    page: str,
    source: Source,
    schema: Mapping[str, Any],
    reader: "_SchemaReader",
    definitions: Mapping[str, Any],
) -> FormatPage:
    second = page == source.values
    return FormatPage(
        page,
        source,
        f"{schema['title']}: values" if second else schema["title"],
        _text(schema["description"]),
        _text("What several of these documents hold." if second else source.about),
        tuple(reader.definition(name, definition) for name, definition in definitions.items()),
        (_CORE / source.file).read_text("utf-8"),
    )


class _SchemaReader:
    """Reads the definitions of a schema."""

    def __init__(self, schema: Mapping[str, Any], addresses: Mapping[str, str]) -> None:
        self._definitions: Mapping[str, Any] = schema.get("$defs", {})
        self._shared = frozenset(schema.get("properties", {})) if self._definitions else frozenset()
        self._addresses = addresses

    def definition(self, name: str, schema: Mapping[str, Any]) -> Definition:
        """Return a definition with its members, those inside others behind these."""
        described = self._description(schema)
        return Definition(
            name, self._type(schema), _text(described), tuple(self._members(name, "", schema))
        )

    def _members(self, anchor: str, before: str, schema: Any) -> Iterator[Member]:
        if not isinstance(schema, Mapping):
            return
        required = schema.get("required", ())
        for name, inner in schema.get("properties", {}).items():
            if anchor != _DOCUMENT and not before and name in self._shared:
                continue  # told once, of all documents
            path = f"{before}{name}"
            said = _text(self._description(inner))
            yield Member(path, f"{anchor}.{path}", self._type(inner), said, name in required)
            yield from self._members(anchor, f"{path}.", inner)
        for pattern, inner in schema.get("patternProperties", {}).items():
            path = f"{before}{pattern.strip('^$').replace('.+', '*')}"
            said = _text(self._description(inner))
            yield Member(path, f"{anchor}.{path}", self._type(inner), said, False)
        yield from self._below(anchor, before.removesuffix("."), schema)

    def _below(self, anchor: str, path: str, schema: Mapping[str, Any]) -> Iterator[Member]:
        """Yield the members of what an array or an open object holds, and of alternatives."""
        for keyword, sign in _BELOW:
            inner = schema.get(keyword)
            if isinstance(inner, Mapping):
                yield from self._members(anchor, f"{path}{sign}.", inner)
        for keyword in _ALTERNATIVES:
            for inner in schema.get(keyword, ()):
                if "properties" in inner:
                    yield from self._members(anchor, f"{path}." if path else "", inner)

    def _description(self, schema: Any) -> str:
        """Return the description of a schema, or of the definition that it names."""
        if not isinstance(schema, Mapping):
            return ""
        named = str(schema.get("$ref", "")).removeprefix(_DEFINITION)
        own: str = schema.get("description", "")
        return own or (self._description(self._definitions[named]) if named else "")

    def _type(self, schema: Any) -> Markup:
        if not isinstance(schema, Mapping):
            return Markup("any")
        if "$ref" in schema:
            name = schema["$ref"].removeprefix(_DEFINITION)
            return Markup('<a href="{}">{}</a>').format(self._addresses[name], name)
        if "const" in schema or "enum" in schema:
            values = schema.get("enum", [schema.get("const")])
            return Markup(" | ").join(json.dumps(value, ensure_ascii=False) for value in values)
        for keyword in _ALTERNATIVES:
            if keyword in schema and "properties" not in schema and "type" not in schema:
                return Markup(" | ").join(dict.fromkeys(map(self._type, schema[keyword])))
        return self._plain_type(schema)

    def _plain_type(self, schema: Mapping[str, Any]) -> Markup:
        kinds = schema.get("type", "object")
        kinds = [kinds] if isinstance(kinds, str) else kinds
        return Markup(" | ").join(
            Markup("array of {}").format(self._type(schema["items"]))
            if kind == "array"
            else Markup("object of {}").format(self._type(schema["additionalProperties"]))
            if kind == "object" and isinstance(schema.get("additionalProperties"), Mapping)
            else Markup(kind)
            for kind in kinds
        )


def _text(description: str) -> Markup:
    """Return a description as a sentence, with its code."""
    said = description[:1].upper() + description[1:]
    ended = said if not said or said.endswith(".") else f"{said}."
    return prose.inline(ended, lambda _: None, {})
