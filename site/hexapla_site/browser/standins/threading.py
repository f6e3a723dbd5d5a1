"""A stand-in for `threading`: a worker of a browser has one thread."""


class RLock:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return False


Lock = RLock
