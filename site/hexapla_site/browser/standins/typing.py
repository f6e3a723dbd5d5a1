"""A stand-in for `typing`: names that only annotations use, which a browser does not read."""


class _Form:
    """Anything that stands for a type."""

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
    """The base of a class that says what others have."""


def cast(_, value):
    return value


def final(decorated):
    return decorated


overload = runtime_checkable = final
