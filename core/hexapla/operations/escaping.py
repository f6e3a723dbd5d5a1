"""Escape data for a URI, and decode escaped strings, as each standard does."""

import contextlib
import functools
from collections.abc import Iterable, Mapping
from typing import ClassVar
from urllib.parse import unquote_to_bytes

import attrs

from hexapla.documents.citation import Provision
from hexapla.operations.operation import Operation, or_undefined
from hexapla.text.escapes import MALFORMED, escaped_octets, units
from hexapla.text.signs import visible
from hexapla.values.checked import checked
from hexapla.values.frozen import FrozenMapping
from hexapla.values.value import AS_SPEC, Value

ASCII = "".join(map(chr, range(128)))


@attrs.frozen
class Kept:
    """The characters of data that need no escaping in a component, with the rule."""

    characters: frozenset[str]
    provision: Provision


@attrs.frozen(repr=False)
class Escaped(Value):
    """Data as a standard escapes it for a component.

    `text` is None if the standard doesn't define how to escape the data. `provision` is the rule,
    or the reason why there is no rule; it is None if the standard is silent.

    Attributes:
        selector: The selector of the standard.
        data: The data, as it was given.
        component: The component for which the data is escaped.
    """

    selector: str = attrs.field(metadata=AS_SPEC)
    data: str | bytes
    component: str
    text: str | None
    provision: Provision | None = None

    def __str__(self) -> str:
        return or_undefined(self.text)

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form, in which a byte becomes the character with the same number."""
        if isinstance(self.data, bytes):
            return attrs.evolve(self, data=self.data.decode("latin-1")).to_dict()
        return super().to_dict()


@attrs.frozen(repr=False)
class Malformed(Value):
    """A percent sign that doesn't begin an escape sequence, with the rule that it violates.

    Attributes:
        offset: The offset of the percent sign, in code points.
        text: The percent sign and up to two characters after it.
        provision: The rule that the percent sign violates.
    """

    offset: int
    text: str
    provision: Provision


@attrs.frozen(repr=False)
class Unescaped(Value):
    """A string whose escape sequences were decoded once.

    `octets` contains the decoded bytes; it is None if the standard assigns no bytes to some
    character. `text` contains the characters that the bytes represent; it is None if the standard
    doesn't define them. A malformed sequence is kept as written.

    Attributes:
        selector: The selector of the standard.
        escaped: The string, as it was given.
        malformed: The percent signs that don't begin an escape sequence.
        provision: The reason why `text` is None; None if `text` contains the characters, or if the
            standard is silent.
    """

    selector: str = attrs.field(metadata=AS_SPEC)
    escaped: str
    octets: bytes | None
    text: str | None
    malformed: tuple[Malformed, ...] = ()
    provision: Provision | None = None

    def __str__(self) -> str:
        return or_undefined(self.text)


class Escaping(Operation):
    """A standard's rules on escaping data for a component, and on the meaning of escapes.

    A standard provides a subclass that defines the class attributes (or `kept` instead of `keeps`).
    `charset` is the codec between characters and bytes; it is None if the standard doesn't define
    what bytes mean. `charset_provision` is the rule on the meaning of bytes. `malformed` is the
    rule on a percent sign that doesn't begin an escape sequence. `keeps` maps each component to two
    values: the grammar rule for the characters that need no escaping, and the provision.
    `reserved_segments` contains the data that must be escaped if it is a whole path segment.
    `class_rules` are the grammar rules that define classes of characters.
    """

    charset: ClassVar[str | None]
    charset_provision: ClassVar[Provision]
    malformed: ClassVar[Provision]
    keeps: ClassVar[Mapping[str, tuple[str, Provision]]] = FrozenMapping()
    reserved_segments: ClassVar[frozenset[str]] = frozenset()
    class_rules: ClassVar[tuple[str, ...]] = ()

    # Members that a standard defines.

    @functools.cached_property
    def kept(self) -> Mapping[str, Kept]:
        """The characters that need no escaping, keyed by the shared name of the component."""
        return FrozenMapping(
            (component, Kept(self.characters(rule), provision))
            for component, (rule, provision) in self.keeps.items()
        )

    @functools.cached_property
    def classes(self) -> Mapping[str, frozenset[str]]:
        """The standard's own classes of characters, keyed by name."""
        return FrozenMapping((rule, self.characters(rule)) for rule in self.class_rules)

    # Methods for users.

    def escape(self, data: str | bytes, component: str = "path") -> Escaped:
        """Escape data for a component.

        Args:
            data: Characters or bytes; for a path, the data of one segment. If the standard doesn't
                escape "/" in a path, a "/" in the data begins a new segment.
            component: The standard's own name of the component, or a shared name.

        Returns:
            The escaped data; its `text` is None if the standard doesn't define the escaping.

        Raises:
            LookupError: `component` is neither one of the standard's own names nor a shared name.
            TypeError: The data is neither `str` nor `bytes`.
        """
        checked(data, "data", str, bytes)
        component = self.spec.standard.shared_name(component)
        if component not in self.kept:
            return Escaped(self.selector, data, component, None)
        kept = self.kept[component]
        if isinstance(data, bytes):
            octets = {octet: f"%{octet:02X}" for octet in data if chr(octet) not in kept.characters}
            text = data.decode("latin-1").translate(octets)
            return Escaped(self.selector, data, component, text, kept.provision)
        kept = self.kept_in(component, data)
        pieces = {character: self.written(character, kept) for character in set(data)}
        if None in pieces.values():
            return Escaped(self.selector, data, component, None, self.charset_provision)
        text = "".join(pieces[character] or "" for character in data)
        return Escaped(self.selector, data, component, text, kept.provision)

    def unescape(self, text: str) -> Unescaped:
        """Decode each escape sequence of a string once.

        Malformed sequences are kept, and reported with their offsets in code points.
        """
        malformed = []
        for match in MALFORMED.finditer(checked(text, "text")):
            start = match.start()
            malformed.append(Malformed(start, text[start : start + 3], self.malformed))
        octets = None
        meaning = None
        with contextlib.suppress(UnicodeError):
            octets = unquote_to_bytes(text.encode(self.charset or "ascii"))
            if self.charset:
                meaning = octets.decode(self.charset)
        provision = None
        if meaning is None:
            provision = self.charset_provision
        return Unescaped(self.selector, text, octets, meaning, tuple(malformed), provision)

    def escape_foreign(self, text: str) -> str:
        """Percent-encode the characters of a string that no URI can contain, such as a space.

        These are the characters outside the standard's classes, and each percent sign that doesn't
        begin an escape sequence. Characters that the charset can't encode are kept.

        Returns:
            The escaped string; it is unchanged if the standard defines no classes or no charset.
        """
        checked(text, "text")
        if not self.classes or self.charset is None:
            return text
        own = frozenset[str]().union(*self.classes.values())
        foreign = Kept(own, self.charset_provision)
        pieces = []
        for unit in units(text):
            if len(unit) == 1:
                pieces.append(self.written(unit, foreign) or unit)
            else:
                pieces.append(unit)
        return "".join(pieces)

    # The standard's treatment of a character.

    def kept_in(self, component: str, data: str) -> Kept:
        """Return the characters that need no escaping in data; none in a reserved segment."""
        checked(data, "data")
        kept = self.kept[checked(component, "component")]
        if component == "path" and data in self.reserved_segments:
            return attrs.evolve(kept, characters=frozenset())
        return kept

    def classes_of(self, character: str) -> tuple[str, ...]:
        """Return the names of the classes to which a character belongs."""
        checked(character, "character")
        return tuple(name for name, members in self.classes.items() if character in members)

    def written(self, character: str, kept: Kept) -> str | None:
        """Return a character of data, escaped if necessary; None if the charset can't encode it."""
        if character in kept.characters:
            return character
        try:
            return escaped_octets(character.encode(self.charset or "ascii"))
        except UnicodeEncodeError:
            return None


# Comparing several specs.


@attrs.frozen(repr=False)
class Treatment(Value):
    """A spec's treatment of a character of data.

    `classes` are the standard's own classes to which the character belongs. `written` is the
    character as written in a URI; None if the standard doesn't define this.
    """

    selector: str = attrs.field(metadata=AS_SPEC)
    written: str | None
    classes: tuple[str, ...]


@attrs.frozen(repr=False)
class EscapingDifference(Value):
    """A character that specs treat differently.

    Attributes:
        character: The character.
        treatments: The treatment of each spec.
    """

    character: str
    treatments: tuple[Treatment, ...]


@attrs.frozen(repr=False)
class EscapingComparison(Value):
    """The same data escaped by several specs, with the characters that they write differently.

    `silent` lists the specs without a rule for the component.

    Attributes:
        data: The data, as it was given.
        component: The component for which the data is escaped.
        escaped: The data as escaped by each spec.
        differences: The characters that specs write differently.
    """

    _json_members = ("data", "component", "escaped", "differences", "silent", "agrees")

    data: str
    component: str
    escaped: tuple[Escaped, ...]
    differences: tuple[EscapingDifference, ...]
    silent: tuple[str, ...]

    @property
    def agrees(self) -> bool:
        """Whether all specs with a rule write each character in the same way."""
        return not self.differences

    def __str__(self) -> str:
        if self.agrees:
            return f"{self.component}: the specs agree"
        shown = "".join(visible(item.character) for item in self.differences)
        return f"{self.component}: the specs differ on {shown}"


def differences(
    escapings: Iterable[Escaping], component: str, data: str
) -> Iterable[EscapingDifference]:
    """Yield the characters of data that specs with a rule for the component write differently."""
    with_rule = list(escapings)
    for character in sorted(set(data)):
        treatments = tuple(
            _treatment(escaping, escaping.kept_in(component, data), character)
            for escaping in with_rule
        )
        if len({treatment.written for treatment in treatments}) > 1:
            yield EscapingDifference(character, treatments)


def _treatment(escaping: Escaping, kept: Kept, character: str) -> Treatment:
    written = escaping.written(character, kept)
    return Treatment(escaping.selector, written, escaping.classes_of(character))
