"""A stand-in for `types`."""


def GenericAlias(cls, _):
    return cls
