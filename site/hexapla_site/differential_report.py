"""Differences between programs as a page: each class with its smallest example and its rules."""

from collections.abc import Mapping
from pathlib import Path

import attrs

from hexapla.comparison.naming import label_of
from hexapla.differentials import Differential, DifferentialClass, Finding
from hexapla.differentials.aspects import COMPARED_AS, COMPARED_AS_GIVEN, compared
from hexapla.differentials.differential import Counts
from hexapla.differentials.sentence import value_text
from hexapla.documents.citation import Provision
from hexapla_site.standalone import standalone_environment, write_standalone


@attrs.frozen
class ShownSide:
    """What one program reads in an example, and the standards that read the same.

    `value` is None where it reads nothing of the kind; `outcome` says so, or whether it accepts.
    """

    program: str
    value: str | None
    outcome: str
    kind: str
    labels: tuple[str, ...]
    provision: Provision | None


@attrs.frozen
class ShownClass:
    """A class as the page shows it."""

    id: str
    url: str
    inputs: int
    sides: tuple[ShownSide, ShownSide]


@attrs.frozen
class Section:
    """What two programs differ in under one aspect."""

    pair: tuple[str, str]
    aspect: str
    manner: str
    counts: Counts
    classes: tuple[ShownClass, ...]


def write_report(
    differential: Differential, versions: Mapping[str, str | None], directory: Path
) -> None:
    """Write a page that shows which URLs programs read differently, and why, into a folder.

    Args:
        differential: What was found.
        versions: The versions of the programs by their names, as far as they are told.
        directory: The folder, which is made where it is missing.

    Raises:
        OSError: The page can't be written.
    """
    specs = differential.inputs.specs
    environment = standalone_environment(specs)
    context = {
        "differential": differential,
        "versions": versions,
        "sections": _sections(differential),
        "labels_of_columns": [label_of(spec) for spec in specs],
    }
    write_standalone(directory, environment, "differential.html", context)


def _sections(differential: Differential) -> tuple[Section, ...]:
    labels = {spec.selector: label_of(spec) for spec in differential.inputs.specs}
    return tuple(
        Section(
            pair,
            aspect,
            COMPARED_AS.get(aspect, COMPARED_AS_GIVEN),
            counts,
            tuple(
                _shown(item, finding, labels)
                for item, finding in differential.classes.items()
                if (item.left.program, item.right.program, item.aspect) == (*pair, aspect)
            ),
        )
        for (pair, aspect), counts in differential.compared.items()
    )


def _shown(item: DifferentialClass, finding: Finding, labels: Mapping[str, str]) -> ShownClass:
    example = finding.smallest
    left, right = (
        ShownSide(
            side.program,
            value if isinstance(value, str) else None,
            value_text(item.aspect, answer).strip("()"),
            side.kind,
            tuple(labels[selector] for selector in columns),
            agreed.provision,
        )
        for side, answer, columns, agreed in zip(
            (item.left, item.right),
            (example.left, example.right),
            example.columns,
            example.agreed,
            strict=True,
        )
        for value in (compared(item.aspect, answer.components),)
    )
    return ShownClass(item.id, example.url, finding.inputs, (left, right))
