"""Columns that could explain an implementation, but are not installed."""

import attrs

from hexapla.standard.registry import not_installed


@attrs.frozen
class MissingColumn:
    """A column that comes with Hexapla, and that needs a package which is not installed.

    Attributes:
        id: The id of its spec.
        installing: How to install what it needs, in words that follow "is missing:".
    """

    id: str
    installing: str

    def __str__(self) -> str:
        return f"without {self.id}, which is not installed: it needs {self.installing}"

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        return {"id": self.id, "installing": self.installing}


def missing_columns() -> tuple[MissingColumn, ...]:
    """Return the columns that identifying has to do without."""
    return tuple(MissingColumn(*item) for item in not_installed().items())
