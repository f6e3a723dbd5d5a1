"""Changes between the standards, shown with links, and the parsers that give the older answer.

`data/story.toml` lists the links and the changes. The answers of standards are computed; the
answers of parsers are read from recordings.
"""

import functools
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from itertools import groupby
from typing import Any, NamedTuple

import attrs

from hexapla.comparison.cause import SpecStep
from hexapla.comparison.comparison import compare
from hexapla.identification.recording import Recording
from hexapla.implementations.adapters import ADAPTERS
from hexapla.implementations.asking import AnyAnswer, AnyCase, Case, UrlCase
from hexapla.standard.dividing import divided_by
from hexapla.standard.phases import Target, has_rule
from hexapla.standard.registry import spec
from hexapla.standard.rule import Rule
from hexapla.standard.spec import Spec
from hexapla_site.addresses import USUAL_BASE
from hexapla_site.data.recordings import current_parsings, current_recordings
from hexapla_site.folders import read_data
from hexapla_site.report.case import grouped, pattern_of
from hexapla_site.report.hosts import reading_by, reading_of
from hexapla_site.report.implementations import Given, Silence, given, given_by
from hexapla_site.story.lineage import standards

_TOLD: Mapping[str, Any] = read_data("story.toml")


# Links and their targets.


@attrs.frozen
class ShownLink:
    """A link with its targets.

    Attributes:
        title: A few words that say what is special about the link.
        base: The address of the page with the link.
        reference: The link.
        targets: The target of the link under each standard, oldest first.
    """

    title: str
    base: str
    reference: str
    targets: tuple[Target, ...]

    @property
    def pattern(self) -> str:
        """A letter for each standard, equal for equal targets; "." if a standard has no rule."""
        return pattern_of([target if has_rule(target) else None for target in self.targets])

    @property
    def answers(self) -> tuple[tuple[Target, tuple[Spec, ...]], ...]:
        """The answers, each with the standards that give it; the newest standard comes first."""
        groups = grouped(self.pattern, standards(), self.targets.__getitem__)
        return tuple((group.target, group.specs) for group in groups)

    @property
    def letters(self) -> tuple[int | None, ...]:
        """The index of each standard's answer in `answers`; None if the standard has no rule."""
        numbers = {}
        for at, (_, specs) in enumerate(self.answers):
            for one in specs:
                numbers[one.id] = at
        return tuple(numbers.get(one.id) for one in standards())


def shown_links() -> tuple[ShownLink, ...]:
    """Resolve the links of the story under each standard."""
    links = []
    for item in _TOLD["example"]:
        base = item.get("base", USUAL_BASE)
        links.append(shown_link(item["reference"], base, item["title"]))
    return tuple(links)


def shown_link(reference: str, base: str, title: str = "") -> ShownLink:
    """Resolve a link under each standard."""
    targets = tuple(one.resolve(reference, base=base).target for one in standards())
    return ShownLink(title, base, reference, targets)


def words_of(target: Target) -> str:
    """Return a target as it is shown: a URL, or the reason why there is none."""
    if isinstance(target, str):
        return target
    return str(target).strip("()").replace("error", "failure")


# Changes, and the parsers that give the older answer.


class Standing(Enum):
    """The kind of answer that a parser gives to the link of a change."""

    OLDER = "older"
    NEWER = "newer"
    OTHER = "other"
    REFUSED = "refused"
    UNASKED = "not asked"


class ParsersOfLanguage(NamedTuple):
    """The parsers that are written in a language."""

    language: str
    parsers: tuple[Recording, ...]


@attrs.frozen
class FollowingParser:
    """A parser, its answer to the link of a change, and the kind of that answer."""

    recording: Recording
    answer: Given
    standing: Standing


@attrs.frozen
class StandardChange:
    """A rule that a newer standard changed, with a link that demonstrates the change.

    Attributes:
        name: The name of the change.
        title: The change, in a few words.
        base: The address of the page with the link.
        reference: The link.
        question: The action that parsers perform on the link: `resolve` or `parse`.
        older: The standard that has the older rule.
        newer: The standard that changed the rule.
        older_rule: The rule of the older standard.
        newer_rule: The rule that replaced the older rule.
        followers: The parsers that were tested on the link, with their answers.
    """

    name: str
    title: str
    base: str
    reference: str
    question: str
    older: Spec
    newer: Spec
    older_rule: Rule = attrs.field(repr=False)
    newer_rule: Rule = attrs.field(repr=False)
    followers: tuple[FollowingParser, ...] = attrs.field(repr=False)

    @property
    def unusual_base(self) -> str | None:
        """The base of the link; None if it is `USUAL_BASE`."""
        return None if self.base == USUAL_BASE else self.base

    def target_of(self, one: Spec) -> Target:
        """Return the target of the link under a standard."""
        return one.resolve(self.reference, base=self.base).target

    def having(self, standing: Standing) -> tuple[Recording, ...]:
        """Return the parsers that give the specified kind of answer."""
        return tuple(each.recording for each in self.followers if each.standing is standing)

    @property
    def followed(self) -> tuple[ParsersOfLanguage, ...]:
        """The parsers that give the older answer, grouped by language."""
        return by_language(self.having(Standing.OLDER))


def by_language(recordings: Sequence[Recording]) -> tuple[ParsersOfLanguage, ...]:
    """Group parsers by language, in alphabetical order."""
    ordered = sorted(recordings, key=_language_of)
    groups = groupby(ordered, _language_of)
    return tuple(ParsersOfLanguage(language, tuple(members)) for language, members in groups)


def _language_of(recording: Recording) -> str:
    return recording.language


def all_parsers() -> tuple[Recording, ...]:
    """Return every parser that was tested, sorted by language."""
    every = (*current_parsings().implementations, *current_recordings())
    recordings = {item.name: item for item in every}
    ordered = [recordings[item.name] for item in ADAPTERS if item.name in recordings]
    return tuple(sorted(ordered, key=_language_of))


@functools.cache
def changes() -> tuple[StandardChange, ...]:
    """Return the changes in the story, with the answers of current parsers."""
    return tuple(map(_change, _TOLD["change"]))


def change_named(name: str) -> StandardChange:
    """Return the change with the given name."""
    return next(change for change in changes() if change.name == name)


def _change(item: Mapping[str, Any]) -> StandardChange:
    older = spec(item["older"])
    newer = spec(item["newer"])
    base = item.get("base", USUAL_BASE)
    reference = item["reference"]
    question = item.get("question", Case.question)
    deciding = deciding_sides(base, reference, older, newer)
    return StandardChange(
        item["name"],
        item["title"],
        base,
        reference,
        question,
        older,
        newer,
        _rule_named(older, item.get("older_rule")) or deciding[0].rule,
        _rule_named(newer, item.get("newer_rule")) or deciding[1].rule,
        tuple(_followers(base, reference, question, older, newer)),
    )


def _rule_named(one: Spec, name: str | None) -> Rule | None:
    for rule in one.rules:
        if rule.name == name:
            return rule
    return None


def deciding_sides(
    base: str, reference: str, older: Spec, newer: Spec
) -> tuple[SpecStep, SpecStep]:
    """Return the steps that make two standards resolve a link differently."""
    comparison = compare(reference, base=base, specs=(older, newer))
    return comparison.target.causes_of_pairs[0].deciding.sides


def _followers(
    base: str, reference: str, question: str, older: Spec, newer: Spec
) -> Iterator[FollowingParser]:
    """Yield the parsers that were tested on a link, each with its answer and the kind of answer.

    An answer counts as newer if it is the answer of the newer standard or of any later standard.
    """
    later = standards()[standards().index(newer) :]
    if question == UrlCase.question:
        old = _host_by(older, reference)
        new = {_host_by(one, reference) for one in later}
    else:
        case = Case(base, reference)
        old = given_by(older, case)
        new = {given_by(one, case) for one in later}
    for recording, answer in _answers(base, reference, question):
        yield FollowingParser(recording, answer, _standing(answer, old, new))


def _host_by(one: Spec, url: str) -> Given:
    return reading_by(divided_by(one, url))


def _answers(base: str, reference: str, question: str) -> Iterator[tuple[Recording, Given]]:
    """Yield the parsers that were tested on a link, with their answers."""
    if question == UrlCase.question:
        for recording in current_parsings().implementations:
            parsed = _answer_to(recording, UrlCase(reference))
            if parsed is not None:
                yield recording, reading_of(parsed)
        return
    for recording in current_recordings():
        resolved = _answer_to(recording, Case(base, reference))
        if resolved is not None:
            yield recording, given(resolved)


def _answer_to(recording: Recording, case: AnyCase) -> AnyAnswer | None:
    return recording.by_case.get(case)


def _standing(answer: Given, old: Given, new: set[Given]) -> Standing:
    if answer is Silence.NO_ANSWER:
        return Standing.UNASKED
    if answer == old:
        return Standing.OLDER
    if answer in new:
        return Standing.NEWER
    if answer is None or answer is Silence.REJECTED:
        return Standing.REFUSED
    return Standing.OTHER
