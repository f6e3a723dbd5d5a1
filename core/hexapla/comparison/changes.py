"""Which changes of a document decide between two columns that are its text at two dates."""

import itertools
from collections.abc import Iterator, Sequence

import attrs

from hexapla.documents.citation import Provision
from hexapla.standard.spec import Spec
from hexapla.values.value import Value


@attrs.frozen(repr=False)
class ChangeBetween(Value):
    """A change of a document that decides between two columns.

    Attributes:
        left: The selector of one column.
        right: The selector of the other.
        change: What changed, and the commit that changed it.
    """

    left: str
    right: str
    change: Provision


def changes_between(
    specs: Sequence[Spec], reference: str, base: str | None
) -> Iterator[ChangeBetween]:
    """Yield the changes that decide between each two columns of one standard.

    A column is set against the one that follows it.
    """
    for left, right in itertools.pairwise(specs):
        if left.id == right.id:
            changes = left.standard.changes_since(right.standard, reference, base)
            for change in changes:
                yield ChangeBetween(left.selector, right.selector, change)
