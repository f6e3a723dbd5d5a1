"""An explanation as the templates show it: what is shown of each row, and under which columns."""

import re
from collections.abc import Iterator, Sequence

import attrs

from hexapla.comparison.branches import Act, Branch, BranchRow, BranchSide
from hexapla.comparison.cause_key import PARTS, WHEN
from hexapla.comparison.facet import Facet
from hexapla.comparison.readings import ReadingEffect
from hexapla.documents.reading import Choice
from hexapla.standard.phases import Target
from hexapla.standard.spec import Spec

Pieces = tuple[tuple[str, bool], ...]
"""A text in pieces, each with whether it was taken out."""

_WITH_LETTERS = re.compile(r"([A-Z]+)( becomes )([A-Z]+)|(.* joins )([A-Z]+)")


@attrs.frozen
class ShownSide:
    """What one group did in a phase.

    Attributes:
        letter: The letter of the group.
        acts: What was done; nothing where the row says it for both.
        pieces: The text before with what was taken out of it, where something only was.
        after: The text after, where it is told.
    """

    letter: str
    acts: tuple[Act, ...]
    pieces: Pieces
    after: Target | None


@attrs.frozen
class ShownRow:
    """A phase in which two groups part, or go on.

    Attributes:
        when: The phase in words.
        decides: Whether the two would end alike without this difference,.
        before: The text before, where it has to be told.
        acts: What both groups did.
        sides: What each group did.
    """

    when: str
    decides: bool
    before: Target | None
    acts: tuple[Act, ...]
    sides: tuple[ShownSide, ...]


def shown_branches(facet: Facet) -> Iterator[tuple[Branch, tuple[ShownRow, ...]]]:
    """Yield the branches of a facet with their rows; what is told already is not told again."""
    told: set[BranchSide] = set()
    for branch in facet.branches:
        rows: list[ShownRow] = []
        for row in branch.rows:
            decided = any(item.decides for item in rows)
            sides = [side for side in row.sides if not (decided and side in told)]
            told.update(sides)
            if sides:
                known = bool(rows) or row.before == facet.reference or _is_struck(sides)
                rows.append(_shown_row(facet, row, sides, None if known else row.before))
        yield branch, tuple(rows)


def _is_struck(sides: Sequence[BranchSide]) -> bool:
    return all(side.removed for side in sides)


def _shown_row(
    facet: Facet, row: BranchRow, sides: Sequence[BranchSide], before: Target | None
) -> ShownRow:
    alike = len(sides) > 1 and len({tuple(act.says for act in side.acts) for side in sides}) == 1
    pairs = zip(*(side.acts for side in sides), strict=True) if alike else ()
    together = tuple(attrs.evolve(one, cited=one.cited + other.cited) for one, other in pairs)
    shown = []
    for side in sides:
        changed = facet.name != PARTS and (row.decides or side.after != side.before)
        acts = () if alike else side.acts
        shown.append(ShownSide(side.letter, acts, pieces_of(side), side.after if changed else None))
    return ShownRow(WHEN[row.phase], row.decides, before, together, tuple(shown))


def pieces_of(side: BranchSide) -> Pieces:
    """Return the text before a phase in pieces; none where the phase does not only remove."""
    if not isinstance(side.before, str):
        return ()
    pieces, start = [], 0
    for span in side.removed:
        pieces += [(side.before[start : span.start], False), (side.before[slice(*span)], True)]
        start = span.stop
    return tuple(piece for piece in (*pieces, (side.before[start:], False)) if start and piece[0])


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
