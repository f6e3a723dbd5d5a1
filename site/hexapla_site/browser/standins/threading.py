"""A stand-in for `threading`; a worker in a browser has only one thread."""


class RLock:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return False


Lock = RLock
