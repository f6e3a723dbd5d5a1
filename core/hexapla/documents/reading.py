"""Readings: the choices that a standard leaves open, and the selectors that name them."""

import re
from collections.abc import Iterable, Mapping

import attrs

from hexapla.documents.citation import Citation
from hexapla.values.checked import checked
from hexapla.values.errors import HexaplaError
from hexapla.values.frozen import FrozenMapping
from hexapla.values.value import Value

# The ratio of `difflib` at which two names, or two numbers in them, count as similar.
_ALIKE = 0.6


class SelectorError(HexaplaError, LookupError):
    """A selector names something that doesn't exist; the message lists the known names."""


@attrs.frozen(repr=False)
class Rationale(Value):
    """The passage that supports an option, and its content in our words.

    Attributes:
        says: The content of the passage, in our words.
        citation: The section; None if no passage supports the option.
    """

    says: str
    citation: Citation | None = None


@attrs.frozen(repr=False)
class Reading(Value):
    """A choice that a standard leaves open, or a place where it contradicts itself.

    `rationales` has an entry for each option, the default first.

    Attributes:
        name: The name of the reading in a selector.
        question: The question that the standard leaves open.
        is_extension: Whether the standard leaves no choice and the other options go beyond it.
            Such options are in force only if a selector names them.
    """

    _json_members = ("name", "question", "default", "options=rationales", "is_extension")

    name: str
    question: str
    rationales: Mapping[str, Rationale] = attrs.field(converter=FrozenMapping[str, Rationale])
    is_extension: bool = False

    @property
    def options(self) -> tuple[str, ...]:
        """The names of the options, the default first."""
        return tuple(self.rationales)

    @property
    def default(self) -> str:
        """The option in force if a selector names no option."""
        return self.options[0]

    def price_of(self, option: str) -> int:
        """Return the number of additional answers that an option must explain to be chosen."""
        return 0

    def option_named(self, owner: str, name: str) -> str:
        """Return the option with a name; raise `SelectorError` if `owner` has no such option."""
        if name not in self.rationales:
            raise unknown(f"option of {owner}[{self.name}=…]", name, self.options)
        return name


def reading_named(name: str, readings: Iterable[Reading]) -> Reading:
    """Return the reading with a name, which must be one of those given."""
    return next(reading for reading in readings if reading.name == name)


def price_of(options: Mapping[str, str], readings: Iterable[Reading]) -> int:
    """Return the number of additional answers that these options must explain to be chosen."""
    return sum(reading.price_of(options[reading.name]) for reading in readings)


def at_signs(host: Citation, userinfo: Citation, userinfo_has: str, by: str = "") -> Reading:
    """Return the reading about several at-signs; its options cite the rules that exclude one."""
    options = {
        "last": Rationale(f"The last one{by}: a host has no at-sign.", host),
        "first": Rationale(f"The first one{by}: {userinfo_has} no at-sign.", userinfo),
    }
    return Reading("at-signs", "Which of several at-signs comes right before the host?", options)


def colons(host: Citation, port: Citation, by: str = "") -> Reading:
    """Return the reading about several colons; its options cite the rules that exclude one."""
    options = {
        "first": Rationale(f"The first one{by}: a host has no colon.", host),
        "last": Rationale(f"The last one{by}: a port has no colon.", port),
    }
    return Reading("colons", "Which of several colons separates host and port?", options)


def relative_base(refused: Citation) -> Reading:
    """Return the extension that allows a relative base, which no standard allows."""
    options = {
        "refuse": Rationale("No: a base has a scheme.", refused),
        "resolve": Rationale(
            "Yes, beyond the standard: the algorithm runs unchanged, and a target inherits a "
            "scheme only if the base has one."
        ),
    }
    return Reading("relative-base", "May a base be relative?", options, is_extension=True)


@attrs.frozen(order=True, repr=False)
class Choice(Value):
    """A reading with the option chosen.

    Attributes:
        reading: The name of the reading.
        option: The option chosen.
    """

    reading: str
    option: str

    def __str__(self) -> str:
        return f"{self.reading}={self.option}"


_SELECTOR = re.compile(r"(?P<id>[^\[\]\s]+)(?:\s*\[(?P<choices>[^\[\]]*)\])?")


def parse_selector(text: str) -> tuple[str, tuple[Choice, ...]]:
    """Return the name and the choices of a string of the form `id[reading=option,…]`.

    Raises:
        SelectorError: The string isn't of that form.
        TypeError: It isn't text.
    """
    match = _SELECTOR.fullmatch(checked(text, "selector").strip())
    if match is None:
        raise SelectorError(f"invalid selector {text!r}; write it like rfc2396[excess-dots=remove]")
    choices = []
    for item in filter(None, map(str.strip, (match["choices"] or "").split(","))):
        reading, equals, option = (part.strip() for part in item.partition("="))
        if not equals:
            raise SelectorError(f"{item!r} in {text!r} has no option; write it as reading=option")
        choices.append(Choice(reading, option))
    return match["id"], tuple(choices)


def changed(
    options: Mapping[str, str], owner: str, readings: Iterable[Reading], choices: Iterable[Choice]
) -> tuple[Choice, ...]:
    """Return the choices that differ from the defaults after `choices` replace some options.

    A message names the `owner` of the readings.

    Raises:
        SelectorError: A reading or an option is unknown, or a reading is named twice with different
            options.
    """
    known = {reading.name: reading for reading in readings}
    chosen: dict[str, str] = {}
    for choice in choices:
        if choice.reading not in known:
            raise unknown(f"reading of {owner}", choice.reading, known)
        option = known[choice.reading].option_named(owner, choice.option)
        if chosen.setdefault(choice.reading, option) != option:
            raise SelectorError(f"{owner}: {choice.reading} is given twice; give it once")
    in_force = {**options, **chosen}
    return tuple(
        Choice(name, in_force[name])
        for name, reading in known.items()
        if in_force[name] != reading.default
    )


def unknown(what: str, name: str, known: Iterable[str]) -> SelectorError:
    """Return the error for an unknown name, with the nearest name and all known names.

    `what` is the kind of thing, such as `command` or `reading of rfc2396`.
    """
    names = list(known)
    nearest = nearest_name(name, names)
    hint = "" if nearest is None else f" Did you mean {nearest!r}?"
    kind, of, owner = what.partition(" of ")
    available = ", ".join(names) or "none"
    return SelectorError(f"unknown {kind} {name!r}{of}{owner}.{hint} Available: {available}")


def nearest_name(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that was probably meant; None if none is similar.

    Numbers are compared as well, because RFCs with different numbers are different documents.

    >>> nearest_name("rfc3968", ["rfc2396", "rfc3986"])
    'rfc3986'
    >>> nearest_name("rfc9999", ["rfc2396", "rfc3986"]) is None
    True
    """
    import difflib

    by_lower = {known_name.lower(): known_name for known_name in known}
    lower = name.lower()
    for candidate in difflib.get_close_matches(lower, by_lower, cutoff=_ALIKE):
        number, known_number = _digits(lower), _digits(candidate)
        is_comparable = number != "" and known_number != ""
        if not is_comparable or difflib.get_close_matches(number, [known_number], cutoff=_ALIKE):
            return by_lower[candidate]
    return None


def _digits(name: str) -> str:
    return "".join(filter(str.isdecimal, name))
