"""An immutable mapping, and decorators that cache results."""

import functools
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NoReturn, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")
Function = TypeVar("Function", bound=Callable[..., Any])

_LONG = 4096  # code points


class FrozenMapping(dict[Key, Value]):
    """An immutable dict, which can be hashed if its values can be hashed."""

    def __init__(self, items: Mapping[Key, Value] | Iterable[tuple[Key, Value]] = ()) -> None:
        super().__init__(items)

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[type["FrozenMapping[Key, Value]"], tuple[dict[Key, Value]]]:
        return type(self), (dict(self),)

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("this mapping is immutable; copy it into a dict")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse


class late(functools.cached_property[Value]):  # noqa: N801, it is read as a decorator
    """A property that is computed on first use and cached in the instance.

    Like `functools.cached_property`, but without the lock that Python 3.11 acquires: acquiring it
    takes as long as computing a simple property.
    """

    def __get__(self, instance: Any, owner: type | None = None) -> Value:  # type: ignore[override]
        if instance is None:
            return self  # type: ignore[return-value]  # `help` accesses it on the class
        value: Value = self.func(instance)
        setattr(instance, self.func.__name__, value)
        return value


def kept(most: int, length: Callable[..., int] = len) -> Callable[[Function], Function]:
    """Return a decorator that caches a function's results, but at most one for a long string.

    Before a result for a string of more than 4,096 code points is computed, the cache is cleared.

    Args:
        most: The maximum number of cached results.
        length: A function that takes the arguments of the decorated function, and returns the
            length of the string; by default, the only argument is the string.
    """

    def decorate(function: Function) -> Any:
        def compute(*arguments: Any) -> Any:
            if length(*arguments) > _LONG:  # drop the previous long result with the whole cache
                known.cache_clear()
            return function(*arguments)

        known = functools.lru_cache(most)(functools.wraps(function)(compute))
        return known

    return decorate


def kept_if_short(most: int, length: Callable[..., int] = len) -> Callable[[Function], Function]:
    """Return a decorator that caches a function's results, except those for long strings.

    The arguments are those of `kept`. A string is long if it has more than 4,096 code points.
    """

    def decorate(function: Function) -> Any:
        known = functools.lru_cache(most)(function)

        @functools.wraps(function)
        def result(*arguments: Any) -> Any:
            return (function if length(*arguments) > _LONG else known)(*arguments)

        return result

    return decorate
