"""Grammars: their rules as pictures, how two of them relate, where a character may stand."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise

import attrs

from hexapla.documents.reading import Choice
from hexapla.grammar import Grammar, Relation
from hexapla.grammar.expression import Characters
from hexapla.standard.spec import Spec
from hexapla.standard.syntax import Syntax, corresponding
from hexapla.text.signs import visible
from hexapla_site.data.table import Table, as_json, table_of
from hexapla_site.figures.railroad_pictures import picture
from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.search import SearchEntry, shortened

_ASCII = Characters.spanning([(0, 127)])
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


@attrs.frozen
class RuleRelation:
    """Two rules of the same role, how what they derive relates, and which characters it is about.

    `gained` are the characters of US-ASCII that only what the other rule derives has, `lost` those
    that only what the rule derives has.
    """

    role: str
    rule: str
    other_rule: str
    relation: Relation
    gained: str
    lost: str


@attrs.frozen
class GrammarPair:
    """The grammars of two standards against each other, the earlier one first."""

    first: Spec
    second: Spec
    relations: tuple[RuleRelation, ...]

    @property
    def id(self) -> str:
        """The name of the pair."""
        return f"{self.first.id}-{self.second.id}"


Names = tuple[str, ...]
AtlasRow = tuple[int, str, tuple[Names, ...], tuple[Names, ...]]
"""A character's code and sign; in each grammar, its classes and the components that may have it."""


def with_grammar(site: Site) -> tuple[Spec, ...]:
    """Return the columns that have a grammar."""
    return tuple(spec for spec in site.columns if spec.standard.grammar is not None)


def _parts(spec: Spec) -> tuple[Grammar, Syntax]:
    assert spec.standard.grammar is not None
    assert spec.standard.syntax is not None
    return spec.grammar, spec.standard.syntax


def variant_facts(spec: Spec) -> tuple[tuple[str, bool], ...]:
    """Return for options of its grammar readings whether the top rule derives a plain URL.

    A reading is left out where all its options give the same.
    """
    facts: list[tuple[str, bool]] = []
    for reading in spec.standard.grammar_readings:
        derived = {}
        for option in reading.options:
            grammar, syntax = _parts(spec.choosing(Choice(reading.name, option)))
            derived[option] = grammar.matches(syntax.roles["reference"], "http://a/b")
        if len(set(derived.values())) > 1:
            facts += derived.items()
    return tuple(facts)


def pairs(site: Site) -> tuple[GrammarPair, ...]:
    """Return the relations of every pair of grammars."""
    return tuple(_pair(first, second) for first, second in combinations(with_grammar(site), 2))


def _pair(first: Spec, second: Spec) -> GrammarPair:
    here, syntax = _parts(first)
    there, other_syntax = _parts(second)
    relations = []
    for role, rule, other_rule in corresponding(syntax, other_syntax):
        before, after = here.alphabet(rule), there.alphabet(other_rule)
        gained, lost = (_ASCII & after) - before, (_ASCII & before) - after
        relation = here.relation(there, rule, other_rule)
        relations.append(
            RuleRelation(role, rule, other_rule, relation, "".join(gained), "".join(lost))
        )
    return GrammarPair(first, second, tuple(relations))


def atlas(site: Site) -> list[AtlasRow]:
    """Return for each ASCII character what every grammar has it for."""
    specs = with_grammar(site)
    classes = [_parts(spec)[0].character_classes for spec in specs]
    told = [
        {name: characters for name, characters in named.items() if len(characters) < len(_ASCII)}
        for named in classes
    ]
    roles = [_characters_by_role(spec) for spec in specs]
    return [
        (code, visible(chr(code)), _having(chr(code), told), _having(chr(code), roles))
        for code in (*range(0x20, 0x7F), *range(0x20), 0x7F)
    ]


def _characters_by_role(spec: Spec) -> Mapping[str, Characters]:
    grammar, syntax = _parts(spec)
    return {role: grammar.alphabet(syntax.roles[role]) for role in _PLACES if role in syntax.roles}


def _having(character: str, of_specs: Sequence[Mapping[str, Characters]]) -> tuple[Names, ...]:
    """Return the names of the sets of each standard that have a character."""
    return tuple(
        tuple(name for name, characters in named.items() if character in characters)
        for named in of_specs
    )


def _pages(site: Site) -> Iterator[Page]:
    specs, compared = with_grammar(site), site.once(pairs)
    shared = {"specs": specs}
    yield Page("grammars/index.html", "grammars.html", {**shared, "pairs": compared})
    for spec in specs:
        context = {"spec": spec, "picture": picture, "variant_facts": variant_facts(spec)}
        yield Page(f"grammars/{spec.id}.html", "grammar.html", context)
    for pair in compared:
        yield Page(f"grammars/{pair.id}.html", "pair.html", {"pair": pair})
    yield Page("grammars/atlas.html", "atlas.html", {**shared, "rows": site.once(atlas)})
    following = set(pairwise(specs))
    successions = [pair for pair in compared if (pair.first, pair.second) in following]
    yield Page("grammars/timeline.html", "timeline.html", {"pairs": successions})


def _entries(site: Site) -> Iterator[SearchEntry]:
    for spec in with_grammar(site):
        for rule in _parts(spec)[0].rules.values():
            address = f"grammars/{spec.id}.html#rule-{rule.name.lower()}"
            text = shortened(f"{spec.document.label}: {' '.join(rule.text.split())}")
            yield SearchEntry("grammar", address, rule.name, text)


def _tables(site: Site) -> Iterator[Table]:
    relations = (
        (
            pair.first.id,
            pair.second.id,
            item.role,
            item.rule,
            item.other_rule,
            item.gained,
            item.lost,
            item.relation.kind,
            *as_json([item.relation.only_first, item.relation.only_second, item.relation.both]),
        )
        for pair in site.once(pairs)
        for item in pair.relations
    )
    yield table_of("grammar-relations", relations)
    characters = (
        (f"{code:02X}", spec.id, " ".join(classes), "; ".join(roles))
        for code, _, *told in site.once(atlas)
        for spec, classes, roles in zip(with_grammar(site), *told, strict=True)
    )
    yield table_of("characters", characters)


KIND = PageKind("grammars", "grammars/", _pages, entries=_entries, tables=_tables)
