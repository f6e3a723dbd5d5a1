"""Readings: questions that a standard leaves open, and the selectors that choose the answers."""

import re
from collections.abc import Iterable, Mapping

import attrs

from hexapla.documents.citation import Citation
from hexapla.values.checked import checked
from hexapla.values.errors import HexaplaError
from hexapla.values.frozen import FrozenMapping
from hexapla.values.value import Value

# The minimum similarity ratio, as defined by `difflib`, of similar names and of their numbers.
_ALIKE = 0.6


class SelectorError(HexaplaError, LookupError):
    """A selector is invalid, or a name is unknown.

    If a name is unknown, the message lists the known names.
    """


@attrs.frozen(repr=False)
class Rationale(Value):
    """The reason for an option of a reading, with the passage that supports the option.

    Attributes:
        says: The reason, in our words.
        citation: The section with the passage; None if no passage supports the option.
    """

    says: str
    citation: Citation | None = None


@attrs.frozen(repr=False)
class Reading(Value):
    """A question that a standard leaves open or on which it contradicts itself, or an extension.

    The possible answers are called options. `rationales` maps each option to its rationale,
    beginning with the default option.

    Attributes:
        name: The name of the reading in a selector.
        question: The question.
        is_extension: Whether the standard answers the question itself, so that all options but the
            default go beyond the standard. When all possible results of the standard are computed,
            these options are left out unless a selector names one of them.
    """

    _json_members = ("name", "question", "default", "options=rationales", "is_extension")

    name: str
    question: str
    rationales: Mapping[str, Rationale] = attrs.field(converter=FrozenMapping[str, Rationale])
    is_extension: bool = False

    @property
    def options(self) -> tuple[str, ...]:
        """The names of the options, beginning with the default option."""
        return tuple(self.rationales)

    @property
    def default(self) -> str:
        """The option that applies if a selector names no option."""
        return self.options[0]

    def price_of(self, option: str) -> int:
        """Return the price of an option.

        `identify` subtracts it from the number of components of a program's answers that the option
        explains. An option is chosen only if it explains enough further components to outweigh its
        price. By default, the price is 0.
        """
        return 0

    def option_named(self, owner: str, name: str) -> str:
        """Return the option with the given name; raise `SelectorError` if the name is unknown."""
        if name not in self.rationales:
            raise unknown(f"option of {owner}[{self.name}=…]", name, self.options)
        return name


def reading_named(name: str, readings: Iterable[Reading]) -> Reading:
    """Return the reading with the given name, which must be one of the given readings."""
    return next(reading for reading in readings if reading.name == name)


def price_of(options: Mapping[str, str], readings: Iterable[Reading]) -> int:
    """Return the sum of the prices of the given options (see `Reading.price_of`)."""
    return sum(reading.price_of(options[reading.name]) for reading in readings)


def at_signs(host: Citation, userinfo: Citation, userinfo_has: str, by: str = "") -> Reading:
    """Return the reading that asks which of several at-signs ends the userinfo.

    Args:
        host: The section under which a host contains no at-sign.
        userinfo: The section under which a userinfo contains no at-sign.
        userinfo_has: The standard's words before "no at-sign", such as "a userinfo has".
        by: Words after "the first one" and "the last one" that name the origin of the rule; empty
            if it is the standard's own rule.
    """
    options = {
        "last": Rationale(f"The last one{by}: a host has no at-sign.", host),
        "first": Rationale(f"The first one{by}: {userinfo_has} no at-sign.", userinfo),
    }
    return Reading("at-signs", "Which of several at-signs comes right before the host?", options)


def colons(host: Citation, port: Citation, by: str = "") -> Reading:
    """Return the reading that asks which of several colons begins the port.

    Args:
        host: The section under which a host contains no colon.
        port: The section under which a port contains no colon.
        by: Words after "the first one" and "the last one" that name the origin of the rule; empty
            if it is the standard's own rule.
    """
    options = {
        "first": Rationale(f"The first one{by}: a host has no colon.", host),
        "last": Rationale(f"The last one{by}: a port has no colon.", port),
    }
    return Reading("colons", "Which of several colons separates host and port?", options)


def relative_base(refused: Citation) -> Reading:
    """Return the extension that permits a relative base; no standard permits one."""
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
    """A reading with a chosen option.

    Attributes:
        reading: The name of the reading.
        option: The name of the chosen option.
    """

    reading: str
    option: str

    def __str__(self) -> str:
        return f"{self.reading}={self.option}"


_SELECTOR = re.compile(r"(?P<id>[^\[\]\s]+)(?:\s*\[(?P<choices>[^\[\]]*)\])?")


def parse_selector(text: str) -> tuple[str, tuple[Choice, ...]]:
    """Parse a selector of the form `id[reading=option,…]` into its id and its choices.

    Raises:
        SelectorError: The selector doesn't have that form.
        TypeError: The selector isn't a `str`.
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
    """Apply choices to the current options, and return all choices that differ from the defaults.

    Args:
        options: The current option of each reading, keyed by the name of the reading.
        owner: The id of the standard with the readings, for error messages.
        readings: The readings.
        choices: The choices to apply.

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
    """Create the error for an unknown name.

    The message lists the known names, and suggests a similar name if there is one. `what` is the
    kind of name, such as `command` or `reading of rfc2396`.
    """
    names = list(known)
    nearest = nearest_name(name, names)
    hint = "" if nearest is None else f" Did you mean {nearest!r}?"
    kind, of, owner = what.partition(" of ")
    available = ", ".join(names) or "none"
    return SelectorError(f"unknown {kind} {name!r}{of}{owner}.{hint} Available: {available}")


def nearest_name(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that was probably meant; None if no known name is similar.

    If both names contain numbers, the numbers must be similar, too, because RFCs with different
    numbers are different documents.

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
