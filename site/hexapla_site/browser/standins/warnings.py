"""A stand-in for `warnings`: they go to the browser's console."""

from browser import console


def _deprecated(*_, **__):
    return None


def warn(message, category=None, stacklevel=1):
    console.warn(str(message))
