"""Each regular expression is tried on long texts, on which an exponential one would not end."""

import inspect
import re
from collections.abc import Iterator

from source_tree import imported_modules

LENGTH = 2_000
CHARACTERS = "aA0 /:;?#[]()\"'<>&%.-_=!@,\n\t\\|{}*`\xe9"
METHODS = "fullmatch|match|search|sub|split|findall|finditer"


def expressions() -> Iterator[tuple[str, "re.Pattern[str]"]]:
    """Yield the expressions, named with the methods that are called on them: `name.method`."""
    modules = tuple(imported_modules())
    called: dict[str, set[str]] = {}
    for module in modules:
        for name, method in re.findall(rf"\b(\w+)\.({METHODS})\b", inspect.getsource(module)):
            called.setdefault(name, set()).add(method)
    for module in modules:
        for name, value in vars(module).items():
            if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
                for method in sorted(called.get(name, ())):
                    yield f"{module.__name__}.{name}.{method}", value


def test_every_expression_comes_back_from_a_long_text() -> None:
    tried = dict(expressions())
    assert "hexapla.documents.reading._SELECTOR.fullmatch" in tried
    for name, expression in tried.items():
        method = name.rpartition(".")[2]
        # It searches in the same way, and returns everything it found.
        method = "findall" if method in ("sub", "split", "finditer") else method
        for start in ("", "a", "["):
            for character in dict.fromkeys(expression.pattern + CHARACTERS):
                getattr(expression, method)(start + character * LENGTH + "\x01")
