"""An immutable mapping that supports hashing, JSON, pickling and copying; caching decorators."""

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
    """A property that is computed on first use, and cached in the instance.

    It is `functools.cached_property` without its lock, which takes as long as a short property.
    """

    def __get__(self, instance: Any, owner: type | None = None) -> Value:  # type: ignore[override]
        if instance is None:
            return self  # type: ignore[return-value]  # as `help` asks for it
        value: Value = self.func(instance)
        setattr(instance, self.func.__name__, value)
        return value


def kept(most: int, length: Callable[..., int] = len) -> Callable[[Function], Function]:
    """Return a decorator that caches results, at most one of them for a long text.

    `most` is the maximum number of results. `length` returns the length of the text, given the
    arguments.
    """

    def decorate(function: Function) -> Any:
        def compute(*arguments: Any) -> Any:
            if length(*arguments) > _LONG:  # empty the cache, to drop the last long result
                known.cache_clear()
            return function(*arguments)

        known = functools.lru_cache(most)(functools.wraps(function)(compute))
        return known

    return decorate
