"""Classes of differences: what two differences have in common when they are of the same class.

A class is a function of the URL, of the answers to it and of what the specs read in it. So a
search that tries every URL of a set finds every class that any other search of the set finds.
"""

import json
from collections.abc import Mapping
from typing import Any

import attrs

from hexapla.differentials.aspects import kind_in_words
from hexapla.text.json_text import text_in, text_or_none
from hexapla.text.short_name import short_name
from hexapla.text.signs import sanitized
from hexapla.values.value import Value


@attrs.frozen(repr=False)
class ClassSide(Value):
    """One of the two programs of a class, and how it reads the URL.

    Attributes:
        program: The program's name.
        kind: What kind of thing it reads.
        column: The selector of the newest spec that reads the same; None where none does.
        section: The section of it that has the rule which decides; None for none.
    """

    program: str
    kind: str
    column: str | None
    section: str | None

    @classmethod
    def from_dict(cls, form: Mapping[str, Any]) -> "ClassSide":
        """Return the side that a JSON form holds.

        Raises:
            KeyError: A member is not there.
            TypeError: A member is of another type.
        """
        names = text_in(form["program"]), text_in(form["kind"])
        return cls(*names, text_or_none(form["column"]), text_or_none(form["section"]))


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
    def sentence(self) -> str:
        """What kind of thing either program reads, in words."""
        left, right = (kind_in_words(self.aspect, side.kind) for side in (self.left, self.right))
        if left == right:
            right = "reads another one"
        return f"{sanitized(self.left.program)} {left}; {sanitized(self.right.program)} {right}"

    @classmethod
    def from_dict(cls, form: Mapping[str, Any]) -> "DifferentialClass":
        """Return the class that a JSON form holds.

        Raises:
            KeyError: A member is not there.
            TypeError: A member is of another type.
        """
        sides = ClassSide.from_dict(form["left"]), ClassSide.from_dict(form["right"])
        return cls(text_in(form["aspect"]), *sides)
