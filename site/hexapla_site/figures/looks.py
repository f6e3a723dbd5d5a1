"""Embed the styles of a drawing in its own SVG file.

Presentation programs support attributes, but not CSS variables or most selectors. Therefore, the
styles of each shape are written as attributes, in the pages' light colours. For browsers, a style
sheet in the file adds the dark colours.
"""

import functools
import re
from collections.abc import Iterator, Mapping, Sequence

import attrs
import tinycss2
from markupsafe import Markup
from tinycss2.ast import Node

from hexapla_site.folders import STYLES

_USE = re.compile(r"var\((--[\w-]+)\)")
_CLASSES = re.compile(r' class="([^"]*)"')
_DARK = "prefers-color-scheme: dark"
_NO_ATTRIBUTES = frozenset({"font-variant-ligatures", "white-space", "stroke-linejoin"})


@attrs.frozen
class _Rule:
    """A rule of the style sheet for shapes that have certain classes."""

    classes: frozenset[str]
    looks: Mapping[str, str]


def _sheet(name: str) -> str:
    return (STYLES / f"{name}.css").read_text("utf-8")


def _rules_in(css: str | Sequence[Node]) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Yield the rules in CSS: each selector, with its declarations keyed by property."""
    for rule in tinycss2.parse_rule_list(css, skip_comments=True, skip_whitespace=True):
        if rule.type == "qualified-rule":
            content = tinycss2.parse_blocks_contents(
                rule.content, skip_comments=True, skip_whitespace=True
            )
            declared = {
                each.name: tinycss2.serialize(each.value).strip()
                for each in content
                if each.type == "declaration"
            }
            yield tinycss2.serialize(rule.prelude).strip(), declared


def _variables(css: str | Sequence[Node]) -> Mapping[str, str]:
    """Return the variables that CSS declares for the whole page."""
    variables: dict[str, str] = {}
    for selector, declared in _rules_in(css):
        if selector == ":root":
            variables |= declared
    return {name: value for name, value in variables.items() if name.startswith("--")}


@functools.cache
def _light() -> Mapping[str, str]:
    """Return the values of the variables on light pages."""
    return {**_variables(_sheet("base")), **_variables(_sheet("groups"))}


@functools.cache
def _dark() -> Mapping[str, str]:
    """Return the values of the variables that differ on dark pages."""
    rules = tinycss2.parse_rule_list(_sheet("base"), skip_comments=True, skip_whitespace=True)
    for rule in rules:
        if rule.type == "at-rule" and _DARK in tinycss2.serialize(rule.prelude):
            return _variables(rule.content)
    raise ValueError(f"the style sheet has no rule for {_DARK}")


@functools.cache
def _rules() -> tuple[_Rule, ...]:
    rules = []
    for selector, looks in _rules_in(_sheet("drawings")):
        drawing, _, classes = selector.partition(" ")
        if drawing == "svg.drawing" and classes.startswith(".") and " " not in classes:
            names = frozenset(classes.strip(".").split("."))
            rules.append(_Rule(names, looks))
    return tuple(rules)


def dark_styles() -> str:
    """Return a style sheet for dark mode."""
    variables = {**_light(), **_dark()}
    declared = "".join(f"{name}: {value};" for name, value in variables.items())
    return f"@media (prefers-color-scheme: dark) {{\n:root {{ {declared} }}\n{_sheet('drawings')}}}"


def with_looks(shapes: str) -> Markup:
    """Add the styles of shapes' classes as attributes."""
    return Markup(_CLASSES.sub(_with_attributes, shapes))


def _with_attributes(classes: re.Match[str]) -> str:
    names = frozenset(classes[1].split())
    looks: dict[str, str] = {}
    for rule in _rules():
        if rule.classes <= names:
            looks |= rule.looks
    return f"{classes[0]}{attributes(looks)}"


def attributes(looks: Mapping[str, str]) -> Markup:
    """Convert declarations to attributes, replacing variables with their values."""
    written = Markup("")
    for name, value in looks.items():
        if name not in _NO_ATTRIBUTES:
            resolved = _USE.sub(_value, value)
            written += Markup(' {}="{}"').format(name, resolved)
    return written


def _value(use: re.Match[str]) -> str:
    return _light()[use[1]]
