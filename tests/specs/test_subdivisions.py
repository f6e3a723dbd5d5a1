"""What a component's part consists of, by the grammars of the standards."""

import pytest

import hexapla


@pytest.mark.parametrize(
    ("standard", "authority", "parts"),
    [
        ("rfc2396", "u:p@h.c:80", {"userinfo": "u:p", "host": "h.c", "port": "80"}),
        ("rfc2396", "h:", {"host": "h", "port": ""}),
        ("rfc2396", "", {}),
        ("rfc2396", ":a", {"reg-name": ":a"}),
        ("rfc2396", "a b", {}),
        ("rfc3986", "u@[::1]:80", {"userinfo": "u", "host": "[::1]", "port": "80"}),
        ("rfc3986", "", {"host": ""}),
        ("rfc1808", "h:80", {}),
    ],
)
def test_an_authority_subdivides(standard: str, authority: str, parts: dict[str, str]) -> None:
    """RFC 2396, 3.2: a server, or else a reg_name."""
    found = hexapla.spec(standard).subdivide("authority", authority)
    assert {part.name: part.raw for part in found} == parts


@pytest.mark.parametrize(
    ("standard", "component", "text", "parts"),
    [
        # RFC 1808, 2.2 and 2.4.6: the initial slash is no part of the path, and a first segment
        # is not empty; 2.1: params stand behind the whole path.
        ("rfc1808", "path", "/b/c/d", ["fsegment b", "segment c", "segment d"]),
        ("rfc1808", "path", "../g", ["fsegment ..", "segment g"]),
        ("rfc1808", "path", "b//", ["fsegment b", "segment ", "segment "]),
        ("rfc1808", "path", "/", []),
        ("rfc1808", "path", "//b", []),
        ("rfc1808", "path", "b;c", []),
        ("rfc1808", "params", "x=1/2;y;", ["param x=1/2", "param y", "param "]),
        ("rfc1808", "params", "", ["param "]),
        ("rfc1808", "query", "a", []),
        # RFC 2396, 3.3: each segment may have params; 5: but for the first of a relative path.
        ("rfc2396", "path", "/b;p;q=1/c", ["segment b;p;q=1", "param p", "param q=1", "segment c"]),
        ("rfc2396", "path", "/", ["segment "]),
        ("rfc2396", "path", "//b", ["segment ", "segment b"]),
        ("rfc2396", "path", "g;x/h;", ["rel-segment g;x", "segment h;", "param "]),
        ("rfc2396", "path", "", []),
        ("rfc2396", "path", "a:b", []),
        ("rfc2396", "params", "p", []),
        # RFC 3986, 3.3: a segment is opaque, semicolons and all.
        ("rfc3986", "path", "/b;p/c", ["segment b;p", "segment c"]),
        ("rfc3986", "path", "fred@example.com", ["segment-nz fred@example.com"]),
        ("rfc3986", "path", "a:b//c", ["segment-nz a:b", "segment ", "segment c"]),
        ("rfc3986", "path", "/", ["segment "]),
        ("rfc3986", "path", "", []),
        ("rfc3986", "path", "/[", []),
    ],
)
def test_a_path_and_params_subdivide(
    standard: str, component: str, text: str, parts: list[str]
) -> None:
    found = hexapla.spec(standard).subdivide(component, text)
    assert [f"{part.name} {part.raw}" for part in found] == parts
    assert all(text[part.start : part.stop] == part.raw for part in found)
