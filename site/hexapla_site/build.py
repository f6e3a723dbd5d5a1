"""Turning a report into files."""

import functools
import itertools
import json
import shutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import attrs
from jinja2 import Environment

from hexapla.standard.spec import AnySpec
from hexapla.values.schema import SCHEMA
from hexapla_site import (
    agreement,
    catalogue,
    drawing,
    explanations,
    grammars,
    guide,
    rules,
    scale,
    search,
    speed,
    vectors,
    witness_map,
    witnesses,
)
from hexapla_site.badge import badge_of
from hexapla_site.bundle import Runtime, install_runtime
from hexapla_site.period import PERIOD_SOURCE
from hexapla_site.rendering import column_names, template_environment
from hexapla_site.report import Report, make_report
from hexapla_site.table import Table
from hexapla_site.tables import tables

_HERE = Path(__file__).parent
_STATIC = _HERE / "static"

Context = Mapping[str, object]


@attrs.frozen(slots=False)
class _Contents:
    """All that the pages and the files for other programs are made of."""

    made: Report
    grammars: grammars.GrammarReport
    rules: rules.RulesReport
    agreements: agreement.Agreements
    witnesses: witnesses.WitnessReport
    catalogue: catalogue.Catalogue | None

    @functools.cached_property
    def tables(self) -> tuple[Table, ...]:
        """The tables, for other programs."""
        return tables(
            self.made, self.rules, self.grammars, self.agreements, self.witnesses, self.catalogue
        )


def _contents(made: Report) -> _Contents:
    return _Contents(
        made,
        grammars.GrammarReport(grammars.with_grammar(made.columns)),
        rules.RulesReport(rules.read_examples(), made.columns),
        agreement.agreements(made.columns, made.cases),
        witnesses.witness_report(
            made.columns,
            witnesses.living_witnesses(),
            witnesses.clients_of_1997(client.name for client in made.clients),
        ),
        catalogue.read_catalogue(made.columns),
    )


def build_site(
    directory: Path,
    more: Iterable[tuple[str, str]] = (),
    columns: tuple[AnySpec, ...] | None = None,
    pyodide: Path | None = None,
) -> int:
    """Write the site into a directory, and give the number of its pages.

    `more` are pairs of base and reference to show beside the reference cases; `columns` are all
    specs that are installed where none are given. `pyodide` is the unpacked npm package of that
    name: with it the playground runs. Raises `OSError` where the directory can't be written, or the
    package lacks a file.
    """
    made = make_report(more, columns)
    contents = _contents(made)
    environment = _environment(made)
    directory.mkdir(parents=True, exist_ok=True)
    shutil.copytree(_STATIC, directory / "static", dirs_exist_ok=True)
    written = _Written(directory)
    runtime = install_runtime(directory, pyodide)
    pages = 0
    entries = []
    told = explanations.Explanations(made)
    environment.globals["explanations"] = told
    explained = explanations.pages(told, environment)
    for address, template, context in itertools.chain(_pages(contents, runtime), explained):
        depth = address.count("/")
        text = environment.get_template(template).render(
            root="../" * depth, here=address, **context
        )
        written.write(address, text)
        pages += 1
        if not context.keys() & {"case", "cause"}:  # the report has those
            entries.append(search.page_entry(address, text))
    entries += search.witness_entries(contents.witnesses)
    written.write(search.ADDRESS, search.index_of(made, entries))
    for case in made.cases:
        form = {"schema": SCHEMA, "command": "compare", **case.comparison.to_dict()}
        written.write(f"cases/{case.id}.json", _json(form))
    for address, text in _data(contents):
        written.write(address, text)
    written.sweep()
    return pages


def _data(contents: _Contents) -> Iterator[tuple[str, str]]:
    """Give the files for others: the vectors of each memo, their schema, badges, the tables."""
    for spec in contents.made.columns:
        form = vectors.vectors_of(spec, contents.made.cases)
        yield f"data/{spec.id}-vectors.json", _json(form)
    yield "data/vectors.schema.json", (_HERE / "data" / "vectors.schema.json").read_text("utf-8")
    for group in contents.witnesses.living:
        for name in group.names:
            yield witnesses.badge_address(name), badge_of(group.found)
    for table in contents.tables:
        yield f"data/{table.name}.json", table.to_json()
        yield f"data/{table.name}.csv", table.to_csv()


def _json(form: Mapping[str, object]) -> str:
    """Give data for programs, without the white space that readers would like."""
    return json.dumps(form, separators=(",", ":")) + "\n"


class _Written:
    """The files of a build; those that an earlier build left, and this one did not write, go."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._list = directory / "files.txt"
        self._addresses: list[str] = []

    def write(self, address: str, text: str) -> None:
        """Write a file by its address."""
        path = self._directory / address
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        self._addresses.append(address)

    def sweep(self) -> None:
        """Remove what only an earlier build wrote, by the list that it left."""
        before = self._list.read_text("utf-8").splitlines() if self._list.exists() else []
        root = self._directory.resolve()
        for address in set(before) - set(self._addresses):
            path = (root / address).resolve()
            if path.is_relative_to(root) and path.suffix in (".html", ".json", ".csv", ".svg"):
                path.unlink(missing_ok=True)
        self._list.write_text("\n".join(self._addresses) + "\n", encoding="utf-8", newline="\n")


def _pages(contents: _Contents, runtime: Runtime) -> Iterator[tuple[str, str, Context]]:
    """Give each page: its address, its template, and what the template reads."""
    made = contents.made
    yield "index.html", "index.html", {"lineage": drawing.draw_lineage(made.columns)}
    yield "cases/index.html", "cases.html", {}
    for number, case in enumerate(made.cases):
        neighbours = {
            "before": made.cases[number - 1] if number else None,
            "after": made.cases[number + 1] if number + 1 < len(made.cases) else None,
        }
        yield f"cases/{case.id}.html", "case.html", {"case": case, **neighbours}
    for spec in made.columns:
        yield f"memos/{spec.id}.html", "memo.html", {"spec": spec}
    yield "causes/index.html", "causes.html", {}
    for cause in made.causes:
        yield f"causes/{cause.id}.html", "cause.html", {"cause": cause}
    yield from _counted_pages(contents)
    yield from _grammar_pages(contents.grammars)
    for page, context in zip(rules.PAGES, contents.rules.contexts, strict=True):
        yield page.address, page.template, context
    yield "clients.html", "clients.html", {"source": PERIOD_SOURCE}
    yield from _witness_pages(contents.witnesses)
    yield "data/index.html", "data.html", {"tables": contents.tables}
    yield "data/speed.html", "speed.html", speed.context()
    measured = scale.read_measured()
    plans = {"measured": measured, "plans": scale.plans(measured), "cores": scale.CORES}
    yield "data/scale.html", "scale.html", plans
    settings = {
        "reference": made.startling.reference,
        "base": made.startling.base,
        "specs": [spec.id for spec in made.defaults],
        **runtime.settings,
    }
    playground = {"interesting": made.interesting, "settings": settings}
    yield "playground.html", "playground.html", playground


def _counted_pages(contents: _Contents) -> Iterator[tuple[str, str, Context]]:
    """Give the pages that count: all classes of disagreement up to a bound, and who agrees."""
    listed, agreed = contents.catalogue, contents.agreements
    sections = catalogue.sections(listed, contents.made) if listed else ()
    yield "catalogue.html", "catalogue.html", {"catalogue": listed, "sections": sections}
    pictures = {"matrix": agreement.draw_matrix(agreed), "course": agreement.draw_course(agreed)}
    yield "agreement.html", "agreement.html", {"found": agreed, "few": agreement.FEW, **pictures}


def _witness_pages(found: witnesses.WitnessReport) -> Iterator[tuple[str, str, Context]]:
    """Give the pages about programs: which memo they follow, and how to ask one's own."""
    picture = witness_map.draw_map(found)
    context = {"found": found, "picture": picture, "badge_address": witnesses.badge_address}
    yield "witnesses.html", "witnesses.html", context
    snippets = {"snippets": guide.SNIPPETS, "read_snippet": guide.read_snippet}
    yield "guide.html", "guide.html", snippets


def _grammar_pages(found: grammars.GrammarReport) -> Iterator[tuple[str, str, Context]]:
    """Give the pages about grammars, of all memos that have one."""
    memos = found.memos
    yield "grammars/index.html", "grammars.html", {"memos": memos, "pairs": found.pairs}
    for spec in memos:
        context = {
            "spec": spec,
            "pictures": grammars.rule_pictures(spec),
            "variant_facts": grammars.variant_facts(spec),
        }
        yield f"grammars/{spec.id}.html", "grammar.html", context
    for pair in found.pairs:
        yield f"grammars/{pair.id}.html", "pair.html", {"pair": pair}
    yield "grammars/atlas.html", "atlas.html", {"memos": memos, "rows": found.atlas}
    yield "grammars/timeline.html", "timeline.html", {"epochs": found.timeline}


def _environment(made: Report) -> Environment:
    environment = template_environment()
    environment.globals.update(
        report=made,
        **column_names(made.columns),
        rule_pages=rules.PAGES,
        verdict_signs=rules.SIGNS,
        kept_by_rule=rules.kept_by_rule,
        rewriting_provisions=rules.rewriting_provisions,
    )
    return environment
