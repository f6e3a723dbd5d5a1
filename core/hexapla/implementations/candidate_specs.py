"""The specs that may explain an implementation, and the columns that are not installed."""

from collections.abc import Collection

import attrs

from hexapla.standard.registry import not_installed
from hexapla.standard.registry import specs as installed
from hexapla.standard.spec import Spec


def candidates() -> tuple[Spec, ...]:
    """Return the specs that `identify` chooses from by default, oldest first.

    A plug-in's spec is one only if its own class says `candidate = True`; what it inherits from a
    spec that comes with Hexapla does not count.
    """
    return tuple(spec for spec in installed() if spec.candidate)


@attrs.frozen
class MissingColumn:
    """A column that comes with Hexapla, and that needs a package which is not installed.

    Attributes:
        id: The id of its spec.
        installing: What it needs, and how to install it; in words that follow "it needs".
    """

    id: str
    installing: str

    def __str__(self) -> str:
        return f"without the column {self.id}, which needs {self.installing}"


def missing_columns(columns: Collection[Spec]) -> tuple[MissingColumn, ...]:
    """Return the columns that identifying has to do without.

    Args:
        columns: Those that it has. Where they are not all candidates, they were chosen, and none is
            missing.
    """
    if not set(candidates()).issubset(columns):
        return ()
    return tuple(MissingColumn(*item) for item in not_installed().items())
