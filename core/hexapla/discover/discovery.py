"""What a search found, and its JSON form."""

from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any, Self

import attrs

from hexapla.comparison.cause_key import FACETS, VALID, CauseKey, rule_forms
from hexapla.discover.classes import DisagreementClass, judge_of
from hexapla.discover.inputs import ClassTally, Occurrences, SearchInput
from hexapla.discover.search_space import DiscoveryError, SearchSpace, telling_bases
from hexapla.standard.rule import Phase
from hexapla.text.json_text import count_in, json_value, text_in, text_or_none
from hexapla.values.schema import document_text
from hexapla.values.value import Value

_PHASES = ("", *(phase.value for phase in Phase))


@attrs.frozen(repr=False)
class SearchResult(Value):
    """The classes that a search found, and the number of pairs whose targets differ.

    A spec without a rule for a pair is on no side there.

    Attributes:
        classes: The classes, with what was counted of each.
        differing: How many pairs of a base and a reference show a disagreement.
    """

    classes: Mapping[DisagreementClass, Occurrences[SearchInput]]
    differing: int = 0

    def merged(self, other: Self, order: Callable[[SearchInput], Any]) -> Self:
        """Return what both have found; `order` orders inputs by size."""
        tally = ClassTally[DisagreementClass, SearchInput](order)
        for result in (self, other):
            for item, finding in result.classes.items():
                tally.add(item, finding.smallest, finding.inputs)
        return attrs.evolve(
            self, classes=tally.findings, differing=self.differing + other.differing
        )

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        return {"differing": self.differing, "classes": class_forms(self.classes)}


def class_forms(
    classes: Mapping[DisagreementClass, Occurrences[SearchInput]],
) -> list[dict[str, object]]:
    """Return the JSON forms of classes, which `classes_from` reads."""
    return [{**item.to_dict(), **finding.to_dict()} for item, finding in classes.items()]


@attrs.frozen(repr=False)
class Discovery:
    """The classes that a search found, each with how often it came and its smallest example.

    They come by facet, phase, the two specs and the cause; within a cause, the class with the
    smallest example first, and so do causes. `seen_again` counts the classes that are left out
    because an earlier search has them; None where none was given.

    Attributes:
        space: What was searched.
        result: The classes, with their counts and examples.
    """

    space: SearchSpace
    result: SearchResult
    seen_again: int | None = None

    def __repr__(self) -> str:
        return f"<Discovery of {len(self.result.classes)} classes in {self.space!r}>"

    @property
    def classes(self) -> Mapping[DisagreementClass, Occurrences[SearchInput]]:
        """The classes in their order."""
        places = {spec.selector: place for place, spec in enumerate(self.space.specs)}
        findings = self.result.classes

        def size(item: DisagreementClass) -> Any:
            return self.space.order(findings[item].smallest), item.id

        first: dict[CauseKey, Any] = {}
        for item in sorted(findings, key=size):
            first.setdefault(item.cause, size(item))

        def order(item: DisagreementClass) -> Any:
            return (
                FACETS.index(item.facet),
                _PHASES.index(item.cause.phase),
                places[item.cause.left],
                places[item.cause.right],
                first[item.cause],
                size(item),
            )

        return {item: findings[item] for item in sorted(findings, key=order)}

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form, which is the same however many workers searched."""
        space, why = self.space, telling_bases(self.space.specs)
        causes = (item.cause for item in self.classes if item.facet != VALID)
        return {
            "version": version("hexapla"),
            "specs": [spec.selector for spec in space.specs],
            "judge": judge_of(space.specs).selector,
            "bases": [{"base": base, "why": why.get(base)} for base in space.bases],
            "coverage": {
                **space.to_dict(),
                "differing": self.result.differing,
                "seen_again": self.seen_again,
            },
            "classes": class_forms(self.classes),
            "rules": rule_forms(causes, space.specs),
        }

    def to_json(self) -> str:
        """Return the document that a file holds, in ASCII, so that no character is lost."""
        return document_text("discover", self.to_dict())


def classes_from(forms: Any) -> dict[DisagreementClass, Occurrences[SearchInput]]:
    """Return the classes that a list of JSON forms holds.

    Raises:
        KeyError: A member is not there.
        TypeError: A member is of another type.
    """
    classes = {}
    for form in forms:
        smallest = form["smallest"]
        example = SearchInput(text_in(smallest["reference"]), text_or_none(smallest["base"]))
        finding = Occurrences(count_in(form["inputs"]), example)
        classes[DisagreementClass.from_dict(form)] = finding
    return classes


@attrs.frozen(repr=False)
class Seen(Value):
    """What an earlier search found, as its file has it: its specs, its bases, its classes.

    Attributes:
        specs: The selectors of its specs.
        bases: Its bases.
        classes: Its classes.
    """

    specs: tuple[str, ...]
    bases: tuple[str, ...]
    classes: Mapping[DisagreementClass, Occurrences[SearchInput]]


def read_discovery(path: Path) -> Seen:
    """Return what an earlier search wrote.

    Raises:
        DiscoveryError: The file is of another kind.
    """
    try:
        form = json_value(path.read_text("utf-8"))
        return Seen(
            tuple(map(text_in, form["specs"])),
            tuple(text_in(item["base"]) for item in form["bases"]),
            classes_from(form["classes"]),
        )
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise DiscoveryError(
            f"{path} is not what hexapla discover writes ({error!r}); name such a file"
        ) from error
