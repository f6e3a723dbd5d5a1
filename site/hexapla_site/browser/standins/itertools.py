"""A stand-in for `itertools`."""


class chain:
    def __new__(cls, *iterables):
        return _chained(iterables)

    @staticmethod
    def from_iterable(iterables):
        return _chained(iterables)


def _chained(iterables):
    for iterable in iterables:
        for item in iterable:
            yield item


def count(start=0, step=1):
    while True:
        yield start
        start += step


def pairwise(iterable):
    is_first = True
    before = None
    for item in iterable:
        if not is_first:
            yield before, item
        is_first = False
        before = item


def islice(iterable, *bounds):
    start, stop = (0, bounds[0]) if len(bounds) == 1 else bounds[:2]
    step = bounds[2] if len(bounds) == 3 else 1
    start = start or 0
    place = 0
    if stop is not None and stop <= 0:
        return
    for item in iterable:
        if place >= start and (place - start) % step == 0:
            yield item
        place += 1
        if stop is not None and place >= stop:
            return


def takewhile(holds, iterable):
    for item in iterable:
        if not holds(item):
            return
        yield item


def dropwhile(holds, iterable):
    is_open = False
    for item in iterable:
        is_open = is_open or not holds(item)
        if is_open:
            yield item


def starmap(function, iterable):
    for items in iterable:
        yield function(*items)


def zip_longest(*iterables, fillvalue=None):
    lists = [[*iterable] for iterable in iterables]
    for place in range(max([len(items) for items in lists])):
        yield tuple([items[place] if place < len(items) else fillvalue for items in lists])


def product(*iterables, repeat=1):
    results = [()]
    for items in [[*iterable] for iterable in iterables] * repeat:
        results = [(*result, item) for result in results for item in items]
    return iter(results)


def combinations(iterable, size):
    items = [*iterable]
    if size == 0:
        yield ()
    for place in range(len(items)):
        for rest in combinations(items[place + 1 :], size - 1) if size else ():
            yield (items[place], *rest)


def groupby(iterable, key=None):
    group = []
    before = None
    for item in iterable:
        value = item if key is None else key(item)
        if group and value != before:
            yield before, iter(group)
            group = []
        group.append(item)
        before = value
    if group:
        yield before, iter(group)


def accumulate(iterable, function=lambda one, other: one + other, *, initial=None):
    is_first = initial is None
    total = initial
    if not is_first:
        yield total
    for item in iterable:
        total = item if is_first else function(total, item)
        is_first = False
        yield total
