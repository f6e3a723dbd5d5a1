"""The choices in the filters on a page."""

from collections.abc import Sequence
from typing import NamedTuple

import attrs


class FilterChoice(NamedTuple):
    """A choice in a filter.

    Attributes:
        word: The word that matching rows contain in an attribute.
        shown: The label of the choice.
        id: For a standard, the standard's id; otherwise "".
    """

    word: str
    shown: str
    id: str = ""


@attrs.frozen
class FilterChoices:
    """The choices in the filters for a list of differences.

    Attributes:
        standards: The standards, newest first.
        implementations: The implementations, sorted by name.
        phases: The phases in which standards differ.
        components: The components in which results differ.
    """

    standards: Sequence[FilterChoice]
    implementations: Sequence[FilterChoice]
    phases: Sequence[FilterChoice]
    components: Sequence[FilterChoice]
