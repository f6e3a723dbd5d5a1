"""What is asked of each column, looked up once."""

from collections.abc import Callable
from typing import Any, Self

import attrs

from hexapla.standard.component import Ends
from hexapla.standard.driver import Parts
from hexapla.standard.phases import Target
from hexapla.standard.spec import Spec


def _looked_up(name: str) -> Any:
    """Return a field for what each spec has by a name."""

    def look_up(columns: "SideBySide") -> tuple[object, ...]:
        return tuple(getattr(spec, name) for spec in columns.specs)

    default = attrs.Factory(look_up, takes_self=True)
    return attrs.field(default=default, init=False, eq=False, repr=False)


@attrs.frozen(repr=False)
class SideBySide:
    """Specs side by side, oldest first; and what each does with a text."""

    specs: tuple[Spec, ...]
    all_readings: bool = False
    splitters: tuple[Callable[[str], Parts], ...] = _looked_up("split")
    ends_of: tuple[Ends, ...] = _looked_up("ends_of")
    resolve_parts: tuple[Callable[[Parts, Parts], Target], ...] = _looked_up("resolve_parts")

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {', '.join(spec.selector for spec in self.specs)}>"

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        # What was looked up stays behind.
        return type(self), (self.specs, self.all_readings)

    def split(self, text: str) -> list[Parts]:
        """Return a text as each column splits it."""
        return [split(text) for split in self.splitters]
