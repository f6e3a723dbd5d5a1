"""JSON forms without the middle of very long texts, such as an answer of a megabyte."""

from collections.abc import Mapping
from typing import Any

from hexapla.text.signs import cut

LONGEST = 4_000
"""In code points: a longer text is cut to as many."""


def shortened(form: Mapping[str, object]) -> Mapping[str, object]:
    """Return a JSON form in which no text is very long.

    Where one was cut, the member `cut` lists each such text: the place of it, as a JSON pointer
    (RFC 6901), and how long it was, in code points.

    Args:
        form: The form of a result.
    """
    cuts: list[dict[str, object]] = []
    short = _shortened(form, "", cuts)
    return {**short, "cut": cuts} if cuts else form


def _shortened(form: Any, place: str, cuts: list[dict[str, object]]) -> Any:
    if isinstance(form, str) and len(form) > LONGEST:
        cuts.append({"at": place, "length": len(form)})
        return cut(form, LONGEST)
    if isinstance(form, Mapping):
        return {
            name: _shortened(value, f"{place}/{_step(name)}", cuts) for name, value in form.items()
        }
    if isinstance(form, list | tuple):
        return [_shortened(value, f"{place}/{index}", cuts) for index, value in enumerate(form)]
    return form


def _step(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")
