"""A substitute for functions that are imported but never called in a browser."""


def refuse(*_, **__):
    raise NotImplementedError("this function isn't available in the browser")
