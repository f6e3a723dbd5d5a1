"""How data is escaped to stand in a URI, and read back; and where memos differ on it."""

from collections.abc import Iterable, Mapping

import attrs

from hexapla.documents.citation import Provision
from hexapla.text.escapes import ESCAPE, MALFORMED, escaped_octets
from hexapla.text.signs import visible
from hexapla.values.frozen import FrozenMapping

ASCII = "".join(map(chr, range(128)))


@attrs.frozen
class Kept:
    """The characters with which data in a component may be written as they are, by what rule."""

    characters: frozenset[str]
    provision: Provision


@attrs.frozen
class EscapingRules:
    """What a memo says of escaping.

    `kept` has the characters that need no escape, by the shared name of the component. `charset` is
    the codec between characters and octets, None where the memo does not say what octets mean, and
    `charset_provision` its rule. `malformed` is the rule on a percent sign that begins no escape
    sequence. `reserved_segments` are data of a path that is escaped where it is all of a segment.
    `classes` are the memo's own classes of characters, by their names.
    """

    kept: Mapping[str, Kept]
    charset: str | None
    charset_provision: Provision
    malformed: Provision
    classes: Mapping[str, frozenset[str]] = attrs.field(factory=FrozenMapping)
    reserved_segments: frozenset[str] = frozenset()

    def classes_of(self, character: str) -> tuple[str, ...]:
        """Name the classes of characters that a character is in."""
        return tuple(name for name, members in self.classes.items() if character in members)

    def written(self, character: str, kept: Kept) -> str | None:
        """Give a character of data as it is written; None where there is no charset for it."""
        if character in kept.characters:
            return character
        try:
            return escaped_octets(character.encode(self.charset or "ascii"))
        except UnicodeEncodeError:
            return None


@attrs.frozen
class Escaped:
    """Data as a memo escapes it for a component.

    `text` is None where the memo does not say how; `provision` is the rule, or what the memo says
    instead, None where it is silent.
    """

    spec: str
    data: str | bytes
    component: str
    text: str | None
    provision: Provision | None = None

    def __str__(self) -> str:
        return "(undefined)" if self.text is None else self.text

    def to_dict(self) -> dict[str, object]:
        """Give its JSON form; data of octets stands as characters of the same numbers."""
        data = self.data if isinstance(self.data, str) else self.data.decode("latin-1")
        return {
            "spec": self.spec,
            "data": data,
            "component": self.component,
            "text": self.text,
            "provision": self.provision and self.provision.to_dict(),
        }


@attrs.frozen
class Malformed:
    """A percent sign that begins no escape sequence: its offset in code points, and the rule."""

    offset: int
    text: str
    provision: Provision

    def to_dict(self) -> dict[str, object]:
        """Give its JSON form."""
        return {
            "offset": self.offset,
            "text": self.text,
            "provision": self.provision.to_dict(),
        }


@attrs.frozen
class Unescaped:
    """A text whose escape sequences were read once, and not a second time.

    `octets` is what the text stands for; None where it has characters that the memo gives no octets
    for. `text` is what the octets mean where the memo says so, else None. A malformed sequence
    stays as it is written.
    """

    spec: str
    escaped: str
    octets: bytes | None
    text: str | None
    malformed: tuple[Malformed, ...] = ()
    provision: Provision | None = None

    def __str__(self) -> str:
        return "(undefined)" if self.text is None else self.text

    def to_dict(self) -> dict[str, object]:
        """Give its JSON form; octets are written with two hexadecimal digits each."""
        return {
            "spec": self.spec,
            "escaped": self.escaped,
            "octets": None if self.octets is None else self.octets.hex(),
            "text": self.text,
            "malformed": [item.to_dict() for item in self.malformed],
            "provision": self.provision and self.provision.to_dict(),
        }


def escape(
    selector: str, rules: EscapingRules | None, data: str | bytes, component: str
) -> Escaped:
    """Escape data for a component, by the rules of a memo; None are those of a silent one."""
    if rules is None or component not in rules.kept:
        return Escaped(selector, data, component, None)
    kept = rules.kept[component]
    if isinstance(data, bytes):
        text = "".join(
            chr(octet) if chr(octet) in kept.characters else f"%{octet:02X}" for octet in data
        )
        return Escaped(selector, data, component, text, kept.provision)
    if component == "path" and data in rules.reserved_segments:
        kept = attrs.evolve(kept, characters=frozenset())
    pieces = {character: rules.written(character, kept) for character in set(data)}
    if None in pieces.values():
        return Escaped(selector, data, component, None, rules.charset_provision)
    text = "".join(pieces[character] or "" for character in data)
    return Escaped(selector, data, component, text, kept.provision)


def unescape(selector: str, rules: EscapingRules | None, text: str) -> Unescaped:
    """Read the escape sequences of a text, by the rules of a memo."""
    if rules is None:
        return Unescaped(selector, text, None, None)
    malformed = tuple(
        Malformed(found.start(), text[found.start() : found.start() + 3], rules.malformed)
        for found in MALFORMED.finditer(text)
    )
    charset = rules.charset or "ascii"
    try:
        octets = _octets(text, charset)
    except UnicodeEncodeError:
        return Unescaped(selector, text, None, None, malformed, rules.charset_provision)
    if rules.charset is None:
        return Unescaped(selector, text, octets, None, malformed, rules.charset_provision)
    try:
        return Unescaped(selector, text, octets, octets.decode(charset), malformed)
    except UnicodeDecodeError:
        return Unescaped(selector, text, octets, None, malformed, rules.charset_provision)


def _octets(text: str, charset: str) -> bytes:
    pieces = ESCAPE.split(text)  # between two pieces, the digits of an escape sequence
    return b"".join(
        bytes.fromhex(piece) if number % 2 else piece.encode(charset)
        for number, piece in enumerate(pieces)
    )


# Columns.


@attrs.frozen
class Treatment:
    """How one column writes a character of data, and the memo's classes that the character is in.

    `written` is None where the memo does not say.
    """

    spec: str
    written: str | None
    classes: tuple[str, ...]

    def to_dict(self) -> dict[str, object]:
        """Give its JSON form."""
        return attrs.asdict(self)


@attrs.frozen
class EscapingDifference:
    """A character that columns treat differently."""

    character: str
    treatments: tuple[Treatment, ...]

    def to_dict(self) -> dict[str, object]:
        """Give its JSON form."""
        return {
            "character": self.character,
            "treatments": [treatment.to_dict() for treatment in self.treatments],
        }


@attrs.frozen
class EscapingComparison:
    """The same data as several columns escape it, and the characters on which they differ.

    `silent` are the columns that say nothing of escaping for this component.
    """

    data: str
    component: str
    escaped: tuple[Escaped, ...]
    differences: tuple[EscapingDifference, ...]
    silent: tuple[str, ...]

    @property
    def agrees(self) -> bool:
        """Whether all columns that have something to say write the data alike."""
        return not self.differences

    def to_dict(self) -> dict[str, object]:
        """Give the comparison's JSON form."""
        return {
            "data": self.data,
            "component": self.component,
            "agrees": self.agrees,
            "escaped": [item.to_dict() for item in self.escaped],
            "differences": [item.to_dict() for item in self.differences],
            "silent": list(self.silent),
        }

    def __str__(self) -> str:
        shown = "".join(visible(item.character) for item in self.differences)
        return f"{self.component}: " + (f"they differ on {shown}" if shown else "they agree")


def differences(
    columns: Iterable[tuple[str, EscapingRules]],
    component: str,
    data: str,
) -> Iterable[EscapingDifference]:
    """Find the characters of data that columns write differently in a component."""
    voices = [(selector, rules, rules.kept[component]) for selector, rules in columns]
    for character in sorted(set(data)):
        treatments = tuple(
            Treatment(selector, rules.written(character, kept), rules.classes_of(character))
            for selector, rules, kept in voices
        )
        if len({treatment.written for treatment in treatments}) > 1:
            yield EscapingDifference(character, treatments)
