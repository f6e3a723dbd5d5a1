"""Contexts of templates: values whose fields are the names in a template."""

from collections.abc import Mapping

import attrs
from attrs import AttrsInstance


@attrs.frozen
class NoContext:
    """The context of a template that needs only the names shared by all templates."""


def names_in(context: AttrsInstance) -> Mapping[str, object]:
    """Return the names in a template for a context, with their values."""
    return attrs.asdict(context, recurse=False)
