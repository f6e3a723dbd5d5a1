"""Changes to a document that make two of its dated versions differ on an input."""

import itertools
from collections.abc import Iterator, Sequence

import attrs

from hexapla.documents.citation import Provision
from hexapla.standard.spec import Spec
from hexapla.values.value import Value


@attrs.frozen(repr=False)
class ChangeBetween(Value):
    """A change to a document that makes two of its dated versions differ.

    Attributes:
        left: The selector of the first spec.
        right: The selector of the second spec.
        change: The change, with its commit.
    """

    left: str
    right: str
    change: Provision


def changes_between(
    specs: Sequence[Spec], reference: str, base: str | None
) -> Iterator[ChangeBetween]:
    """Yield the changes that make dated versions of the same standard differ.

    Each spec is compared with the next spec only.
    """
    for left, right in itertools.pairwise(specs):
        if left.id == right.id:
            changes = left.standard.changes_since(right.standard, reference, base)
            for change in changes:
                yield ChangeBetween(left.selector, right.selector, change)
