"""Everything that shows why parsers differ, in one list: cases, causes, classes, explanations.

Each item says by what a reader can filter it: who gives the same, in which phase and in which
components they differ.
"""

from collections.abc import Iterable, Mapping

import attrs

from hexapla.implementations.asking import Case as Asked
from hexapla.implementations.resolving import shown
from hexapla.standard.phases import Target, has_rule
from hexapla.standard.reference import Reference
from hexapla.standard.rule import Phase
from hexapla.standard.spec import Spec
from hexapla_site.report.case import CaseReport
from hexapla_site.report.causes import CauseWithCases
from hexapla_site.report.implementations import AnswerGroup, Silence

COMPONENTS = ("scheme", "authority", "path", "params", "query", "fragment")
"""The names that standards share for components, in the order in which they stand in a URL."""


@attrs.frozen
class Facts:
    """By what an item can be filtered.

    Attributes:
        given: Words for standards and implementations, put together where they give the same.
        phases: The phases in which columns begin to differ.
        components: The components in which they differ, by the names that standards share.
    """

    given: tuple[tuple[str, ...], ...] = ()
    phases: tuple[str, ...] = ()
    components: tuple[str, ...] = ()

    @property
    def given_words(self) -> str:
        """The groups as an attribute has them: a slash between two."""
        return "/".join(map(" ".join, self.given))


def word_of(spec: Spec) -> str:
    """Return the word that stands for a standard in a filter."""
    return spec.document.siglum.lower()


def words_of_implementations(groups: Iterable[AnswerGroup]) -> Mapping[str, str]:
    """Return a short word for each implementation, one for all that answer every case alike."""
    return {name: f"i{number}" for number, group in enumerate(groups) for name in group.names}


def facts_of_case(case: CaseReport, groups: Iterable[AnswerGroup], judge: Spec) -> Facts:
    """Return by what a case can be filtered.

    Args:
        case: The case.
        groups: Implementations that answer alike.
        judge: The standard by which URIs are taken apart to see in what they differ.
    """
    phases = {cause.key.phase for cause in case.causes}
    return Facts(
        _given(case, groups),
        tuple(phase.value for phase in Phase if phase.value in phases),
        components_of_case(case, judge),
    )


def _given(case: CaseReport, groups: Iterable[AnswerGroup]) -> tuple[tuple[str, ...], ...]:
    """Return who gives the same for a case.

    Implementations answer only with a URI or with nothing: one whose answer is how several targets
    are shown stands with each of these.
    """
    asked = Asked(case.base, case.reference)
    given: dict[Target, list[str]] = {}
    for spec, resolution in zip(case.comparison.specs, case.comparison.resolutions, strict=True):
        if has_rule(resolution.target):
            given.setdefault(resolution.target, []).append(word_of(spec))
    others: dict[str | None, list[str]] = {}
    words = words_of_implementations(groups)
    for group in groups:
        answer, word = group.given.get(asked, Silence.NO_ANSWER), words[group.names[0]]
        if isinstance(answer, Silence):
            continue
        alike = [members for target, members in given.items() if shown(asked, target) == answer]
        for members in alike or [others.setdefault(answer, [])]:
            members.append(word)
    return tuple(map(tuple, (*given.values(), *others.values())))


def components_of_case(case: CaseReport, judge: Spec) -> tuple[str, ...]:
    """Return in which components the columns differ: of the targets, and of the reference."""
    resolutions = case.comparison.resolutions
    targets = [item.target for item in resolutions if isinstance(item.target, str)]
    parsed = [judge.parse(target) for target in dict.fromkeys(targets)]
    references = [spec.parse(case.reference) for spec in case.comparison.specs]
    differing = {
        *_differing([_contents(reference) for reference in parsed]),
        *_differing([_ends(item) for item in references if item.ends is not None]),
    }
    return tuple(name for name in COMPONENTS if name in differing)


def facts_of_cause(cause: CauseWithCases, judge: Spec) -> Facts:
    """Return by what a cause can be filtered; its components are those of its shortest case."""
    sides = (word_of(cause.left),), (word_of(cause.right),)
    case = cause.smallest.case
    two = cause.left, cause.right
    if cause.of_parts:
        differing = _differing([_ends(spec.parse(case.reference)) for spec in two])
    else:
        targets = (spec.resolve(case.base, case.reference).target for spec in two)
        uris = [target for target in targets if isinstance(target, str)]
        differing = _differing([_contents(judge.parse(uri)) for uri in uris])
    components = tuple(name for name in COMPONENTS if name in differing)
    return Facts(sides, (cause.phase.value,), components)


def _contents(reference: Reference) -> dict[str, object]:
    """Return what a URI has of each component, by shared names."""
    names = [component.shared for component in reference.spec.components]
    return dict(zip(names, reference.split[1:], strict=True))


def _ends(reference: Reference) -> dict[str, object]:
    return dict(reference.ends or {})


def _differing(items: list[dict[str, object]]) -> set[str]:
    """Return the names whose values are not the same in all of some mappings."""
    names = {name for item in items for name in item}
    return {name for name in names if len({item.get(name) for item in items}) > 1}
