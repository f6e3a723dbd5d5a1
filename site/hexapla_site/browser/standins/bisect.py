"""A stand-in for `bisect`."""


def bisect_left(items, value, lo=0, hi=None, *, key=None):
    hi = len(items) if hi is None else hi
    while lo < hi:
        middle = (lo + hi) // 2
        item = items[middle] if key is None else key(items[middle])
        if item < value:
            lo = middle + 1
        else:
            hi = middle
    return lo


def bisect_right(items, value, lo=0, hi=None, *, key=None):
    hi = len(items) if hi is None else hi
    while lo < hi:
        middle = (lo + hi) // 2
        item = items[middle] if key is None else key(items[middle])
        if value < item:
            hi = middle
        else:
            lo = middle + 1
    return lo


bisect = bisect_right
