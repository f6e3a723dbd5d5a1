"""SVG drawings composed of simple shapes, for use in pages and as separate files.

A picture has two forms: one for wide windows and one for narrow windows. Sizes are in user units of
the drawing. A drawing is always shown with at least one pixel per unit, so that its text is
legible. The styles of the shapes are in `styles/drawings.css`.
"""

from collections.abc import Iterable
from typing import Self

import attrs
from markupsafe import Markup

from hexapla_site.figures.looks import attributes, dark_styles, with_looks
from hexapla_site.figures.text_widths import width_of

WIDE, NARROW = 1080.0, 288.0
"""The widths of the two forms of a picture."""
SIZE = 14.5
"""The largest font size."""
LINE = 20.0
"""The height of a line of text."""
_MARGIN = 24.0  # the margin around a picture in a file
_FILE_TYPE = {"fill": "var(--ink)", "font-family": "var(--serif)", "font-size": "13.6"}
_MONO = 0.6  # the width of a monospaced character, in font sizes
_PAGE = Markup(
    '<svg class="picture drawing {form}" role="img" aria-label="{label}" '
    'viewBox="0 0 {width} {height}">\n{shapes}\n</svg>'
)
_FILE = Markup(
    '<svg xmlns="http://www.w3.org/2000/svg" class="drawing" role="img" '
    'aria-labelledby="title description" width="{width}" height="{height}" '
    'viewBox="0 0 {width} {height}"{type}>\n'
    '<title id="title">{title}</title>\n<desc id="description">{description}</desc>\n'
    "<style>\n{styles}\n</style>\n{shapes}\n</svg>\n"
)


@attrs.frozen
class Drawing:
    """One form of a picture: its size and its shapes, as SVG."""

    width: float
    height: float
    shapes: Markup = attrs.field(repr=False)

    @classmethod
    def of(cls, width: float, height: float, shapes: Iterable[Markup]) -> Self:
        """Create a drawing that consists of the given shapes."""
        return cls(width, height, Markup("\n").join(shapes))

    def svg(self, form: str, label: str) -> Markup:
        """Render the drawing for a page; `label` describes it for screen readers."""
        width = rounded(self.width)
        height = rounded(self.height)
        return _PAGE.format(form=form, label=label, width=width, height=height, shapes=self.shapes)


@attrs.frozen
class Picture:
    """A picture in two forms.

    Attributes:
        name: The name of the picture's file, without the suffix.
        title: The title.
        description: A description for readers who can't see the picture.
        wide: The form for wide windows and for the file.
        narrow: The form for narrow windows.
    """

    name: str
    title: str
    description: str
    wide: Drawing = attrs.field(repr=False)
    narrow: Drawing = attrs.field(repr=False)

    @property
    def address(self) -> str:
        """The address of the picture's file."""
        return f"pictures/{self.name}.svg"

    @property
    def inline(self) -> Markup:
        """Both forms, rendered for a page; the style sheet shows only one of them."""
        label = f"{self.title}. {self.description} The table below has the same data."
        forms = (self.wide.svg("wide", label), self.narrow.svg("narrow", label))
        return Markup("\n").join(forms)

    def file(self, source: str) -> str:
        """Render the picture as a self-contained file, which names its source."""
        drawing = self.wide
        top = _MARGIN + 2 * LINE
        width = drawing.width + 2 * _MARGIN
        height = top + drawing.height + LINE + _MARGIN
        place = _moved(_MARGIN, top)
        shapes = [
            rect(0, 0, width, height, "ground"),
            text(_MARGIN, _MARGIN + LINE / 2, self.title, "strong"),
            Markup('<g transform="{}">').format(place),
            drawing.shapes,
            text(0, drawing.height + LINE, source, "soft"),
            Markup("</g>"),
        ]
        return _FILE.format(
            width=rounded(width),
            height=rounded(height),
            type=attributes(_FILE_TYPE),
            title=self.title,
            description=self.description,
            styles=Markup(dark_styles()),
            shapes=with_looks(Markup("\n").join(shapes)),
        )


# Shapes.


def rounded(value: float) -> str:
    """Format a length or a position, with one decimal at most."""
    return f"{round(value, 1):g}"


def _moved(x: float, y: float) -> str:
    return f"translate({rounded(x)} {rounded(y)})"


def _classes(style: str) -> Markup:
    if not style:
        return Markup("")
    return Markup(' class="{}"').format(style)


def _places(**places: float) -> Markup:
    written = Markup("")
    for key, value in places.items():
        written += Markup(' {}="{}"').format(key, rounded(value))
    return written


def _shape(name: str, style: str, places: Markup) -> Markup:
    return Markup("<{}{}{}/>").format(name, _classes(style), places)


def text(x: float, y: float, content: str, style: str = "") -> Markup:
    """Draw a string with its baseline at `y`; the style decides how it is aligned at `x`."""
    place = _places(x=x, y=y)
    return Markup("<text{}{}>{}</text>").format(_classes(style), place, content)


def upright(x: float, y: float, content: str) -> Markup:
    """Draw a string upwards from a point."""
    turned = f"{_moved(x, y)} rotate(-90)"
    return Markup('<text transform="{}">{}</text>').format(turned, content)


def rect(x: float, y: float, width: float, height: float, style: str) -> Markup:
    """Draw a rectangle."""
    places = _places(x=x, y=y, width=width, height=height)
    return _shape("rect", style, places)


def circle(x: float, y: float, radius: float, style: str) -> Markup:
    """Draw a circle around a point."""
    places = _places(cx=x, cy=y, r=radius)
    return _shape("circle", style, places)


def line(x: float, y: float, to_x: float, to_y: float, style: str) -> Markup:
    """Draw a line from one point to another."""
    places = _places(x1=x, y1=y, x2=to_x, y2=to_y)
    return _shape("line", style, places)


def rule(y: float, width: float) -> Markup:
    """Draw a horizontal line across a drawing."""
    return line(0, y, width, y, "rule")


def path(steps: Iterable[str], style: str) -> Markup:
    """Draw a path, given its commands."""
    return Markup('<path class="{}" d="{}"/>').format(style, "".join(steps))


def diamond(x: float, y: float, radius: float, style: str) -> Markup:
    """Draw a square that stands on its corner, centred on a point."""
    left, middle, r = rounded(x - radius), rounded(y), rounded(radius)
    return path([f"M{left} {middle}l{r} -{r}l{r} {r}l-{r} {r}z"], style)


# Upper limits for the widths of strings.


def mono_width(content: str) -> float:
    """Return the width of a string in the font used for URLs, at the largest size."""
    return len(content) * _MONO * SIZE


def serif_width(content: str, *, bold: bool = False) -> float:
    """Return the width of a string in the font used for running text, at the largest size."""
    return width_of(content, bold=bold) * SIZE
