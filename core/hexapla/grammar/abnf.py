"""Parse ABNF (RFC 5234, with the case-sensitive strings of RFC 7405).

Prose values, and upper-case letters after "%" (as in `%X41`), aren't supported.

Each rule keeps its name as written, its comment and its text, so that pages can show the rule.
"""

import contextlib
import re
from collections.abc import Iterator, Mapping

import attrs

from hexapla.grammar.expression import (
    EMPTY,
    NOTHING,
    Alternation,
    Characters,
    Concatenation,
    Expression,
    Literal,
    Marked,
    Name,
    Repetition,
    alternate,
    concatenate,
    only_or,
    repeat,
)
from hexapla.values.value import Value


class GrammarError(ValueError):
    """Invalid ABNF, an unknown name, or a rule whose language might not be regular."""


@attrs.frozen(repr=False)
class GrammarRule(Value):
    """A rule of a grammar.

    Attributes:
        name: The name of the rule, as written.
        section: The section of the standard that contains the rule, taken from the rule's comment.
        text: The rule as written, in ABNF.
        expression: The expression after the "=", which refers to other rules by name.
        line: The number of the line on which the rule begins in the grammar, counted from 1.
    """

    _json_members = ("name", "section", "text")

    name: str
    section: str
    text: str
    expression: Expression
    line: int


_TOKEN = re.compile(
    r"""
    (?P<space>\s+)
  | (?P<comment>;[^\n]*)
  | (?P<name>[A-Za-z][A-Za-z0-9-]*)
  | (?P<defined>=/?)
  | (?P<string>(?:%[si])?"[^"\n]*")
  | (?P<number>%[xdb][0-9A-Fa-f]+(?:-[0-9A-Fa-f]+|(?:\.[0-9A-Fa-f]+)+)?)
  | (?P<repeat>[0-9]*\*[0-9]*|[0-9]+)
  | (?P<mark>[()\[\]/])
  | (?P<unknown>.)
    """,
    re.VERBOSE,
)
_BASES = {"x": 16, "d": 10, "b": 2}

# Limits on the depth of groups and on the length of a repeat count, far above what any standard
# needs.
_DEEPEST = 100
_LONGEST_COUNT = 20


def read_abnf(text: str) -> tuple[GrammarRule, ...]:
    """Parse the rules of a grammar.

    Raises:
        GrammarError: The text isn't valid ABNF, or a rule is defined twice; the message shows the
            position.
    """
    rules: dict[str, GrammarRule] = {}
    for line, source in _rule_texts(text):
        rule, adds = _RuleReader(source, line).rule()
        known = rules.get(rule.name.lower())
        if known is not None and not adds:
            raise GrammarError(f"line {line}: {rule.name} is already defined on line {known.line}")
        if known is not None:
            expression = Alternation((known.expression, rule.expression))
            rule = attrs.evolve(known, expression=expression, text=f"{known.text}\n{source}")
        rules[rule.name.lower()] = rule
    return tuple(rules.values())


def _rule_texts(text: str) -> Iterator[tuple[int, str]]:
    """Join the lines of each rule; a continuation line begins with white space."""
    rules: list[tuple[int, list[str]]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.startswith(";"):
            if not line[0].isspace() or not rules:
                rules.append((number, []))
            rules[-1][1].append(line)
    return ((number, "\n".join(lines)) for number, lines in rules)


class _RuleReader:
    """Parses a single rule, token by token."""

    def __init__(self, source: str, line: int) -> None:
        self._source = source
        self._line = line
        self._comments: list[str] = []
        # The remaining tokens, in reverse order. Consuming the end token is an error.
        self._tokens = [*self._scan(), ("end", "", len(source))]
        self._tokens.reverse()
        self._take = self._tokens.pop
        self._depth = 0

    def _scan(self) -> Iterator[tuple[str, str, int]]:
        for match in _TOKEN.finditer(self._source):
            kind = match.lastgroup or ""
            if kind == "unknown":
                raise self._error(match.start(), "unexpected character")
            if kind == "comment":
                self._comments.append(match[0].lstrip("; ").strip())
            elif kind != "space":
                yield kind, match[0], match.start()

    def _error(self, position: int, what: str) -> GrammarError:
        before = self._source[:position]
        number = before.count("\n")
        start = before.rfind("\n") + 1
        indent = " " * (position - start)
        shown = self._source.splitlines()[number]
        return GrammarError(f"line {self._line + number}: {what}\n  {shown}\n  {indent}^")

    def rule(self) -> tuple[GrammarRule, bool]:
        """Return the rule, and whether it extends an existing rule."""
        kind, name, position = self._take()
        if kind != "name":
            raise self._error(position, "expected the name of a rule")
        kind, sign, position = self._take()
        if kind != "defined":
            raise self._error(position, f"expected = or =/ after {name}")
        expression = self._alternation()
        kind, _, position = self._tokens[-1]
        if kind != "end":
            raise self._error(position, "expected the end of the rule")
        section = " ".join(self._comments)
        rule = GrammarRule(name, section, self._source, expression, self._line)
        return rule, sign == "=/"

    def _alternation(self) -> Expression:
        items = [self._concatenation()]
        while self._tokens[-1][:2] == ("mark", "/"):
            self._take()
            items.append(self._concatenation())
        return only_or(Alternation, items)

    def _concatenation(self) -> Expression:
        items = [self._repetition()]
        while self._begins_item():
            items.append(self._repetition())
        return only_or(Concatenation, items)

    def _begins_item(self) -> bool:
        """Return whether the next token begins an item of a concatenation."""
        kind, text, _ = self._tokens[-1]
        return kind in ("name", "string", "number", "repeat") or text in ("(", "[")

    def _repetition(self) -> Expression:
        kind, text, _ = self._tokens[-1]
        if kind != "repeat":
            return self._element()
        _, _, position = self._take()
        if len(text) > _LONGEST_COUNT:
            raise self._error(position, "too many repetitions")
        least, star, most = text.partition("*")
        low = int(least or 0)
        high: int | None = low
        if most:
            high = int(most)
        elif star:
            high = None
        return Repetition(self._element(), low, high)

    def _element(self) -> Expression:
        kind, text, position = self._take()
        if self._depth > _DEEPEST:
            raise self._error(position, "groups are nested too deeply")
        match kind, text:
            case "name", _:
                return Name(text)
            case "string", _:
                return _string(text)
            case "number", _:
                with contextlib.suppress(ValueError, OverflowError):
                    return _number(text)
                raise self._error(position, "not a Unicode character")
            case "mark", "(":
                return self._group(")", position)
            case "mark", "[":
                return Repetition(self._group("]", position), 0, 1)
        raise self._error(position, "expected an element")

    def _group(self, mark: str, opened: int) -> Expression:
        """Parse the content of brackets, up to the closing bracket."""
        self._depth += 1
        expression = self._alternation()
        if self._take()[1] != mark:
            raise self._error(opened, f"expected {mark} to close this group")
        self._depth -= 1
        return expression


def _string(text: str) -> Expression:
    quoted = text[text.index('"') + 1 : -1]
    sensitive = text.lower().startswith("%s")
    literals = []
    for sign in quoted:
        cases = sign
        if not sensitive:
            cases = sign.lower() + sign.upper()
        literals.append(Literal(Characters.of(cases), sign))
    return concatenate(literals)


def _number(text: str) -> Expression:
    """Return the expression for a numeric value; `chr` rejects a number that isn't a code point."""
    base = _BASES[text[1].lower()]
    digits = text[2:]
    if "-" in digits:
        first, last = (ord(chr(int(part, base))) for part in digits.split("-"))
        return Literal(Characters.spanning([(first, last)]), text)
    literals = []
    for part in digits.split("."):
        sign = chr(int(part, base))
        literals.append(Literal(Characters.of(sign), sign))
    return concatenate(literals)


# Expand rules: replace the names of other rules with their expressions.
#
# A rule that refers to itself only at the end of an alternative, X = A X / B, derives A* B (Arden's
# rule). Any other recursion is rejected, because the language might not be regular.

# The rules of RFC 5234, appendix B.1, that a grammar may use here without defining them.
_CORE = {
    rule.name.lower(): rule
    for rule in read_abnf(
        "ALPHA = %x41-5A / %x61-7A\nDIGIT = %x30-39\n"
        + ('HEXDIG = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"\nDQUOTE = %x22\nSP = %x20\n')
    )
}


@attrs.frozen
class Expansion:
    """Expands rules, and caches their expressions.

    Args:
        rules: The rules of a grammar, keyed by name in lower case.
        marked: The names, in lower case, of the rules whose expressions become `Marked`.
        known: The cache of expressions, keyed by name in lower case.
    """

    _rules: Mapping[str, GrammarRule]
    _marked: frozenset[str]
    _known: dict[str, Expression]
    _above: list[str] = attrs.field(factory=list, init=False)

    def expression(self, name: str) -> Expression:
        """Return the expanded expression of a rule; its name must be in lower case.

        Raises:
            GrammarError: The rule is unknown, or it might not be regular.
        """
        if name in self._known:
            return self._known[name]
        rule = self._rules.get(name) or _CORE.get(name)
        if rule is None:
            names = ", ".join(item.name for item in self._rules.values())
            raise GrammarError(f"unknown rule {name!r}. Available: {names}")
        if name in self._above:
            start = self._above.index(name)
            circle = " -> ".join((*self._above[start:], name))
            raise GrammarError(
                f"{circle}: a rule may refer to itself only at its end; otherwise, it might not be "
                "regular"
            )
        self._above.append(name)
        again, done = self._tails(rule.expression, name)
        self._above.pop()
        expression = concatenate((repeat(again), done))
        if name in self._marked:
            expression = Marked(rule.name, expression)
        self._known[name] = expression
        return expression

    def _tails(self, expression: Expression, name: str) -> tuple[Expression, Expression]:
        """Return the part before a final `name`, and the alternatives that don't end in `name`."""
        match expression:
            case Name(other) if other.lower() == name:
                return EMPTY, NOTHING
            case Name(other):
                return NOTHING, self.expression(other.lower())
            case Alternation(items):
                ends = []
                others = []
                for item in items:
                    again, done = self._tails(item, name)
                    ends.append(again)
                    others.append(done)
                return alternate(ends), alternate(others)
            case Concatenation((*before, last)):
                front = concatenate(self._closed(item, name) for item in before)
                again, done = self._tails(last, name)
                return concatenate((front, again)), concatenate((front, done))
            case Repetition(item, 0, 1):
                again, done = self._tails(item, name)
                return again, repeat(done, 0, 1)
            case Repetition(item, least, most):
                return NOTHING, repeat(self._closed(item, name), least, most)
        return NOTHING, expression

    def _closed(self, expression: Expression, name: str) -> Expression:
        """Return the expansion of an expression that must not refer to the rule itself."""
        again, done = self._tails(expression, name)
        if again != NOTHING:
            wrong = f"the rule {name} refers to itself before its end, so it might not be regular"
            raise GrammarError(wrong)
        return done
