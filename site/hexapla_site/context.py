"""What a template reads: a value whose fields are the names in the template."""

from collections.abc import Mapping

import attrs
from attrs import AttrsInstance


@attrs.frozen
class NoContext:
    """For a template that needs nothing but the names that all templates have."""


def names_in(context: AttrsInstance) -> Mapping[str, object]:
    """Return the names that a context gives to its template."""
    return attrs.asdict(context, recurse=False)
