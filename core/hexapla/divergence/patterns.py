"""Conditions that are patterns in a part of a case, as `patterns.toml` defines them."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

_DATA = Path(__file__).with_name("patterns.toml").read_text("utf-8")


class PartPattern(NamedTuple):
    """A pattern that is searched for in a part of a case.

    Attributes:
        owner: The text that has the part, such as "reference" or "base".
        part: The name of the part, or "text" for the whole text.
        pattern: The pattern.
    """

    owner: str
    part: str
    pattern: re.Pattern[str]

    def is_in(self, text: str | None) -> bool:
        """Return whether the text of the part matches the pattern; False if the text is None."""
        return text is not None and self.pattern.search(text) is not None


def part_patterns(question: str) -> Mapping[str, PartPattern]:
    """Return the conditions of "resolving" or "parsing" that are patterns, by name."""
    patterns: dict[str, PartPattern] = {}
    for name, (place, pattern) in tomllib.loads(_DATA)[question].items():
        owner, _, part = place.partition(".")
        patterns[name] = PartPattern(owner, part, re.compile(pattern))
    return patterns
