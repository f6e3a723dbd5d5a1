"""What the rows of a page can be filtered by, as the filters on the page list it."""

from collections.abc import Sequence
from typing import NamedTuple

import attrs


class FilterChoice(NamedTuple):
    """A choice of a filter: the word for it in rows, what is shown, and the id of a standard."""

    word: str
    shown: str
    id: str = ""


@attrs.frozen
class FilterChoices:
    """What a list of differences can be filtered by.

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
