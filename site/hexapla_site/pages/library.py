"""The library reference: all public names, grouped by subject, read from the source."""

import logging
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from pathlib import Path
from typing import NamedTuple

import attrs
import griffe
from markupsafe import Markup, escape

import hexapla
from hexapla.values.frozen import late
from hexapla_site.folders import read_data
from hexapla_site.markdown import inline, paragraphs
from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.search import SearchEntry

FOLDER = "docs/library/"
_PACKAGES = ("hexapla", "pytest_hexapla")
_SECTIONS = {"parameters": "Takes", "returns": "Returns", "yields": "Yields", "raises": "Raises"}
_LONGEST_LINE = 88
_TYPE_NAME = re.compile(r"(?<!class )\b[A-Z]\w+")
_CALL = re.compile(r"\b(?P<name>\w+)\((?P<parameters>.*)\)(?P<returns> -> .*)?")
_BETWEEN_PARAMETERS = re.compile(r", (?=[*/]|\w+: )")


class Described(NamedTuple):
    """An argument, result or error of a function: its name (if any), type and description."""

    name: str
    type: Markup
    text: Markup


class Section(NamedTuple):
    """The arguments, results or errors of a function, with a title."""

    title: str
    rows: tuple[Described, ...]


@attrs.frozen
class Entry:
    """A public name, or a public member of a class, with its import path."""

    path: str
    kind: str
    signature: Markup
    text: Markup
    sections: tuple[Section, ...]
    bases: Markup
    members: tuple["Entry", ...]

    @property
    def name(self) -> str:
        """The last part of the import path."""
        return self.path.rpartition(".")[2]

    @property
    def summary(self) -> str:
        """The first paragraph of the description, without markup."""
        return self.text.partition("</p>")[0].striptags()


@attrs.frozen
class Subject:
    """A page of the reference."""

    id: str
    title: str
    lead: str
    entries: tuple[Entry, ...]

    @property
    def address(self) -> str:
        """The address of the page."""
        return f"{FOLDER}{self.id}.html"


@attrs.frozen
class LibraryContext:
    """The content of the first page of the reference."""

    subjects: Sequence[Subject]


@attrs.frozen
class SubjectContext:
    """The content of a page of the reference."""

    subject: Subject


def read_source() -> griffe.ModulesCollection:
    """Read the source of the library."""
    logging.getLogger("griffe").setLevel(logging.ERROR)
    loader = griffe.GriffeLoader(
        search_paths=[Path(hexapla.__file__).parents[1]],
        docstring_parser=griffe.Parser.google,
        docstring_options={
            "warnings": False,
            "returns_multiple_items": False,
            "returns_named_value": False,
        },
        allow_inspection=False,
    )
    for name in _PACKAGES:
        loader.load(name)
    loader.resolve_aliases(external=False)
    return loader.modules_collection


def definition_of(source: griffe.ModulesCollection, path: str) -> griffe.Object:
    """Return the definition of a public name from the source."""
    named = source[path]
    return named.final_target if isinstance(named, griffe.Alias) else named


def subjects(_: Site | None = None) -> tuple[Subject, ...]:
    """Return the pages, as listed in `library.toml`."""
    source = read_source()
    pages = read_data("library.toml")["subject"]
    definitions = {}
    for page in pages:
        for path in page["names"]:
            definitions[path] = definition_of(source, path)
    public = {definition.path for definition in definitions.values()}
    addresses = {}
    for page in pages:
        for path in page["names"]:
            definition = definitions[path]
            short = _short(path, definition)
            for name in (None, *_members(definition, public)):
                member = "" if name is None else f".{name}"
                address = f"{page['id']}.html#{path}{member}"
                addresses[path + member] = addresses[short + member] = address
    reader = _SourceReader(addresses, public)
    found = []
    for page in pages:
        entries = tuple(reader.entry(path, definitions[path]) for path in page["names"])
        found.append(Subject(page["id"], page["title"], page["lead"], entries))
    return tuple(found)


def _short(path: str, definition: griffe.Object) -> str:
    """Return the name used in prose and types: for a class, its name without the module."""
    return definition.name if definition.is_class else path.removeprefix("hexapla.")


def _docstring_of(definition: griffe.Object) -> Sequence[griffe.DocstringSection]:
    """Return the sections of a definition's docstring; empty if it has no docstring."""
    if definition.docstring is None:
        return ()
    return definition.docstring.parsed


class _SourceReader:
    """Reads definitions, and links the public names that they mention."""

    def __init__(self, addresses: Mapping[str, str], public: Set[str]) -> None:
        self._addresses = addresses
        self._public = public

    def entry(self, path: str, definition: griffe.Object) -> Entry:
        """Return the entry for a name; members without a docstring are described by their class."""
        sections = _docstring_of(definition)
        texts = [each.value for each in sections if each.kind.value == "text"]
        fields = self._fields_of(definition)
        members = []
        for name, member in _members(definition, self._public).items():
            entry = self.entry(f"{path}.{name}", member)
            text = entry.text or fields.get(entry.name, Markup())
            members.append(attrs.evolve(entry, text=text))
        bases = map(str, getattr(definition, "bases", ()))
        return Entry(
            path=path,
            kind=definition.kind.value,
            signature=self._linked(_signature(definition)),
            text=self._paragraphs("\n\n".join(texts)),
            sections=tuple(self._sections(sections)),
            bases=self._linked(", ".join(bases)),
            members=tuple(members),
        )

    def _fields_of(self, definition: griffe.Object) -> Mapping[str, Markup]:
        """Return the descriptions of attributes in the docstrings of a definition and its bases."""
        described = [definition]
        if isinstance(definition, griffe.Class):
            described += definition.mro()
        fields: dict[str, Markup] = {}
        for each in reversed(described):
            for section in _docstring_of(each):
                if section.kind.value == "attributes":
                    for field in section.value:
                        fields[field.name] = self._paragraphs(field.description)
        return fields

    def _sections(self, parsed: Iterable[griffe.DocstringSection]) -> Iterator[Section]:
        for each in parsed:
            title = _SECTIONS.get(each.kind.value)
            if title is not None:
                yield Section(title, tuple(map(self._described, each.value)))

    def _paragraphs(self, text: str) -> Markup:
        return paragraphs(text, self._addresses.get)

    def _described(self, item: griffe.DocstringElement) -> Described:
        return Described(
            name=getattr(item, "name", ""),
            type=self._linked(str(item.annotation or "")),
            text=inline(item.description, self._addresses.get),
        )

    def _linked(self, code: str) -> Markup:
        """Link the names of public classes in code."""

        def link(match: re.Match[str]) -> str:
            address = self._addresses.get(match[0])
            return match[0] if address is None else f'<a href="{escape(address)}">{match[0]}</a>'

        return Markup(_TYPE_NAME.sub(link, escape(code)))


def _members(definition: griffe.Object, public: Set[str]) -> Mapping[str, griffe.Object]:
    """Return the public members of a class in the order of the source, followed by inherited ones.

    Members of base classes in `public` are left out, because these classes have their own entries.
    """
    if not isinstance(definition, griffe.Class):
        return {}
    shown = [definition]
    for base in definition.mro():
        if base.path not in public:
            shown.append(base)
    members: dict[str, griffe.Object] = {}
    for each in shown:
        for name, member in each.members.items():
            is_shown = not name.startswith("_") or name == "__call__"
            if is_shown and isinstance(member, griffe.Attribute | griffe.Function):
                members.setdefault(name, _as_read(member))
    return members


def _as_read(member: griffe.Attribute | griffe.Function) -> griffe.Attribute | griffe.Function:
    """Return a member as a user sees it: a member that is computed on first use is an attribute."""
    if isinstance(member, griffe.Attribute):
        return member
    if not any(str(decorator.value) == late.__name__ for decorator in member.decorators):
        return member
    return griffe.Attribute(
        member.name,
        annotation=member.returns,
        docstring=member.docstring,
        parent=member.parent,
    )


def _signature(definition: griffe.Object) -> str:
    """Return the signature of a function or class, or the type and value of an attribute."""
    if isinstance(definition, griffe.Function):
        forms = definition.overloads or [definition]
        return "\n".join(_laid_out(form.signature()) for form in forms)
    if isinstance(definition, griffe.Class):
        init = definition.members.get("__init__")
        if not isinstance(init, griffe.Function):
            return f"class {definition.name}"
        return f"class {_laid_out(init.signature(return_type=False, name=definition.name))}"
    assert isinstance(definition, griffe.Attribute), definition
    annotation = str(definition.annotation or "")
    value = str(definition.value or "")
    is_typed = annotation not in ("", "TypeAlias")
    if is_typed and (isinstance(definition.parent, griffe.Class) or not value):
        return f"{definition.name}: {annotation}"
    return f"{definition.name} = {value}"


def _laid_out(call: str) -> str:
    """Format a call on one line or, if it is too long, with one line for each parameter."""
    parts = _CALL.fullmatch(call)
    if len(call) <= _LONGEST_LINE or parts is None:
        return call
    parameters = _BETWEEN_PARAMETERS.sub(",\n    ", parts["parameters"])
    return f"{parts['name']}(\n    {parameters},\n){parts['returns'] or ''}"


def _pages(site: Site) -> Iterator[Page]:
    every = site.once(subjects)
    yield Page(f"{FOLDER}index.html", "library-index.html", LibraryContext(every))
    for subject in every:
        yield Page(subject.address, "library.html", SubjectContext(subject), indexed=False)


def _entries(site: Site) -> Iterator[SearchEntry]:
    for subject in site.once(subjects):
        yield SearchEntry("page", subject.address, subject.title, subject.lead)
        for entry in subject.entries:
            address = f"{subject.address}#{entry.path}"
            members = " ".join(member.name for member in entry.members)
            yield SearchEntry("reference", address, entry.path, entry.summary, more=members)


KIND = PageKind("library", FOLDER, _pages, entries=_entries)
