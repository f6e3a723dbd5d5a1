"""A stand-in for the library attrs in a browser.

A class gets those methods of attrs that answers use, without checks: even the fields of a frozen
class can be set. In the bundle, each class lists the names of its fields, and has no annotations.
"""


class _Nothing:
    def __bool__(self):
        return False


NOTHING = _Nothing()
NAMES = "__fields__"


class Factory:
    def __init__(self, factory):
        self.factory = factory


class Attribute:
    """A field: its name, how its value is given, and whether `==` compares it."""

    def __init__(
        self,
        name,
        default=NOTHING,
        init=True,
        eq=True,
        kw_only=False,
        converter=None,
        metadata=None,
    ):
        self.name = name
        self.alias = name.lstrip("_")
        self.default = default
        self.init = init
        self.eq = eq
        self.kw_only = kw_only
        self.converter = converter
        self.metadata = metadata or {}
        self.method = None


class _Field:
    """The arguments of `field` in a class body, kept until the class is created."""

    def __init__(self, given):
        self.given = given
        self.method = None

    def default(self, method):
        self.method = method
        return method


def field(*, factory=None, **given):
    if factory is not None:
        given["default"] = Factory(factory)
    for ignored in ("repr", "order", "hash", "alias"):
        given.pop(ignored, None)
    return _Field(given)


def _own_fields(cls):
    for name in cls.__dict__.get(NAMES, ()):
        given = cls.__dict__.get(name, NOTHING)
        if isinstance(given, _Field):
            attribute = Attribute(name, **given.given)
            attribute.method = given.method
            delattr(cls, name)
        else:
            attribute = Attribute(name, given)
        yield attribute


def _fields_of(cls):
    """Return the fields of base classes and then the class's own fields, which override them."""
    own = [*_own_fields(cls)]
    names = [attribute.name for attribute in own]
    found = {}
    for base in reversed(cls.__mro__[1:]):
        for attribute in base.__dict__.get("__attrs_attrs__", ()):
            found.pop(attribute.name, None)
            found[attribute.name] = attribute
    inherited = [attribute for attribute in found.values() if attribute.name not in names]
    return tuple(inherited + own)


def _filler(attribute):
    """Return a function that supplies the value of a field if the caller supplies none."""
    default = attribute.default
    if attribute.method is not None:
        return attribute.method
    if isinstance(default, Factory):
        return lambda self: default.factory()
    return lambda self: default


def _initializer(cls, attributes):
    positional = [each.name for each in attributes if each.init and not each.kw_only]
    names = {each.alias: each.name for each in attributes if each.init}
    fillers = [
        (each.name, _filler(each))
        for each in attributes
        if each.default is not NOTHING or each.method is not None
    ]
    converters = [(each.name, each.converter) for each in attributes if each.converter]
    is_followed = hasattr(cls, "__attrs_post_init__")

    def __init__(self, *args, **kwargs):
        own = self.__dict__
        for name, value in zip(positional, args):
            own[name] = value
        for alias, value in kwargs.items():
            own[names[alias]] = value
        for name, fill in fillers:
            if name not in own:
                own[name] = fill(self)
        for name, convert in converters:
            own[name] = convert(own[name])
        if is_followed:
            self.__attrs_post_init__()

    return __init__


def _reader(attributes):
    """Return a function that returns a tuple of the values that `==` compares."""
    compared = [(each.name, each.eq) for each in attributes if each.eq]

    def values_of(self):
        own = self.__dict__
        return tuple([own[name] if eq is True else eq(own[name]) for name, eq in compared])

    return values_of


def _make(cls, *, frozen, eq=True, order=False, unsafe_hash=False, cache_hash=False):
    attributes = _fields_of(cls)
    cls.__attrs_attrs__ = attributes
    cls.__match_args__ = tuple([each.name for each in attributes if each.init and not each.kw_only])
    if "__init__" not in cls.__dict__:
        cls.__init__ = _initializer(cls, attributes)
    if not eq:
        return cls
    values_of = _reader(attributes)

    def __eq__(self, other):
        if other.__class__ is not self.__class__:
            return NotImplemented
        return self is other or values_of(self) == values_of(other)

    def __hash__(self):
        if not cache_hash:
            return hash(values_of(self))
        if "_hash" not in self.__dict__:
            self.__dict__["_hash"] = hash(values_of(self))
        return self.__dict__["_hash"]

    def __lt__(self, other):
        return values_of(self) < values_of(other)

    if "__eq__" not in cls.__dict__:
        cls.__eq__ = __eq__
    if (frozen or unsafe_hash) and not callable(cls.__dict__.get("__hash__")):
        cls.__hash__ = __hash__
    if order:
        cls.__lt__ = __lt__
    return cls


def define(cls=None, *, repr=True, slots=True, **given):
    if cls is None:
        return lambda made: _make(made, frozen=False, **given)
    return _make(cls, frozen=False, **given)


def frozen(cls=None, *, repr=True, slots=True, **given):
    if cls is None:
        return lambda made: _make(made, frozen=True, **given)
    return _make(cls, frozen=True, **given)


def fields(cls):
    return cls.__attrs_attrs__


def evolve(self, **changes):
    for attribute in self.__attrs_attrs__:
        if attribute.init and attribute.alias not in changes:
            changes[attribute.alias] = self.__dict__[attribute.name]
    return self.__class__(**changes)
