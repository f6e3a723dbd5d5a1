"""Grammars: diagrams of rules, relations between grammars, and an atlas of characters."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

import attrs
from markupsafe import Markup

from hexapla.documents.reading import Choice
from hexapla.grammar import Grammar, Relation
from hexapla.grammar.expression import Characters
from hexapla.standard.spec import Spec
from hexapla.standard.syntax import Syntax, corresponding
from hexapla.text.signs import visible
from hexapla_site.data.table import Cells, Table, as_json, table_of
from hexapla_site.figures.railroad_pictures import picture
from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.search import SearchEntry, shortened

_ASCII = Characters.spanning([(0, 127)])
# The roles that are components, in which a character can occur. The other roles are character
# classes or whole references.
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


@attrs.frozen
class RuleRelation:
    """Two rules with the same role, the relation of their languages, and differences in characters.

    `gained` contains the ASCII characters that occur only in strings that match `other_rule`, and
    `lost` contains those that occur only in strings that match `rule`.
    """

    role: str
    rule: str
    other_rule: str
    relation: Relation
    gained: str
    lost: str


@attrs.frozen
class GrammarPair:
    """A comparison of the grammars of two standards, the earlier standard first."""

    first: Spec
    second: Spec
    relations: tuple[RuleRelation, ...]

    @property
    def id(self) -> str:
        """The name of the pair in addresses."""
        return f"{self.first.id}-{self.second.id}"


class CharacterUse(NamedTuple):
    """The use of a character in a grammar: its classes, and the components that can contain it."""

    classes: tuple[str, ...]
    roles: tuple[str, ...]


@attrs.frozen
class AtlasRow:
    """An ASCII character, and its use in each grammar."""

    character: str
    uses: tuple[CharacterUse, ...]

    @property
    def code(self) -> int:
        """The code point of the character."""
        return ord(self.character)

    @property
    def sign(self) -> str:
        """The character, or a visible symbol for it."""
        return visible(self.character)

    @property
    def differs(self) -> bool:
        """Whether standards allow the character in different components."""
        return len({use.roles for use in self.uses}) > 1


class VariantFact(NamedTuple):
    """Whether the rule for references matches a plain URL under an option of a reading."""

    option: str
    derives: bool


def with_grammar(site: Site) -> tuple[Spec, ...]:
    """Return the standards that have a grammar."""
    return tuple(spec for spec in site.columns if spec.standard.grammar is not None)


def _parts(spec: Spec) -> tuple[Grammar, Syntax]:
    assert spec.standard.grammar is not None
    assert spec.standard.syntax is not None
    return spec.grammar, spec.standard.syntax


def variant_facts(spec: Spec) -> Iterator[VariantFact]:
    """For each option of a reading, yield whether the rule for references matches a plain URL.

    Readings whose options all give the same result are left out.
    """
    for reading in spec.standard.grammar_readings:
        facts = []
        for option in reading.options:
            grammar, syntax = _parts(spec.choosing(Choice(reading.name, option)))
            derives = grammar.matches(syntax.roles["reference"], "http://a/b")
            facts.append(VariantFact(option, derives))
        if len({fact.derives for fact in facts}) > 1:
            yield from facts


def pairs(site: Site) -> tuple[GrammarPair, ...]:
    """Return the relations of every pair of grammars."""
    return tuple(_pair(first, second) for first, second in combinations(with_grammar(site), 2))


def _pair(first: Spec, second: Spec) -> GrammarPair:
    here, syntax = _parts(first)
    there, other_syntax = _parts(second)
    relations = []
    for role, rule, other_rule in corresponding(syntax, other_syntax):
        before = here.alphabet(rule)
        after = there.alphabet(other_rule)
        gained = "".join((_ASCII & after) - before)
        lost = "".join((_ASCII & before) - after)
        relation = here.relation(there, rule, other_rule)
        relations.append(RuleRelation(role, rule, other_rule, relation, gained, lost))
    return GrammarPair(first, second, tuple(relations))


def atlas(site: Site) -> list[AtlasRow]:
    """Return the use of each ASCII character in every grammar."""
    specs = with_grammar(site)
    classes = [_parts(spec)[0].character_classes for spec in specs]
    roles = [_characters_by_role(spec) for spec in specs]
    rows = []
    for character in map(chr, (*range(0x20, 0x7F), *range(0x20), 0x7F)):
        uses = []
        for of_class, by_role in zip(classes, roles, strict=True):
            use = CharacterUse(_having(character, of_class), _having(character, by_role))
            uses.append(use)
        rows.append(AtlasRow(character, tuple(uses)))
    return rows


def _characters_by_role(spec: Spec) -> Mapping[str, Characters]:
    grammar, syntax = _parts(spec)
    return {role: grammar.alphabet(syntax.roles[role]) for role in _PLACES if role in syntax.roles}


def _having(character: str, named: Mapping[str, Characters]) -> tuple[str, ...]:
    """Return the names of the sets that contain a character."""
    return tuple(name for name, characters in named.items() if character in characters)


@attrs.frozen
class GrammarsContext:
    """The content of the first page of the grammars."""

    specs: Sequence[Spec]
    pairs: Sequence[GrammarPair]


@attrs.frozen
class GrammarContext:
    """The content of the page of a grammar, with pictures of its rules, keyed by name."""

    spec: Spec
    pictures: Mapping[str, Markup]
    variant_facts: Sequence[VariantFact]


@attrs.frozen
class GrammarPairContext:
    """The content of the page of two grammars."""

    pair: GrammarPair


@attrs.frozen
class AtlasContext:
    """The content of the atlas."""

    specs: Sequence[Spec]
    rows: Sequence[AtlasRow]


@attrs.frozen
class TimelineContext:
    """The content of the timeline: each standard's grammar compared with the next one's."""

    pairs: Sequence[GrammarPair]


def _grammar_context(spec: Spec) -> GrammarContext:
    rules = spec.grammar.rules
    pictures = {}
    for rule in rules.values():
        pictures[rule.name] = picture(rule.name, rule.expression, rules, "rule-")
    return GrammarContext(spec, pictures, list(variant_facts(spec)))


def _pages(site: Site) -> Iterator[Page]:
    specs = with_grammar(site)
    compared = site.once(pairs)
    yield Page("grammars/index.html", "grammars.html", GrammarsContext(specs, compared))
    for spec in specs:
        yield Page(f"grammars/{spec.id}.html", "grammar.html", _grammar_context(spec))
    for pair in compared:
        yield Page(f"grammars/{pair.id}.html", "pair.html", GrammarPairContext(pair))
    rows = site.once(atlas)
    yield Page("grammars/atlas.html", "atlas.html", AtlasContext(specs, rows))
    following = set(pairwise(specs))
    successions = [pair for pair in compared if (pair.first, pair.second) in following]
    yield Page("grammars/timeline.html", "timeline.html", TimelineContext(successions))


def _entries(site: Site) -> Iterator[SearchEntry]:
    for spec in with_grammar(site):
        for rule in _parts(spec)[0].rules.values():
            address = f"grammars/{spec.id}.html#rule-{rule.name.lower()}"
            text = shortened(f"{spec.document.label}: {' '.join(rule.text.split())}")
            yield SearchEntry("grammar", address, rule.name, text)


def _tables(site: Site) -> Iterator[Table]:
    yield table_of("grammar-relations", _relation_rows(site))
    yield table_of("characters", _character_rows(site))


def _relation_rows(site: Site) -> Iterator[Cells]:
    for pair in site.once(pairs):
        for item in pair.relations:
            rules = (item.role, item.rule, item.other_rule)
            relation = item.relation
            strings = as_json([relation.only_first, relation.only_second, relation.both])
            characters = (item.gained, item.lost)
            yield pair.first.id, pair.second.id, *rules, *characters, relation.kind, *strings


def _character_rows(site: Site) -> Iterator[Cells]:
    for row in site.once(atlas):
        for spec, use in zip(with_grammar(site), row.uses, strict=True):
            yield f"{row.code:02X}", spec.id, " ".join(use.classes), "; ".join(use.roles)


KIND = PageKind("grammars", "grammars/", _pages, entries=_entries, tables=_tables)
