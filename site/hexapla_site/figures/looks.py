"""How a drawing looks in a file of its own.

Programs for slides read attributes, and neither variables nor most selectors. So each shape has as
attributes what the style sheet says of its classes, in the light colours of the pages. Browsers
also have the dark colours, from a style sheet within the file.
"""

import functools
import re
from collections.abc import Mapping

import attrs
from markupsafe import Markup

from hexapla_site.folders import STYLES

_BLOCK = re.compile(r"(?ms)^(@media \(prefers-color-scheme: dark\) \{\s+)?:root \{(.*?)\}")
_VARIABLE = re.compile(r"(--[\w-]+): ([^;]*);")
_USE = re.compile(r"var\((--[\w-]+)\)")
_RULE = re.compile(r"(?m)^svg\.drawing ((?:\.[\w-]+)+) \{ (.*) \}$")
_CLASSES = re.compile(r' class="([^"]*)"')
_NO_ATTRIBUTES = frozenset({"font-variant-ligatures", "white-space", "stroke-linejoin"})


@attrs.frozen
class _Rule:
    """What the style sheet says of shapes that have all of some classes."""

    classes: frozenset[str]
    looks: Mapping[str, str]


def _sheet(name: str) -> str:
    return (STYLES / f"{name}.css").read_text("utf-8")


def _blocks(name: str, *, dark: bool) -> str:
    """Return the variables that a style sheet has for light or for dark pages."""
    found = _BLOCK.findall(_sheet(name))
    return "".join(block for media, block in found if bool(media) == dark)


@functools.cache
def _light() -> Mapping[str, str]:
    """Return the values of the variables of pages, where these are light."""
    blocks = _blocks("base", dark=False) + _blocks("groups", dark=False)
    return dict(_VARIABLE.findall(blocks))


@functools.cache
def _rules() -> tuple[_Rule, ...]:
    rules = []
    for selector, declared in _RULE.findall(_sheet("drawings")):
        classes = frozenset(selector.strip(".").split("."))
        declarations = declared.strip("; ").split("; ")
        looks = dict(each.split(": ", 1) for each in declarations)
        rules.append(_Rule(classes, looks))
    return tuple(rules)


def dark_styles() -> str:
    """Return a style sheet with the colours of dark pages."""
    variables = "".join(f"{name}: {value};" for name, value in _light().items())
    dark = _blocks("base", dark=True)
    return (
        f"@media (prefers-color-scheme: dark) {{\n:root {{ {variables} }}\n"
        f":root {{{dark}}}\n{_sheet('drawings')}}}"
    )


def with_looks(shapes: str) -> Markup:
    """Return shapes with attributes for what the style sheet says of their classes."""
    return Markup(_CLASSES.sub(_with_attributes, shapes))


def _with_attributes(classes: re.Match[str]) -> str:
    names = frozenset(classes[1].split())
    looks: dict[str, str] = {}
    for rule in _rules():
        if rule.classes <= names:
            looks |= rule.looks
    return f"{classes[0]}{attributes(looks)}"


def attributes(looks: Mapping[str, str]) -> Markup:
    """Return declarations as attributes, with values in place of variables."""
    written = Markup("")
    for name, value in looks.items():
        if name not in _NO_ATTRIBUTES:
            resolved = _USE.sub(_value, value)
            written += Markup(' {}="{}"').format(name, resolved)
    return written


def _value(use: re.Match[str]) -> str:
    return _light()[use[1]]
