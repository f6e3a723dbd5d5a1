"""The public names of the library, read from the source: signatures, types and docstrings."""

import logging
import re
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path

import attrs
import griffe
from markupsafe import Markup, escape

import hexapla
from hexapla_site.reference import prose
from hexapla_site.reference.subjects import PACKAGES, SUBJECTS, Subject

FOLDER = "docs/library/"
_SOURCES = ("hexapla", "pytest_hexapla")
_SECTIONS = {"parameters": "Takes", "returns": "Returns", "yields": "Yields", "raises": "Raises"}
_LONGEST_LINE = 88
_TYPE_NAME = re.compile(r"(?<!class )\b[A-Z]\w+")
_CALL = re.compile(r"(?P<name>\w+)\((?P<parameters>.*)\)(?P<returns> -> .*)?")
_BETWEEN_PARAMETERS = re.compile(r", (?=[*/]|\w+: )")


@attrs.frozen
class Described:
    """What a docstring says of a parameter, a result or an exception."""

    name: str
    type: Markup
    text: Markup


@attrs.frozen
class PublicName:
    """A public name, or a public member of a class.

    Attributes:
        path: The name by which it is imported, with dots; a member has that of its class before it.
        kind: What it is, in a word.
        signature: How it is called, or its type and value.
        text: Its description.
        sections: What it takes, returns and raises, each with its title.
        bases: The classes that it has further members from.
        members: The public members of a class.
    """

    path: str
    kind: str
    signature: Markup
    text: Markup
    sections: tuple[tuple[str, tuple[Described, ...]], ...] = ()
    bases: Markup | None = None
    members: tuple["PublicName", ...] = ()

    @property
    def name(self) -> str:
        """The last part of its path."""
        return self.path.rpartition(".")[2]

    @property
    def summary(self) -> str:
        """The first paragraph of the description, without markup."""
        return self.text.partition("</p>")[0].striptags()


@attrs.frozen
class LibraryPage:
    """The names of one subject."""

    subject: Subject
    items: tuple[PublicName, ...]

    @property
    def address(self) -> str:
        """Where it is on the site."""
        return f"{FOLDER}{self.subject.id}.html"


@attrs.frozen
class _Public:
    """A public name: how it is imported, what the source has for it, and where it is told."""

    path: str
    definition: griffe.Object
    subject: Subject


def public_names() -> Mapping[str, str]:
    """Return the paths of all public names, each with the path of its definition.

    A name that several packages have is under the first of them.
    """
    return {item.path: item.definition.path for item in _public()}


def library_pages() -> tuple[LibraryPage, ...]:
    """Return the reference of the library, a page a subject."""
    public = sorted(_public(), key=_order)
    pages = []
    for subject in SUBJECTS:
        reader = _SourceReader(subject, public)
        items = tuple(reader.item(each) for each in public if each.subject is subject)
        pages.append(LibraryPage(subject, items))
    return tuple(pages)


def _order(item: _Public) -> tuple[bool, bool, str]:
    """Return the order on a page: functions first, and what the package itself names before."""
    return not item.definition.is_function, item.path.count(".") > 1, item.path.lower()


# What is public.


def _public() -> Iterator[_Public]:
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
    for name in _SOURCES:
        loader.load(name)
    loader.resolve_aliases(external=False)
    seen = set()
    for path, definition_path in _named():
        definition = _at(loader.modules_collection, definition_path)
        if definition.path not in seen:
            seen.add(definition.path)
            yield _Public(path, definition, subject_of(definition.path))


def _named() -> Iterator[tuple[str, str]]:
    """Yield each public path, with a path by which the source has it."""
    for package in PACKAGES:
        for name in import_module(package).__all__:
            module = f"hexapla.{hexapla._MODULES[name]}" if package == "hexapla" else package
            yield f"{package}.{name}", f"{module}.{name}"
    for subject in SUBJECTS:
        for module, names in subject.names.items():
            for name in names.split():
                yield f"{module}.{name}", f"{module}.{name}"


def _at(source: griffe.ModulesCollection, path: str) -> griffe.Object:
    named = source[path]
    if isinstance(named, griffe.Module):  # a module is hidden by the name that it gives its package
        named = named[path.rpartition(".")[2]]
    return named.final_target if isinstance(named, griffe.Alias) else named


def subject_of(path: str) -> Subject:
    """Return the subject that a definition belongs to.

    Raises:
        LookupError: It belongs to none; the table of subjects lacks its module.
    """
    module, _, name = path.rpartition(".")
    for subject in SUBJECTS:
        if name in subject.names.get(module, "").split():
            return subject
    modules = {each: subject for subject in SUBJECTS for each in subject.modules}
    beginnings = [each for each in modules if f"{module}.".startswith(f"{each}.")]
    if not beginnings:
        raise LookupError(f"{path} is public, and on no page of the reference")
    return modules[max(beginnings, key=len)]


# What is told of it.


class _SourceReader:
    """Reads definitions, and links the public names that they mention."""

    def __init__(self, subject: Subject, public: Iterable[_Public]) -> None:
        self._addresses: dict[str, str] = {}
        for item in public:
            page = "" if item.subject is subject else f"{item.subject.id}.html"
            for name in ("", *(f".{name}" for name in _members(item.definition))):
                address = f"{page}#{item.path}{name}"
                self._addresses[f"{item.path}{name}"] = address
                if item.definition.is_class:
                    self._addresses[f"{item.definition.name}{name}"] = address

    def item(self, public: _Public) -> PublicName:
        """Return what is told of a public name."""
        definition = public.definition
        told = self._told(public.path, definition, public.path)
        if not isinstance(definition, griffe.Class):
            return told
        fields = {
            each.name: prose.paragraphs(each.description, self._places(public.path))
            for section in _docstring(definition)
            if isinstance(section, griffe.DocstringSectionAttributes)
            for each in section.value
        }
        members = (
            self._told(f"{public.path}.{name}", member, public.path)
            for name, member in _members(definition).items()
        )
        return attrs.evolve(
            told,
            bases=self._linked(", ".join(map(str, definition.bases))),
            members=tuple(
                attrs.evolve(each, text=each.text or fields.get(each.name, Markup()))
                for each in members
            ),
        )

    def _told(self, path: str, definition: griffe.Object, inside: str) -> PublicName:
        places = self._places(inside)
        sections = _docstring(definition)
        texts = (each.value for each in sections if isinstance(each, griffe.DocstringSectionText))
        return PublicName(
            path,
            definition.kind.value,
            self._linked(_signature(definition)),
            prose.paragraphs("\n\n".join(texts), places),
            tuple(
                (_SECTIONS[each.kind.value], self._described(each, places))
                for each in sections
                if each.kind.value in _SECTIONS
            ),
        )

    def _described(
        self, section: griffe.DocstringSection, places: prose.Places
    ) -> tuple[Described, ...]:
        return tuple(
            Described(
                getattr(each, "name", ""),
                self._linked(str(each.annotation or "")),
                prose.inline(each.description, places),
            )
            for each in section.value
        )

    def _places(self, inside: str) -> prose.Places:
        """Return what finds a name that stands in backticks: of the same class, or a public one."""

        def place(name: str) -> str | None:
            paths = (f"{inside}.{name}", name, f"hexapla.{name}")
            return next((self._addresses[path] for path in paths if path in self._addresses), None)

        return place

    def _linked(self, code: str) -> Markup:
        """Return code in which the names of public classes are links."""

        def link(match: re.Match[str]) -> str:
            address = self._addresses.get(match[0])
            return match[0] if address is None else f'<a href="{escape(address)}">{match[0]}</a>'

        return Markup(_TYPE_NAME.sub(link, escape(code)))


def _docstring(definition: griffe.Object) -> list[griffe.DocstringSection]:
    return definition.docstring.parsed if definition.docstring else []


def _members(definition: griffe.Object) -> Mapping[str, griffe.Object]:
    """Return the public members of a class that are its own, in the order of the source."""
    if not isinstance(definition, griffe.Class):
        return {}
    return {
        name: member
        for name, member in definition.members.items()
        if not name.startswith("_") and isinstance(member, griffe.Attribute | griffe.Function)
    }


# Signatures.


def _signature(definition: griffe.Object) -> str:
    """Return how a function or a class is called, or the type and value of an attribute."""
    if isinstance(definition, griffe.Function):
        forms = definition.overloads or [definition]
        return "\n".join(_laid_out(form.signature()) for form in forms)
    if isinstance(definition, griffe.Class):
        init = definition.members.get("__init__") or _made_of_fields(definition)
        if not isinstance(init, griffe.Function):
            return f"class {definition.name}"
        return f"class {_laid_out(init.signature(return_type=False, name=definition.name))}"
    assert isinstance(definition, griffe.Attribute), definition
    annotation, value = str(definition.annotation or ""), str(definition.value or "")
    is_typed = annotation not in ("", "TypeAlias")
    if is_typed and (isinstance(definition.parent, griffe.Class) or not value):
        return f"{definition.name}: {annotation}"
    return f"{definition.name} = {value}"


def _laid_out(call: str) -> str:
    """Return a call on one line, or with a line for each parameter where that is too long."""
    parts = _CALL.fullmatch(call)
    if len(call) <= _LONGEST_LINE or parts is None:
        return call
    parameters = _BETWEEN_PARAMETERS.sub(",\n    ", parts["parameters"])
    return f"{parts['name']}(\n    {parameters},\n){parts['returns'] or ''}"


def _made_of_fields(definition: griffe.Class) -> griffe.Function | None:
    """Return what makes a class of attrs or a named tuple, where its public fields alone do."""
    decorated = any(str(each.value).startswith("attrs.") for each in definition.decorators)
    bases = {str(base) for base in definition.bases}
    if not (bases == {"NamedTuple"} or (decorated and bases <= {"Value"})):
        return None
    fields = [
        member
        for member in definition.members.values()
        if isinstance(member, griffe.Attribute)
        and member.annotation is not None
        and "property" not in member.labels
        and not str(member.annotation).startswith("ClassVar")
    ]
    if any(field.name.startswith("_") for field in fields):
        return None
    parameters = [
        griffe.Parameter(field.name, annotation=field.annotation, default=_default(field))
        for field in fields
        if "init=False" not in str(field.value)
    ]
    return griffe.Function("__init__", parameters=griffe.Parameters(*parameters))


def _default(field: griffe.Attribute) -> str | None:
    value = str(field.value or "")
    if value.startswith("attrs.field("):
        return "..." if "default=" in value or "factory=" in value else None
    return value or None
