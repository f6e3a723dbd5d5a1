"""Columns that could explain an implementation, but are not installed."""

from collections.abc import Collection

import attrs

from hexapla.implementations.defaults import candidates
from hexapla.standard.registry import not_installed
from hexapla.standard.spec import Spec


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

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        return {"id": self.id, "installing": self.installing}


def missing_columns(columns: Collection[Spec]) -> tuple[MissingColumn, ...]:
    """Return the columns that identifying has to do without.

    Args:
        columns: Those that it has. Where they are not all candidates, they were chosen, and none is
            missing.
    """
    if not set(candidates()).issubset(columns):
        return ()
    return tuple(MissingColumn(*item) for item in not_installed().items())
