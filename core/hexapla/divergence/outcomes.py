"""Functions that compute the possible answers of a program that varies from a standard.

Such a function has the type `Outcomes`. To return the outcomes of a variation means to return the
function that computes them for a case.

A variation changes the base and the reference before the standard resolves them, or it changes the
URI that the standard produces.
"""

from collections.abc import Callable, Iterable, Iterator

from hexapla.divergence.situation import Situation, Uri
from hexapla.divergence.transforms import DEFAULT_PORTS, Text
from hexapla.text.escapes import ascii_lower

Outcomes = Callable[[Situation], Iterable[str | None]]
"""Takes a situation; returns the answers that a program with a certain behaviour can give.

None stands for the answer that there is no URI.
"""


def default_port(situation: Situation) -> str | None:
    """Return the default port of the resulting URI's scheme; None if there is none."""
    if situation.uri is None or situation.uri.scheme is None:
        return None
    return DEFAULT_PORTS.get(ascii_lower(situation.uri.scheme))


def before(change: Callable[[Uri, Uri], tuple[Uri, Uri]]) -> Outcomes:
    """Return the outcomes of a change to the base and the reference."""

    def outcomes(situation: Situation) -> Iterator[str]:
        asked = situation.base, situation.reference
        changed = change(*asked)
        if changed != asked:
            yield from situation.texts(*changed)

    return outcomes


def relative(change: Callable[[Uri, Uri], tuple[Uri, Uri]]) -> Outcomes:
    """Return the outcomes of a change that applies only to references without scheme or authority.

    A reference with either one has no outcomes.
    """

    def changed(base: Uri, reference: Uri) -> tuple[Uri, Uri]:
        if not reference.is_relative:
            return base, reference
        return change(base, reference)

    return before(changed)


def after(change: Callable[[Uri, Situation], Uri | None]) -> Outcomes:
    """Return the outcomes of a change to the URI; none if the change returns None."""

    def outcomes(situation: Situation) -> Iterator[str]:
        uri = None if situation.uri is None else change(situation.uri, situation)
        if uri is not None:
            yield uri.text

    return outcomes


def of_path(change: Callable[[str], str]) -> Outcomes:
    """Return the outcomes of a change to the path of the URI."""
    return after(lambda uri, _: uri._replace(path=change(uri.path)))


def dotted(change: Callable[[str], str], *segments: str) -> Outcomes:
    """Return the outcomes of removing dot segments differently from a standard that removes them.

    Args:
        change: Takes the path with its dot segments; returns the changed path.
        segments: The dot segments that the change affects. There is no outcome if the path contains
            none of these segments.
    """

    def outcomes(situation: Situation) -> Iterator[str]:
        uri = situation.with_dots
        if uri is None or uri.text == situation.due:
            return
        if not {*segments}.isdisjoint(uri.path.split("/")):
            yield uri._replace(path=change(uri.path)).text

    return outcomes


def of_base_path(change: Callable[[str], str]) -> Outcomes:
    """Return the outcomes of a change to the path of the base."""
    return before(lambda base, own: (base._replace(path=change(base.path)), own))


def of_reference_path(change: Callable[[str], str]) -> Outcomes:
    """Return the outcomes of a change to the path of the reference."""
    return before(lambda base, own: (base, own._replace(path=change(own.path))))


def of_reference(change: Callable[[str], str]) -> Outcomes:
    """Return the outcomes of a change to the reference's text."""

    def outcomes(situation: Situation) -> Iterator[str | None]:
        text = change(situation.reference_text)
        if text != situation.reference_text:
            yield situation.resolve(text)

    return outcomes


def on_authority(change: Callable[[str, Situation], Text]) -> Outcomes:
    """Return the outcomes of a change to the authority of the URI."""

    def changed(uri: Uri, situation: Situation) -> Uri | None:
        if uri.authority is None:
            return None
        return uri._replace(authority=change(uri.authority, situation))

    return after(changed)
