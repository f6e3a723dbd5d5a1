"""Grammars: their rules as pictures, how two of them relate, where a character may stand."""

from collections.abc import Iterator
from itertools import combinations, pairwise

import attrs
from markupsafe import Markup

from hexapla.documents.reading import Choice, Reading
from hexapla.grammar import Grammar, GrammarRule, Relation
from hexapla.grammar.characters import Characters
from hexapla.standard.spec import Spec
from hexapla.standard.syntax import Syntax, corresponding
from hexapla.text.signs import visible
from hexapla_site.data.table import Table, as_json
from hexapla_site.figures.railroad_pictures import picture
from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.search.entry import SearchEntry
from hexapla_site.search.index import shortened

_ASCII = Characters.spanning([(0, 127)])


@attrs.frozen
class RulePicture:
    """A rule with its railroad diagram."""

    rule: GrammarRule
    svg: Markup


@attrs.frozen
class RuleRelation:
    """Two rules of the same role, and how what they derive relates."""

    role: str
    rule: str
    other_rule: str
    relation: Relation


@attrs.frozen
class GrammarPair:
    """The grammars of two standards against each other."""

    first: Spec
    second: Spec
    relations: tuple[RuleRelation, ...]

    @property
    def id(self) -> str:
        """The name of the pair."""
        return f"{self.first.id}-{self.second.id}"


@attrs.frozen
class AtlasCell:
    """A character in one grammar: its classes, and the roles in which it may stand."""

    classes: tuple[str, ...]
    roles: tuple[str, ...]


@attrs.frozen
class AtlasRow:
    """A character in every grammar."""

    code: int
    sign: str
    cells: tuple[AtlasCell, ...]

    @property
    def printable(self) -> bool:
        """Whether the character has a shape, or is the space."""
        return 0x20 <= self.code < 0x7F

    @property
    def changes(self) -> bool:
        """Whether the roles that grammars share allow it differently."""
        return len({cell.roles for cell in self.cells}) > 1


@attrs.frozen
class RoleChange:
    """What became legal and what became illegal in a role, from one standard to the next."""

    role: str
    gained: str
    lost: str
    relation: Relation


@attrs.frozen
class Epoch:
    """The changes from a standard to the next one that has a grammar."""

    earlier: Spec
    later: Spec
    changes: tuple[RoleChange, ...]


def with_grammar(site: Site) -> tuple[Spec, ...]:
    """Return the columns that have a grammar."""
    return tuple(spec for spec in site.columns if spec.grammar is not None)


def _parts(spec: Spec) -> tuple[Grammar, Syntax]:
    assert spec.grammar is not None
    assert spec.syntax is not None
    return spec.grammar, spec.syntax


def rule_pictures(spec: Spec) -> tuple[RulePicture, ...]:
    """Draw every rule of a standard's grammar."""
    grammar, _ = _parts(spec)
    return tuple(
        RulePicture(rule, picture(rule.name, rule.expression, grammar.rules, "rule-"))
        for rule in grammar.rules.values()
    )


def variant_facts(spec: Spec) -> tuple[tuple[str, bool], ...]:
    """Return for options of its grammar readings whether the top rule derives a plain URL.

    A reading is left out where all its options give the same.
    """
    facts: list[tuple[str, bool]] = []
    for reading in spec.grammar_readings:
        derived = {option: _derives_plain(spec, reading, option) for option in reading.options}
        if len(set(derived.values())) > 1:
            facts += derived.items()
    return tuple(facts)


def _derives_plain(spec: Spec, reading: Reading, option: str) -> bool:
    grammar, syntax = _parts(spec.choosing(Choice(reading.name, option)))
    return grammar.matches(syntax.roles["reference"], "http://a/b")


def pairs(site: Site) -> tuple[GrammarPair, ...]:
    """Return the relations of every pair of grammars."""
    return tuple(_pair(first, second) for first, second in combinations(with_grammar(site), 2))


def _pair(first: Spec, second: Spec) -> GrammarPair:
    here, syntax = _parts(first)
    there, other_syntax = _parts(second)
    relations = (
        RuleRelation(role, rule, other_rule, here.relation(there, rule, other_rule))
        for role, rule, other_rule in corresponding(syntax, other_syntax)
    )
    return GrammarPair(first, second, tuple(relations))


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


def atlas(site: Site) -> tuple[AtlasRow, ...]:
    """Return for each ASCII character what every grammar has it for."""
    specs = with_grammar(site)
    standing = [_standing(spec) for spec in specs]
    classes = [
        [
            (name, characters)
            for name, characters in _parts(spec)[0].character_classes.items()
            if len(characters) < len(_ASCII)
        ]
        for spec in specs
    ]
    return tuple(
        AtlasRow(
            code,
            visible(chr(code)),
            tuple(
                AtlasCell(
                    tuple(
                        name for name, characters in character_classes if chr(code) in characters
                    ),
                    tuple(role for role, characters in where if chr(code) in characters),
                )
                for character_classes, where in zip(classes, standing, strict=True)
            ),
        )
        for code in (*range(0x20, 0x7F), *range(0x20), 0x7F)
    )


def _standing(spec: Spec) -> list[tuple[str, Characters]]:
    grammar, syntax = _parts(spec)
    return [
        (role, grammar.automaton(syntax.roles[role]).alphabet())
        for role in _PLACES
        if role in syntax.roles
    ]


def timeline(site: Site) -> tuple[Epoch, ...]:
    """Return what became legal and illegal from each grammar to the next."""
    return tuple(
        Epoch(earlier, later, tuple(_changes(earlier, later)))
        for earlier, later in pairwise(with_grammar(site))
    )


def _changes(earlier: Spec, later: Spec) -> list[RoleChange]:
    here, syntax = _parts(earlier)
    there, other_syntax = _parts(later)
    changes = []
    for role, rule, other_rule in corresponding(syntax, other_syntax):
        before, after = here.automaton(rule).alphabet(), there.automaton(other_rule).alphabet()
        relation = here.relation(there, rule, other_rule)
        gained, lost = (_ASCII & after) - before, (_ASCII & before) - after
        changes.append(RoleChange(role, "".join(gained), "".join(lost), relation))
    return changes


def _pages(site: Site) -> Iterator[Page]:
    specs, compared = with_grammar(site), site.once(pairs)
    shared = {"specs": specs}
    yield Page("grammars/index.html", "grammars.html", {**shared, "pairs": compared})
    for spec in specs:
        context = {
            "spec": spec,
            "pictures": rule_pictures(spec),
            "variant_facts": variant_facts(spec),
        }
        yield Page(f"grammars/{spec.id}.html", "grammar.html", context)
    for pair in compared:
        yield Page(f"grammars/{pair.id}.html", "pair.html", {"pair": pair})
    yield Page("grammars/atlas.html", "atlas.html", {**shared, "rows": site.once(atlas)})
    yield Page("grammars/timeline.html", "timeline.html", {"epochs": site.once(timeline)})


def _entries(site: Site) -> Iterator[SearchEntry]:
    for spec in with_grammar(site):
        for rule in _parts(spec)[0].rules.values():
            address = f"grammars/{spec.id}.html#rule-{rule.name.lower()}"
            text = shortened(f"{spec.document.label}: {' '.join(rule.text.split())}")
            yield SearchEntry("grammar", address, rule.name, text)


def _relation_table(site: Site) -> Table:
    rows = tuple(
        (
            pair.first.id,
            pair.second.id,
            item.role,
            item.rule,
            item.other_rule,
            item.relation.kind.value,
            *as_json(item.relation.only_first, item.relation.only_second, item.relation.both),
        )
        for pair in site.once(pairs)
        for item in pair.relations
    )
    columns = (
        *("first", "second", "role", "rule", "other_rule", "relation"),
        *("only_first", "only_second", "both"),
    )
    about = (
        "Every pair of grammars, rule against rule, with a shortest text of each kind as JSON; "
        "null where there is none."
    )
    return Table("grammar-relations", about, columns, rows)


def _character_table(site: Site) -> Table:
    rows = tuple(
        (f"{row.code:02X}", spec.id, " ".join(cell.classes), "; ".join(cell.roles))
        for row in site.once(atlas)
        for spec, cell in zip(with_grammar(site), row.cells, strict=True)
    )
    about = "Each ASCII character: the classes of every grammar that it is in, and where it may be."
    return Table("characters", about, ("character", "spec", "classes", "stands_in"), rows)


def _change_table(site: Site) -> Table:
    rows = tuple(
        (
            epoch.earlier.id,
            epoch.later.id,
            change.role,
            change.gained,
            change.lost,
            *as_json(change.relation.only_first, change.relation.only_second),
        )
        for epoch in site.once(timeline)
        for change in epoch.changes
    )
    about = (
        "What became legal and illegal from each grammar to the next; the shortest texts as JSON, "
        "null where there is none."
    )
    columns = ("earlier", "later", "role", "gained", "lost", "now_illegal", "now_legal")
    return Table("grammar-changes", about, columns, rows)


def _tables(site: Site) -> Iterator[Table]:
    yield _relation_table(site)
    yield _character_table(site)
    yield _change_table(site)


KIND = PageKind("grammars", "grammars/", _pages, entries=_entries, tables=_tables)
