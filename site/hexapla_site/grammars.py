"""What the grammar pages read: rules, relations of two memos, where a character may stand."""

import functools
from collections.abc import Sequence
from itertools import combinations, pairwise

import attrs
from markupsafe import Markup

from hexapla.documents.reading import Choice
from hexapla.grammar import Grammar, Relation, Rule
from hexapla.grammar.characters import Characters
from hexapla.standard.spec import AnySpec
from hexapla.standard.syntax import Syntax, corresponding
from hexapla.text.signs import visible
from hexapla_site.railroad_pictures import picture

_ASCII = Characters.spanning([(0, 127)])


@attrs.frozen
class RulePicture:
    """A rule with its railroad diagram."""

    rule: Rule
    svg: Markup


@attrs.frozen
class RuleRelation:
    """Two rules of the same role, and how what they derive relates."""

    role: str
    rule: str
    other_rule: str
    relation: Relation


@attrs.frozen
class Pair:
    """Two memos' grammars against each other."""

    first: AnySpec
    second: AnySpec
    relations: tuple[RuleRelation, ...]

    @property
    def id(self) -> str:
        """The name of the pair."""
        return f"{self.first.id}-{self.second.id}"


@attrs.frozen
class AtlasCell:
    """What a memo makes of a character: its classes, and the roles in which it may stand."""

    classes: tuple[str, ...]
    roles: tuple[str, ...]


@attrs.frozen
class AtlasRow:
    """A character in every memo."""

    code: int
    sign: str
    cells: tuple[AtlasCell, ...]

    @property
    def printable(self) -> bool:
        """Whether the character has a shape, or is the space."""
        return 0x20 <= self.code < 0x7F

    @property
    def changes(self) -> bool:
        """Whether the roles that memos share allow it differently."""
        return len({cell.roles for cell in self.cells}) > 1


@attrs.frozen
class Change:
    """What became legal and what became illegal in a role, from one memo to the next."""

    role: str
    gained: str
    lost: str
    relation: Relation


@attrs.frozen
class Epoch:
    """The changes from a memo to the next one that has a grammar."""

    earlier: AnySpec
    later: AnySpec
    changes: tuple[Change, ...]


def with_grammar(specs: Sequence[AnySpec]) -> tuple[AnySpec, ...]:
    """Give the specs that have a grammar."""
    return tuple(spec for spec in specs if spec.grammar is not None)


def _parts(spec: AnySpec) -> tuple[Grammar, Syntax]:
    assert spec.grammar is not None
    assert spec.syntax is not None
    return spec.grammar, spec.syntax


def rule_pictures(spec: AnySpec) -> tuple[RulePicture, ...]:
    """Draw every rule of a memo's grammar."""
    grammar, _ = _parts(spec)
    return tuple(
        RulePicture(
            rule, picture(grammar.definitions[name.lower()].element, grammar.rules, "rule-")
        )
        for name, rule in grammar.rules.items()
    )


def variant_facts(spec: AnySpec) -> tuple[tuple[str, bool], ...]:
    """Say under which options of its grammar reading a memo's top rule derives a plain URL."""
    reading = next((item for item in spec.readings if item.name == spec.grammar_reading), None)
    if reading is None:
        return ()
    chosen = ((option, spec.choosing(Choice(reading.name, option))) for option in reading.options)
    return tuple(
        (option, _parts(variant)[0].matches(_parts(variant)[1].roles["reference"], "http://a/b"))
        for option, variant in chosen
    )


def pairs(specs: Sequence[AnySpec]) -> tuple[Pair, ...]:
    """Set every two grammars against each other."""
    return tuple(_pair(first, second) for first, second in combinations(with_grammar(specs), 2))


def _pair(first: AnySpec, second: AnySpec) -> Pair:
    here, syntax = _parts(first)
    there, other_syntax = _parts(second)
    relations = (
        RuleRelation(role, rule, other_rule, here.relation(there, rule, other_rule))
        for role, rule, other_rule in corresponding(syntax, other_syntax)
    )
    return Pair(first, second, tuple(relations))


# Roles that say where a character may stand; the others are classes or whole references.
_PLACES = (
    "scheme",
    "user information",
    "host",
    "port",
    "authority",
    "path",
    "segment",
    "params",
    "query",
    "fragment",
)


def atlas(specs: Sequence[AnySpec]) -> tuple[AtlasRow, ...]:
    """Say of each ASCII character what every memo makes of it."""
    memos = with_grammar(specs)
    standing = [_standing(spec) for spec in memos]
    classes = [
        [
            (name, characters)
            for name, characters in _parts(spec)[0].character_classes.items()
            if len(characters) < len(_ASCII)
        ]
        for spec in memos
    ]
    return tuple(
        AtlasRow(
            code,
            visible(chr(code)),
            tuple(
                AtlasCell(
                    tuple(name for name, characters in found if chr(code) in characters),
                    tuple(role for role, characters in where if chr(code) in characters),
                )
                for found, where in zip(classes, standing, strict=True)
            ),
        )
        for code in (*range(0x20, 0x7F), *range(0x20), 0x7F)
    )


def _standing(spec: AnySpec) -> list[tuple[str, Characters]]:
    grammar, syntax = _parts(spec)
    return [
        (role, grammar.automaton(syntax.roles[role]).alphabet())
        for role in _PLACES
        if role in syntax.roles
    ]


def timeline(specs: Sequence[AnySpec]) -> tuple[Epoch, ...]:
    """Say what became legal and illegal from each grammar to the next."""
    memos = with_grammar(specs)
    return tuple(
        Epoch(earlier, later, tuple(_changes(earlier, later))) for earlier, later in pairwise(memos)
    )


def _changes(earlier: AnySpec, later: AnySpec) -> list[Change]:
    here, syntax = _parts(earlier)
    there, other_syntax = _parts(later)
    changes = []
    for role, rule, other_rule in corresponding(syntax, other_syntax):
        before, after = here.automaton(rule).alphabet(), there.automaton(other_rule).alphabet()
        relation = here.relation(there, rule, other_rule)
        gained, lost = (_ASCII & after) - before, (_ASCII & before) - after
        changes.append(Change(role, "".join(gained), "".join(lost), relation))
    return changes


@attrs.frozen(slots=False)
class GrammarReport:
    """What the grammar pages show of some memos that have a grammar; each part when asked for."""

    memos: tuple[AnySpec, ...]

    @functools.cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """Every two grammars against each other."""
        return pairs(self.memos)

    @functools.cached_property
    def atlas(self) -> tuple[AtlasRow, ...]:
        """What every memo makes of each character."""
        return atlas(self.memos)

    @functools.cached_property
    def timeline(self) -> tuple[Epoch, ...]:
        """What became legal and illegal."""
        return timeline(self.memos)
