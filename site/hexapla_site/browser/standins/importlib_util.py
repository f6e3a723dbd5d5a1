"""A stand-in for `importlib.util`: it reports every module as installed."""


def find_spec(name):
    return name
