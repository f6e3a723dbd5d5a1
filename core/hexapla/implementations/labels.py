"""Labels of parsers as shown to readers; this module also runs in the reader's browser."""

import re

# A parser whose name matches this pattern could be mistaken for a standard.
_NAME_OF_RFC = re.compile(r"rfc\d+")


def parser_label(name: str) -> str:
    """Return the label of a parser as shown to readers; commands use the name instead.

    >>> parser_label("rfc3986")
    'rfc3986 (Python package)'
    >>> parser_label("ada")
    'ada'
    """
    return f"{name} (Python package)" if _NAME_OF_RFC.fullmatch(name) else name
