"""Classes of differences: what two differences have in common when they are of the same class.

A class is a function of the URL and of the answers to it. So a search that tries every URL of a set
finds every class that any other search of the set finds.
"""

import json
from collections.abc import Mapping
from typing import Any

import attrs

from hexapla.differentials.deeds import Deed
from hexapla.text.json_text import text_in
from hexapla.text.short_name import short_name
from hexapla.text.signs import sanitized
from hexapla.values.value import Value


@attrs.frozen(repr=False)
class ClassSide(Value):
    """One of the two programs of a class, and what it does.

    Attributes:
        program: The program's name.
        deed: What it does.
    """

    _json_members = ("program", "does=deed.name", "sign=deed.sign", "component=deed.component")

    program: str
    deed: Deed

    def __str__(self) -> str:
        return f"{sanitized(self.program)} {self.deed}"

    @classmethod
    def from_dict(cls, form: Mapping[str, Any]) -> "ClassSide":
        """Return the side that a JSON form holds.

        Raises:
            KeyError: A member is not there.
            TypeError: A member is of another type.
        """
        told = (text_in(form[name]) for name in ("does", "sign", "component"))
        return cls(text_in(form["program"]), Deed(*told))


@attrs.frozen(cache_hash=True, repr=False)
class DifferentialClass(Value):
    """A class of differences between two programs under an aspect.

    Attributes:
        aspect: What differs, such as `host`.
        left: The first program's side.
        right: The second program's side.
    """

    aspect: str
    left: ClassSide
    right: ClassSide

    @property
    def id(self) -> str:
        """A short name made of all that the class says; the same in every run."""
        return short_name(json.dumps(super().to_dict()))

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        return {"id": self.id, **super().to_dict()}

    @property
    def programs(self) -> tuple[str, str]:
        """The names of both programs."""
        return self.left.program, self.right.program

    def __str__(self) -> str:
        return f"{self.left}; {self.right}"

    @classmethod
    def from_dict(cls, form: Mapping[str, Any]) -> "DifferentialClass":
        """Return the class that a JSON form holds.

        Raises:
            KeyError: A member is not there.
            TypeError: A member is of another type.
        """
        sides = ClassSide.from_dict(form["left"]), ClassSide.from_dict(form["right"])
        return cls(text_in(form["aspect"]), *sides)
