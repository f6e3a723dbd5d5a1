"""An immutable mapping (with hashing, JSON, pickling and copying), and caching decorators."""

import functools
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NoReturn, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")
Function = TypeVar("Function", bound=Callable[..., Any])

_LONG = 4096  # code points


class FrozenMapping(dict[Key, Value]):
    """An immutable dict."""

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

    Like `functools.cached_property`, but without the lock of Python 3.11, which takes as long as
    computing a simple property.
    """

    def __get__(self, instance: Any, owner: type | None = None) -> Value:  # type: ignore[override]
        if instance is None:
            return self  # type: ignore[return-value]  # `help` accesses it on the class
        value: Value = self.func(instance)
        setattr(instance, self.func.__name__, value)
        return value


def kept(most: int, length: Callable[..., int] = len) -> Callable[[Function], Function]:
    """Return a decorator that caches results; a long string clears the cache first.

    So the cache contains at most one result for a long string. `most` is the maximum number of
    cached results. `length` returns the length of the string, given the function's arguments.
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
    """Return a decorator that caches results, except those for long strings.

    `most` and `length` are as for `kept`.
    """

    def decorate(function: Function) -> Any:
        known = functools.lru_cache(most)(function)

        @functools.wraps(function)
        def result(*arguments: Any) -> Any:
            return (function if length(*arguments) > _LONG else known)(*arguments)

        return result

    return decorate
