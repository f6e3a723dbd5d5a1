"""Turning a report into files."""

import json
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from hexapla.compare import Agreement
from hexapla.explanation import explain
from hexapla.resolution import Phase
from hexapla.signs import EMPTY, visible
from hexapla.spec import AnySpec
from hexapla_site import drawing, grammars, report, rules
from hexapla_site.period import PERIOD_SOURCE
from hexapla_site.report import Report, make_report

_HERE = Path(__file__).parent
_STATIC = _HERE / "static"

Context = Mapping[str, object]

PHASE_NOTES = {
    Phase.SPLIT.value: "the reference is taken apart",
    Phase.CLASSIFY.value: "which kind of reference is it?",
    Phase.COMBINE.value: "it is put onto the base",
    Phase.DOTS.value: "dot segments are removed",
    Phase.RECOMBINE.value: "the parts are joined again",
}

AGREEMENTS = {
    Agreement.DEFAULTS: "The columns agree under the default readings.",
    Agreement.SOME_READING: "The columns can be made to agree: see the choices below.",
    Agreement.NO_READING: "No choice of readings makes the columns agree.",
}


def build_site(
    directory: Path,
    more: Iterable[tuple[str, str]] = (),
    columns: tuple[AnySpec, ...] | None = None,
) -> int:
    """Write the site into a directory, and give the number of its pages.

    `more` are pairs of base and reference to show beside the reference cases; `columns` are all
    specs that are installed where none are given. Raises `OSError` where the directory can't be
    written.
    """
    made = make_report(more, columns)
    environment = _environment(made)
    directory.mkdir(parents=True, exist_ok=True)
    shutil.copytree(_STATIC, directory / "static", dirs_exist_ok=True)
    written = _Written(directory)
    pages = 0
    for address, template, context in _pages(made):
        depth = address.count("/")
        text = environment.get_template(template).render(
            root="../" * depth, here=address, **context
        )
        written.write(address, text)
        pages += 1
    for case in made.cases:
        form = {"schema": 1, "command": "compare", **case.comparison.to_dict()}
        written.write(f"cases/{case.id}.json", json.dumps(form, indent=1) + "\n")
    written.sweep()
    return pages


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
            if path.is_relative_to(root) and path.suffix in (".html", ".json"):
                path.unlink(missing_ok=True)
        self._list.write_text("\n".join(self._addresses) + "\n", encoding="utf-8", newline="\n")


def _pages(made: Report) -> Iterator[tuple[str, str, Context]]:
    """Give each page: its address, its template, and what the template reads."""
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
    yield from _grammar_pages(made.columns)
    found = rules.contexts(rules.read_examples(), made.columns)
    for page, context in zip(rules.PAGES, found, strict=True):
        yield page.address, page.template, context
    yield "clients.html", "clients.html", {"source": PERIOD_SOURCE}


def _grammar_pages(columns: Sequence[AnySpec]) -> Iterator[tuple[str, str, Context]]:
    """Give the pages about grammars, of all memos that have one."""
    memos = grammars.with_grammar(columns)
    pairs = grammars.pairs(memos)
    yield "grammars/index.html", "grammars.html", {"memos": memos, "pairs": pairs}
    for spec in memos:
        context = {
            "spec": spec,
            "pictures": grammars.rule_pictures(spec),
            "variant_facts": grammars.variant_facts(spec),
        }
        yield f"grammars/{spec.id}.html", "grammar.html", context
    for pair in pairs:
        yield f"grammars/{pair.id}.html", "pair.html", {"pair": pair}
    atlas = {"memos": memos, "rows": grammars.atlas(memos)}
    yield "grammars/atlas.html", "atlas.html", atlas
    yield "grammars/timeline.html", "timeline.html", {"epochs": grammars.timeline(memos)}


def _environment(made: Report) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["signs"] = signs
    environment.filters["running"] = running
    environment.filters["rule_text"] = rule_text
    environment.filters["section"] = section
    environment.filters["ord"] = ord
    environment.filters["slug"] = report.slug
    environment.filters["unbroken"] = unbroken
    environment.filters["and_list"] = and_list
    environment.filters["groupby_in_order"] = groupby_in_order
    environment.globals.update(
        report=made,
        columns=made.columns,
        defaults=made.defaults,
        newcomers=made.newcomers,
        labels={spec.selector: unbroken(spec.document.label) for spec in made.columns},
        by_selector=made.by_selector,
        phases=tuple(Phase),
        phase_notes=PHASE_NOTES,
        explain=explain,
        draw_parts=drawing.draw_parts,
        place_of=report.place_of,
        classes=classes,
        agreements=AGREEMENTS,
        rule_pages=rules.PAGES,
        verdict_signs=rules.SIGNS,
        kept_by_rule=rules.kept_by_rule,
        ladder_of_rewritings=rules.ladder_of_rewritings,
        empty=EMPTY,
        version=version("hexapla"),
    )
    return environment


def classes(**names: bool) -> Markup:
    """Give the attribute with the classes that are true, an underscore for each hyphen."""
    found = " ".join(name.replace("_", "-") for name, true in names.items() if true)
    return Markup(' class="{}"').format(found) if found else Markup("")


def and_list(words: Sequence[str]) -> str:
    """Join words as a sentence does."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def groupby_in_order(items: Iterable[object], attribute: str) -> list[tuple[object, list[object]]]:
    """Put items with the same attribute together, in the order in which they come."""
    groups: dict[object, list[object]] = {}
    for item in items:
        groups.setdefault(getattr(item, attribute), []).append(item)
    return list(groups.items())


def signs(text: object) -> Markup:
    """Escape a text, and set apart the signs that stand for what cannot be seen."""
    raw = str(text)
    if not raw:
        return Markup('<span class="sign" title="empty">{}</span>').format(EMPTY)
    return Markup("").join(map(_sign, raw))


def running(text: str) -> Markup:
    """Escape running text: as signs do, but spaces and ends of lines stay what they are."""
    return Markup("").join(
        character if character in " \n" else _sign(character)
        for character in text.replace("\r\n", "\n")
    )


def unbroken(text: str) -> str:
    """Keep a name such as RFC 1808 on one line."""
    return text.replace(" ", "\N{NO-BREAK SPACE}")


def section(text: str) -> str:
    """Give a section as a reader meets it: § 4 step 6c, appendix B, or its heading."""
    if text[:1].isdigit():
        return unbroken(f"§ {text}")
    return unbroken(f"appendix {text}") if len(text.split(".")[0]) == 1 else text


def rule_text(does: str) -> Markup:
    """Escape what a rule does, and set what it quotes in the type of URIs."""
    outside_and_inside = does.split('"')
    return Markup("").join(
        Markup('<span class="uri">{}</span>').format(text) if number % 2 else escape(text)
        for number, text in enumerate(outside_and_inside)
    )


def _sign(character: str) -> Markup:
    shown = visible(character)
    if shown == character:
        return escape(character)
    return Markup('<span class="sign" title="U+{:04X}">{}</span>').format(ord(character), shown)
