"""JSON texts from outside: none of them raises an unexpected error."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tables import rows_of

from hexapla.differentials.differential import read_baseline
from hexapla.discover.discovery import read_discovery
from hexapla.discover.search_space import DiscoveryError
from hexapla.identification.recording_file import RecordingError, read_recordings
from hexapla.text.json_text import count_in, json_value, members_in, text_in, text_or_none

DEEP = ("[" * 100_000, '{"a":' * 100_000)
ODD: tuple[Any, ...] = (None, 0, 1e300, True, "", [], {}, [None], [[]], [{}], {"a": 1})
FORMS: dict[str, Any] = dict(rows_of("json_forms", "forms"))


@pytest.mark.parametrize("text", DEEP)
def test_what_is_too_deep_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match="too deep"):
        json_value(text)


@pytest.mark.parametrize(
    ("take", "given", "kind"),
    [
        (text_in, None, "null"),
        (text_in, [], "a list"),
        (text_or_none, 1, "a number"),
        (count_in, True, "a Boolean"),
        (count_in, -1, "a number"),
        (count_in, "1", "a string"),
        (members_in, [], "a list"),
    ],
)
def test_a_value_of_another_type_is_a_type_error(
    take: Callable[[object], object], given: object, kind: str
) -> None:
    with pytest.raises(TypeError, match=f"^expected .*, not {kind}$"):
        take(given)


def changed(value: Any) -> Iterator[Any]:
    """Yield a JSON value with each of its members and items replaced by odd ones, or left out."""
    yield from ODD
    if not isinstance(value, dict | list):
        return
    for key, item in value.items() if isinstance(value, dict) else enumerate(value):
        for other in changed(item):
            copy = value.copy()
            copy[key] = other
            yield copy
        if isinstance(value, dict):
            yield {name: one for name, one in value.items() if name != key}


@pytest.mark.parametrize(
    ("form", "read", "error"),
    [
        ("discovery", read_discovery, DiscoveryError),
        ("baseline", read_baseline, DiscoveryError),
        ("recordings", lambda path: read_recordings(path.read_text()), RecordingError),
        ("parse recordings", lambda path: read_recordings(path.read_text()), RecordingError),
    ],
    ids=FORMS,
)
def test_what_is_no_file_of_ours_is_the_error_of_its_reader(
    form: str, read: Callable[[Path], object], error: type[Exception], tmp_path: Path
) -> None:
    path = tmp_path / "file.json"
    path.write_text(json.dumps(FORMS[form]), "utf-8")
    repr(read(path))
    others = list(changed(FORMS[form]))
    refused = 0
    for other in others:
        path.write_text(json.dumps(other), "utf-8")
        try:
            repr(read(path))
        except error:
            refused += 1
    assert refused > len(others) / 2
    path.write_text(DEEP[0], "utf-8")
    with pytest.raises(error):
        read(path)
