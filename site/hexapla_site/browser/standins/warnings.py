"""A stand-in for `warnings`, which logs to the browser's console."""

from browser import console


def _deprecated(*_, **__):
    return None


def warn(message, category=None, stacklevel=1):
    console.warn(str(message))
