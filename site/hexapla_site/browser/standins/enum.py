"""A stand-in for `enum`: classes whose members are unique objects with a name and a value."""


class _Kind(type):
    def __new__(mcls, name, bases, namespace):
        members = {
            key: value
            for key, value in namespace.items()
            if not key.startswith("_") and isinstance(value, str)
        }
        rest = {key: value for key, value in namespace.items() if key not in members}
        cls = type.__new__(mcls, name, bases, rest)
        cls._members = {}
        for key, value in members.items():
            member = cls._make_member(value)
            member.name = member._name_ = key
            member.value = member._value_ = value
            setattr(cls, key, member)
            cls._members[key] = member
        return cls

    def __iter__(cls):
        return iter(cls._members.values())

    def __len__(cls):
        return len(cls._members)

    def __getitem__(cls, name):
        return cls._members[name]

    def __contains__(cls, value):
        return any(value is member or value == member.value for member in cls)

    def __call__(cls, value):
        for member in cls._members.values():
            if member.value == value:
                return member
        raise ValueError(f"{value!r} is not a valid {cls.__name__}")


class Enum(metaclass=_Kind):
    @classmethod
    def _make_member(cls, value):
        return object.__new__(cls)

    def __hash__(self):
        return hash(self.name)

    def __repr__(self):
        return f"<{self.__class__.__name__}.{self.name}: {self.value!r}>"


class StrEnum(str, metaclass=_Kind):
    @classmethod
    def _make_member(cls, value):
        return str.__new__(cls, value)

    def __str__(self):
        return self.value
