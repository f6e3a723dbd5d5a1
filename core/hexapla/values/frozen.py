"""Values that do not change: a mapping fit for hash, JSON, pickle and copy, and a late property."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, NoReturn, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class FrozenMapping(dict[Key, Value]):
    """A dict without the ways to change it."""

    def __init__(self, items: Mapping[Key, Value] | Iterable[tuple[Key, Value]] = ()) -> None:
        super().__init__(items)

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[type["FrozenMapping[Key, Value]"], tuple[dict[Key, Value]]]:
        return type(self), (dict(self),)

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("this mapping does not change; make a dict of it")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse


class late(Generic[Value]):  # noqa: N801, it is read as a decorator
    """A property that is computed when it is first asked for, and kept in the instance.

    It is `functools.cached_property` for a class of slots, one of which, `_kept`, holds what was
    computed: None at first.
    """

    def __init__(self, compute: Callable[[Any], Value]) -> None:
        self._compute = compute
        self._name = compute.__name__
        self.__doc__ = compute.__doc__

    def __get__(self, instance: Any, owner: type) -> Value:
        if instance is None:
            return self  # type: ignore[return-value]  # as `help` asks for it
        kept: dict[str, Value] | None = instance._kept
        if kept is None:
            kept = instance._kept = {}
        elif self._name in kept:
            return kept[self._name]
        value = kept[self._name] = self._compute(instance)
        return value

    def __set__(self, instance: object, value: object) -> NoReturn:
        raise AttributeError(f"{self._name} is computed, and can't be set")
