"""A stand-in for `functools`, whose caches have neither locks nor statistics."""


def update_wrapper(wrapper, wrapped):
    wrapper.__name__ = getattr(wrapped, "__name__", "")
    wrapper.__wrapped__ = wrapped
    return wrapper


def wraps(wrapped):
    return lambda wrapper: update_wrapper(wrapper, wrapped)


def reduce(function, items, *initial):
    iterator = iter(items)
    value = initial[0] if initial else next(iterator)
    for item in iterator:
        value = function(value, item)
    return value


class partial:
    def __init__(self, func, *args, **keywords):
        self.func = func
        self.args = args
        self.keywords = keywords

    def __call__(self, *args, **keywords):
        return self.func(*self.args, *args, **{**self.keywords, **keywords})


class cached_property:
    def __init__(self, func):
        self.func = func
        self.name = func.__name__
        self.__doc__ = None

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        known = instance.__dict__
        if self.name not in known:
            known[self.name] = self.func(instance)
        return known[self.name]


def _remembering(function, most):
    known = {}

    def call(*args, **keywords):
        key = (args, tuple(keywords.items())) if keywords else args
        if key not in known:
            if most is not None and len(known) >= most:
                known.clear()
            known[key] = function(*args, **keywords)
        return known[key]

    call.cache_clear = known.clear
    return update_wrapper(call, function)


def total_ordering(cls):
    cls.__gt__ = lambda self, other: not (self < other or self == other)
    cls.__le__ = lambda self, other: self < other or self == other
    cls.__ge__ = lambda self, other: not self < other
    return cls


def cache(function):
    return _remembering(function, None)


def lru_cache(maxsize=128, typed=False):
    if callable(maxsize):
        return _remembering(maxsize, 128)
    return lambda function: _remembering(function, maxsize)
