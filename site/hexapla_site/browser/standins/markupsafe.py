"""A stand-in for the library markupsafe: text that is known to be safe in HTML."""

import re

from browser import self as worker

_in_html = worker.hexaplaEscape
_TAG = re.compile("<!--.*?-->|<[^>]*>", re.DOTALL)
_NAMED = {"&gt;": ">", "&lt;": "<", "&#39;": "'", "&#34;": '"', "&amp;": "&"}
_ENTITY = re.compile("&(?:amp|gt|lt|#39|#34);")


def _plain(text):
    return text.plain if text.__class__ is Markup else text


def escaped(value):
    """Escape a value for HTML, and return it as a plain string."""
    kind = value.__class__
    if kind is Markup:
        return value.plain
    return _in_html(value if kind is str else str(value))


def escape(value):
    return value if value.__class__ is Markup else Markup(escaped(value))


class Markup(str):
    def __new__(cls, value=""):
        text = value.plain if value.__class__ is Markup else str(value)
        made = str.__new__(cls, text)
        made.plain = text
        return made

    def __str__(self):
        return _plain(self)

    def __html__(self):
        return self

    def __add__(self, other):
        return Markup(_plain(self) + _plain(escape(other)))

    def __radd__(self, other):
        return Markup(_plain(escape(other)) + _plain(self))

    def join(self, items):
        return Markup(_plain(self).join([escape(item) for item in items]))

    def format(self, *args, **keywords):
        named = {name: _plain(escape(value)) for name, value in keywords.items()}
        return Markup(_plain(self).format(*map(_Formatted, args), **named))

    def striptags(self):
        bare = " ".join(_TAG.sub("", str(self)).split())
        return _ENTITY.sub(lambda match: _NAMED[match.group()], bare)


class _Formatted:
    """A value that is escaped after it has been formatted."""

    def __init__(self, value):
        self._value = value

    def __format__(self, how):
        if how:
            return str(escape(format(self._value, how)))
        return str(escape(self._value))
