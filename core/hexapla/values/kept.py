"""Results that are kept for the same texts, but not many long ones: memory stays small."""

import functools
from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

_LONG = 4096  # code points


def kept(most: int, length: Callable[..., int] = len) -> Callable[[Function], Function]:
    """Return a decorator that keeps so many results, of which one at most is of a long text.

    `length` returns the length of the text, given the arguments.
    """

    def decorate(function: Function) -> Any:
        def compute(*arguments: Any) -> Any:
            if length(*arguments) > _LONG:  # what is there goes, and with it the last long one
                known.cache_clear()
            return function(*arguments)

        known = functools.lru_cache(most)(functools.wraps(function)(compute))
        return known

    return decorate
