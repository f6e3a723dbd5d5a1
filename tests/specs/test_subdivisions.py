"""What a component's part consists of, by the grammars of the standards."""

from tables import by_rows_of

import hexapla


@by_rows_of("subdivisions", "authorities")
def test_an_authority_subdivides(standard: str, authority: str, parts: dict[str, str]) -> None:
    """RFC 2396, 3.2: a server, or else a reg_name."""
    found = hexapla.spec(standard).subdivide("authority", authority)
    assert {part.name: part.raw for part in found} == parts


@by_rows_of("subdivisions", "paths and params")
def test_a_path_and_params_subdivide(
    standard: str, component: str, text: str, parts: list[str]
) -> None:
    found = hexapla.spec(standard).subdivide(component, text)
    assert [f"{part.name} {part.raw}" for part in found] == parts
    assert all(text[part.start : part.stop] == part.raw for part in found)
