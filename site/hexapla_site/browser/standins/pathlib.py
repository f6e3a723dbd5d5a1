"""A stand-in for `pathlib`: read-only paths to the files in the bundle."""

from browser import self as worker


class Path:
    def __init__(self, *parts):
        self._text = "/".join([str(part) for part in parts])

    def __str__(self):
        return self._text

    def __eq__(self, other):
        return isinstance(other, Path) and self._text == other._text

    def __hash__(self):
        return hash(self._text)

    def __truediv__(self, name):
        return Path(self._text, name)

    @property
    def name(self):
        return self._text.rpartition("/")[2]

    @property
    def parent(self):
        return Path(self._text.rpartition("/")[0])

    @property
    def parents(self):
        found = []
        path = self
        while "/" in str(path):
            path = path.parent
            found.append(path)
        return found

    def with_name(self, name):
        return self.parent / name

    def read_text(self, encoding="utf-8"):
        text = worker.hexaplaFile(self._text)
        if text is None:
            raise FileNotFoundError(self._text)
        return text
