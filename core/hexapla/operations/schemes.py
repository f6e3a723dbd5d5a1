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

# The parts of an absolute URL, under the standard's production for its scheme.


@attrs.frozen(slots=False, repr=False)
class Schemes(Operation):
    """A standard's rules for schemes; `remark` explains why a scheme has no production.

    A standard with productions subclasses this and defines the class attributes. `productions` maps
    schemes, in lower case, to a production and the rules whose strings are its parts. `lazy` has
    the rules that take as little text as possible. `preferences` has the reason why the standard
    prefers the first of two derivations, by scheme. `divisions` maps parts that are split further
    to a production and its parts.
    """

    productions: ClassVar[Mapping[str, tuple[str, ...]]] = FrozenMapping()
    lazy: ClassVar[tuple[str, ...]] = ()
    preferences: ClassVar[Mapping[str, Provision]] = FrozenMapping()
    divisions: ClassVar[Mapping[str, tuple[str, ...]]] = FrozenMapping()
    remark: str = ""

    def parts(self, text: str) -> SchemeParts:
        """Return the parts of an absolute URL, under the production for its scheme.

        A string without a colon, and so without a scheme, has no parts.
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
        # Only a derivation with other parts counts as different.
        filled = [part for part in first if part.raw]
        other = next((each for each in others if [p for p in each if p.raw] != filled), ())
        preference = str(self.preferences.get(scheme, "")) if other else ""
        return SchemeParts(production, tuple(self._divided(first)), validity, preference, other)

    def _divided(self, parts: Iterable[SchemePart]) -> Iterator[SchemePart]:
        """Yield parts, each followed by its subparts."""
        for part in parts:
            yield part
            if part.name in self.divisions:
                production, *names = self.divisions[part.name]
                events = next(derive(self.grammar, production, names, part.raw), [])
                yield from parts_of(events, part.raw, part.start)


# The commands of a protocol for a URL, in sequence.


@attrs.frozen(repr=False)
class Command(Value):
    """A command of a client, with its provision.

    `argument` is decoded, and each octet is a code point of Latin-1. It is None if the URL doesn't
    have it; `provision` then says where it comes from. With `on_request`, the command is sent only
    if the server asks for it.

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
    """A client's way to access the resource of a URL, under a standard.

    A standard subclasses this, and defines `productions` for the schemes that it has commands for,
    with `host` and `port` among the parts, `default_ports`, and `sequence`.
    """

    default_ports: ClassVar[Mapping[str, str]] = FrozenMapping()

    def sequence(self, parts: Mapping[str, str]) -> Iterable[Command]:
        """Return the commands for the parts of a URL, as written in it."""
        return ()

    def commands(self, text: str) -> CommandSequence:
        """Return the commands for a URL; any `str` is legal.

        A fragment isn't part of the URL. There are no commands for a scheme without commands in the
        standard, or for a string that its production doesn't derive.
        """
        url, _, _ = checked(text, "text").partition("#")
        parts = {part.name: part.raw for part in self.parts(url).parts}
        if "host" not in parts:
            return CommandSequence(self.selector, text)
        port = parts.get("port", self.default_ports.get(url.partition(":")[0].lower()))
        commands = tuple(self.sequence(parts))
        return CommandSequence(self.selector, text, parts["host"], port, commands)


def decoded(text: str) -> str:
    """Return a string with every escape sequence decoded once, as code points of Latin-1."""
    return unescaped_where(text, OCTETS)
