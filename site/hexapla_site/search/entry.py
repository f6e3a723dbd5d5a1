"""An entry of the search index: something to be found."""

import json
from collections.abc import Mapping

import attrs

# What a reader is likelier to look for: where all else is equal, it comes first.
_WEIGHTS: Mapping[str, float] = {
    "component": 1.5,
    "rule": 1.4,
    "reading": 1.3,
    "implementation": 1.2,
    "host": 0.8,
    "page": 1.1,
    "reference": 0.9,
    "case": 1.0,
    "grammar": 0.9,
    "cause": 0.7,
}


@attrs.frozen
class Entry:
    """Something to be found: what it is, where it is, and what is shown of it.

    `targets` has, for a case, each target with the sigla of the default columns and of the optional
    columns that give it, and whether it is a URI. `more` is searched and not shown; `usual` says
    that a reader is likelier to look for it than for others of its kind.
    """

    kind: str
    address: str
    title: str
    text: str
    targets: tuple[tuple[str, str, str, bool], ...] = ()
    more: str = ""
    usual: bool = False

    @property
    def weight(self) -> float:
        """How much likelier than others it is what the reader looks for."""
        return 1.2 if self.usual else _WEIGHTS[self.kind]

    def to_dict(self) -> dict[str, object]:
        """Return its JSON form, without what is empty."""
        form = attrs.asdict(self, filter=lambda field, value: _is_written(field.name, value))
        return {**form, "weight": self.weight}

    def to_json(self) -> str:
        """Return its JSON form as text, on one line."""
        return json.dumps(self.to_dict(), separators=(",", ":"))


def _is_written(name: str, value: object) -> bool:
    return name != "usual" and value not in ((), "")
