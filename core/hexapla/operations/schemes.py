"""Split URLs under the rules of their schemes, and list the commands to access the URLs."""

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

# The parts of an absolute URL under the standard's production for the URL's scheme.


@attrs.frozen(slots=False, repr=False)
class Schemes(Operation):
    """A standard's rules for schemes; `remark` explains why a scheme has no production.

    A standard with productions provides a subclass that defines the class attributes. `productions`
    maps each scheme, in lower case, to a production, followed by the names of the rules that derive
    the parts. `lazy` lists the rules that match as little text as possible. `preferences` maps
    schemes to the reason why the standard prefers the first of two derivations. `divisions` maps
    each part that is split further to a production, followed by the names of the subparts.
    """

    productions: ClassVar[Mapping[str, tuple[str, ...]]] = FrozenMapping()
    lazy: ClassVar[tuple[str, ...]] = ()
    preferences: ClassVar[Mapping[str, Provision]] = FrozenMapping()
    divisions: ClassVar[Mapping[str, tuple[str, ...]]] = FrozenMapping()
    remark: str = ""

    def parts(self, text: str) -> SchemeParts:
        """Return the parts of an absolute URL under the production for its scheme.

        There are no parts if the string has no colon, if the scheme has no production, or if the
        production doesn't derive the string.
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
        parts = tuple(self._divided(first))
        for other in others:
            # Only a derivation that leads to other parts counts as different.
            if _filled(other) != _filled(first):
                preference = str(self.preferences.get(scheme, ""))
                return SchemeParts(production, parts, validity, preference, other)
        return SchemeParts(production, parts, validity)

    def _divided(self, parts: Iterable[SchemePart]) -> Iterator[SchemePart]:
        """Yield parts, each followed by its subparts."""
        for part in parts:
            yield part
            if part.name in self.divisions:
                production, *names = self.divisions[part.name]
                events = next(derive(self.grammar, production, names, part.raw), [])
                yield from parts_of(events, part.raw, part.start)


def _filled(parts: Iterable[SchemePart]) -> list[SchemePart]:
    return [part for part in parts if part.raw]


# The commands that a protocol uses for a URL, in sequence.


@attrs.frozen(repr=False)
class Command(Value):
    """A command that a client sends, with its provision.

    `argument` is decoded; each byte is given as a code point of Latin-1. It is None if the URL
    doesn't supply the argument; `provision` then states where the argument comes from. If
    `on_request` is true, the command is sent only if the server asks for it.

    Attributes:
        name: The command, such as `CWD`.
    """

    name: str
    argument: str | None
    provision: Provision
    on_request: bool = False

    def __str__(self) -> str:
        if self.argument is None:
            return self.name
        return f"{self.name} {self.argument}"


@attrs.frozen(repr=False)
class CommandSequence(Value):
    """The commands that a client sends to access a URL, under a standard.

    `host` and `port` are None if the standard gives no commands for the URL. `port` is also None if
    the URL has no port and the standard defines no default.

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
    """A standard's rules on the commands by which a client accesses the resource of a URL.

    A standard provides a subclass that defines `productions`, `default_ports` and `sequence`. The
    productions are those of the schemes with commands, and their parts must include `host` and
    `port`.
    """

    default_ports: ClassVar[Mapping[str, str]] = FrozenMapping()

    def sequence(self, parts: Mapping[str, str]) -> Iterable[Command]:
        """Return the commands for the parts of a URL; the parts are given as written."""
        return ()

    def commands(self, text: str) -> CommandSequence:
        """Return the commands for a URL; any `str` is accepted.

        A fragment is ignored. The result has no commands if the standard defines none
        for the scheme, or if the scheme's production doesn't derive the URL.
        """
        url, _, _ = checked(text, "text").partition("#")
        parts = {part.name: part.raw for part in self.parts(url).parts}
        if "host" not in parts:
            return CommandSequence(self.selector, text)
        scheme, _, _ = url.partition(":")
        default_port = self.default_ports.get(scheme.lower())
        port = parts.get("port", default_port)
        commands = tuple(self.sequence(parts))
        return CommandSequence(self.selector, text, parts["host"], port, commands)


def decoded(text: str) -> str:
    """Decode every escape sequence of a string once; bytes become code points of Latin-1."""
    return unescaped_where(text, OCTETS)
