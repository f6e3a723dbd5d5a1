"""Railroad diagrams of grammar rules, drawn from the parsed grammars."""

import io
import re
from collections.abc import Iterable, Set

import railroad
from markupsafe import Markup

from hexapla.grammar.expression import (
    Alternation,
    Concatenation,
    Expression,
    Literal,
    Name,
    Repetition,
)
from hexapla.text.signs import visible

_TWICE = re.compile(r"(<text [^>]*>[^<]*</text>)\1")
_PATH = re.compile(r'<path d="([^"]*)"\s*/?>(?:</path>)?')
_POINT = re.compile(r"M[^a-z]*h0\.0")
_WHOLE = re.compile(r"\.0(?!\d)|(?<=[A-Za-z]) | (?=[A-Za-z-])")
_NEEDLESS = re.compile(r'</?g[^>]*>| ry="10"| height="22"|\n')


def picture(name: str, expression: Expression, known: Iterable[str], anchor: str) -> Markup:
    """Draw the expression of a rule as SVG, with all lines in one path below the boxes.

    Names of `known` rules become links. The id to which a name links consists of `anchor` and the
    rule's name in lower case.
    """
    return drawn(expression, f"The rule {name}", "ABNF below.", known, anchor)


def drawn(
    expression: Expression,
    title: str,
    description: str,
    known: Iterable[str] = (),
    anchor: str = "",
) -> Markup:
    """Draw an expression as `picture` does, but with the given title and description."""
    names = frozenset(map(str.lower, known))
    item = _item(expression, names, anchor)
    diagram = railroad.Diagram(item, type="simple")
    written = io.StringIO()
    diagram.writeSvg(written.write)
    svg = _TWICE.sub(r"\1", written.getvalue())
    start, _, rest = svg.replace("xlink:href", "href").partition(">")
    lines = ""
    for path in _PATH.findall(rest):
        if not _POINT.fullmatch(path):
            lines += path
    lines = _WHOLE.sub("", lines)
    boxes = _PATH.sub("", rest).replace("></rect>", "/>")
    boxes = _NEEDLESS.sub("", boxes)
    told = Markup("<title>{}</title><desc>{}</desc>").format(title, description)
    return Markup(f'{start}>{told}<path d="{lines}"/>{boxes}')


def _item(expression: Expression, known: Set[str], anchor: str) -> object:
    """Return the picture of an expression.

    A name in the expression becomes a link if its lower-case form is in `known`.
    """
    match expression:
        case Name(name):
            is_known = name.lower() in known
            href = f"#{anchor}{name.lower()}" if is_known else None
            return railroad.NonTerminal(name, href=href)
        case Literal(_, text):
            return railroad.Terminal(visible(text))
        case Concatenation(()):
            return railroad.Skip()
        case Concatenation(items) if all(isinstance(item, Literal) for item in items):
            return railroad.Terminal("".join(visible(item.text) for item in items))  # type: ignore[union-attr]
        case Concatenation(items):
            return railroad.Sequence(*(_item(item, known, anchor) for item in items))
        case Alternation(items):
            return railroad.Choice(0, *(_item(item, known, anchor) for item in items))
        case Repetition(item, 0, 0):
            return railroad.Skip()
        case Repetition(item, least, most):
            return _repeated(_item(item, known, anchor), least, most)
    raise AssertionError(expression)


def _repeated(item: object, least: int, most: int | None) -> object:
    if (least, most) == (0, 1):
        return railroad.Optional(item)
    if (least, most) == (0, None):
        return railroad.ZeroOrMore(item)
    if (least, most) == (1, None):
        return railroad.OneOrMore(item)
    times = f"{least} to {most} times"
    if most is None:
        times = f"{least} times or more"
    elif least == most:
        times = f"{least} times"
    return railroad.OneOrMore(item, railroad.Comment(times))
