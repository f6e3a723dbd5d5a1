"""The public names of the library, read from the source: signatures, types and docstrings."""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import attrs
import griffe
from markupsafe import Markup

import hexapla
from hexapla_site.reference import prose
from hexapla_site.reference.signatures import signature_of, type_text
from hexapla_site.reference.subjects import PACKAGES, SUBJECTS, Subject

FOLDER = "docs/library/"
_FIXTURES = "pytest_hexapla"


@attrs.frozen
class Parameter:
    """A parameter or an attribute with its type and description, or an exception that is raised."""

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
        summary: The first paragraph of the description, without markup.
        parameters: What it takes.
        returns: What it returns.
        raises: The exceptions that it raises.
        members: The public members of a class.
        inherited: Links to the members that a class has from others.
    """

    path: str
    kind: str
    signature: Markup
    text: Markup
    summary: str
    parameters: tuple[Parameter, ...] = ()
    returns: Markup | None = None
    raises: tuple[Parameter, ...] = ()
    members: tuple["PublicName", ...] = ()
    inherited: tuple[Markup, ...] = ()

    @property
    def name(self) -> str:
        """The last part of its path."""
        return self.path.rpartition(".")[2]


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
    return {item.path: item.definition.path for item in _public(_source())}


def library_pages(documents: Mapping[str, str]) -> tuple[LibraryPage, ...]:
    """Return the reference of the library, a page a subject.

    Args:
        documents: The addresses of standards by their names, which docstrings cite.
    """
    public = sorted(_public(_source()), key=_order)
    pages = []
    for subject in SUBJECTS:
        reader = _SourceReader(subject, public, documents)
        items = tuple(reader.item(each) for each in public if each.subject is subject)
        pages.append(LibraryPage(subject, items))
    return tuple(pages)


def _order(item: _Public) -> tuple[bool, bool, str]:
    """Return the order on a page: functions first, and what the package itself names before."""
    nested = item.path.count(".") > 1
    return not item.definition.is_function, nested, item.path.lower()


# What is public.


def _source() -> Mapping[str, griffe.Module]:
    logging.getLogger("griffe").setLevel(logging.ERROR)
    folder = Path(hexapla.__file__).parents[1]
    loader = griffe.GriffeLoader(
        search_paths=[folder],
        docstring_parser=griffe.Parser.google,
        docstring_options={"warnings": False},
        allow_inspection=False,
    )
    modules = {}
    for name in ("hexapla", _FIXTURES):
        module = loader.load(name)
        assert isinstance(module, griffe.Module)
        modules[name] = module
    loader.resolve_aliases(external=False)
    return modules


def _public(source: Mapping[str, griffe.Module]) -> Iterator[_Public]:
    seen = set()
    for path, definition_path in _named():
        definition = _at(source, definition_path)
        if definition.path not in seen:
            seen.add(definition.path)
            yield _Public(path, definition, _subject_of(definition.path))


def _named() -> Iterator[tuple[str, str]]:
    """Yield each public path, with a path by which the source has it."""
    modules = hexapla._MODULES
    for package in PACKAGES:
        for name in __import__(package, fromlist=["__all__"]).__all__:
            module = f"hexapla.{modules[name]}" if package == "hexapla" else package
            yield f"{package}.{name}", f"{module}.{name}"
    for subject in SUBJECTS:
        for module, names in subject.names.items():
            for name in names.split():
                yield f"{module}.{name}", f"{module}.{name}"


def _at(source: Mapping[str, griffe.Module], path: str) -> griffe.Object:
    package, _, rest = path.partition(".")
    named = source[package][rest]
    if isinstance(named, griffe.Module):  # a module is hidden by the name that it gives its package
        named = named[path.rpartition(".")[2]]
    return named.final_target if isinstance(named, griffe.Alias) else named


def _subject_of(path: str) -> Subject:
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
    """Reads definitions, and links the names that a page tells."""

    def __init__(
        self, subject: Subject, public: Iterable[_Public], documents: Mapping[str, str]
    ) -> None:
        self._subject = subject
        self._documents = documents
        self._by_path: dict[str, str] = {}
        for item in public:
            page = "" if item.subject is subject else f"{item.subject.id}.html"
            address = f"{page}#{item.path}"
            for path in {item.path, item.definition.path}:
                self._by_path[path] = address
                for name in _members(item.definition):
                    self._by_path[f"{path}.{name}"] = f"{address}.{name}"

    def item(self, public: _Public) -> PublicName:
        """Return what is told of a public name."""
        definition = public.definition
        members = (
            self._item(f"{public.path}.{name}", member, public.path)
            for name, member in _members(definition).items()
        )
        return attrs.evolve(
            self._item(public.path, definition, public.path),
            members=tuple(_described(members, self._attributes(public))),
            inherited=tuple(self._inherited(definition)),
        )

    def _item(self, path: str, definition: griffe.Object, inside: str) -> PublicName:
        docstring = definition.docstring
        sections = docstring.parsed if docstring else []
        places = self._places(inside)
        text = "\n\n".join(
            section.value
            for section in sections
            if section.kind is griffe.DocstringSectionKind.text
        )
        return PublicName(
            path,
            _kind(path, definition),
            signature_of(definition, path.rpartition(".")[2], self._by_path.get),
            prose.paragraphs(text, places, self._documents),
            " ".join(text.partition("\n\n")[0].split()),
            tuple(self._parameters(definition, sections, places)),
            self._returns(definition, sections, places),
            tuple(self._raises(sections, places)),
        )

    def _places(self, inside: str) -> Callable[[str], str | None]:
        """Return what finds a name that stands in backticks: of the same class, or a public one."""

        def place(name: str) -> str | None:
            for path in (f"{inside}.{name}", name, f"hexapla.{name}"):
                if path in self._by_path:
                    return self._by_path[path]
            return None

        return place

    def _parameters(
        self,
        definition: griffe.Object,
        sections: Iterable[griffe.DocstringSection],
        places: prose.Places,
    ) -> Iterator[Parameter]:
        for section in sections:
            if isinstance(section, griffe.DocstringSectionParameters):
                for each in section.value:
                    annotation = type_text(_annotation_of(definition, each.name), self._by_path.get)
                    text = prose.inline(each.description, places, self._documents)
                    yield Parameter(each.name, annotation, text)

    def _returns(
        self,
        definition: griffe.Object,
        sections: Iterable[griffe.DocstringSection],
        places: prose.Places,
    ) -> Markup | None:
        for section in sections:
            if isinstance(section, griffe.DocstringSectionReturns | griffe.DocstringSectionYields):
                said = " ".join(each.description for each in section.value)
                return prose.inline(said, places, self._documents)
        return None

    def _raises(
        self, sections: Iterable[griffe.DocstringSection], places: prose.Places
    ) -> Iterator[Parameter]:
        for section in sections:
            if isinstance(section, griffe.DocstringSectionRaises):
                for each in section.value:
                    name = str(each.annotation)
                    text = prose.inline(each.description, places, self._documents)
                    yield Parameter(name, prose.code(name, places), text)

    def _attributes(self, public: _Public) -> Mapping[str, Markup]:
        """Return what the docstring of a class says of its attributes."""
        docstring = public.definition.docstring
        return {
            each.name: prose.inline(each.description, self._places(public.path), self._documents)
            for section in (docstring.parsed if docstring else ())
            if isinstance(section, griffe.DocstringSectionAttributes)
            for each in section.value
        }

    def _inherited(self, definition: griffe.Object) -> Iterator[Markup]:
        if isinstance(definition, griffe.Class):
            for base in definition.mro():
                for name in _members(base):
                    address = self._by_path.get(f"{base.path}.{name}")
                    if name not in definition.members and address:
                        yield Markup('<a href="{}"><code>{}</code></a>').format(address, name)


def _members(definition: griffe.Object) -> Mapping[str, griffe.Object]:
    """Return the public members of a class that are its own, in the order of the source."""
    if not isinstance(definition, griffe.Class):
        return {}
    return {
        name: member
        for name, member in definition.members.items()
        if not name.startswith("_") and isinstance(member, griffe.Attribute | griffe.Function)
    }


def _described(
    members: Iterable[PublicName], attributes: Mapping[str, Markup]
) -> Iterator[PublicName]:
    for member in members:
        text = attributes.get(member.name)
        if member.text or text is None:
            yield member
        else:
            said = Markup("<p>{}</p>").format(text)
            yield attrs.evolve(member, text=said, summary=text.striptags())


def _annotation_of(definition: griffe.Object, name: str) -> griffe.Expr | str | None:
    if not isinstance(definition, griffe.Function):
        return None
    parameters = {parameter.name.lstrip("*"): parameter for parameter in definition.parameters}
    parameter = parameters.get(name.lstrip("*"))
    return None if parameter is None else parameter.annotation


def _kind(path: str, definition: griffe.Object) -> str:
    if isinstance(definition, griffe.Function):
        if path.startswith(_FIXTURES):
            return "fixture"
        return "method" if isinstance(definition.parent, griffe.Class) else "function"
    if isinstance(definition, griffe.Class):
        bases = [str(base) for base in definition.bases]
        if any(base.endswith(("Error", "Exception")) for base in bases):
            return "exception"
        return "enumeration" if any(base.endswith("Enum") for base in bases) else "class"
    if isinstance(definition.parent, griffe.Class):
        return "attribute"
    return "constant" if path.rpartition(".")[2].isupper() else "type"
