"""The Jinja environment for templates, with filters and globals that don't depend on a report.

The environment is used both for building pages and in a reader's browser.
"""

import functools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.metadata import version
from typing import NamedTuple
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context, pass_environment
from jinja2.environment import TemplateModule
from jinja2.filters import make_attrgetter
from jinja2.runtime import Context
from markupsafe import Markup, escape

from hexapla.comparison.cause_key import sides_of_key, title_of
from hexapla.comparison.facet import Facet
from hexapla.comparison.readings import ReadingEffect
from hexapla.comparison.shown import (
    LEGEND,
    cited_sources,
    effects_by_result,
    needs_of_base,
    shown_hosts,
    silences,
)
from hexapla.documents.reading import Choice
from hexapla.implementations.labels import parser_label
from hexapla.standard.component import SHARED_NAMES
from hexapla.standard.registry import default_columns
from hexapla.standard.rule import Phase, Rule
from hexapla.standard.spec import Spec
from hexapla.text.counted import number_word
from hexapla.text.lists import and_list
from hexapla.text.signs import EMPTY, shortened, visible
from hexapla.text.slug import slug
from hexapla.values.provenance import provenance_now
from hexapla_site.addresses import spelled
from hexapla_site.citing import citation_of
from hexapla_site.folders import TEMPLATES
from hexapla_site.navigation import position_of
from hexapla_site.policy import ASKING_POLICY, PAGE_POLICY
from hexapla_site.report.case import (
    CAPTIONS,
    caption,
    numbers_in,
    pattern_of,
    result_groups,
    specs_named,
)
from hexapla_site.web_address import WebAddress, is_on_the_web

LONGEST_SUMMARY = 160  # characters
_SECTION = re.compile(r'<h2 id="([^"]*)">\s*(.*?)\s*</h2>', re.DOTALL)
_HEAD = re.compile(r'.*?</h1>\s*(?:<p class="lede">.*?</p>\n)?', re.DOTALL)
# Matches the beginning of a page in the full width: its heading and the paragraphs after it.
_OPENING = re.compile(
    r'\s*<h1\b.*?</h1>\s*(?:<p(?: class="(?:lede|note|soft)[^"]*")?>.*?</p>\s*)*', re.DOTALL
)
_NOTES = re.compile(r' <(?:span class="(?:soft|tag)"|small)>.*?</(?:span|small)>')
_TAGS = re.compile(r"<(?!/?code>)[^>]*>")
_PRE_OR_INDENTATION = re.compile(r"(<pre\b.*?</pre>)|^[ \t]+", re.DOTALL | re.MULTILINE)
# Elements that aren't displayed within a line of text, so white space at their edges isn't shown.
_BLOCK = (
    r"</?(?:html|head|meta|link|title|body|header|main|footer|section|article|nav|form|h[1-6]|div|p"
    r"|ul|ol|li|dl|dt|dd|table|caption|thead|tbody|tr)\b"
)
# Matches preformatted text and scripts, which are kept, or line ends with the text that remains.
_PRE_OR_LINE_ENDS = re.compile(
    r"(?P<kept><(?P<name>pre|textarea|script)\b.*?</(?P=name)>)"
    rf"|(?P<before>{_BLOCK}[^<>]*>)\n+|\n+(?={_BLOCK})|(?P<first>\n)\n+",
    re.DOTALL,
)


class Listed(NamedTuple):
    """The minimum and maximum numbers of sections for which a page gets a list of its sections."""

    fewest: int
    most: int


LISTED_IN_TEXT = Listed(3, 200)
LISTED_BESIDE_OPENING = Listed(4, 15)
LONGEST_SHOWN = 1_000  # code points
# Matches a scheme and the text up to the next delimiter, or delimiters and the text after them. A
# host is always in a single piece.
_PIECES = re.compile(
    r"\A[A-Za-z][A-Za-z0-9+.-]*:/*[^/?#;&@\\]*|[/?#;&@\\]+[^/?#;&@\\]*|[^/?#;&@\\]+"
)

PHASE_NOTES = {
    Phase.CLEAN.value: "the string is cleaned",
    Phase.SPLIT.value: "the reference is split into parts",
    Phase.CLASSIFY.value: "which kind of reference is it?",
    Phase.COMBINE.value: "the reference is combined with the base",
    Phase.DOTS.value: "dot segments are removed",
    Phase.NORMALISE.value: "each component is normalised",
    Phase.RECOMBINE.value: "the parts are joined again",
}


class UnindentedTemplates(FileSystemLoader):
    """Loads templates without indentation, which pages don't need.

    The indentation in a `pre` element is kept.
    """

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        """Return a template's text, its path, and a function that checks if the text is current."""
        text, path, is_fresh = super().get_source(environment, template)
        return _PRE_OR_INDENTATION.sub(r"\1", text), path, is_fresh


def template_environment() -> Environment:
    """Create an environment with the filters and with the names that don't depend on standards."""
    environment = Environment(
        loader=UnindentedTemplates(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(_by_name(_FILTERS), thousands="{:,}".format)
    environment.tests["on_the_web"] = is_on_the_web
    environment.globals.update(
        _by_name(_FUNCTIONS),
        phases=tuple(Phase),
        shared_names=SHARED_NAMES,
        phase_notes=PHASE_NOTES,
        navigation=(),
        web_address=WebAddress(),
        source_url=None,
        empty=EMPTY,
        legend=LEGEND,
        page_policy=PAGE_POLICY,
        asking_policy=ASKING_POLICY,
        captions=CAPTIONS,
        provenance=provenance_now(),
        version=version("hexapla"),
    )
    return environment


@functools.cache
def shared_environment() -> Environment:
    """Return the shared environment, to which callers must not add names."""
    return template_environment()


def column_names(columns: tuple[Spec, ...]) -> Mapping[str, object]:
    """Return the template variables that depend on the standards, keyed by name.

    Default standards are included even if the site doesn't show them, because some pages show data
    that was recorded under the default standards.
    """
    by_selector = {spec.selector: spec for spec in (*default_columns(), *columns)}
    return {
        "columns": columns,
        "labels": {selector: unbroken(spec.label) for selector, spec in by_selector.items()},
        "by_selector": by_selector,
    }


@functools.lru_cache(256)
def _macros(
    environment: Environment, name: str, root: str, columns: tuple[Spec, ...]
) -> TemplateModule:
    template = environment.get_template(name)
    return template.make_module({"root": root, **column_names(columns)})


def macros_path(family: str) -> str:
    """Return the name of the template with a family of macros."""
    return f"macros/{family}.html"


@pass_context
def macros(context: Context, family: str) -> TemplateModule:
    """Return a family of macros, which pages with the same root and standards share."""
    path = macros_path(family)
    return _macros(context.environment, path, context["root"], context["columns"])


def classes(**names: bool) -> Markup:
    """Return a class attribute with the names whose value is true, with hyphens for underscores."""
    chosen = " ".join(name.replace("_", "-") for name, true in names.items() if true)
    return Markup(' class="{}"').format(chosen) if chosen else Markup("")


@pass_environment
def groupby_in_order(
    environment: Environment, items: Iterable[object], attribute: str
) -> list[tuple[object, list[object]]]:
    """Group items by an attribute, keeping their order."""
    key = make_attrgetter(environment, attribute)
    groups: dict[object, list[object]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return list(groups.items())


def signs(text: object) -> Markup:
    """Escape a string; invisible characters become symbols with markup.

    The middle of a long string is left out.
    """
    raw = str(text)
    if not raw:
        return Markup('<i title="empty">{}</i>').format(EMPTY)
    begin, left_out, end = shortened(raw, LONGEST_SHOWN)
    if left_out:
        return Markup("{} <i>{}</i> {}").format(signs(begin), left_out, signs(end))
    return escape(raw) if visible(raw) == raw else Markup("").join(map(_sign, raw))


def breakable(text: object) -> Markup:
    """Escape a string as `signs` does, and allow line breaks before delimiters."""
    raw = str(text)
    if len(raw) > LONGEST_SHOWN or not raw:
        return signs(raw)
    return Markup("<wbr>").join(map(signs, _PIECES.findall(raw)))


def plain(markup: str) -> str:
    """Strip the tags from markup, and return the text on one line."""
    return " ".join(Markup(markup).striptags().split())


def summary(markup: str) -> str:
    """Strip the tags from markup, and shorten the text to what a search engine shows."""
    text = plain(markup)
    if len(text) <= LONGEST_SUMMARY:
        return text
    head = text[: LONGEST_SUMMARY - 1]
    return (head.rpartition(" ")[0] or head).rstrip(" ,;:(") + "…"


def running(text: str) -> Markup:
    """Escape running text as `signs` does, but leave spaces and line ends unchanged."""
    return Markup("").join(
        character if character in " \n" else _sign(character)
        for character in text.replace("\r\n", "\n")
    )


def in_address(text: str) -> str:
    """Encode a string for the playground's address; lone surrogates are encoded as if valid."""
    return quote(text, safe="", errors="surrogatepass")


def with_contents(body: str, is_text: bool) -> Markup:
    """Add a list of sections to a page that has several.

    On a page of text, the list follows the lede; in wide windows, it is shown in the margin. On
    another page, it follows the first paragraphs, and is shown beside them.

    Args:
        body: The content of the page.
        is_text: Whether the page consists mainly of text.

    Returns:
        The content with the list.
    """
    body = str(body)  # its pieces are already escaped
    sections = _SECTION.findall(body)
    listed_in = LISTED_IN_TEXT if is_text else LISTED_BESIDE_OPENING
    head = (_HEAD if is_text else _OPENING).match(body)
    if head is None or not listed_in.fewest <= len(sections) <= listed_in.most:
        return Markup(body)
    told = ((name, _TAGS.sub("", _NOTES.sub("", title))) for name, title in sections)
    items = "".join(f'<li><a href="#{name}">{title}</a></li>' for name, title in told)
    listed = f'<nav class="on-this-page" aria-label="On this page"><ul>{items}</ul></nav>\n'
    rest = body[head.end() :]
    if is_text:
        return Markup(head[0] + listed + rest)
    opening = f'<div class="opening"><div>{head[0]}</div>{listed}</div>\n'
    return Markup(opening + rest)


def without_needless_lines(page: str) -> str:
    """Remove the line ends of a page that readers don't see, such as those between blocks.

    Those in preformatted elements and scripts are kept.
    """

    def without_line_ends(found: re.Match[str]) -> str:
        return found["kept"] or found["before"] or found["first"] or ""

    return _PRE_OR_LINE_ENDS.sub(without_line_ends, page)


def unbroken(text: str) -> str:
    """Keep a name such as RFC 1808 on one line."""
    return text.replace(" ", "\N{NO-BREAK SPACE}")


def section(text: str) -> str:
    """Return the label of a section: § 4 step 6c, appendix B, or a heading.

    The label of several sections or steps can be broken after a comma.
    """
    if text[:1].isdigit():
        return unbroken(f"§ {text}").replace(",\N{NO-BREAK SPACE}", ", ")
    return unbroken(f"appendix {text}") if len(text.split(".")[0]) == 1 else text


def plain_section(text: str) -> str:
    """Return the label of a section with ordinary spaces, at which it can be broken."""
    return section(text).replace("\N{NO-BREAK SPACE}", " ")


def place_of(spec: Spec, rule: Rule) -> str:
    """Return the anchor of a rule, or of the component that it delimits, on the standard's page."""
    if rule in spec.rules:
        return f"rule-{rule.name}"
    names = (part.name for part in spec.components if part.citation == rule.citation)
    return f"part-{slug(next(names, ''))}"


def rule_label(spec: Spec, rule: Rule) -> str:
    """Return the label of a rule: its standard and section."""
    return f"{spec.document.label}, {plain_section(rule.citation.section)}"


@functools.lru_cache(maxsize=1024)
def rule_text(does: str) -> Markup:
    """Escape the description of a rule, and mark up quoted text as part of a URI."""
    outside_and_inside = does.split('"')
    return Markup("").join(
        Markup("<bdi>{}</bdi>").format(text) if number % 2 else escape(text)
        for number, text in enumerate(outside_and_inside)
    )


# Explanations.

_WITH_LETTERS = re.compile(r"([A-Z]+)( becomes )([A-Z]+)|(joins )([A-Z]+)")


class GroupColumns(NamedTuple):
    """Standards in a group.

    Attributes:
        number: The number of the group, from 1.
        specs: The standards.
        is_whole: Whether `specs` contains all standards in the group.
    """

    number: int
    specs: tuple[Spec, ...]
    is_whole: bool = True


def takers_of(facet: Facet, selectors: Iterable[str]) -> Iterator[GroupColumns]:
    """Yield the groups with standards that took a step, reduced to these standards."""
    taken = set(selectors)
    for number, group in enumerate(facet.groups, 1):
        members = taken.intersection(group.specs)
        specs = specs_named(members, facet.columns)
        if specs:
            yield GroupColumns(number, specs, len(specs) == len(group.specs))


def last_differences(facet: Facet) -> Mapping[str, str]:
    """Return the text of each standard's last differing step, keyed by the standard's id."""
    differing = (row for row in facet.rows if row.differs)
    return {spec.id: row.text for row in differing for spec in row.specs}


def group_of(facet: Facet, letter: str) -> GroupColumns:
    """Return the group with the given letter."""
    letters = [group.letter for group in facet.groups]
    index = letters.index(letter)
    specs = specs_named(facet.groups[index].specs, facet.columns)
    return GroupColumns(index + 1, specs)


class EffectPiece(NamedTuple):
    """A piece of the text about an option's effect; the piece can be the letter of a group."""

    text: str
    is_letter: bool = False


def then_of(effect: ReadingEffect) -> tuple[EffectPiece, ...]:
    """Split the text about the effect of another option into pieces."""
    match = _WITH_LETTERS.fullmatch(effect.then)
    if match is None:
        return (EffectPiece(effect.then),)
    texts = filter(None, match.groups())
    return tuple(EffectPiece(text, text.isupper() and text.isalpha()) for text in texts)


def switched(facet: Facet, effect: ReadingEffect) -> tuple[str, ...]:
    """Return the selectors of the standards, with another option for one of them."""
    chosen = effect.spec.choosing(Choice(effect.reading, effect.other)).selector
    own = effect.spec.selector
    return tuple(chosen if spec.selector == own else spec.selector for spec in facet.columns)


@functools.lru_cache(maxsize=1024)
def _sign(character: str) -> Markup:
    shown = visible(character)
    if shown == character:
        return escape(character)
    return Markup('<i title="U+{:04X}">{}</i>').format(ord(character), shown)


_FILTERS: tuple[Callable[..., object], ...] = (
    and_list,
    breakable,
    groupby_in_order,
    in_address,
    number_word,
    ord,
    parser_label,
    plain,
    rule_text,
    running,
    section,
    signs,
    slug,
    summary,
    unbroken,
    visible,
    with_contents,
)
_FUNCTIONS: tuple[Callable[..., object], ...] = (
    caption,
    citation_of,
    cited_sources,
    classes,
    effects_by_result,
    last_differences,
    takers_of,
    group_of,
    macros,
    needs_of_base,
    numbers_in,
    pattern_of,
    place_of,
    position_of,
    result_groups,
    shown_hosts,
    sides_of_key,
    silences,
    spelled,
    switched,
    then_of,
    title_of,
)


def _by_name(functions: Iterable[Callable[..., object]]) -> dict[str, Callable[..., object]]:
    return {function.__name__: function for function in functions}
