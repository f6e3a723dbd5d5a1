"""A stand-in for `collections.abc`: `isinstance` inspects the value itself."""


class _Kind(type):
    def __instancecheck__(cls, value):
        return cls._holds(value)

    def __getitem__(cls, _):
        return cls

    def __or__(cls, other):
        return _kind("Union", lambda value: isinstance(value, (cls, other)))

    def __ror__(cls, other):
        return _kind("Union", lambda value: isinstance(value, (other, cls)))


def _kind(name, holds):
    return _Kind(name, (), {"_holds": staticmethod(holds)})


def _has(*names):
    return lambda value: all([hasattr(value, name) for name in names])


Callable = _kind("Callable", callable)
Collection = _kind("Collection", _has("__len__", "__iter__", "__contains__"))
Container = _kind("Container", _has("__contains__"))
Hashable = _kind("Hashable", lambda value: not isinstance(value, (dict, list, set)))
Iterable = _kind("Iterable", _has("__iter__"))
Iterator = Generator = _kind("Iterator", _has("__next__"))
Mapping = MutableMapping = _kind("Mapping", lambda value: isinstance(value, dict))
Sequence = _kind("Sequence", lambda value: isinstance(value, (tuple, list, str, range)))
Set = _kind("Set", lambda value: isinstance(value, (set, frozenset)))
KeysView = ValuesView = ItemsView = Iterable
