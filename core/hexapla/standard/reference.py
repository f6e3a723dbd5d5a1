"""The results of parsing and resolving: a reference with its parts, and a target with its steps."""

import reprlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

import attrs

from hexapla.documents.reading import Choice
from hexapla.standard.component import Component, Form, Segment
from hexapla.standard.driver import Parts
from hexapla.standard.parsed_again import ParsedAgain, parsed_again
from hexapla.standard.phases import Outcome, Reason, Step, Target, outcome_of
from hexapla.text.signs import EMPTY, visible_and_cut
from hexapla.text.span import Span
from hexapla.text.table import escaped, html_of, html_paragraphs, html_table
from hexapla.values.checked import checked
from hexapla.values.frozen import FrozenMapping
from hexapla.values.value import Value, json_form

if TYPE_CHECKING:
    from hexapla.standard.spec import Spec


class SubPart(NamedTuple):
    """A part of a component, such as the host in an authority.

    Attributes:
        text: The text of the part.
        span: The span of the part in the whole reference, in code points.
    """

    text: str
    span: Span


class UrlMembers:
    """The components of a URL, under the names that URL libraries usually give them.

    A member is None if the component is absent, if the text isn't a URL under the standard, or if
    the standard doesn't define the component.
    """

    __slots__ = ()

    def _components(self) -> Mapping[str, str | None]:
        raise NotImplementedError

    @property
    def scheme(self) -> str | None:
        """The scheme."""
        return self._components().get("scheme")

    @property
    def userinfo(self) -> str | None:
        """The userinfo: usually a user, or a user and a password, separated by a colon."""
        return self._components().get("userinfo")

    @property
    def host(self) -> str | None:
        """The host, as the standard interprets it."""
        return self._components().get("host")

    @property
    def port(self) -> str | None:
        """The port, as a string, even if it is empty or not a number."""
        return self._components().get("port")

    @property
    def path(self) -> str | None:
        """The path."""
        return self._components().get("path")

    @property
    def query(self) -> str | None:
        """The query, without its question mark."""
        return self._components().get("query")

    @property
    def fragment(self) -> str | None:
        """The fragment, without its number sign."""
        return self._components().get("fragment")


# The result of parsing: a string and its parts, with their positions.

# Instances of these classes are created for every string. The classes aren't `frozen`, because
# creating an instance of a frozen class takes three times as long. Users read the fields through
# properties, which can't be set.


@attrs.define(unsafe_hash=True, repr=False)
class Reference(UrlMembers):
    """A reference, parsed under one spec.

    >>> import hexapla
    >>> url = hexapla.parse("http://u@example.com:80/p?q", spec="rfc3986")
    >>> url.host, url.port, url.path, url.query
    ('example.com', '80', '/p', 'q')
    """

    _spec: "Spec"
    _split: Parts

    @property
    def spec(self) -> "Spec":
        """The spec under which the reference was parsed."""
        return self._spec

    @property
    def split(self) -> Parts:
        """The text, followed by its parts in the order of the spec's components."""
        return self._split

    def __repr__(self) -> str:
        parts = {name: part for name, part in self.parts.items() if part is not None}
        return f"<Reference {self.text!r} by {self.spec.selector}: {parts}>"

    def __str__(self) -> str:
        return self.text

    def _components(self) -> Mapping[str, str | None]:
        stated: Mapping[str, str | None] = self.spec.divide(self.text).components.stated
        return stated

    @property
    def text(self) -> str:
        """The text as it was given."""
        return str(self.split[0])

    @property
    def failure(self) -> Reason | None:
        """The reason why the standard's parser rejects the text; None if the parser accepts it.

        A text with a scheme is parsed without a base. A text without a scheme counts as rejected
        only if the parser rejects it under every base. Under an RFC, the parser accepts every text.
        """
        return self.spec.standard.failure_of(self.split)

    @property
    def needs_base(self) -> Reason | None:
        """The reason why the standard's parser rejects the text without a base, or with its base.

        The value is None if the parser accepts the text or rejects the base, or if no base can
        help, in which case `failure` gives the reason. Under an RFC, it is always None, because
        parsing needs no base. If there is a reason, the parts are those under a base whose scheme
        isn't one of the special schemes of the URL Standard.
        """
        return self.spec.standard.needs_base(self.split)

    @property
    def parts(self) -> Mapping[str, str | None]:
        """The parts in the standard's order, keyed by the standard's own names for them.

        An undefined part is None. If the parser rejects the text, all parts are None.
        """
        parts = [None] * (len(self.split) - 1) if self.failure else self.split[1:]
        return FrozenMapping(zip(self.spec.component_names, parts, strict=True))

    @property
    def values(self) -> Mapping[str, str | None]:
        """The values of parts, such as a host, that differ from the text as written, keyed by name.

        >>> import hexapla
        >>> dict(hexapla.parse("http://0x7f.1/", spec="whatwg").values)
        {'host': '127.0.0.1'}
        """
        return self.spec.standard.values_of(self.split)

    @property
    def spans(self) -> Mapping[str, Span | None]:
        """The span of each part in the text, in code points; None for an absent part."""
        if self.failure:
            return FrozenMapping(dict.fromkeys(self.spec.component_names))
        spans = self.spec.standard.spans_of(self.split)
        return FrozenMapping(zip(self.spec.component_names, spans, strict=True))

    @property
    def subparts(self) -> Mapping[str, Mapping[str, SubPart]]:
        """The userinfo, host and port inside a part, as a mapping keyed by the name of that part.

        Its only value maps the names of these subparts to the subparts. The mapping is empty if the
        host is a part itself, or if the standard finds no host in the text.

        >>> import hexapla
        >>> reference = hexapla.parse("//u@h:80/p", spec="rfc3986")
        >>> {name: sub.text for name, sub in reference.subparts["authority"].items()}
        {'userinfo': 'u', 'host': 'h', 'port': '80'}
        """
        if "host" in self.spec.component_names:
            return FrozenMapping()
        divided = self.spec.divide(self.text)
        spans = divided.spans
        texts = {piece.name: piece.text for piece in divided.pieces}
        inside = {
            name: SubPart(texts[name], spans[name])
            for name in ("userinfo", "host", "port")
            if name in spans and name not in self.spec.component_names
        }
        if "host" not in inside:
            return FrozenMapping()
        start = min(sub.span.start for sub in inside.values())
        holding = [
            component.name
            for component, _, span in self.places()
            if span.start <= start and inside["host"].span.stop <= span.stop
        ]
        return FrozenMapping((name, FrozenMapping(inside)) for name in holding[:1])

    def part(self, shared: str) -> str | None:
        """Return the text from the first component with a shared name to the last such component.

        The result is None if the text has no such component, or if the spec doesn't report the
        positions of parts.
        """
        checked(shared, "shared")
        spans = [span for component, _, span in self.places() if component.shared == shared]
        return self.text[spans[0].start : spans[-1].stop] if spans else None

    def places(self) -> tuple[tuple[Component, str, Span], ...]:
        """Return each component present in the text, in order, with its string and its span.

        If the parser rejects the text, these are the components that it found before the failure.
        """
        spec, split = self._spec, self._split
        located = zip(spec.components, split[1:], spec.standard.spans_of(split), strict=True)
        return tuple(
            [(component, part or "", span) for component, part, span in located if span is not None]
        )

    @property
    def ends(self) -> Mapping[str, int] | None:
        """The offset at which the segment of each component ends, keyed by shared name.

        Offsets are in code points. The result is None if the spec reports no positions for the
        text.
        """
        ends: Mapping[str, int] | None = self._spec.standard.ends_of(self._split)
        return ends

    @property
    def has_spans(self) -> bool:
        """Whether the spec reports the positions of parts in the text."""
        return any(span is not None for span in self.spec.standard.spans_of(self.split))

    @property
    def form(self) -> Form:
        """The kind of reference."""
        form: Form = self.spec.standard.form(self.split)
        return form

    @property
    def form_name(self) -> str:
        """The standard's own name for the kind of reference, or a general name if it has none.

        If the parser rejects the text, the name is "failure".
        """
        if self.failure:
            return "failure"
        return str(self.spec.standard.form_names.get(self.form, self.form.value))

    def segments(self) -> tuple["Segment", ...]:
        """Return the whole text split into segments, each with its component.

        A delimiter belongs to the component that it introduces or ends, so every character is in a
        segment. The result is empty if the text is empty, or if the spec reports no positions for
        the text.
        """
        there = [(span, component) for component, _, span in self.places()]
        if not there:
            return ()
        segments: list[Segment] = []
        start = 0
        for (span, component), following in zip(there, [*there[1:], None], strict=True):
            stop = span.stop + len(component.suffix) if following else len(self.text)
            if stop > start:
                segments.append(Segment(start, stop, component, span.start))
            start = stop
        return tuple(segments)

    def to_dict(self) -> dict[str, object]:
        """Return the reference's JSON form."""
        spans = self.spans
        values = self.values
        subparts = self.subparts
        texts = self.parts
        parts: dict[str, object] = dict.fromkeys(texts)
        for name, text in texts.items():
            if text is None and values.get(name) is None:
                continue
            part: dict[str, object] = {
                "text": text,
                "span": spans[name],
                "value": values.get(name, text),
            }
            if name in subparts:
                part["parts"] = {sub: item._asdict() for sub, item in subparts[name].items()}
            parts[name] = part
        return {
            "spec": self.spec.selector,
            "text": self.text,
            "form": self.form.value,
            "form_name": self.form_name,
            "failure": None if self.failure is None else self.failure.to_dict(),
            "needs_base": None if self.needs_base is None else self.needs_base.to_dict(),
            "parts": parts,
        }


# The result of resolving: an outcome and, on demand, the steps that led to it.

# In a notebook, strings with more than this number of characters are shortened.
_LONGEST = 1_000
_SHORTENED = reprlib.Repr()
_SHORTENED.maxstring = 60


# Not `frozen`, for the same reason as `Reference`.


@attrs.define(unsafe_hash=True, repr=False)
class Resolution(UrlMembers, Value):
    """The result of resolving a reference against a base under one spec.

    `uri` is None if resolving gives no URI. The `str()` of a resolution isn't a URI, so a program
    can't mistake it for the target.

    >>> import hexapla
    >>> target = hexapla.resolve("../g", base="http://a:80/b/c/d", spec="rfc3986")
    >>> target.uri, target.host, target.port, target.path
    ('http://a:80/b/g', 'a', '80', '/b/g')
    >>> target
    <Resolution of '../g' against 'http://a:80/b/c/d' by rfc3986: http://a:80/b/g>
    """

    _json_members = (
        "spec=spec.selector",
        "base",
        "reference",
        "outcome",
        "uri",
        "fragment=same_document_fragment",
        "reason",
        "choices",
        "parsed_again",
    )

    _spec: "Spec"
    _base: str
    _reference: str
    _target: Target

    @property
    def spec(self) -> "Spec":
        """The spec under which the reference was resolved."""
        return self._spec

    @property
    def target(self) -> Target:
        """The URI, or the outcome if resolving gives no URI."""
        return self._target

    def __repr__(self) -> str:
        reference, base = (_SHORTENED.repr(text) for text in (self.reference, self.base))
        target = visible_and_cut(str(self.target), _SHORTENED.maxstring)
        return f"<Resolution of {reference} against {base} by {self.spec.selector}: {target}>"

    def _components(self) -> Mapping[str, str | None]:
        if self.uri is None:
            return {"fragment": self.same_document_fragment}
        stated: Mapping[str, str | None] = self.spec.divide(self.uri).components.stated
        return stated

    def _repr_html_(self) -> str:
        """Render the resolution as HTML for a notebook: the target, and the steps leading to it."""
        texts = (self.reference, self.base, str(self.target))
        reference, base, target = (visible_and_cut(text, _LONGEST) or EMPTY for text in texts)
        cited = self.spec.standard.cited
        rows = (
            (
                step.phase.value,
                escaped(f"{step.rule.says} ({cited(step.rule.citation).section})"),
                escaped(visible_and_cut(str(step.after), _LONGEST)),
            )
            for step in self.steps
        )
        caption = f"{target}  ({reference} against {base}, {self.spec.selector})"
        reasons = () if self.reason is None else (str(self.reason),)
        steps = html_table(caption, rows, ("phase", "rule", "result"))
        return html_of(steps, html_paragraphs(reasons))

    @property
    def base(self) -> str:
        """The base, as it was given."""
        return self._base

    @property
    def reference(self) -> str:
        """The reference, as it was given."""
        return self._reference

    @property
    def outcome(self) -> Outcome:
        """The kind of outcome."""
        return outcome_of(self.target)

    @property
    def uri(self) -> str | None:
        """The URI; None if resolving gives no URI."""
        return self.target if isinstance(self.target, str) else None

    @property
    def same_document_fragment(self) -> str | None:
        """The fragment of a same-document reference, if any; None for any other result."""
        return None if isinstance(self.target, str) else self.target.fragment

    @property
    def reason(self) -> Reason | None:
        """The reason, with a citation, for the outcome `undefined` or `error`; otherwise None."""
        reason = None if isinstance(self.target, str) else self.target.reason
        if reason is None:
            return None
        return attrs.evolve(reason, citation=self.spec.standard.cited(reason.citation))

    @property
    def parsed_again(self) -> ParsedAgain | None:
        """The host of the reparsed target, if neither the base nor the reference has that host.

        If the reparsed target has lost the base's host, the value is an object whose `host` is
        None. In all other cases, the value itself is None.

        >>> import hexapla
        >>> target = hexapla.resolve("..//d", base="a:/b/c", spec="rfc3986")
        >>> target.uri, target.parsed_again.host
        ('a://d', 'd')
        """
        if self.uri is None:
            return None
        return parsed_again(self.spec, self.base, self.reference, self.uri)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps that led to the outcome; accessing them runs the algorithm again."""
        steps: tuple[Step, ...] = self.spec.standard.record(self.reference, base=self.base).steps
        return steps

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The readings consulted for this input, with their current options."""
        choices: tuple[Choice, ...] = self.spec.standard.consulted(self.reference, base=self.base)
        return choices

    def to_dict(self, *, steps: bool = False) -> dict[str, object]:
        """Return the resolution's JSON form, including the steps if `steps` is true."""
        return super().to_dict() | ({"steps": json_form(self.steps)} if steps else {})
