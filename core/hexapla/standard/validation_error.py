"""What the parser of a standard reports of a text, beside what it makes of it."""

import attrs

from hexapla.documents.citation import Citation
from hexapla.values.value import Value


@attrs.frozen(repr=False)
class ValidationError(Value):
    """Something that a parser reports of a text.

    Attributes:
        name: What the standard calls it.
        offset: Where it is in the text, in code points.
        failure: Whether the parser gives nothing for the text.
        citation: The section, with the step that reports it.
    """

    name: str
    offset: int
    failure: bool
    citation: Citation
