"""The filters on a page, and their choices."""

from collections.abc import Sequence
from typing import NamedTuple

import attrs


class FilterChoice(NamedTuple):
    """A choice of a filter: its word in rows, its label, and the id of a standard if it is one."""

    word: str
    shown: str
    id: str = ""


@attrs.frozen
class FilterChoices:
    """The choices of the filters of a list of differences.

    Attributes:
        standards: The standards, newest first.
        implementations: The implementations, by name.
        phases: The phases in which columns differ.
        components: The components in which results differ.
    """

    standards: Sequence[FilterChoice]
    implementations: Sequence[FilterChoice]
    phases: Sequence[FilterChoice]
    components: Sequence[FilterChoice]
