"""A page for each standard: its vocabulary, rules, readings, examples and causes."""

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence

import attrs

from hexapla.standard.phases import Target
from hexapla.standard.spec import Spec
from hexapla.standard.syntax import Example
from hexapla.text.slug import slug
from hexapla_site.data.table import Cells, Table, table_of
from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.rendering import place_of, plain_section, rule_label
from hexapla_site.search import SearchEntry


@attrs.frozen
class ExampleResult:
    """A standard's own example, the result, and other choices under which the example passes."""

    example: Example
    given: Target
    passes_by: tuple[str, ...]

    @property
    def passes(self) -> bool:
        """Whether the defaults give one of the example's answers."""
        return any(answer.target == self.given for answer in self.example.answers)


def example_results(spec: Spec) -> Iterator[ExampleResult]:
    """Run a standard's own examples."""
    for example in spec.examples():
        base, reference = example.base, example.reference
        given = spec.resolve(reference, base=base).target
        passing = []
        for answer in example.answers:
            if answer.choices and answer.target != given:
                chosen = spec.choosing(*answer.choices)
                if chosen.resolve(reference, base=base).target == answer.target:
                    passing.append(", ".join(map(str, answer.choices)))
        yield ExampleResult(example, given, tuple(passing))


@attrs.frozen
class StandardContext:
    """The content of the page of a standard, with the results of its own examples."""

    spec: Spec
    results: Sequence[ExampleResult]


def standard_address(spec: Spec) -> str:
    """Return the address of the page of a standard; all specs of a standard share a page."""
    return f"standards/{spec.id}.html"


def _pages(site: Site) -> Iterator[Page]:
    columns = {standard_address(spec): spec for spec in reversed(site.columns)}
    for address, spec in reversed(columns.items()):
        context = StandardContext(spec, list(example_results(spec)))
        yield Page(address, "standard.html", context)


def _entries(site: Site) -> Iterator[SearchEntry]:
    """Yield entries for the rules, readings, examples and components of each standard."""
    for spec in site.columns:
        page = standard_address(spec)
        label = spec.document.label
        for rule in spec.rules:
            address = f"{page}#{place_of(spec, rule)}"
            yield SearchEntry("rule", address, rule_label(spec, rule), rule.says)
        for reading in spec.readings:
            text = f"{label}: {reading.question} {', '.join(reading.options)}"
            yield SearchEntry("reading", f"{page}#reading-{reading.name}", reading.name, text)
        for citation in dict.fromkeys(example.citation for example in spec.examples()):
            title = f"{label}, {citation.section}: {citation.title}"
            yield SearchEntry("standards", f"{page}#examples", title, "its own examples, run here")
        for part in spec.components:
            place = plain_section(part.citation.section)
            text = f"{label}, {place}, {part.citation.title}".removesuffix(", ")
            yield SearchEntry("component", f"{page}#part-{slug(part.name)}", part.name, text)


def _tables(site: Site) -> Iterator[Table]:
    for name, rows in _ROWS.items():
        yield table_of(name, itertools.chain.from_iterable(map(rows, site.columns)))


def _component_rows(spec: Spec) -> Iterator[Cells]:
    for part in spec.components:
        section = part.citation.section
        yield spec.id, part.name, part.prefix, part.suffix, part.shared, section


def _rule_rows(spec: Spec) -> Iterator[Cells]:
    for name, rule in spec.standard.rules_by_name.items():
        section = rule.citation.section
        yield spec.id, name, rule.phase.value, rule.kind.value, section, rule.says


def _reading_rows(spec: Spec) -> Iterator[Cells]:
    for reading in spec.readings:
        for option, rationale in reading.rationales.items():
            is_default = "default" if option == reading.default else ""
            citation = rationale.citation
            section = None if citation is None else citation.section
            yield spec.id, reading.name, option, is_default, rationale.says, section


def _example_rows(spec: Spec) -> Iterator[Cells]:
    for result in example_results(spec):
        example = result.example
        section, base, reference = example.citation.section, example.base, example.reference
        expected = " | ".join(str(answer.target) for answer in example.answers)
        passes = "yes" if result.passes else "no"
        yield spec.id, section, base, reference, expected, str(result.given), passes


_ROWS: Mapping[str, Callable[[Spec], Iterator[Cells]]] = {
    "components": _component_rows,
    "rules": _rule_rows,
    "readings": _reading_rows,
    "examples": _example_rows,
}
"""The rows of a standard in each table, keyed by the name of the table."""


KIND = PageKind("standards", "standards/", _pages, entries=_entries, tables=_tables)
