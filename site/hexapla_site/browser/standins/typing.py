"""A stand-in for `typing`: names for annotations, which a browser ignores."""


class _Form:
    """A placeholder for any type."""

    def __getitem__(self, _):
        return self

    def __call__(self, *_, **__):
        return self

    def __or__(self, _):
        return self

    def __ror__(self, _):
        return self


Any = Annotated = BinaryIO = Callable = ClassVar = Final = Generic = Literal = _Form()
NoReturn = Never = Self = TextIO = TypeAlias = TypeVar = _Form()
TYPE_CHECKING = False


class Protocol:
    """The base of a protocol class."""


def cast(_, value):
    return value


def final(decorated):
    return decorated


overload = runtime_checkable = final
