"""An explanation as the templates show it: under which columns, and with which links."""

import re
from collections.abc import Mapping

from hexapla.comparison.branches import Branch
from hexapla.comparison.cause import Act
from hexapla.comparison.facet import Facet
from hexapla.comparison.readings import ReadingEffect
from hexapla.documents.reading import Choice
from hexapla.standard.spec import Spec

_WITH_LETTERS = re.compile(r"([A-Z]+)( becomes )([A-Z]+)|(joins )([A-Z]+)")


def ends_of(facet: Facet, branch: Branch) -> tuple[tuple[Spec, ...], tuple[Spec, ...]]:
    """Return the columns beyond a branch, seen from the root, and all others of any group."""
    beyond = {branch.group}
    for other in facet.branches:  # each group stands behind the one that it is set against
        if other.against in beyond:
            beyond.add(other.group)
    letters = {selector: group.letter for group in facet.groups for selector in group.specs}
    columns = [spec for spec in facet.columns if spec.selector in letters]
    here = tuple(spec for spec in columns if letters[spec.selector] in beyond)
    return here, tuple(spec for spec in columns if spec not in here)


def deciding_acts(facet: Facet) -> Mapping[str, Act]:
    """Return what each column did where its group parts from another, by the column's id."""
    rows = (row for branch in facet.branches for row in branch.rows if row.decides)
    acts = [act for row in rows for side in row.sides for act in side.acts]
    return {spec.id: act for act in reversed(acts) for spec, _ in act.cited}


def group_of(facet: Facet, letter: str) -> tuple[int, tuple[Spec, ...]]:
    """Return the number of a group, from 1, and its columns."""
    number, group = next(
        (number, group) for number, group in enumerate(facet.groups, 1) if group.letter == letter
    )
    return number, tuple(spec for spec in facet.columns if spec.selector in group.specs)


def then_of(effect: ReadingEffect) -> tuple[tuple[str, bool], ...]:
    """Return what another option would do, in pieces, each with whether it is a group's letter."""
    match = _WITH_LETTERS.fullmatch(effect.then)
    if match is None:
        return ((effect.then, False),)
    return tuple((text, text.isupper() and text.isalpha()) for text in match.groups() if text)


def switched(facet: Facet, effect: ReadingEffect) -> tuple[str, ...]:
    """Return the selectors of the columns, one of them under another option."""
    chosen = effect.spec.choosing(Choice(effect.reading, effect.other)).selector
    own = effect.spec.selector
    return tuple(chosen if spec.selector == own else spec.selector for spec in facet.columns)
