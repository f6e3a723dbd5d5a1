"""Drawings in SVG, made of a few shapes, for a page and as files of their own.

A picture has two forms, one for a wide window and one for a narrow one. Sizes are in units of a
drawing: a form is never shown smaller than a pixel to the unit, so that its text can be read. What
the shapes look like is in `styles/drawings.css`.
"""

import functools
import re
from collections.abc import Iterable, Mapping
from typing import Self

import attrs
from markupsafe import Markup

from hexapla_site.figures.text_widths import width_of
from hexapla_site.folders import STYLES

WIDE, NARROW = 1080.0, 288.0
"""The widths of the two forms."""
SIZE = 14.5
"""The size of the type, at most."""
LINE = 20.0
"""The height of a line of text."""
_MONO = 0.6  # the width of a character, in sizes of the type


@attrs.frozen
class Drawing:
    """One form of a picture: its size, and its shapes as SVG."""

    width: float
    height: float
    shapes: Markup = attrs.field(repr=False)

    @classmethod
    def of(cls, width: float, height: float, shapes: Iterable[Markup]) -> Self:
        """Return the drawing that some shapes make."""
        return cls(width, height, Markup("\n").join(shapes))

    def svg(self, form: str, label: str) -> Markup:
        """Return it as a part of a page; `label` says what it shows to who can't see it."""
        return Markup(
            '<svg class="picture drawing {}" role="img" aria-label="{}" viewBox="0 0 {} {}">\n'
            "{}\n</svg>"
        ).format(form, label, _number(self.width), _number(self.height), self.shapes)


@attrs.frozen
class Picture:
    """A picture: what it shows, in its two forms.

    Attributes:
        name: The name of its file, without the suffix.
        title: Its title.
        description: What it shows, for who can't see it.
        wide: The form for a wide window, which is also that of its file.
        narrow: The form for a narrow one.
    """

    name: str
    title: str
    description: str
    wide: Drawing = attrs.field(repr=False)
    narrow: Drawing = attrs.field(repr=False)

    @property
    def address(self) -> str:
        """The address of its file."""
        return f"pictures/{self.name}.svg"

    @property
    def inline(self) -> Markup:
        """Both forms as parts of a page, of which the style sheet shows one."""
        label = f"{self.title}. {self.description} The table below has the same data."
        return Markup("\n").join((self.wide.svg("wide", label), self.narrow.svg("narrow", label)))

    def file(self, source: str) -> str:
        """Return it as a file that needs no other one, and no style sheet; it names its source."""
        top = _MARGIN + 2 * LINE
        width = self.wide.width + 2 * _MARGIN
        height = top + self.wide.height + LINE + _MARGIN
        shapes = (
            rect(0, 0, width, height, "ground"),
            text(_MARGIN, _MARGIN + LINE / 2, self.title, "strong"),
            Markup('<g transform="translate({} {})">').format(_number(_MARGIN), _number(top)),
            self.wide.shapes,
            text(0, self.wide.height + LINE, source, "soft"),
            Markup("</g>"),
        )
        return Markup(
            '<svg xmlns="http://www.w3.org/2000/svg" class="drawing" role="img" '
            'aria-labelledby="title description" width="{0}" height="{1}" '
            'viewBox="0 0 {0} {1}"{2}>\n'
            '<title id="title">{3}</title>\n<desc id="description">{4}</desc>\n'
            "<style>\n{5}\n</style>\n{6}\n</svg>\n"
        ).format(
            _number(width),
            _number(height),
            _attributes({"fill": "var(--ink)", "font-family": "var(--serif)", "font-size": "13.6"}),
            self.title,
            self.description,
            Markup(_dark_styles()),
            _with_attributes(Markup("\n").join(shapes)),
        )


# How a file looks. Programs for slides read attributes, and neither variables nor most selectors:
# each shape has what the style sheet says of its classes, and browsers have the dark colours.

_MARGIN = 24.0
_BLOCK = re.compile(r"(?ms)^(@media \(prefers-color-scheme: dark\) \{\s+)?:root \{(.*?)\}")
_VARIABLE = re.compile(r"(--[\w-]+): ([^;]*);")
_USE = re.compile(r"var\((--[\w-]+)\)")
_RULE = re.compile(r"(?m)^svg\.drawing ((?:\.[\w-]+)+) \{ (.*) \}$")
_CLASSES = re.compile(r' class="([^"]*)"')
_NO_ATTRIBUTES = frozenset({"font-variant-ligatures", "white-space", "stroke-linejoin"})


def _sheet(name: str) -> str:
    return (STYLES / f"{name}.css").read_text("utf-8")


@functools.cache
def _light() -> Mapping[str, str]:
    """Return the values of the variables of pages, where these are light."""
    blocks = [*_BLOCK.findall(_sheet("base")), *_BLOCK.findall(_sheet("groups"))]
    return {
        name: value
        for is_dark, block in blocks
        if not is_dark
        for name, value in _VARIABLE.findall(block)
    }


@functools.cache
def _rules() -> tuple[tuple[frozenset[str], Mapping[str, str]], ...]:
    """Return what the style sheet says of shapes: classes, and what those that have all get."""
    return tuple(
        (
            frozenset(classes.strip(".").split(".")),
            dict(each.split(": ", 1) for each in declared.strip("; ").split("; ")),
        )
        for classes, declared in _RULE.findall(_sheet("drawings"))
    )


def _dark_styles() -> str:
    variables = "".join(f"{name}: {value};" for name, value in _light().items())
    dark = "".join(block for is_dark, block in _BLOCK.findall(_sheet("base")) if is_dark)
    return (
        f"@media (prefers-color-scheme: dark) {{\n:root {{ {variables} }}\n"
        f":root {{{dark}}}\n{_sheet('drawings')}}}"
    )


def _with_attributes(shapes: str) -> Markup:
    return Markup(_CLASSES.sub(_with_looks, shapes))


def _with_looks(classes: re.Match[str]) -> str:
    names = frozenset(classes[1].split())
    looks: dict[str, str] = {}
    for needed, declared in _rules():
        if needed <= names:
            looks |= declared
    return f"{classes[0]}{_attributes(looks)}"


def _attributes(looks: Mapping[str, str]) -> Markup:
    """Return declarations as attributes, with values in place of variables."""
    return Markup("").join(
        Markup(' {}="{}"').format(name, _USE.sub(lambda use: _light()[use[1]], value))
        for name, value in looks.items()
        if name not in _NO_ATTRIBUTES
    )


# Shapes.


def _number(value: float) -> str:
    return f"{round(value, 1):g}"


def _shape(name: str, style: str, **places: float) -> Markup:
    written = (
        Markup(' {}="{}"').format(key.rstrip("_"), _number(value)) for key, value in places.items()
    )
    kind = Markup(' class="{}"').format(style) if style else Markup("")
    return Markup("<{}{}{}/>").format(Markup(name), kind, Markup("").join(written))


def text(x: float, y: float, content: str, style: str = "") -> Markup:
    """Write a text with its baseline at `y`; its style says on which side of `x` it stands."""
    kind = Markup(' class="{}"').format(style) if style else Markup("")
    return Markup('<text{} x="{}" y="{}">{}</text>').format(kind, _number(x), _number(y), content)


def upright(x: float, y: float, content: str, style: str = "") -> Markup:
    """Write a text upwards from a place."""
    kind = Markup(' class="{}"').format(style) if style else Markup("")
    return Markup('<text{} transform="translate({} {}) rotate(-90)">{}</text>').format(
        kind, _number(x), _number(y), content
    )


def rect(x: float, y: float, width: float, height: float, style: str) -> Markup:
    """Draw a rectangle."""
    return _shape("rect", style, x=x, y=y, width=width, height=height)


def circle(x: float, y: float, radius: float, style: str) -> Markup:
    """Draw a circle round a place."""
    return _shape("circle", style, cx=x, cy=y, r=radius)


def line(x: float, y: float, to_x: float, to_y: float, style: str) -> Markup:
    """Draw a line from a place to another one."""
    return _shape("line", style, x1=x, y1=y, x2=to_x, y2=to_y)


def path(steps: Iterable[str], style: str) -> Markup:
    """Draw along some steps, which are the commands of a path."""
    return Markup('<path class="{}" d="{}"/>').format(style, "".join(steps))


def diamond(x: float, y: float, radius: float, style: str) -> Markup:
    """Draw a square on its corner round a place."""
    r = _number(radius)
    return path((f"M{_number(x - radius)} {_number(y)}l{r} -{r}l{r} {r}l-{r} {r}z",), style)


# How wide a text is, at most.


def mono_width(content: str) -> float:
    """Return the width of a text in the type of URLs."""
    return len(content) * _MONO * SIZE


def serif_width(content: str, *, bold: bool = False) -> float:
    """Return the width of running text."""
    return width_of(content, bold=bold) * SIZE
