"""Data for others: test vectors a memo, and the tables of the pages as JSON and CSV."""

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import version

import attrs

from hexapla.resolution import Resolution
from hexapla.spec import AnySpec
from hexapla_site.report import Case, Report

SCHEMA = 1


def vectors_of(spec: AnySpec, cases: Iterable[Case]) -> Mapping[str, object]:
    """Give what a memo makes of each case, for the test of a parser in any language.

    It is the memo under its default readings. Texts are strings of code points; null is undefined.
    """
    return {
        "schema": SCHEMA,
        "version": version("hexapla"),
        "spec": spec.id,
        "title": spec.title,
        "url": spec.url,
        "vectors": [_vector(spec, case) for case in cases],
    }


def _vector(spec: AnySpec, case: Case) -> Mapping[str, object]:
    resolution = spec.resolve(case.base, case.reference)
    reference = spec.parse(case.reference)
    return {
        "id": case.id,
        "base": case.base,
        "reference": case.reference,
        "form": reference.form.value,
        "parts": dict(reference.parts),
        "outcome": resolution.outcome.value,
        "uri": resolution.uri,
        "fragment": resolution.fragment,
        "citations": _citations(resolution),
        "readings": {choice.reading: choice.option for choice in resolution.choices},
        "sources": list(case.sources),
    }


def _citations(resolution: Resolution) -> list[str]:
    """Give the sections of the rules that changed something, and of the one that came last."""
    steps = resolution.steps
    rules = [step.rule for step in steps if step.changed] + [steps[-1].rule]
    return list(dict.fromkeys(rule.citation.section for rule in rules))


# Tables.


@attrs.frozen
class Table:
    """A table: a name, what it holds, the names of its columns, and rows of texts."""

    name: str
    about: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def to_json(self) -> str:
        """Give the rows as objects, one a line."""
        rows = (json.dumps(dict(zip(self.columns, row, strict=True))) for row in self.rows)
        return "[\n" + ",\n".join(rows) + "\n]\n"

    def to_csv(self) -> str:
        """Give the rows by RFC 4180, every cell in quotes, so that an empty text is seen.

        A lone surrogate, which no UTF-8 can hold, is written as an escape with a backslash.
        """
        text = io.StringIO()
        writer = csv.writer(text, quoting=csv.QUOTE_ALL)
        writer.writerow(self.columns)
        writer.writerows(self.rows)
        return text.getvalue().encode("utf-8", "backslashreplace").decode("utf-8")


def tables(made: Report) -> tuple[Table, ...]:
    """Give the tables of the pages."""
    return _cases(made), _causes(made), _readings(made.columns), _clients(made)


def _cases(made: Report) -> Table:
    names = tuple(spec.id for spec in made.columns)
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
    return Table("cases", about, ("id", "base", "reference", *names, "sources"), rows)


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


def _readings(columns: Sequence[AnySpec]) -> Table:
    rows = tuple(
        (
            spec.id,
            reading.name,
            option,
            "default" if option == reading.default else "",
            pull.says,
            pull.citation.section if pull.citation else "",
        )
        for spec in columns
        for reading in spec.readings
        for option, pull in reading.pulls.items()
    )
    about = "Every reading with its options, and what speaks for each."
    return Table("readings", about, ("spec", "reading", "option", "is", "says", "section"), rows)


def _clients(made: Report) -> Table:
    rows = tuple(
        (client.name, match.spec.id, str(match.alike), str(match.rows))
        for client in made.clients
        for match in client.matches
    )
    about = "How many rows of the test pages of 1997 each client answers as each column does."
    return Table("clients-of-1997", about, ("client", "spec", "alike", "rows"), rows)
