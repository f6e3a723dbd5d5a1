"""Labels of parsers for readers; this module is also loaded in the reader's browser."""

import re

# A parser with such a name could be mistaken for the standard.
_NAME_OF_RFC = re.compile(r"rfc\d+")


def parser_label(name: str) -> str:
    """Return the label of a parser for readers; commands select it by its name.

    >>> parser_label("rfc3986")
    'rfc3986 (Python package)'
    >>> parser_label("ada")
    'ada'
    """
    return f"{name} (Python package)" if _NAME_OF_RFC.fullmatch(name) else name
