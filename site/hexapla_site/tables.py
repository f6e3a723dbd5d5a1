"""The tables of the pages as data, for others: each as JSON and CSV."""

import json
from collections.abc import Iterable, Sequence

from hexapla.standard.spec import AnySpec
from hexapla_site.agreement import Agreements
from hexapla_site.catalogue import Catalogue, Entry
from hexapla_site.grammars import GrammarReport
from hexapla_site.report import Report, place_of
from hexapla_site.rules import RulesReport
from hexapla_site.speed import read_figures, read_growth
from hexapla_site.table import Row, Table
from hexapla_site.witness_tables import witness_tables
from hexapla_site.witnesses import WitnessReport


def tables(
    made: Report,
    examples: RulesReport,
    grammars: GrammarReport,
    agreed: Agreements,
    asked: WitnessReport,
    listed: Catalogue | None,
) -> tuple[Table, ...]:
    """Give the tables of the pages, in the pages' order."""
    return (
        _cases(made),
        _causes(made),
        *([_disagreements(listed)] if listed else []),
        *_agreements(agreed),
        _components(made.columns),
        _rules(made.columns),
        _readings(made.columns),
        _examples(made),
        _clients(made),
        *witness_tables(asked),
        _relations(grammars),
        _characters(grammars),
        _changes(grammars),
        _equivalence(examples),
        _normal_forms(examples),
        _escapes(examples),
        _escaped(examples),
        _unescaped(examples),
        _extraction(examples),
        _ladder(examples),
        _bases(examples),
        _speed(),
        _growth(),
    )


def _names(columns: Iterable[AnySpec]) -> Row:
    return tuple(spec.id for spec in columns)


def _cases(made: Report) -> Table:
    rows = tuple(
        (
            case.id,
            case.base,
            case.reference,
            *(str(resolution) for resolution in case.full.resolutions),
            "; ".join(case.sources),
        )
        for case in made.cases
    )
    about = "Every case, with what each column resolves it to."
    columns = ("id", "base", "reference", *_names(made.columns), "sources")
    return Table("cases", about, columns, rows)


def _causes(made: Report) -> Table:
    columns = ("id", "phase", "left", "left_section", "right", "right_section")
    rows = tuple(
        (
            cause.id,
            cause.phase.value,
            cause.left.id,
            cause.left_rule.citation.section,
            cause.right.id,
            cause.right_rule.citation.section,
            str(len(cause.cases)),
            cause.smallest.base,
            cause.smallest.reference,
        )
        for cause in made.causes
    )
    about = "Every kind of disagreement, with the number of cases and the smallest of them."
    return Table("causes", about, (*columns, "cases", "base", "reference"), rows)


def _disagreements(listed: Catalogue) -> Table:
    columns = (
        *("id", "facet", "phase", "left", "left_section", "right", "right_section"),
        *("groups", "they_come_to", "inputs", "base", "reference"),
    )
    about = (
        "Every class of disagreement that the catalogue has, with its smallest witness; valid and "
        "parts are of a reference alone, without a base."
    )
    return Table("disagreements", about, columns, tuple(map(_disagreement, listed.entries)))


def _disagreement(entry: Entry) -> Row:
    item = entry.found
    key, cause = item.cause, entry.cause
    sides = (
        (key.left, cause.left.rule.citation.section if cause else ""),
        (key.right, cause.right.rule.citation.section if cause else ""),
    )
    return (
        *(item.id, item.facet, key.phase),
        *(text for side in sides for text in side),
        " | ".join(map(" ".join, item.groups)),
        item.shape,
        str(entry.finding.inputs),
        entry.base or "",
        entry.reference,
    )


def _agreements(agreed: Agreements) -> tuple[Table, Table]:
    pairs = tuple(
        (pair.earlier.id, pair.later.id, str(pair.share.alike), str(pair.share.cases))
        for pair in agreed.pairs
    )
    moments = tuple(
        (
            moment.spec.id,
            moment.spec.date,
            *(str(count) for share in shares for count in (share.alike, share.cases)),
        )
        for moment in agreed.moments
        for shares in [(moment.with_the_one_before, moment.all_so_far)]
    )
    return (
        Table(
            "agreement",
            "How many of the cases on which both speak every two columns resolve to the same.",
            ("earlier", "later", "alike", "cases"),
            pairs,
        ),
        Table(
            "agreement-over-time",
            "The same for each memo with the one before it, and for all that were out by then.",
            ("spec", "date", "alike_before", "cases_before", "alike_all", "cases_all"),
            moments,
        ),
    )


def _components(columns: Iterable[AnySpec]) -> Table:
    rows = tuple(
        (spec.id, part.name, part.prefix, part.suffix, part.shared, part.citation.section)
        for spec in columns
        for part in spec.components
    )
    names = ("spec", "component", "prefix", "suffix", "compared_as", "section")
    return Table("components", "Every memo's components, with their marks.", names, rows)


def _rules(columns: Iterable[AnySpec]) -> Table:
    rows = tuple(
        (
            spec.id,
            place_of(spec, rule),
            rule.phase.value,
            rule.move.value,
            rule.citation.section,
            rule.does,
        )
        for spec in columns
        for rule in spec.rules
    )
    names = ("spec", "rule", "phase", "move", "section", "does")
    return Table("rules", "Every memo's rules of resolving.", names, rows)


def _readings(columns: Sequence[AnySpec]) -> Table:
    rows = tuple(
        (
            spec.id,
            reading.name,
            option,
            "default" if option == reading.default else "",
            rationale.says,
            rationale.citation.section if rationale.citation else "",
        )
        for spec in columns
        for reading in spec.readings
        for option, rationale in reading.rationales.items()
    )
    about = "Every reading with its options, and what speaks for each."
    return Table("readings", about, ("spec", "reading", "option", "is", "says", "section"), rows)


def _examples(made: Report) -> Table:
    rows = tuple(
        (
            spec.id,
            result.example.citation.section,
            result.example.base,
            result.example.reference,
            " | ".join(str(answer.target) for answer in result.example.answers),
            str(result.given),
            "yes" if result.passes else "no",
        )
        for spec in made.columns
        for result in made.examples_of(spec)
    )
    about = "Every memo's own examples, and what the memo gives for them under the defaults."
    columns = ("spec", "section", "base", "reference", "memo_says", "given", "passes")
    return Table("examples", about, columns, rows)


def _clients(made: Report) -> Table:
    rows = tuple(
        (client.name, match.spec.id, str(match.alike), str(match.rows))
        for client in made.clients
        for match in client.matches
    )
    about = "How many rows of the test pages of 1997 each client answers as each column does."
    return Table("clients-of-1997", about, ("client", "spec", "alike", "rows"), rows)


def _relations(grammars: GrammarReport) -> Table:
    rows = tuple(
        (
            pair.first.id,
            pair.second.id,
            item.role,
            item.rule,
            item.other_rule,
            item.relation.kind.value,
            *_shown(item.relation.only_first, item.relation.only_second, item.relation.both),
        )
        for pair in grammars.pairs
        for item in pair.relations
    )
    columns = (
        *("first", "second", "role", "rule", "other_rule", "relation"),
        *("only_first", "only_second", "both"),
    )
    about = (
        "Every two grammars, rule against rule, with a shortest text of each kind as JSON, null "
        "where there is none."
    )
    return Table("grammar-relations", about, columns, rows)


def _shown(*texts: str | None) -> Row:
    """Give texts as JSON, so that the empty one is told from none."""
    return tuple(map(json.dumps, texts))


def _characters(grammars: GrammarReport) -> Table:
    rows = tuple(
        (f"{row.code:02X}", spec.id, " ".join(cell.classes), "; ".join(cell.roles))
        for row in grammars.atlas
        for spec, cell in zip(grammars.memos, row.cells, strict=True)
    )
    about = "Each ASCII character: the classes of every grammar that it is in, and where it may be."
    return Table("characters", about, ("character", "spec", "classes", "stands_in"), rows)


def _changes(grammars: GrammarReport) -> Table:
    rows = tuple(
        (
            epoch.earlier.id,
            epoch.later.id,
            change.role,
            change.gained,
            change.lost,
            *_shown(change.relation.only_first, change.relation.only_second),
        )
        for epoch in grammars.timeline
        for change in epoch.changes
    )
    about = (
        "What became legal and illegal from each grammar to the next; the shortest texts as JSON, "
        "null where there is none."
    )
    columns = ("earlier", "later", "role", "gained", "lost", "now_illegal", "now_legal")
    return Table("grammar-changes", about, columns, rows)


def _equivalence(examples: RulesReport) -> Table:
    rows = tuple(
        (pair.left, pair.right, topic.id, *(item.verdict.value for item in pair.found))
        for topic in examples.topics
        for pair in topic.pairs
    )
    columns = ("left", "right", "topic", *_names(examples.columns))
    return Table("equivalence", "Pairs of URIs, and who calls them the same.", columns, rows)


def _normal_forms(examples: RulesReport) -> Table:
    rows = tuple(
        (row.text, *_shown(*(item.normal for item in row.found))) for row in examples.normals
    )
    about = "URIs in each column's normal form, as JSON; null where the memo defines none."
    return Table("normal-forms", about, ("text", *_names(examples.columns)), rows)


def _escapes(examples: RulesReport) -> Table:
    rows = tuple(
        (
            table.component,
            row.character,
            *_shown(*(cell.written if cell else None for cell in row.cells)),
        )
        for table in examples.component_tables
        for row in table.rows
    )
    about = (
        "The characters of US-ASCII that columns write differently in a component, as JSON; null "
        "where a memo is silent or defines nothing."
    )
    return Table("escapes", about, ("component", "character", *_names(examples.columns)), rows)


def _escaped(examples: RulesReport) -> Table:
    rows = tuple(
        (row.data, row.component, *_shown(*(item.text for item in row.found)))
        for row in examples.escaped
    )
    about = "Data as each column escapes it, as JSON; null where it doesn't."
    return Table("escaped", about, ("data", "component", *_names(examples.columns)), rows)


def _unescaped(examples: RulesReport) -> Table:
    rows = tuple(
        (row.text, *_shown(*(item.text for item in row.found))) for row in examples.unescaped
    )
    about = "Texts as each column reads their escapes, as JSON; null where it says octets or none."
    return Table("unescaped", about, ("text", *_names(examples.columns)), rows)


def _extraction(examples: RulesReport) -> Table:
    rows = tuple(
        (str(number), str(place.number), spec.id, found.uri, found.provision.citation.section)
        for number, item in enumerate(examples.extractions, 1)
        for place in item.full.places
        for reading in place.readings
        for spec, items in reading.witnesses
        for found in items
    )
    about = "The URIs that each column finds in the texts, by text and by place in it."
    return Table("extraction", about, ("text", "place", "spec", "uri", "section"), rows)


def _ladder(examples: RulesReport) -> Table:
    rows = tuple(
        (row.level.value, spec.id, way.source, way.header, way.provision.citation.section)
        for row in examples.levels
        for spec, ways in zip(examples.columns, row.cells, strict=True)
        for way in ways
    )
    about = "The ways by which each memo lets a base be given, layer by layer."
    return Table("ladder", about, ("layer", "spec", "source", "header", "section"), rows)


def _bases(examples: RulesReport) -> Table:
    rows = tuple(
        (
            example.heading,
            spec.id,
            json.dumps(found.uri),
            found.level.value if found.level else "",
            found.provision.citation.section if found.provision else "",
        )
        for example in examples.bases
        for spec, found in zip(examples.columns, example.found, strict=True)
    )
    about = "The base that each column establishes in the worked examples, as JSON; null for none."
    return Table("bases", about, ("example", "spec", "base", "layer", "section"), rows)


def _speed() -> Table:
    columns = (
        *("task", "contender", "yardstick", "ratio", "lower_quartile", "upper_quartile"),
        *("microseconds", "refused"),
    )
    rows = tuple(
        tuple(str(getattr(figure, column)) for column in columns)
        for _, figures in read_figures()[1]
        for figure in figures
    )
    about = "How long each contender takes for a task, by the time of the yardstick."
    return Table("speed", about, columns, rows)


def _growth() -> Table:
    rows = tuple(
        (item.name, item.work, item.unit, str(item.exponent), str(size), str(seconds))
        for _, found in read_growth()[1]
        for item in found
        for size, seconds in item.points
    )
    about = "How the time of some work grows with its size, with the exponent fitted to all sizes."
    return Table("growth", about, ("grows", "work", "unit", "exponent", "size", "seconds"), rows)
