"""Each regular expression is tried on long texts, on which an exponential one would not end."""

import inspect
import re
from collections.abc import Iterator

from source_tree import imported_modules
from tables import in_parts

CHARACTERS = "aA0 /:;?#[]()\"'<>&%.-_=!@,\n\t\\|{}*`\xe9"
METHODS = "fullmatch|match|search|sub|split|findall|finditer"


def expressions() -> Iterator[tuple[str, "re.Pattern[str]"]]:
    """Yield the expressions, named with the methods that are called on them: `name.method`."""
    sources = {module: inspect.getsource(module) for module in imported_modules()}
    text = "".join(sources.values())
    for module in sources:
        for name, value in vars(module).items():
            if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
                for method in sorted(set(re.findall(rf"\b{name}\.({METHODS})\b", text))):
                    yield f"{module.__name__}.{name}.{method}", value


@in_parts("length", slow=[500], nightly=[2_000])
def test_every_expression_comes_back_from_a_long_text(length: int) -> None:
    tried = dict(expressions())
    assert "hexapla.documents.reading._SELECTOR.fullmatch" in tried
    for name, expression in tried.items():
        method = name.rpartition(".")[2]
        # It searches in the same way, and returns everything it found.
        method = "findall" if method in ("sub", "split", "finditer") else method
        for start in ("", "a", "["):
            for character in dict.fromkeys(expression.pattern + CHARACTERS):
                getattr(expression, method)(start + character * length + "\x01")
