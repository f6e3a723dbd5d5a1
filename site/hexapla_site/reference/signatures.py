"""Signatures and types as HTML, in which public names are links."""

from collections.abc import Callable, Iterator, Mapping

import griffe
from markupsafe import Markup, escape

Links = Callable[[str], str | None]
"""Returns the address at which a path is told; None for what is not public."""

_LONGEST_LINE = 88
_LONGEST_VALUE = 60
_BEFORE: Mapping[griffe.ParameterKind | None, str] = {
    griffe.ParameterKind.var_positional: "*",
    griffe.ParameterKind.var_keyword: "**",
}
_IMPLICIT = ("self", "cls")


def type_text(annotation: griffe.Expr | str | None, links: Links) -> Markup:
    """Return a type; nothing where there is none."""
    if annotation is None or isinstance(annotation, str):
        return escape(annotation or "")
    return Markup("").join(_typed(annotation, links))


def signature_of(definition: griffe.Object, name: str, links: Links) -> Markup:
    """Return how a function or a class is called, or the type and value of an attribute."""
    if isinstance(definition, griffe.Function):
        forms = definition.overloads or [definition]
        return Markup("\n").join(_call(form, name, links) for form in forms)
    if isinstance(definition, griffe.Class):
        return _class(definition, name, links)
    assert isinstance(definition, griffe.Attribute), definition
    return _attribute(definition, name, links)


def _typed(annotation: griffe.Expr, links: Links) -> Iterator[Markup]:
    for piece in annotation.iterate(flat=True):
        if isinstance(piece, griffe.ExprName):
            yield _linked(piece, links)
        else:
            yield escape(str(piece))


def _linked(name: griffe.ExprName, links: Links) -> Markup:
    address = links(_path_of(name))
    if address is None:
        return escape(name.name)
    return Markup('<a href="{}">{}</a>').format(address, name.name)


def _path_of(name: griffe.ExprName) -> str:
    """Return the path of the definition that a name stands for, where the source has it."""
    try:
        path = name.canonical_path
    except griffe.GriffeError:
        return name.name
    parent = name.parent
    if not path.startswith("hexapla") or not isinstance(parent, griffe.Object):
        return path
    try:
        named = parent.modules_collection[path]
        return named.final_target.path if isinstance(named, griffe.Alias) else named.path
    except (griffe.GriffeError, KeyError):
        return path


def _call(function: griffe.Function, name: str, links: Links) -> Markup:
    parameters = [each for each in function.parameters if each.name not in _IMPLICIT]
    returns = type_text(function.returns, links)
    end = Markup(") -> {}").format(returns) if returns else Markup(")")
    return _laid_out(name, list(_parameters(parameters, links)), end)


def _parameters(parameters: list[griffe.Parameter], links: Links) -> Iterator[Markup]:
    """Yield the parameters, with the signs that say how they are given."""
    starred = False
    for place, each in enumerate(parameters):
        kind = each.kind
        starred = starred or kind is griffe.ParameterKind.var_positional
        if kind is griffe.ParameterKind.keyword_only and not starred:
            starred = True
            yield Markup("*")
        text = Markup("{}{}").format(_BEFORE.get(kind, ""), each.name.lstrip("*"))
        annotation = type_text(each.annotation, links)
        text += Markup(": {}").format(annotation) if annotation else Markup()
        yield text + _default(each.default if kind not in _BEFORE else None, bool(annotation))
        following = parameters[place + 1].kind if place + 1 < len(parameters) else None
        last = following is not griffe.ParameterKind.positional_only
        if kind is griffe.ParameterKind.positional_only and last:
            yield Markup("/")


def _default(default: object, typed: bool) -> Markup:
    if default is None:
        return Markup()
    said = str(default)
    sign = " = " if typed else "="
    return escape(sign + (said if len(said) <= _LONGEST_VALUE else "…"))


def _laid_out(name: str, parameters: list[Markup], end: Markup) -> Markup:
    """Return a call on one line, or with a line for each parameter where that is too long."""
    line = Markup("{}({}{}").format(name, Markup(", ").join(parameters), end)
    if len(line.striptags()) <= _LONGEST_LINE:
        return line
    inside = Markup("").join(Markup("    {},\n").format(each) for each in parameters)
    return Markup("{}(\n{}{}").format(name, inside, end)


def _class(definition: griffe.Class, name: str, links: Links) -> Markup:
    """Return a class with its bases; one that is made of public fields alone, as it is called."""
    own = definition.members.get("__init__")
    if isinstance(own, griffe.Function):
        return Markup("class ") + _call(own, name, links)
    fields = list(_fields(definition, links))
    if fields and _is_made_of(definition):
        return Markup("class ") + _laid_out(name, fields, Markup(")"))
    bases = Markup(", ").join(type_text(base, links) for base in definition.bases)
    return Markup("class {}({})").format(name, bases) if bases else Markup("class {}").format(name)


def _is_made_of(definition: griffe.Class) -> bool:
    """Tell whether a class is made by its public fields alone, by attrs or as a named tuple."""
    bases = [str(base) for base in definition.bases]
    if bases and bases != ["Value"]:
        return bases == ["NamedTuple"]
    decorated = any(str(each.value).startswith("attrs.") for each in definition.decorators)
    private = any(
        name.startswith("_") and isinstance(member, griffe.Attribute) and member.annotation
        for name, member in definition.members.items()
    )
    return decorated and not private


def _fields(definition: griffe.Class, links: Links) -> Iterator[Markup]:
    for name, member in definition.members.items():
        is_field = isinstance(member, griffe.Attribute) and member.annotation is not None
        if not isinstance(member, griffe.Attribute) or not is_field or name.startswith("_"):
            continue
        annotation = str(member.annotation)
        if "property" in member.labels or annotation.startswith("ClassVar"):
            continue
        value = str(member.value or "")
        if "init=False" in value:
            continue
        typed = Markup("{}: {}").format(name, type_text(member.annotation, links))
        yield typed + _default(_default_of_field(value), True)


def _default_of_field(value: str) -> str | None:
    if value.startswith("attrs.field("):
        return "…" if "default=" in value or "factory=" in value else None
    return value or None


def _attribute(definition: griffe.Attribute, name: str, links: Links) -> Markup:
    annotation = type_text(definition.annotation, links)
    if str(definition.annotation) == "TypeAlias":
        annotation = Markup()
    value = definition.value
    is_member = isinstance(definition.parent, griffe.Class)
    if annotation and is_member:
        return Markup("{}: {}").format(name, annotation)
    said = type_text(value, links) if value is not None and not isinstance(value, str) else value
    if said and len(Markup(said).striptags()) <= 4 * _LONGEST_VALUE:
        return Markup("{} = {}").format(name, said)
    return Markup("{}: {}").format(name, annotation) if annotation else escape(name)
