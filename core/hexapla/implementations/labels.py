"""Labels of parsers for readers; this module is also loaded in the reader's browser."""

from collections.abc import Mapping

from hexapla.values.frozen import FrozenMapping

# For names that could be mistaken for those of standards.
_LABELS: Mapping[str, str] = FrozenMapping({"rfc3986": "rfc3986 (Python package)"})


def parser_label(name: str) -> str:
    """Return the label of a parser for readers; commands select it by its name.

    >>> parser_label("rfc3986")
    'rfc3986 (Python package)'
    >>> parser_label("ada")
    'ada'
    """
    return _LABELS.get(name, name)
