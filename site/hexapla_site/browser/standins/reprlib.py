"""A stand-in for `reprlib`: nothing is shortened."""


class Repr:
    def repr(self, value):
        return repr(value)
