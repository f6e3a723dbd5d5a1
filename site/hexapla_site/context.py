"""Contexts of templates: objects whose fields are the names available in a template."""

from collections.abc import Mapping

import attrs
from attrs import AttrsInstance


@attrs.frozen
class NoContext:
    """The context of a template that needs only the names available in all templates."""


def names_in(context: AttrsInstance) -> Mapping[str, object]:
    """Return the names that a context makes available in a template, with their values."""
    return attrs.asdict(context, recurse=False)
