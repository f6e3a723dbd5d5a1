"""Schemes: how their URLs are split, and the commands that a client sends for a URL."""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

import attrs

from hexapla.documents.citation import Provision
from hexapla.grammar.derivation import derive
from hexapla.grammar.validity import SchemePart, SchemeParts, Verdict, parts_of, validator
from hexapla.operations.operation import Operation
from hexapla.text.escapes import OCTETS, unescaped_where
from hexapla.values.checked import checked
from hexapla.values.frozen import FrozenMapping
from hexapla.values.value import AS_SPEC, Value

# The parts of an absolute URL, by the production that a standard has for its scheme.


@attrs.frozen(slots=False, repr=False)
class Schemes(Operation):
    """What a standard says of the schemes; `remark` is what it says where it has no production.

    A standard with productions subclasses this and gives the class attributes. `productions` maps
    schemes, in lower case, to the production and the rules whose text is a part of it; `lazy` are
    those rules that take as little as they can. `preferences` say for a scheme why the standard
    prefers the first of two derivations. `divisions` map parts that the standard divides further,
    again to a production and its parts.
    """

    productions: ClassVar[Mapping[str, tuple[str, ...]]] = FrozenMapping()
    lazy: ClassVar[tuple[str, ...]] = ()
    preferences: ClassVar[Mapping[str, Provision]] = FrozenMapping()
    divisions: ClassVar[Mapping[str, tuple[str, ...]]] = FrozenMapping()
    remark: str = ""

    def parts(self, text: str) -> SchemeParts:
        """Return what the production for an absolute URL's scheme makes of the URL.

        A text without a colon, and so without a scheme, has no parts.
        """
        scheme, colon, _ = checked(text, "text").partition(":")
        if not colon:
            return SchemeParts()
        scheme = scheme.lower()
        rules = self.productions.get(scheme)
        if rules is None:
            return SchemeParts(remark=self.remark)
        production, *names = rules
        validity = validator(self.grammar, (production,))(text)
        if validity.verdict is not Verdict.YES:
            return SchemeParts(production, validity=validity)
        derived = derive(self.grammar, production, names, text, self.lazy)
        first, *others = (parts_of(events, text) for events in derived)
        # Another derivation counts where it puts characters into other parts.
        filled = [part for part in first if part.raw]
        other = next((each for each in others if [p for p in each if p.raw] != filled), ())
        preference = str(self.preferences.get(scheme, "")) if other else ""
        return SchemeParts(production, tuple(self._divided(first)), validity, preference, other)

    def _divided(self, parts: Iterable[SchemePart]) -> Iterator[SchemePart]:
        """Yield parts, each with what it is divided into after it."""
        for part in parts:
            yield part
            if part.name in self.divisions:
                production, *names = self.divisions[part.name]
                events = next(derive(self.grammar, production, names, part.raw), [])
                yield from parts_of(events, part.raw, part.start)


# The commands of a protocol that a URL stands for, one after another.


@attrs.frozen(repr=False)
class Command(Value):
    """One command of a client, with the provision that asks for it.

    `argument` is decoded, each octet a code point of Latin-1. It is None if the URL does not
    give it: `provision` says who does. `on_request` is whether the command is given only where the
    server asks for it.

    Attributes:
        name: The command, such as `CWD`.
    """

    name: str
    argument: str | None
    provision: Provision
    on_request: bool = False

    def __str__(self) -> str:
        return self.name if self.argument is None else f"{self.name} {self.argument}"


@attrs.frozen(repr=False)
class CommandSequence(Value):
    """The commands that a client sends to access a URL, under a standard.

    `host` is None if the standard gives no commands for the URL. `port` is None if the URL has no
    port and the standard defines no default.

    Attributes:
        selector: The selector of the standard.
        text: The URL, as it was given.
        commands: The commands, in the order in which a client sends them.
    """

    selector: str = attrs.field(metadata=AS_SPEC)
    text: str
    host: str | None = None
    port: str | None = None
    commands: tuple[Command, ...] = ()

    def __str__(self) -> str:
        return "\n".join(map(str, self.commands))


class Access(Schemes):
    """How a standard has a client access what a URL locates.

    A standard subclasses this, gives the `productions` of the schemes that it has commands for,
    with `host` and `port` among the parts, and `default_ports`, and writes `sequence`.
    """

    default_ports: ClassVar[Mapping[str, str]] = FrozenMapping()

    def sequence(self, parts: Mapping[str, str]) -> Iterable[Command]:
        """Return the commands for the parts of a URL, as they are written in it."""
        return ()

    def commands(self, text: str) -> CommandSequence:
        """Return the commands for a URL; any `str` is legal.

        A fragment is no part of the URL. There are no commands for a scheme of which the standard
        gives none, and for a text that its production does not derive.
        """
        url, _, _ = checked(text, "text").partition("#")
        parts = {part.name: part.raw for part in self.parts(url).parts}
        if "host" not in parts:
            return CommandSequence(self.selector, text)
        port = parts.get("port", self.default_ports.get(url.partition(":")[0].lower()))
        commands = tuple(self.sequence(parts))
        return CommandSequence(self.selector, text, parts["host"], port, commands)


def decoded(text: str) -> str:
    """Return a text with every escape sequence read once, each octet a code point of Latin-1."""
    return unescaped_where(text, OCTETS)
