"""Behaviours, which describe, without English text, how one program differs from another.

A behaviour consists only of identifiers, characters and numbers, so a change of wording affects
neither equality nor baselines.
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
    """The kind of a behaviour."""

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
    # The value, if the reason is unknown.
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
    ENCODES = "encodes"
    DOES_NOT_ENCODE = "does-not-encode"
    CUTS = "cuts"
    READS_SIGN = "reads-sign"
    # Edits of a component; `ENDS` belongs to them as well.
    DECODES_SIGN = "decodes-sign"


class Sign(StrEnum):
    """A character, place or feature of a URL that a behaviour concerns."""

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
    """A way in which a program differs from a standard in resolving or parsing."""

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
    DROP_PARAMS = "drop-params"
    DROP_QUERY = "drop-query"
    DROP_FRAGMENT = "drop-fragment"
    DROP_EMPTY_SEGMENTS_OF_REFERENCE = "drop-empty-segments-of-reference"
    DROP_FINAL_SLASH = "drop-final-slash"
    DROP_FINAL_SLASH_OF_BASE = "drop-final-slash-of-base"
    ADD_FINAL_SLASH = "add-final-slash"
    DROP_AUTHORITY = "drop-authority"
    DROP_USERINFO = "drop-userinfo"
    DROP_PORT = "drop-port"
    DROP_DEFAULT_PORT = "drop-default-port"
    GIVE_HTTP = "give-http"
    GIVE_HTTPS = "give-https"
    DELETE_DOT_SLASH = "delete-dot-slash"
    TURN_SLASHES_OF_REFERENCE = "turn-slashes-of-reference"
    STRIP_REFERENCE = "strip-reference"
    REMOVE_TABS_OF_REFERENCE = "remove-tabs-of-reference"
    READ_MORE_DOTS_AS_DOUBLE = "read-more-dots-as-double"
    READ_NAME_WITH_DOTS_AS_DOUBLE = "read-name-with-dots-as-double"
    READ_DOUBLE_DOTS_AS_SINGLE = "read-double-dots-as-single"
    REMOVE_FIRST_DOUBLE_DOTS = "remove-first-double-dots"
    REMOVE_TWO_FOR_DOUBLE_DOTS = "remove-two-for-double-dots"
    KEEP_FINAL_SINGLE_DOT = "keep-final-single-dot"
    KEEP_FINAL_DOUBLE_DOTS = "keep-final-double-dots"
    KEEP_DOTS_OF_BASE = "keep-dots-of-base"
    REMOVE_DOTS_OF_BASE = "remove-dots-of-base"
    KEEP_ESCAPED_DOTS = "keep-escaped-dots"
    COUNT_EMPTY_SEGMENT = "count-empty-segment"
    KEEP_DOTS_AFTER_PARAMS = "keep-dots-after-params"
    REMOVE_DOTS_IN_PARAMS = "remove-dots-in-params"
    REMOVE_DOTS = "remove-dots"
    KEEP_DRIVE = "keep-drive"
    REMOVE_DRIVE = "remove-drive"
    READ_BASE_FRAGMENT_AS_PATH = "read-base-fragment-as-path"
    PUT_SLASH_AFTER_AUTHORITY = "put-slash-after-authority"
    INHERIT_PATH = "inherit-path"
    DROP_BASE_PATH = "drop-base-path"
    RESOLVE_AGAINST_FILE = "resolve-against-file"
    REPLACE_PARAMS = "replace-params"
    REPLACE_SEGMENT_BY_PARAMS = "replace-segment-by-params"
    ADD_BASE_PARAMS = "add-base-params"
    ADD_FIRST_SLASH = "add-first-slash"
    DROP_FIRST_SLASH = "drop-first-slash"
    DOUBLE_FIRST_SLASH = "double-first-slash"
    DROP_DOT_BEFORE_NAME = "drop-dot-before-name"
    DROP_DOTS_AFTER_NAME = "drop-dots-after-name"
    DROP_INDEX = "drop-index"
    READ_EMPTY_AS_FOLDER = "read-empty-as-folder"
    READ_DOT_AS_EMPTY = "read-dot-as-empty"
    READ_ANY_COLON = "read-any-colon"
    READ_UNUSUAL_SCHEME = "read-unusual-scheme"
    READ_SAME_SCHEME_AS_ABSOLUTE = "read-same-scheme-as-absolute"
    READ_WWW_AS_HOST = "read-www-as-host"
    READ_QUERY_IN_FRAGMENT = "read-query-in-fragment"
    READ_LAST_NUMBER_SIGN = "read-last-number-sign"
    READ_FRAGMENT_AS_PATH = "read-fragment-as-path"
    READ_QUERY_AS_PATH = "read-query-as-path"
    READ_LEADING_BACKSLASH_AS_NAME = "read-leading-backslash-as-name"
    KEEP_BACKSLASHES = "keep-backslashes"
    RESOLVE_AGAINST_OPAQUE = "resolve-against-opaque"
    READ_DOT_SLASH_AS_EMPTY = "read-dot-slash-as-empty"
    REMOVE_DOTS_WITHIN_QUERY = "remove-dots-within-query"
    DELETE_DOT_SLASH_AFTER_NAME = "delete-dot-slash-after-name"
    KEEP_SCHEME_CASE = "keep-scheme-case"
    DROP_REFERENCE_PARAMS = "drop-reference-params"
    FILL_PATH_AFTER_HOST = "fill-path-after-host"
    DROP_EMPTY_SEGMENTS_FIRST = "drop-empty-segments-first"
    DROP_ROOT = "drop-root"
    DROP_COMPONENT = "drop-component"
    DROP_OPAQUE_PATH = "drop-opaque-path"
    KEEP_TABS = "keep-tabs"
    KEEP_SPACES = "keep-spaces"
    KEEP_FRAGMENT = "keep-fragment"
    KEEP_QUERY = "keep-query"
    READ_LAST_QUESTION_MARK = "read-last-question-mark"
    READ_PARAMS_AS_QUERY = "read-params-as-query"
    READ_DRIVE_AS_PATH = "read-drive-as-path"
    READ_ADDRESS_AS_AUTHORITY = "read-address-as-authority"
    READ_SCHEME_AS_NONE = "read-scheme-as-none"
    DECODE_UNRESERVED = "decode-unreserved"
    STRIP_ANGLE_BRACKETS = "strip-angle-brackets"
    STRIP_QUOTES = "strip-quotes"
    STRIP_URL_PREFIX = "strip-url-prefix"
    RESOLVE_AGAINST_RELATIVE = "resolve-against-relative"
    APPEND_FRAGMENT = "append-fragment"
    SPACES_FOR_PLUS = "spaces-for-plus"
    DECODE_PLUS = "decode-plus"
    AMPERSANDS_FOR_SEMICOLONS = "ampersands-for-semicolons"
    SORT_QUERY = "sort-query"
    KEEP_BASE_PORT = "keep-base-port"
    KEEP_BASE_USERINFO = "keep-base-userinfo"
    ADD_DEFAULT_PORT = "add-default-port"
    KEEP_DEFAULT_PORT = "keep-default-port"
    DROP_EMPTY_PORT = "drop-empty-port"
    DROP_ZERO_PORT = "drop-zero-port"
    DROP_PASSWORD = "drop-password"
    DROP_WWW = "drop-www"
    KEEP_NUMBER = "keep-number"
    EXPAND_IPV6 = "expand-ipv6"
    DROP_HOST = "drop-host"
    ADD_HTTP = "add-http"
    CUT_AT_AMPERSAND = "cut-at-ampersand"
    DROP_FINAL_AMPERSAND = "drop-final-ampersand"
    DROP_PORT_80 = "drop-port-80"
    DROP_ZEROS_OF_PORT = "drop-zeros-of-port"
    REMOVE_DOTS_WITHIN_FRAGMENT = "remove-dots-within-fragment"
    LOWER_ESCAPES = "lower-escapes"
    REMOVE_SPACES = "remove-spaces"
    CUT_AT_SPACE = "cut-at-space"
    DROP_BEYOND_ASCII = "drop-beyond-ascii"
    REPLACE_BEYOND_ASCII = "replace-beyond-ascii"
    DROP_BASE_USERINFO = "drop-base-userinfo"
    DROP_BASE_PORT = "drop-base-port"
    JOIN_WITH_SECOND_SLASH = "join-with-second-slash"
    ADD_EQUALS_SIGNS = "add-equals-signs"
    DROP_BLANK_PARAMETERS = "drop-blank-parameters"
    KEEP_ONE_PARAMETER = "keep-one-parameter"
    DECODE_AMPERSANDS = "decode-ampersands"
    DROP_LAST_SEGMENT = "drop-last-segment"
    KEEP_AUTHORITY_IN_PATH = "keep-authority-in-path"
    READ_SCHEME_AS_UNKNOWN = "read-scheme-as-unknown"
    READ_DOTS_WITH_PARAMS = "read-dots-with-params"
    READ_NAMES_WITH_DOTS_AS_DOUBLE = "read-names-with-dots-as-double"
    IGNORE_BAD_PORT = "ignore-bad-port"
    READ_DIGITS_OF_PORT = "read-digits-of-port"
    DROP_TEXT_AFTER_BRACKET = "drop-text-after-bracket"
    CUT_AT_NUL = "cut-at-nul"
    READ_OCTAL_AS_DECIMAL = "read-octal-as-decimal"
    FILL_SHORT_ADDRESS = "fill-short-address"
    REDUCE_PORT = "reduce-port"
    COMPOSE = "compose"
    DROP_EMPTY_SEGMENTS_OF_BASE = "drop-empty-segments-of-base"
    TAKE_BASE_AUTHORITY = "take-base-authority"
    REMOVE_DOTS_IN_FRAGMENT = "remove-dots-in-fragment"
    KEEP_SPACES_AT_START = "keep-spaces-at-start"
    ADD_DOT_BEFORE_SLASHES = "add-dot-before-slashes"
    DROP_DOT_BEFORE_SLASHES = "drop-dot-before-slashes"
    END_AUTHORITY_AT_QUESTION_MARK = "end-authority-at-question-mark"
    REMOVE_SINGLE_DOTS_ONCE = "remove-single-dots-once"
    CLIMB_AT_MOST_TWO = "climb-at-most-two"
    COMPRESS_SINGLE_ZERO = "compress-single-zero"
    COMPRESS_LAST_ZEROS = "compress-last-zeros"
    READ_PARAMS_AFTER_QUERY = "read-params-after-query"
    READ_PORT_BEFORE_USERINFO = "read-port-before-userinfo"
    CLIMB_AT_MOST_ONE = "climb-at-most-one"
    DROP_INNER_EXCESS_DOTS = "drop-inner-excess-dots"
    KEEP_ESCAPED_SINGLE_DOT = "keep-escaped-single-dot"
    KEEP_ESCAPED_DOUBLE_DOTS = "keep-escaped-double-dots"
    KEEP_EMPTY_AUTHORITY = "keep-empty-authority"
    KEEP_ENDS = "keep-ends"
    DROP_BASE_HOST = "drop-base-host"
    DROP_PORT_443 = "drop-port-443"
    DROP_FOREIGN_PORT_80 = "drop-foreign-port-80"
    READ_PASSWORD_AT_LAST_COLON = "read-password-at-last-colon"
    READ_PARAMS_AS_PATH = "read-params-as-path"
    READ_PARAMS_OF_LAST_SEGMENT = "read-params-of-last-segment"
    READ_PARAMS_FROM_FIRST_SEMICOLON = "read-params-from-first-semicolon"
    KEEP_EMPTY_PARAMS = "keep-empty-params"
    KEEP_DOTS_BEFORE_PARAMS = "keep-dots-before-params"
    KEEP_DOUBLE_DOTS_BEFORE_PARAMS = "keep-double-dots-before-params"
    REMOVE_DOTS_OF_BASE_FIRST = "remove-dots-of-base-first"
    REMOVE_DOTS_OF_REFERENCE_FIRST = "remove-dots-of-reference-first"
    REMOVE_DOUBLE_BEFORE_SINGLE = "remove-double-before-single"
    REMOVE_EMPTY_SEGMENTS_WITH_DOUBLE = "remove-empty-segments-with-double"
    KEEP_DOUBLE_AFTER_EMPTY_SEGMENT = "keep-double-after-empty-segment"
    CANCEL_DOUBLE_DOTS = "cancel-double-dots"
    MERGE_AT_ROOT = "merge-at-root"
    IGNORE_EMPTY_AUTHORITY = "ignore-empty-authority"
    READ_BACKSLASH_AS_PATH = "read-backslash-as-path"
    KEEP_DRIVE_OF_BASE = "keep-drive-of-base"
    READ_SCHEME_AS_DRIVE = "read-scheme-as-drive"
    READ_DRIVE_AS_SEGMENT = "read-drive-as-segment"
    KEEP_DRIVE_BAR = "keep-drive-bar"
    DROP_SLASH_BEFORE_DRIVE = "drop-slash-before-drive"
    TURN_DRIVE_BAR = "turn-drive-bar"
    END_AUTHORITY_AT_BACKSLASH = "end-authority-at-backslash"
    CONTINUE_AUTHORITY_AT_QUESTION_MARK = "continue-authority-at-question-mark"
    CUT_AT_FIRST_SPACE = "cut-at-first-space"
    ADD_PASSWORD_COLON = "add-password-colon"
    KEEP_EMPTY_PASSWORD = "keep-empty-password"
    KEEP_EMPTY_USERINFO = "keep-empty-userinfo"
    DROP_USER_NAME = "drop-user-name"
    DROP_ANY_DEFAULT_PORT = "drop-any-default-port"
    COMPRESS_FIRST_ZEROS = "compress-first-zeros"
    SHORTEN_IPV6 = "shorten-ipv6"
    PAD_IPV6 = "pad-ipv6"
    EMBED_IPV4 = "embed-ipv4"
    KEEP_IPV6 = "keep-ipv6"
    DROP_FIRST_EMPTY_SEGMENTS = "drop-first-empty-segments"
    READ_ESCAPED_SLASH = "read-escaped-slash"
    READ_LEADING_BACKSLASHES_AS_SLASHES = "read-leading-backslashes-as-slashes"
    STRIP_START_OF_REFERENCE = "strip-start-of-reference"
    STRIP_END_OF_REFERENCE = "strip-end-of-reference"
    LOWER_ADDED_ESCAPES = "lower-added-escapes"
    ENCODE_AS_LATIN_1 = "encode-as-latin-1"
    ENCODE_WITH_U = "encode-with-u"
    ENCODE_LONE_PERCENT = "encode-lone-percent"
    ENCODE_LONE_PERCENT_OF_PART = "encode-lone-percent-of-part"
    CONTINUE_AUTHORITY_AT_BACKSLASH = "continue-authority-at-backslash"
    READ_AUTHORITY_TO_LAST_AT_SIGN = "read-authority-to-last-at-sign"
    SKIP_SLASHES_BEFORE_AUTHORITY = "skip-slashes-before-authority"
    KEEP_START = "keep-start"
    KEEP_END = "keep-end"
    KEEP_FINAL_SPACE_OF_PATH = "keep-final-space-of-path"
    READ_BACKSLASH_OF_OTHER_SCHEMES = "read-backslash-of-other-schemes"
    DROP_LONE_USER_NAME = "drop-lone-user-name"
    DROP_BASE_PASSWORD = "drop-base-password"
    KEEP_PARTLY_ESCAPED_DOTS = "keep-partly-escaped-dots"
    KEEP_CAPITAL_ESCAPED_DOTS = "keep-capital-escaped-dots"
    KEEP_SMALL_ESCAPED_DOTS = "keep-small-escaped-dots"
    KEEP_TABS_ALONE = "keep-tabs-alone"
    KEEP_LINE_ENDS = "keep-line-ends"
    KEEP_EMPTY_QUERY = "keep-empty-query"
    KEEP_EMPTY_FRAGMENT = "keep-empty-fragment"
    KEEP_LEADING_BACKSLASHES = "keep-leading-backslashes"
    IGNORE_SAME_SCHEME_WITHOUT_AUTHORITY = "ignore-same-scheme-without-authority"
    IGNORE_HTTP_AND_HTTPS = "ignore-http-and-https"
    IGNORE_SCHEME_PREFIX = "ignore-scheme-prefix"
    REMOVE_DRIVE_WITH_DOTS = "remove-drive-with-dots"
    STRIP_WHITE_SPACE = "strip-white-space"
    REMOVE_WHITE_SPACE = "remove-white-space"
    READ_EMPTY_SCHEME = "read-empty-scheme"
    TAKE_PORT_80_AS_DEFAULT = "take-port-80-as-default"


class Condition(StrEnum):
    """A condition under which a program shows a behaviour."""

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
    REFERENCE_SCHEME_NOT_COMMON = "reference-scheme-not-common"
    REFERENCE_SCHEME_NOT_SPECIAL = "reference-scheme-not-special"
    REFERENCE_HAS_SAME_SCHEME = "reference-has-same-scheme"
    REFERENCE_IS_OPAQUE = "reference-is-opaque"
    REFERENCE_IS_SAME_DOCUMENT = "reference-is-same-document"
    REFERENCE_IS_ONLY_HOST = "reference-is-only-host"
    REFERENCE_BEGINS_WITH_SLASHES = "reference-begins-with-slashes"
    REFERENCE_BEGINS_WITH_SEMICOLON = "reference-begins-with-semicolon"
    REFERENCE_HAS_PARAMS = "reference-has-params"
    REFERENCE_HAS_SPACE = "reference-has-space"
    REFERENCE_IS_PADDED = "reference-is-padded"
    REFERENCE_HAS_TABS = "reference-has-tabs"
    REFERENCE_HAS_CONTROLS = "reference-has-controls"
    REFERENCE_NOT_ASCII = "reference-not-ascii"
    REFERENCE_HAS_BACKSLASH = "reference-has-backslash"
    REFERENCE_HAS_ESCAPE = "reference-has-escape"
    REFERENCE_HAS_BROKEN_ESCAPE = "reference-has-broken-escape"
    REFERENCE_HAS_NUMBER_FOR_PATH = "reference-has-number-for-path"
    REFERENCE_HAS_EMPTY_QUERY = "reference-has-empty-query"
    REFERENCE_HAS_EMPTY_FRAGMENT = "reference-has-empty-fragment"
    REFERENCE_HAS_BANG_FRAGMENT = "reference-has-bang-fragment"
    REFERENCE_HAS_USERINFO = "reference-has-userinfo"
    REFERENCE_HAS_PORT = "reference-has-port"
    REFERENCE_HAS_COLON_IN_PATH = "reference-has-colon-in-path"
    SCHEME_HAS_SIGNS = "scheme-has-signs"
    HOST_IS_IPV6 = "host-is-ipv6"
    HOST_IS_NUMBER = "host-is-number"
    HOST_HAS_UNDERSCORE = "host-has-underscore"
    HOST_IS_INTERNATIONAL = "host-is-international"
    HOST_HAS_ESCAPE = "host-has-escape"
    BASE_IS_OPAQUE = "base-is-opaque"
    BASE_IS_FOLDER = "base-is-folder"
    BASE_HAS_DRIVE = "base-has-drive"
    BASE_HAS_PARAMS = "base-has-params"
    BASE_HAS_DOTS = "base-has-dots"
    BASE_HAS_PORT = "base-has-port"
    RESULT_IS_FILE = "result-is-file"
    RESULT_PATH_IS_ROOT = "result-path-is-root"
    RESULT_PATH_IS_EMPTY = "result-path-is-empty"
    RESULT_NAME_HAS_DOT = "result-name-has-dot"
    RESULT_NAME_HAS_NO_DOT = "result-name-has-no-dot"
    PATH_ENDS_WITH_DOUBLE_DOTS = "path-ends-with-double-dots"
    PATH_ENDS_WITH_SINGLE_DOT = "path-ends-with-single-dot"
    SOMETHING_PRECEDES_QUERY = "something-precedes-query"
    SOMETHING_PRECEDES_FRAGMENT = "something-precedes-fragment"
    REFERENCE_BEGINS_WITH_NAME = "reference-begins-with-name"
    TEXT_HAS_EXTRA_SLASHES = "text-has-extra-slashes"
    SAME_SCHEME_WITHOUT_SLASHES = "same-scheme-without-slashes"
    USERINFO_HAS_AT_SIGN = "userinfo-has-at-sign"
    URL_HAS_NO_SCHEME = "url-has-no-scheme"
    URL_IS_OPAQUE = "url-is-opaque"
    URL_SCHEME_NOT_SPECIAL = "url-scheme-not-special"
    URL_SCHEME_SPECIAL = "url-scheme-special"
    URL_SCHEME_NOT_COMMON = "url-scheme-not-common"
    URL_SCHEME_HAS_CAPITALS = "url-scheme-has-capitals"
    URL_SCHEME_HAS_SIGNS = "url-scheme-has-signs"
    URL_HAS_OTHER_SLASHES = "url-has-other-slashes"
    URL_HAS_AUTHORITY = "url-has-authority"
    URL_HAS_QUERY = "url-has-query"
    URL_HAS_FRAGMENT = "url-has-fragment"
    URL_HAS_USERINFO = "url-has-userinfo"
    URL_HAS_PASSWORD = "url-has-password"
    URL_HAS_PORT = "url-has-port"
    URL_PORT_IS_EMPTY = "url-port-is-empty"
    URL_PORT_IS_ZERO = "url-port-is-zero"
    URL_HOST_IS_EMPTY = "url-host-is-empty"
    URL_HOST_IS_IPV6 = "url-host-is-ipv6"
    URL_HOST_IS_NUMBER = "url-host-is-number"
    URL_HOST_IS_INTERNATIONAL = "url-host-is-international"
    URL_HOST_HAS_UNDERSCORE = "url-host-has-underscore"
    URL_HOST_HAS_ESCAPE = "url-host-has-escape"
    URL_HOST_HAS_NO_DOT = "url-host-has-no-dot"
    URL_PATH_IS_EMPTY = "url-path-is-empty"
    URL_HAS_SPACE = "url-has-space"
    URL_IS_PADDED = "url-is-padded"
    URL_HAS_TABS = "url-has-tabs"
    URL_HAS_CONTROLS = "url-has-controls"
    URL_NOT_ASCII = "url-not-ascii"
    URL_HAS_BACKSLASH = "url-has-backslash"
    URL_HAS_BROKEN_ESCAPE = "url-has-broken-escape"
    URL_LACKS_SLASHES = "url-lacks-slashes"
    URL_PATH_IS_OPAQUE = "url-path-is-opaque"
    URL_HAS_TABS_EARLY = "url-has-tabs-early"
    URL_HAS_SPACE_INSIDE = "url-has-space-inside"
    REFERENCE_HAS_SPACE_INSIDE = "reference-has-space-inside"
    REFERENCE_LACKS_SLASHES = "reference-lacks-slashes"
    SCHEME_IS_LETTER = "scheme-is-letter"
    BASE_NAME_HAS_NO_DOT = "base-name-has-no-dot"
    RESULT_HAS_USERINFO = "result-has-userinfo"
    URL_SCHEME_IS_LETTER = "url-scheme-is-letter"
    URL_LACKS_AUTHORITY = "url-lacks-authority"
    URL_HAS_NO_QUERY = "url-has-no-query"
    URL_HAS_BANG_FRAGMENT = "url-has-bang-fragment"
    REFERENCE_HAS_NO_DOTS = "reference-has-no-dots"
    REFERENCE_IS_NOT_SAME_DOCUMENT = "reference-is-not-same-document"
    REFERENCE_PATH_HAS_NO_ROOT = "reference-path-has-no-root"
    REFERENCE_HAS_LATE_BACKSLASH = "reference-has-late-backslash"
    # Each of these is followed by a colon and a scheme or, in some cases, several schemes.
    BASE_SCHEME_IS = "base-scheme-is"
    BASE_SCHEME_IS_NOT = "base-scheme-is-not"
    URL_SCHEME_IS = "url-scheme-is"
    REFERENCE_SCHEME_IS = "reference-scheme-is"
    URI_SCHEME_IS = "uri-scheme-is"
    URL_SCHEME_IS_NOT = "url-scheme-is-not"
    REFERENCE_SCHEME_IS_NOT = "reference-scheme-is-not"
    URI_SCHEME_IS_NOT = "uri-scheme-is-not"
    # Each of these is followed by a colon and a part, and some by another colon and a detail.
    # The earlier are preferred.
    PART_IS = "part-is"
    PART_IS_EMPTY = "part-is-empty"
    PART_IS_PRESENT = "part-is-present"
    PART_HAS = "part-has"
    PART_HAS_SEVERAL = "part-has-several"
    PART_IS_ABSENT = "part-is-absent"
    PART_BEGINS_WITH = "part-begins-with"
    PART_ENDS_WITH = "part-ends-with"
    PART_IS_FILLED = "part-is-filled"
    PART_IS_NUMBER = "part-is-number"


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
"""Kinds of behaviours that state only that something differs, not how."""


@attrs.frozen(repr=False, cache_hash=True)
class Behaviour(Value):
    """A program's behaviour.

    Attributes:
        kind: The kind of the behaviour.
        component: The name of the component; "", "url" or "uri" for the whole URL or URI.
        sign: The detail that the behaviour concerns, such as a `Sign`, a character, a `Variation`
            or a length; "" if there is none.
        transforms: The transforms applied to the characters, in order.
        where: The conditions for the behaviour, joined by " & "; "" if there are none. Each is a
            `Condition`; some are followed by schemes, or by a part and a detail.
    """

    _json_members = ("does=kind", "component", "sign", "transforms", "where")

    kind: Kind
    component: str = HOST
    sign: str = ""
    transforms: Transforms = ()
    where: str = ""

    def under(self, where: str) -> "Behaviour":
        """Return the behaviour with its conditions replaced by those in `where`."""
        return attrs.evolve(self, where=where)

    @property
    def values(self) -> tuple[str, ...]:
        """All values of the behaviour, as strings."""
        return self.kind, self.component, self.sign, "+".join(self.transforms), self.where

    @classmethod
    def from_dict(cls, form: Mapping[str, Any]) -> "Behaviour":
        """Create a behaviour from its JSON form.

        Raises:
            KeyError: A member is missing.
            TypeError: A member has the wrong type.
            ValueError: The kind or a transform is unknown.
        """
        return cls(
            kind=Kind(text_in(form["does"])),
            component=text_in(form["component"]),
            sign=text_in(form["sign"]),
            transforms=tuple(Transform(text_in(name)) for name in form["transforms"]),
            where=text_in(form.get("where", "")),
        )


_BETWEEN_CONDITIONS = " & "
SCHEME_CONDITIONS = (
    Condition.REFERENCE_SCHEME_IS,
    Condition.URL_SCHEME_IS,
    Condition.URI_SCHEME_IS,
)
"""Conditions that can name more than one scheme, separated by spaces."""
NO_SCHEME = "-"
"""The name for no scheme in `SCHEME_EXCEPTIONS`."""
SCHEME_EXCEPTIONS = {
    Condition.URL_SCHEME_IS: Condition.URL_SCHEME_IS_NOT,
    Condition.URI_SCHEME_IS: Condition.URI_SCHEME_IS_NOT,
    Condition.BASE_SCHEME_IS: Condition.BASE_SCHEME_IS_NOT,
    Condition.REFERENCE_SCHEME_IS: Condition.REFERENCE_SCHEME_IS_NOT,
}
"""The conditions that name the schemes under which a behaviour isn't shown, by their opposites."""


def conditions_in(where: str) -> list[str]:
    """Return the individual conditions in a behaviour's `where`."""
    return where.split(_BETWEEN_CONDITIONS) if where else []


def together(*wheres: str) -> str:
    """Return the condition that holds if all the given conditions hold."""
    return _BETWEEN_CONDITIONS.join(wheres)


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
    """A standard that behaves like a program in some or all members of a class.

    Attributes:
        spec: The spec of the standard.
        inputs: The number of members in which the standard behaves like the program.
        opposed: The number of members in which the standard differs from the program. In the
            remaining members, the standard and the program can't be compared.
        provisions: The rules that the standard applies in all members in which it behaves like the
            program.
        sections: The sections that are cited in each of these members, even if by different rules.
    """

    _json_members = ("spec=spec.selector", "inputs", "opposed", "provisions")

    spec: Spec
    inputs: int
    opposed: int
    provisions: tuple[Provision, ...]
    sections: tuple[str, ...]
