"""A stand-in for `datetime`, with only dates."""

from browser import self as worker

UTC = None


class date:
    def __init__(self, year, month, day):
        self.year = year
        self.month = month
        self.day = day
        self._key = (year, month, day)

    @classmethod
    def fromisoformat(cls, text):
        year, month, day = text.split("-")
        return cls(int(year), int(month), int(day))

    def isoformat(self):
        return "%04d-%02d-%02d" % self._key

    __str__ = isoformat

    def toordinal(self):
        return worker.hexaplaDay(self.isoformat())

    def date(self):
        return self

    def __eq__(self, other):
        return isinstance(other, date) and self._key == other._key

    def __hash__(self):
        return hash(self._key)

    def __lt__(self, other):
        return self._key < other._key

    def __le__(self, other):
        return self._key <= other._key

    def __gt__(self, other):
        return self._key > other._key

    def __ge__(self, other):
        return self._key >= other._key


class datetime(date):
    @classmethod
    def now(cls, zone=None):
        return cls.fromisoformat(worker.hexaplaToday())
