"""Railroad diagrams of grammar rules, drawn from the parsed grammars."""

import io
import re
from collections.abc import Iterable

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

    Names of `known` rules become links to the id that consists of `anchor` and the rule's name.
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
    names = {name.lower(): name for name in known}
    diagram = railroad.Diagram(_item(expression, names, anchor), type="simple")
    written = io.StringIO()
    diagram.writeSvg(written.write)
    start, rest = _TWICE.sub(r"\1", written.getvalue()).replace("xlink:href", "href").split(">", 1)
    lines = "".join(path for path in _PATH.findall(rest) if not _POINT.fullmatch(path))
    boxes = _NEEDLESS.sub("", _PATH.sub("", rest).replace("></rect>", "/>"))
    rest = f'<path d="{_WHOLE.sub("", lines)}"/>{boxes}'
    told = Markup("<title>{}</title><desc>{}</desc>").format(title, description)
    return Markup(f"{start}>{told}{rest}")


def _item(expression: Expression, names: dict[str, str], anchor: str) -> object:
    match expression:
        case Name(name):
            rule_name = names.get(name.lower())
            href = None if rule_name is None else f"#{anchor}{rule_name.lower()}"
            return railroad.NonTerminal(name, href=href)
        case Literal(_, text):
            return railroad.Terminal(visible(text))
        case Concatenation(()):
            return railroad.Skip()
        case Concatenation(items) if all(isinstance(item, Literal) for item in items):
            return railroad.Terminal("".join(visible(item.text) for item in items))  # type: ignore[union-attr]
        case Concatenation(items):
            return railroad.Sequence(*(_item(item, names, anchor) for item in items))
        case Alternation(items):
            return railroad.Choice(0, *(_item(item, names, anchor) for item in items))
        case Repetition(item, 0, 0):
            return railroad.Skip()
        case Repetition(item, least, most):
            return _repeated(_item(item, names, anchor), least, most)
    raise AssertionError(expression)


def _repeated(item: object, least: int, most: int | None) -> object:
    match least, most:
        case 0, 1:
            return railroad.Optional(item)
        case 0, None:
            return railroad.ZeroOrMore(item)
        case 1, None:
            return railroad.OneOrMore(item)
        case _, _ if least == most:
            return railroad.OneOrMore(item, railroad.Comment(f"{least} times"))
        case _:
            times = f"{least} times or more" if most is None else f"{least} to {most} times"
            return railroad.OneOrMore(item, railroad.Comment(times))
