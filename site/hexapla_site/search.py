"""What the search field looks through: cases, causes, rules, readings, grammars, programs, pages.

The index is a script that assigns data, so that it also loads where a page is opened from a file.
"""

import json
import re
from collections.abc import Iterable, Iterator

import attrs
from markupsafe import Markup

from hexapla.comparison.wording import label_of, show
from hexapla.standard.phases import Rule
from hexapla.standard.spec import AnySpec
from hexapla.text.signs import visible
from hexapla.text.slug import slug
from hexapla_site.rendering import section
from hexapla_site.report import STARTLING, Case, CauseReport, Report, Witnesses, place_of
from hexapla_site.witnesses import WitnessReport

ADDRESS = "static/search-index.js"
_BEFORE, _BEHIND = "window.hexaplaSearch = [\n", "\n];\n"
_SHOWN, _SEARCHED = 320, 6_000  # characters
# What a reader is likelier to look for: where all else is equal, it comes first.
_WEIGHTS = {
    "component": 1.5,
    "rule": 1.4,
    "reading": 1.3,
    "witness": 1.2,
    "page": 1.1,
    "case": 1.0,
    "grammar": 0.9,
    "cause": 0.7,
}
_TITLE = re.compile(r"<title>(.*?) · Hexapla</title>", re.DOTALL)
_FIRST = re.compile(r'</h1>.*?<p(?: class="(?:lede|lead|note)")?>(.*?)</p>', re.DOTALL)
_NEWCOMER = re.compile(r'<span class="newcomer">[^<]*</span>')
_TOLD = re.compile(r'<article class="prose">(.*?)</article>|<h2[^>]*>(.*?)</h2>', re.DOTALL)


@attrs.frozen
class Entry:
    """Something to be found: what it is, where it is, and what is shown of it.

    `readings` has, for a case, each target with the sigla of the default columns and of the
    newcomers that give it, and whether it is a URI. `more` is searched and not shown.
    """

    kind: str
    address: str
    title: str
    text: str
    readings: tuple[tuple[str, str, str, bool], ...] = ()
    more: str = ""

    @property
    def weight(self) -> float:
        """How much likelier than others it is what the reader looks for."""
        usual = self.kind == "case" and self.text == STARTLING[0]
        return 1.2 if usual else _WEIGHTS[self.kind]

    def to_json(self) -> str:
        """Give its JSON form, on one line, without what is empty."""
        form = attrs.asdict(self, filter=lambda _, value: value not in ((), ""))
        return json.dumps({**form, "weight": self.weight}, separators=(",", ":"))


def index_of(made: Report, more: Iterable[Entry]) -> str:
    """Give the script that holds the index; `more` are entries of what the report has not."""
    entries = (*_entries(made), *more)
    return _BEFORE + ",\n".join(entry.to_json() for entry in entries) + _BEHIND


def page_entry(address: str, html: str) -> Entry:
    """Give the entry of a page as it was rendered: its title, first words, prose and headings."""
    title, first = _TITLE.search(html), _FIRST.search(html)
    assert title is not None, address
    told = " ".join(_plain(prose or heading) for prose, heading in _TOLD.findall(html))
    text = _short(_plain(first[1]), _SHOWN) if first else ""
    return Entry("page", address, _plain(title[1]), text, more=_short(told, _SEARCHED))


def witness_entries(asked: WitnessReport) -> Iterator[Entry]:
    """Give an entry for each program: what was called, and the memo that explains it best."""
    for group in (*asked.living, *asked.clients):
        found = group.found
        told = f"{label_of(found.best.spec)}, {found.cases - group.left} of {found.cases} cases"
        for witness in group.witnesses:
            text = ", ".join(filter(None, (told, witness.language, witness.version)))
            more = " ".join((witness.name, *witness.name.split("-")))
            yield Entry("witness", f"witnesses.html#{group.id}", witness.title, text, more=more)


def _plain(html: str) -> str:
    """Give a text without its tags, every character visible, and without newcomers."""
    default = _NEWCOMER.sub("", html)
    return " ".join(map(visible, Markup(default).striptags().split()))


def _short(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: text.rindex(" ", 0, longest)] + " …"


def _entries(made: Report) -> Iterator[Entry]:
    yield from map(_case, made.cases)
    for spec in made.columns:
        yield from _of_memo(spec)
    yield from map(_cause, made.causes)
    for spec in made.columns:
        yield from _of_grammar(spec)


def _case(case: Case) -> Entry:
    return Entry(
        "case",
        f"cases/{case.id}.html",
        show(case.reference),
        show(case.base),
        tuple(map(_reading, case.witnesses)),
    )


def _reading(group: Witnesses) -> tuple[str, str, str, bool]:
    old, new = (
        " ".join(spec.document.siglum for spec in group.specs if spec.default_column is default)
        for default in (True, False)
    )
    is_uri = isinstance(group.target, str)
    return show(str(group.target)) if is_uri else str(group.target), old, new, is_uri


def _place(spec: AnySpec, rule: Rule) -> str:
    return _plainly(f"{spec.document.label}, {section(rule.citation.section)}")


def _plainly(text: str) -> str:
    """Give a text with spaces at which it may be taken apart."""
    return text.replace("\N{NO-BREAK SPACE}", " ")


def _of_memo(spec: AnySpec) -> Iterator[Entry]:
    """Give what a memo's page tells: its rules, its readings, its components."""
    page, label = f"memos/{spec.id}.html", spec.document.label
    for rule in spec.rules:
        yield Entry("rule", f"{page}#{place_of(spec, rule)}", _place(spec, rule), rule.does)
    for reading in spec.readings:
        text = f"{label}: {reading.question} {', '.join(reading.options)}"
        yield Entry("reading", f"{page}#reading-{reading.name}", reading.name, text)
    for part in spec.components:
        place = _plainly(section(part.citation.section))
        text = f"{label}, {place}, {part.citation.title}".removesuffix(", ")
        yield Entry("component", f"{page}#part-{slug(part.name)}", part.name, text)


def _cause(cause: CauseReport) -> Entry:
    left, right = (cause.left, cause.left_rule), (cause.right, cause.right_rule)
    (one, does), (other, otherwise) = (
        (_place(spec, rule), f"{spec.document.label} {rule.does}") for spec, rule in (left, right)
    )
    text = f"{cause.phase.value}: {does}; {otherwise}"
    return Entry("cause", f"causes/{cause.id}.html", f"{one} against {other}", text)


def _of_grammar(spec: AnySpec) -> Iterator[Entry]:
    if spec.grammar is None:
        return
    for rule in spec.grammar.rules.values():
        address = f"grammars/{spec.id}.html#rule-{rule.name.lower()}"
        text = _short(f"{spec.document.label}: {' '.join(rule.text.split())}", _SHOWN)
        yield Entry("grammar", address, rule.name, text)
