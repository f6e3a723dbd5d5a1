"""A case of resolving, with a standard's results for this case and for similar cases."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

import attrs

from hexapla.divergence.model import Behaviour
from hexapla.divergence.traits import traits_of
from hexapla.divergence.transforms import Text
from hexapla.standard.dots import (
    has_leading_parents,
    remove_final_dot,
    remove_final_pair,
    remove_pairs,
    remove_single_dots,
)
from hexapla.text.escapes import ascii_lower


class Uri(NamedTuple):
    """A URI or a reference, split into components; an absent component is None."""

    scheme: Text
    authority: Text
    path: str
    query: Text
    fragment: Text

    @property
    def is_relative(self) -> bool:
        """Whether there is neither a scheme nor an authority."""
        return self.scheme is None and self.authority is None

    @property
    def is_opaque(self) -> bool:
        """Whether there is a scheme, but neither an authority nor a path that begins with "/"."""
        if self.scheme is None or self.authority is not None:
            return False
        return not self.path.startswith("/")

    @property
    def text(self) -> str:
        """The URI or the reference as a string."""
        scheme = "" if self.scheme is None else f"{self.scheme}:"
        authority = "" if self.authority is None else f"//{self.authority}"
        query = "" if self.query is None else f"?{self.query}"
        fragment = "" if self.fragment is None else f"#{self.fragment}"
        return f"{scheme}{authority}{self.path}{query}{fragment}"


class Resolver(NamedTuple):
    """The functions of a standard that are used to try variations.

    Attributes:
        resolve: Takes a base and a reference; returns the URI, or None if there is none.
        split: Splits a string into components.
    """

    resolve: Callable[[str, str], str | None]
    split: Callable[[str], Uri]


@attrs.frozen(slots=False)
class Situation:
    """A case of resolving, and the standard's result.

    Attributes:
        base_text: The base.
        reference_text: The reference.
        due: The URI that the standard produces, or None if it produces no URI.
        resolver: The standard's functions for resolving and for splitting.
    """

    base_text: str
    reference_text: str
    due: str | None
    resolver: Resolver

    @cached_property
    def base(self) -> Uri:
        """The base, split into components."""
        return self.resolver.split(self.base_text)

    @cached_property
    def reference(self) -> Uri:
        """The reference, split into components."""
        return self.resolver.split(self.reference_text)

    @cached_property
    def uri(self) -> Uri | None:
        """The standard's URI, split into components."""
        if self.due is None:
            return None
        return self.resolver.split(self.due)

    @cached_property
    def traits(self) -> Mapping[str, None]:
        """The traits of the reference, the base and the standard's URI, as they are written."""
        uri = {} if self.due is None else traits_of("uri", self.due)
        reference = traits_of("reference", self.reference_text)
        return {**reference, **traits_of("base", self.base_text), **uri}

    @cached_property
    def outcomes(self) -> dict[Callable[..., object], tuple[object, ...]]:
        """The answers found so far, keyed by the function that finds the answers of a behaviour."""
        return {}

    @cached_property
    def giving(self) -> dict[object, list[Behaviour]]:
        """The behaviours that can give each answer; empty until they are looked for."""
        return {}

    @cached_property
    def conditions(self) -> dict[str, None]:
        """The conditions that are true of the case; empty until they are tested."""
        return {}

    @cached_property
    def transformed(self) -> dict[Behaviour, tuple[str, ...]]:
        """The answers that transforms of components give; empty until they are looked for."""
        return {}

    @cached_property
    def scheme(self) -> str:
        """The scheme of the standard's URI, in lower case; "" without one."""
        return "" if self.uri is None else ascii_lower(self.uri.scheme or "")

    def resolved(self, base: Uri, reference: Uri) -> Uri | None:
        """Return the standard's URI for another base and reference; None if there is none."""
        uri = self.resolver.resolve(base.text, reference.text)
        if uri is None:
            return None
        return self.resolver.split(uri)

    def texts(self, base: Uri, reference: Uri) -> Iterator[str]:
        """Yield the standard's URI for another base and reference, if there is one."""
        uri = self.resolved(base, reference)
        if uri is not None:
            yield uri.text

    def resolve(self, reference_text: str) -> str | None:
        """Return the standard's URI for another reference; None if there is none."""
        return self.resolver.resolve(self.base_text, reference_text)

    def with_paths(self, change: Callable[[str], str]) -> Uri | None:
        """Return the standard's URI after a change to the paths of the base and the reference.

        None if the change leaves both paths as they are, or if the standard produces no URI.
        """
        base = self.base._replace(path=change(self.base.path))
        reference = self.reference._replace(path=change(self.reference.path))
        if (base, reference) == (self.base, self.reference):
            return None
        return self.resolved(base, reference)

    def with_texts(self, change: Callable[[str], str]) -> str | None:
        """Return the standard's URI after a change to the texts of the base and the reference.

        None if the change leaves both texts as they are, or if the standard produces no URI.
        """
        base, reference = change(self.base_text), change(self.reference_text)
        if (base, reference) == (self.base_text, self.reference_text):
            return None
        return self.resolver.resolve(base, reference)

    @cached_property
    def with_dots(self) -> Uri | None:
        """The URI that would result if dot segments were ordinary segments.

        None if neither the base nor the reference contains a dot, if one of them contains `DOT`, or
        if the standard produces no URI.
        """
        written = f"{self.base_text} {self.reference_text}"
        if "." not in written or DOT in written:
            return None
        base = self.base._replace(path=hidden(self.base.path))
        reference = self.reference._replace(path=hidden(self.reference.path))
        uri = self.resolved(base, reference)
        return uri and shown(uri)

    @property
    def climbs(self) -> bool:
        """Whether ".." segments of the path lead above the root."""
        return self.with_dots is not None and has_leading_parents(
            pairs_removed(self.with_dots.path)
        )


DOT = "zqdotqz"
"""The string that replaces each dot of a dot segment, to hide the segment from a standard."""
_DOTS = re.compile(r"(?:(?<=[/\\])|\A)\.\.?(?=[/\\]|\Z)")


def shown(uri: Uri) -> Uri:
    """Return a URI with its hidden dot segments restored.

    Dot segments that became part of the authority, because no slash precedes them, are moved to the
    path.
    """
    host, dots, rest = (uri.authority or "").partition(DOT)
    if dots:
        uri = uri._replace(authority=host, path=f"{dots}{rest}{uri.path}")
    return uri._replace(path=uri.path.replace(DOT * 2, "..").replace(DOT, "."))


def hidden(path: str) -> str:
    """Return a path with its dot segments hidden."""
    return _DOTS.sub(lambda match: DOT * len(match[0]), path)


def pairs_removed(path: str) -> str:
    """Return a path without dot segments, except for those that lead above the root."""
    for step in (remove_single_dots, remove_final_dot, remove_pairs, remove_final_pair):
        path = step(path)
    return path
