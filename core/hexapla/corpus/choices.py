"""Which readings a pair touches, without the steps that a trace would write."""

from collections.abc import Callable

from hexapla.documents.reading import Choice, Reading
from hexapla.standard.resolution import Trace
from hexapla.standard.spec import AnySpec

Touched = Callable[[str, str], tuple[Choice, ...]]
"""Gives the choices that a spec makes for a base and a reference, in the order it comes to them."""


def watched(spec: AnySpec) -> Touched:
    """Watch a spec choose: a memo asks for an option where the options differ, and only there.

    It asks with a trace and without one, so that resolving alone tells what
    `Resolution.choices` would.
    """
    noted: dict[str, Choice] = {}
    memo = type(spec)

    def choose(self: AnySpec, reading: Reading, trace: Trace | None) -> str:
        option = memo.choose(self, reading, trace)
        noted.setdefault(reading.name, Choice(reading.name, option))
        return option

    observed = type(memo.__name__, (memo,), {"choose": choose})(spec.choices)

    def touched(base: str, reference: str) -> tuple[Choice, ...]:
        noted.clear()
        observed.resolve(base, reference)
        return tuple(noted.values())

    return touched
