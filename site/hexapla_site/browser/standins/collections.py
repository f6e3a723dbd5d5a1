"""A stand-in for `collections`: named tuples, counters, and queues.

The maximum length of a queue applies only to its initial items.
"""


def _getter(place):
    return property(lambda self: tuple.__getitem__(self, place))


def namedtuple(name, fields, *, defaults=()):
    """Return a class of tuples whose items have names; the last items can have defaults."""
    if isinstance(fields, str):
        fields = fields.replace(",", " ").split()
    count = len(fields)
    first_default = count - len(defaults)
    places = {field: place for place, field in enumerate(fields)}

    def __new__(cls, *args, **keywords):
        if len(args) == count:
            return tuple.__new__(cls, args)
        items = [*args]
        for place in range(len(args), count):
            field = fields[place]
            if field in keywords:
                items.append(keywords[field])
            elif place >= first_default:
                items.append(defaults[place - first_default])
            else:
                raise TypeError(f"{name} needs {field}")
        return tuple.__new__(cls, items)

    def _replace(self, **changes):
        items = [*self]
        for field, value in changes.items():
            items[places[field]] = value
        return tuple.__new__(self.__class__, items)

    def _make(cls, items):
        return tuple.__new__(cls, items)

    def __repr__(self):
        told = ", ".join([f"{field}={value!r}" for field, value in zip(fields, self)])
        return f"{self.__class__.__name__}({told})"

    members = {field: _getter(place) for field, place in places.items()}
    members |= {
        "__new__": __new__,
        "__repr__": __repr__,
        "_fields": tuple(fields),
        "_make": classmethod(_make),
        "_replace": _replace,
    }
    return type(name, (tuple,), members)


class Counter(dict):
    def __class_getitem__(cls, _):
        return cls

    def __init__(self, items=()):
        dict.__init__(self)
        self.update(items)

    def __missing__(self, _):
        return 0

    def __getitem__(self, item):
        return self.get(item, 0)

    def update(self, items=()):
        for item in items:
            self[item] = self.get(item, 0) + 1

    def total(self):
        return sum(self.values())

    def most_common(self, most=None):
        ordered = sorted(self.items(), key=lambda pair: -pair[1])
        return ordered[:most]


class deque(list):
    def __init__(self, items=(), maxlen=None):
        kept = [*items]
        list.__init__(self, kept if maxlen is None else kept[-maxlen:])

    def popleft(self):
        return self.pop(0)
