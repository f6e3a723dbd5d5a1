"""URL Standard, 4.4: the parser as of one date."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import attrs

from hexapla.standard.phases import NoUri, Options, ParsingStep, Substep, Substeps
from hexapla.standard.rule import Rule
from hexapla.values.frozen import FrozenMapping
from hexapla.values.kept import kept
from hexapla_specs.whatwg import normalising, parsing, resolving
from hexapla_specs.whatwg.components import HOST, Components, Parsed

_NONE = FrozenMapping[str, str]()

Steps = tuple[Any, ...]
"""Steps of cleaning, of splitting or of what a component goes through, one after the other."""

Classify = Callable[..., tuple[Rule, Components | NoUri]]
Combine = Callable[..., tuple[Rule, Components]]


@attrs.frozen
class Change:
    """A change of a result: its date and its commit, and what it replaced.

    Attributes:
        steps: What stood in place of a step, by the rule of the step.
        algorithms: What makes the algorithm before the change of the one behind it, by its name.
    """

    date: str
    commit: str
    steps: Mapping[Rule, Steps] = FrozenMapping()
    algorithms: Mapping[str, Callable[[Any], Any]] = FrozenMapping()


class UrlParser:
    """The phases, and what a URL is by itself, before some changes.

    Args:
        changes: The changes to undo, the newest first.
    """

    def __init__(self, changes: Iterable[Change] = ()) -> None:
        self._changes = tuple(changes)
        self._steps = {rule: was for item in self._changes for rule, was in item.steps.items()}
        self._older = dict[int, Substeps]()
        self.normalise = self._before("normalise", self._normalise)
        if not self._changes:
            self.normalise = normalising.normalise
        self._classify: Classify = self._before("classify", resolving.classify)
        self._combine: Combine = self._before("combine", resolving.combine)
        self._absolute: Combine = self._before("combine_absolute", resolving.combine_absolute)
        self.remove_dots = self._before("remove_dots", resolving.remove_dots)
        self.recombine = self._before("recombine", resolving.recombine)
        self.cleaning: tuple[Substep, ...] = self._replaced(parsing.CLEANING)
        self.parsing: tuple[ParsingStep, ...] = self._before(
            "split", self._replaced(parsing.PARSING)
        )
        self.parse_url = kept(1024, lambda parts: len(parts[0]))(self._parse_url)

    def _before(self, name: str, algorithm: Any) -> Any:
        """Return an algorithm as it was before the changes."""
        for change in self._changes:
            if name in change.algorithms:
                algorithm = change.algorithms[name](algorithm)
        return algorithm

    def _replaced(self, steps: Steps) -> Steps:
        return tuple(was for step in steps for was in self._steps.get(step.rule, (step,)))

    def _normalise(self, url: Components) -> tuple[Substeps, ...]:
        return tuple(map(self._as_it_was, normalising.normalise(url)))

    def _as_it_was(self, substeps: Substeps) -> Substeps:
        """Return the steps for a component with those that stood there."""
        known = self._older.get(id(substeps))
        if known is None:
            known, steps = substeps, self._replaced(substeps.steps)
            if steps != substeps.steps:
                known = Substeps(substeps.place, steps, lambda text: text is not None)
            self._older[id(substeps)] = known
        return known

    def classify(
        self, base: Parsed, reference: Parsed, options: Options
    ) -> tuple[Rule, Components | NoUri]:
        """Has the reference a scheme, and is it ignored? Can the base be a base?"""
        url = self.parse_url(base)
        if type(url) is NoUri:
            return resolving.UNUSABLE_BASE, resolving.NO_BASE
        return self._classify(url, reference)

    def combine(
        self, base: Parsed, reference: Components, options: Options
    ) -> tuple[Rule, Components]:
        """What does the URL take from the base?"""
        if reference[0] is not None:
            return self._absolute(reference, self.parse_url(base) if self._changes else None)
        record = self.parse_url(base)
        return self._combine(base, base[1:] if type(record) is NoUri else record, reference)

    def _without_dots(self, parts: Parsed) -> Any:
        if parts[1] is None:
            return resolving.NOT_ABSOLUTE
        rule, url = self._absolute(parts[1:])
        if isinstance(url, NoUri):
            return url
        steps, url = self.remove_dots(rule, url, _NONE)
        return steps.rewritten(url, _NONE) if isinstance(steps, Substeps) else url

    def _parse_url(self, parts: Parsed) -> Components | NoUri:
        """Return the URL record that a text parses to without a base, or failure."""
        url: Any = self._without_dots(parts)
        for substeps in () if isinstance(url, NoUri) else self.normalise(url):
            url = substeps.rewritten(url, _NONE)
            if isinstance(url, NoUri):
                break
        record: Components | NoUri = url
        return record

    def host_of(self, parts: Parsed) -> str | NoUri | None:
        """Return the host of the record of `parse_url`, or failure."""
        if self._changes or parts[1] is None:
            record = self.parse_url(parts)
            return record if isinstance(record, NoUri) else record[HOST]
        url: Any = resolving.combine_absolute(parts[1:])[1]
        for substeps in normalising.host_and_port_steps(url):
            url = substeps.rewritten(url, _NONE)  # host and port alone can fail
            if isinstance(url, NoUri):
                return url
        host: str | None = url[HOST]
        return host

    def normalising_rules(self, parts: Parsed) -> Iterator[tuple[int, Rule]]:
        """Yield the rules that rewrite components of a URL by itself, with the places of those."""
        url = self._without_dots(parts)
        for substeps in self.normalise(url):
            text = url[substeps.place]
            for step in substeps.steps if substeps.changes(text) else ():
                if step.applies is None or step.applies(text):
                    before, text = text, step(text, _NONE)
                    if text != before:
                        yield substeps.place, step.rule
