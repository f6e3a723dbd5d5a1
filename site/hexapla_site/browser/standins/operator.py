"""A stand-in for `operator`."""


def _by_path(path):
    names = path.split(".")

    def read(value):
        for name in names:
            value = getattr(value, name)
        return value

    return read


def attrgetter(*paths):
    readers = [_by_path(path) for path in paths]
    if len(readers) == 1:
        return readers[0]
    return lambda value: tuple([read(value) for read in readers])


def itemgetter(*places):
    if len(places) == 1:
        return lambda value: value[places[0]]
    return lambda value: tuple([value[place] for place in places])


def methodcaller(name, *args):
    return lambda value: getattr(value, name)(*args)
