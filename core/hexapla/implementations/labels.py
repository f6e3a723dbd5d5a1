"""Labels of parsers, as people read them; this module also runs in the site's pages."""

import re

# A parser whose name matches this pattern could be mistaken for a standard.
_NAME_OF_RFC = re.compile(r"rfc\d+")


def parser_label(name: str) -> str:
    """Return the label of a parser for people to read; in commands, the name is used instead.

    >>> parser_label("rfc3986")
    'rfc3986 (Python package)'
    >>> parser_label("ada")
    'ada'
    """
    return f"{name} (Python package)" if _NAME_OF_RFC.fullmatch(name) else name
