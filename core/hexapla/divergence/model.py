"""Behaviours: what a program did differently from another, without English text.

The name and the hash of a behaviour depend only on its enums and characters. So a change of wording
doesn't change equality or a baseline.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import attrs

from hexapla.divergence.transforms import Transform, Transforms
from hexapla.documents.citation import Provision
from hexapla.standard.spec import Spec
from hexapla.text.json_text import text_in
from hexapla.values.value import Value


class Kind(StrEnum):
    """The kind of a behaviour; in a pair, each program has one."""

    # For the whole URL.
    ACCEPTS = "accepts"
    REFUSES = "refuses"
    REFUSES_RELATIVE = "refuses-relative"
    REFUSES_COMPONENT = "refuses-component"
    REFUSES_EMPTY = "refuses-empty"
    REFUSES_SIGN = "refuses-sign"
    REFUSES_UNUSUAL = "refuses-unusual"
    REFUSES_NUMBER = "refuses-number"
    REFUSES_WITHOUT_DOT = "refuses-without-dot"
    REWRITES = "rewrites"
    # Where the authority begins and ends.
    NO_AUTHORITY = "no-authority"
    IGNORES_SLASHES = "ignores-slashes"
    BEGINS_AUTHORITY = "begins-authority"
    EMPTY_AUTHORITY = "empty-authority"
    ENDS_AUTHORITY = "ends-authority"
    READS_ON = "reads-on"
    # The content of the authority.
    NO_HOST = "no-host"
    HOST = "host"
    ENDS = "ends"
    KEEPS = "keeps"
    BEGINS_EARLIER = "begins-earlier"
    BEGINS_LATER = "begins-later"
    ENDS_USERINFO = "ends-userinfo"
    FIRST_AT_SIGN = "first-at-sign"
    LATER_AT_SIGN = "later-at-sign"
    # What is done to the characters of a component.
    TRANSFORMS = "transforms"
    DOES_NOT_TRANSFORM = "does-not-transform"
    UNDOES = "undoes"
    ONLY_TRANSFORMS = "only-transforms"
    TRANSFORMS_OTHERWISE = "transforms-otherwise"
    AS_IT_STANDS = "as-it-stands"
    # The value, if nothing shows the reason.
    NONE = "none"
    EMPTY = "empty"
    SOME = "some"
    ANOTHER = "another"
    TAKES_PART_OF = "takes-part-of"
    LEAVES_IN = "leaves-in"
    # In resolving a reference.
    VARIES = "varies"
    GIVES_URI = "gives-uri"
    GIVES_ANOTHER = "gives-another"


class Sign(StrEnum):
    """The part of a URL that a behaviour is about, if it isn't a single character."""

    # Characters.
    SLASH = "slash"
    BACKSLASH = "backslash"
    BACKSLASH_NOT_SPECIAL = "backslash-not-special"
    BACKSLASH_NO_SCHEME = "backslash-no-scheme"
    QUESTION_MARK = "question-mark"
    NUMBER_SIGN = "number-sign"
    AT_SIGN = "at-sign"
    COLON = "colon"
    QUOTATION_MARK = "quotation-mark"
    BRACKET = "bracket"
    PERCENT_SIGN = "percent-sign"
    TAB_OR_LINE_END = "tab-or-line-end"
    CONTROL = "control"
    WHITE_SPACE = "white-space"
    BEYOND_ASCII = "beyond-ascii"
    LETTER_OR_DIGIT = "letter-or-digit"
    END = "end"
    # Before an authority.
    NO_SLASHES = "no-slashes"
    ONE_SLASH = "one-slash"
    TWO_SLASHES = "two-slashes"
    MORE_SLASHES = "more-slashes"
    BACKSLASH_FOR_SLASH = "backslash-for-slash"
    # Unusual parts of an authority.
    MANY_AT_SIGNS = "many-at-signs"
    EMPTY_USERINFO = "empty-userinfo"
    EMPTY_HOST = "empty-host"
    EMPTY_LABEL = "empty-label"
    DIGIT_IN_LAST_LABEL = "digit-in-last-label"
    PORT_NO_NUMBER = "port-no-number"
    PORT_TOO_LONG = "port-too-long"
    EMPTY_PORT = "empty-port"


class Variation(StrEnum):
    """A program's variation from the standard in resolving."""

    NO_URI = "no-uri"
    KEEP_REFERENCE = "keep-reference"
    GIVE_BASE = "give-base"
    GIVE_BASE_WITHOUT_FRAGMENT = "give-base-without-fragment"
    KEEP_DOTS = "keep-dots"
    KEEP_EXCESS_DOTS = "keep-excess-dots"
    DROP_EXCESS_DOTS = "drop-excess-dots"
    KEEP_DOUBLE_DOTS = "keep-double-dots"
    KEEP_SINGLE_DOTS = "keep-single-dots"
    KEEP_FINAL_DOTS = "keep-final-dots"
    KEEP_INNER_DOTS = "keep-inner-dots"
    DROP_FINAL_SLASH_OF_DOTS = "drop-final-slash-of-dots"
    DROP_FINAL_SLASH_OF_SINGLE_DOT = "drop-final-slash-of-single-dot"
    DROP_FINAL_SLASH_OF_DOUBLE_DOTS = "drop-final-slash-of-double-dots"
    REMOVE_PAIRS_ONCE = "remove-pairs-once"
    CLIMB_INTO_AUTHORITY = "climb-into-authority"
    READ_ESCAPED_DOTS = "read-escaped-dots"
    REMOVE_DOTS_IN_QUERY = "remove-dots-in-query"
    REMOVE_DOTS_IN_FRAGMENT = "remove-dots-in-fragment"
    DROP_SEGMENTS_TOO_MANY = "drop-segments-too-many"
    APPEND_PATH = "append-path"
    APPEND_TEXT = "append-text"
    START_AT_ROOT = "start-at-root"
    MERGE_WITHOUT_SLASH = "merge-without-slash"
    READ_ABSOLUTE_PATH_AS_RELATIVE = "read-absolute-path-as-relative"
    READ_AUTHORITY_AS_PATH = "read-authority-as-path"
    READ_SCHEME_AS_PATH = "read-scheme-as-path"
    IGNORE_SAME_SCHEME = "ignore-same-scheme"
    RESOLVE_AGAINST_FOLDER = "resolve-against-folder"
    KEEP_BASE_QUERY = "keep-base-query"
    DROP_BASE_QUERY = "drop-base-query"
    READ_BASE_QUERY_AS_PATH = "read-base-query-as-path"
    APPEND_QUERY = "append-query"
    IGNORE_EMPTY_QUERY = "ignore-empty-query"
    KEEP_BASE_FRAGMENT = "keep-base-fragment"
    KEEP_BASE_PARAMS = "keep-base-params"
    DROP_PARAMS = "drop-params"
    DROP_QUERY = "drop-query"
    DROP_FRAGMENT = "drop-fragment"
    DROP_EMPTY_SEGMENTS_OF_REFERENCE = "drop-empty-segments-of-reference"
    DROP_EMPTY_SEGMENTS_OF_BASE = "drop-empty-segments-of-base"
    DROP_FINAL_SLASH = "drop-final-slash"
    DROP_FINAL_SLASH_OF_BASE = "drop-final-slash-of-base"
    ADD_FINAL_SLASH = "add-final-slash"
    KEEP_BASE_AUTHORITY = "keep-base-authority"
    DROP_AUTHORITY = "drop-authority"
    DROP_USERINFO = "drop-userinfo"
    DROP_PORT = "drop-port"
    DROP_DEFAULT_PORT = "drop-default-port"
    DROP_SCHEME = "drop-scheme"
    GIVE_HTTP = "give-http"
    GIVE_HTTPS = "give-https"
    DELETE_DOT_SLASH = "delete-dot-slash"
    TURN_SLASHES_OF_REFERENCE = "turn-slashes-of-reference"
    STRIP_REFERENCE = "strip-reference"
    REMOVE_TABS_OF_REFERENCE = "remove-tabs-of-reference"


class Condition(StrEnum):
    """A condition under which a program behaves in some way."""

    REFERENCE_HAS_SCHEME = "reference-has-scheme"
    REFERENCE_HAS_AUTHORITY = "reference-has-authority"
    REFERENCE_IS_RELATIVE = "reference-is-relative"
    REFERENCE_IS_ABSOLUTE_PATH = "reference-is-absolute-path"
    REFERENCE_IS_RELATIVE_PATH = "reference-is-relative-path"
    REFERENCE_HAS_NO_PATH = "reference-has-no-path"
    REFERENCE_IS_QUERY = "reference-is-query"
    REFERENCE_IS_FRAGMENT = "reference-is-fragment"
    REFERENCE_IS_EMPTY = "reference-is-empty"
    REFERENCE_HAS_QUERY = "reference-has-query"
    BASE_SCHEME_NOT_SPECIAL = "base-scheme-not-special"
    BASE_HAS_NO_SCHEME = "base-has-no-scheme"
    BASE_HAS_NO_AUTHORITY = "base-has-no-authority"
    BASE_AUTHORITY_IS_EMPTY = "base-authority-is-empty"
    BASE_PATH_IS_EMPTY = "base-path-is-empty"
    BASE_PATH_HAS_NO_ROOT = "base-path-has-no-root"
    BASE_HAS_QUERY = "base-has-query"
    BASE_HAS_FRAGMENT = "base-has-fragment"
    CLIMBS_ABOVE_ROOT = "climbs-above-root"
    PATH_HAS_EMPTY_SEGMENT = "path-has-empty-segment"
    REFERENCE_ENDS_WITH_SLASH = "reference-ends-with-slash"
    REFERENCE_IS_DOT = "reference-is-dot"
    REFERENCE_BEGINS_WITH_DOTS = "reference-begins-with-dots"
    REFERENCE_HAS_FRAGMENT = "reference-has-fragment"
    SCHEME_HAS_CAPITALS = "scheme-has-capitals"
    SCHEME_IS_UNUSUAL = "scheme-is-unusual"
    # A colon and the scheme follow these.
    BASE_SCHEME_IS = "base-scheme-is"
    BASE_SCHEME_IS_NOT = "base-scheme-is-not"


HOST = "host"
VAGUE = frozenset(
    {
        Kind.REFUSES,
        Kind.NONE,
        Kind.SOME,
        Kind.ANOTHER,
        Kind.GIVES_URI,
        Kind.GIVES_ANOTHER,
    }
)
"""Behaviours that say that something is different, but not what."""


@attrs.frozen(repr=False, cache_hash=True)
class Behaviour(Value):
    """A program's behaviour.

    Attributes:
        kind: Its kind.
        component: The name of the component; "" for the URL as a whole.
        sign: The part of the URL that it is about: a `Sign`, or a single character; "" for none.
        transforms: The transforms applied to the characters, in order.
        where: A `Condition` for the behaviour, some with a scheme; "" for none.
    """

    _json_members = ("does=kind", "component", "sign", "transforms", "where")

    kind: Kind
    component: str = HOST
    sign: str = ""
    transforms: Transforms = ()
    where: str = ""

    @property
    def values(self) -> tuple[str, ...]:
        """All its values, as texts."""
        return self.kind, self.component, self.sign, "+".join(self.transforms), self.where

    @classmethod
    def from_dict(cls, form: Mapping[str, Any]) -> "Behaviour":
        """Return the behaviour of a JSON form; raise `KeyError`, `TypeError` or `ValueError`."""
        transforms = tuple(Transform(text_in(name)) for name in form["transforms"])
        kind = Kind(text_in(form["does"]))
        component, sign = (text_in(form[name]) for name in ("component", "sign"))
        return cls(kind, component, sign, transforms, text_in(form.get("where", "")))


@attrs.frozen(repr=False)
class Behaviours(Value):
    """The behaviour of each of two programs on one URL.

    Attributes:
        left: The behaviour of the first program.
        right: The behaviour of the second program.
    """

    left: Behaviour
    right: Behaviour

    def swapped(self) -> "Behaviours":
        """Return the same behaviours in the opposite order."""
        return Behaviours(self.right, self.left)

    @property
    def sides(self) -> tuple[Behaviour, Behaviour]:
        """Both behaviours."""
        return self.left, self.right


@attrs.frozen(repr=False)
class Follower(Value):
    """A standard that behaves like a program.

    Attributes:
        spec: The spec of the standard.
        inputs: The number of members in which it behaves the same.
        opposed: The number of members in which it differs. In the others, it has no rule or rejects
            the URL.
        provisions: The rules applied in all of `inputs`.
        sections: The sections of the rules applied in all of `inputs`.
    """

    _json_members = ("spec=spec.selector", "inputs", "opposed", "provisions")

    spec: Spec
    inputs: int
    opposed: int
    provisions: tuple[Provision, ...]
    sections: tuple[str, ...]
