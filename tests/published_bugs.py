"""Published bugs of other projects, each in a program that has only this bug.

They weren't used to choose the cases of the vectors.
"""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

import ada_url

from hexapla.divergence.situation import Uri

GITHUB = "https://github.com"


def split(text: str) -> Uri:
    expression = r"(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?"
    found = re.fullmatch(expression, text, re.DOTALL)
    assert found is not None
    return Uri(*found.groups())


def remove_dot_segments(path: str) -> str:
    """Return a path without dot segments (5.2.4, rule by rule)."""
    left, output = path, ""
    while left:
        if left.startswith(("../", "./")):
            left = left.partition("/")[2]
        elif left.startswith("/./") or left == "/.":
            left = "/" + left[3:]
        elif left.startswith("/../") or left == "/..":
            left = "/" + left[4:]
            output = output[: max(output.rfind("/"), 0)]
        elif left in (".", ".."):
            left = ""
        else:
            end = left.find("/", 1)
            end = len(left) if end < 0 else end
            output, left = output + left[:end], left[end:]
    return output


def merge(base: Uri, path: str) -> str:
    """5.2.3."""
    if base.authority is not None and not base.path:
        return f"/{path}"
    return base.path[: base.path.rfind("/") + 1] + path


def transform(
    base: Uri,
    reference: Uri,
    without_dots: Callable[[str], str] = remove_dot_segments,
    merged: Callable[[Uri, str], str] = merge,
) -> Uri:
    """5.2.2."""
    scheme, authority, path, query, fragment = reference
    if scheme is not None:
        return reference._replace(path=without_dots(path))
    if authority is not None:
        return reference._replace(scheme=base.scheme, path=without_dots(path))
    if not path:
        query = base.query if query is None else query
        return base._replace(query=query, fragment=fragment)
    if not path.startswith("/"):
        path = merged(base, path)
    return Uri(base.scheme, base.authority, without_dots(path), query, fragment)


def resolve(base: str, reference: str) -> str:
    return transform(split(base), split(reference)).text


def with_dots_removed_by(without_dots: Callable[[str], str]) -> Callable[[str, str], str]:
    return lambda base, reference: transform(split(base), split(reference), without_dots).text


def with_paths_merged_by(merged: Callable[[Uri, str], str]) -> Callable[[str, str], str]:
    return lambda base, reference: (
        transform(split(base), split(reference), remove_dot_segments, merged).text
    )


def trailing_slashes_become_one(path: str) -> str:
    found = remove_dot_segments(path)
    return found[:-1] if found.endswith("//") else found


def base_query_is_kept(base: str, reference: str) -> str:
    of_base, of_reference = split(base), split(reference)
    target = transform(of_base, of_reference)
    if of_reference.scheme is None and of_reference.authority is None:
        target = target._replace(query=of_base.query)
    return target.text


def parent_eats_the_root(path: str) -> str:
    kept: list[str] = []
    for segment in path.split("/"):
        if segment == "..":
            kept = kept[:-1]
        elif segment != ".":
            kept.append(segment)
    found = "/".join(kept)
    if path.startswith("/") and not found.startswith("/"):
        found = f"/{found}"
    if path.endswith(("/.", "/..")) and not found.endswith("/"):
        found += "/"
    return found


def lone_question_mark_is_ignored(base: str, reference: str) -> str:
    return base.partition("#")[0] if reference == "?" else resolve(base, reference)


def fragment_alone_drops_a_segment(base: str, reference: str) -> str:
    if not reference.startswith("#"):
        return resolve(base, reference)
    of_base = split(base)
    path = of_base.path[: of_base.path.rfind("/") + 1]
    return of_base._replace(path=path, query=None, fragment=reference[1:]).text


def empty_reference_keeps_the_fragment(base: str, reference: str) -> str:
    return resolve(base, reference) if reference else base


def empty_segments_are_dropped(base: Uri, path: str) -> str:
    first, *inner = merge(base, path).split("/")
    last = inner.pop() if inner else ""
    return "/".join([first, *filter(None, inner), last])


def final_parent_at_the_root_loses_it(path: str) -> str:
    found = remove_dot_segments(path)
    return "" if found == "/" and path.endswith("/..") else found


def slash_is_put_in_without_authority(base: Uri, path: str) -> str:
    return f"/{path}" if not base.path else merge(base, path)


def dots_of_an_absolute_path_stay(base: str, reference: str) -> str:
    given = split(reference)
    target = transform(split(base), given)
    if given.scheme is None and given.authority is None and given.path.startswith("/"):
        target = target._replace(path=given.path)
    return target.text


def dots_behind_a_scheme_stay(base: str, reference: str) -> str:
    return resolve(base, reference) if split(reference).scheme is None else reference


def query_of_base_is_dropped(base: str, reference: str) -> str:
    given = split(reference)
    target = transform(split(base), given)
    if given[:3] == (None, None, ""):
        target = target._replace(query=given.query)
    return target.text


def slash_of_the_base_is_ignored(base: Uri, path: str) -> str:
    if len(base.path) > 1:
        base = base._replace(path=base.path.removesuffix("/"))
    return merge(base, path)


def no_slash_behind_the_authority(base: Uri, path: str) -> str:
    return base.path[: base.path.rfind("/") + 1] + path


class Bug(NamedTuple):
    """A bug of a resolver: its source, a case that shows it, and the wrong answer."""

    name: str
    source: str
    base: str
    reference: str
    answer: str
    resolve: Callable[[str, str], str]


BUGS: Sequence[Bug] = (
    Bug(
        "trailing slashes become one",
        f"{GITHUB}/fastify/fast-uri/pull/185",
        "http://a/b/c/d;p?q",
        "/g//",
        "http://a/g/",
        with_dots_removed_by(trailing_slashes_become_one),
    ),
    Bug(
        "the query of the base is kept",
        f"{GITHUB}/jsonrainbow/json-schema/issues/948",
        "http://example.org/foo/x.json?old",
        "bar.json",
        "http://example.org/foo/bar.json?old",
        base_query_is_kept,
    ),
    Bug(
        "a parent eats the root",
        f"{GITHUB}/guzzle/psr7/pull/818",
        "http://example.org/b",
        "http://example.org/..//a",
        "http://example.org/a",
        with_dots_removed_by(parent_eats_the_root),
    ),
    Bug(
        "a lone question mark is ignored",
        f"{GITHUB}/golang/go/issues/46033",
        "https://timothygu.me/?hello",
        "?",
        "https://timothygu.me/?hello",
        lone_question_mark_is_ignored,
    ),
    Bug(
        "a fragment alone drops a segment",
        f"{GITHUB}/curl/curl/pull/13394",
        "http://x.com/a/b/c",
        "#foo",
        "http://x.com/a/b/#foo",
        fragment_alone_drops_a_segment,
    ),
    Bug(
        "an empty reference keeps the fragment",
        f"{GITHUB}/curl/curl/issues/21745",
        "file:///test?test#test",
        "",
        "file:///test?test#test",
        empty_reference_keeps_the_fragment,
    ),
    Bug(
        "empty segments are dropped",
        f"{GITHUB}/python/cpython/issues/84774",
        "http://hostname//path1/",
        "path2",
        "http://hostname/path1/path2",
        with_paths_merged_by(empty_segments_are_dropped),
    ),
    Bug(
        "a final parent at the root loses it",
        f"{GITHUB}/elixir-lang/elixir/pull/14346",
        "http://a/b",
        "..",
        "http://a",
        with_dots_removed_by(final_parent_at_the_root_loses_it),
    ),
    Bug(
        "a slash is put in without an authority",
        f"{GITHUB}/dart-lang/sdk/issues/26804",
        "foo:",
        "baz",
        "foo:/baz",
        with_paths_merged_by(slash_is_put_in_without_authority),
    ),
    Bug(
        "dots of an absolute path stay",
        f"{GITHUB}/fukamachi/quri/issues/51",
        "foo://a/b/c",
        "/./g",
        "foo://a/./g",
        dots_of_an_absolute_path_stay,
    ),
    Bug(
        "dots behind a scheme stay",
        f"{GITHUB}/twisted/twisted/issues/8184",
        "http://a/",
        "http://a/b/../c",
        "http://a/b/../c",
        dots_behind_a_scheme_stay,
    ),
    Bug(
        "the query of the base is dropped",
        f"{GITHUB}/fukamachi/quri/issues/92",
        "http://a/b/c/d;p?q",
        "#s",
        "http://a/b/c/d;p#s",
        query_of_base_is_dropped,
    ),
    Bug(
        "the final slash of the base is ignored",
        f"{GITHUB}/http4s/http4s/issues/5099",
        "http://example.com/foo/",
        "bar",
        "http://example.com/bar",
        with_paths_merged_by(slash_of_the_base_is_ignored),
    ),
    Bug(
        "no slash is put behind the authority",
        f"{GITHUB}/openjdk/jdk/pull/8899",
        "http://mysite.net",
        "picture.jpg",
        "http://mysite.netpicture.jpg",
        with_paths_merged_by(no_slash_behind_the_authority),
    ),
)


# The URL Standard: a bug comes before or after a correct parser.


def href(url: str, base: str | None = None) -> str | None:
    try:
        return str(ada_url.URL(url, base).href)
    except ValueError:
        return None


def path_becomes_a_host(url: str, base: str | None = None) -> str | None:
    answer = href(url, base)
    return None if answer is None else re.sub(r"^([^:/]+:)/\.//", r"\1//", answer)


def apostrophe_is_always_encoded(url: str, base: str | None = None) -> str | None:
    answer = href(url, base)
    if answer is None:
        return None
    before, mark, query = answer.partition("?")
    query, number_sign, fragment = query.partition("#")
    return before + mark + query.replace("'", "%27") + number_sign + fragment


def quotation_mark_stays_in_paths(url: str, base: str | None = None) -> str | None:
    answer = href(url, base)
    return answer if answer is None or "%22" in url else answer.replace("%22", '"')


def backslash_is_no_slash(url: str, base: str | None = None) -> str | None:
    return href(url.replace("\\", "%5C"), base)


def first_at_sign_ends_the_userinfo(url: str, base: str | None = None) -> str | None:
    found = re.fullmatch(r"([a-z]+://[^@/?#]*@)([^/?#]*@[^/?#]*)(.*)", url, re.DOTALL)
    return href(url, base) if found is None else None


class UrlBug(NamedTuple):
    """A bug of a URL parser: its source, a URL that shows it, and the wrong answer."""

    name: str
    source: str
    url: str
    answer: str | None
    parse: Callable[[str, str | None], str | None]


URL_BUGS: Sequence[UrlBug] = (
    UrlBug(
        "a path becomes a host",
        f"{GITHUB}/servo/rust-url/issues/729",
        "p:/.//:/",
        "p://:/",
        path_becomes_a_host,
    ),
    UrlBug(
        "an apostrophe is always encoded",
        f"{GITHUB}/denoland/deno/pull/7152",
        "abcd://foo?'",
        "abcd://foo?%27",
        apostrophe_is_always_encoded,
    ),
    UrlBug(
        "a quotation mark stays in paths",
        f"{GITHUB}/nodejs/node/issues/46850",
        'https://example.com/"quoted"',
        'https://example.com/"quoted"',
        quotation_mark_stays_in_paths,
    ),
    UrlBug(
        "a backslash is no slash",
        f"{GITHUB}/scrapy/w3lib/pull/285",
        "http://evil.com\\@good.com/",
        "http://evil.com%5C@good.com/",
        backslash_is_no_slash,
    ),
    UrlBug(
        "what is behind a second at sign is refused",
        f"{GITHUB}/unshiftio/url-parse/pull/223",
        "http://user@attacker.com@example.com/",
        None,
        first_at_sign_ends_the_userinfo,
    ),
)
