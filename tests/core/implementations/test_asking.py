"""Asking a Python callable: the values that it may return, and messages about others."""

from collections.abc import Callable, Mapping
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest

from hexapla.implementations.asking import (
    Answer,
    Case,
    NoAnswerError,
    Parse,
    ParseAnswer,
    RejectionError,
    UrlCase,
    ask,
)
from hexapla.operations.authority import UrlComponents

URL = "http://u@h:80/"


def ask_to_parse(parse: Parse, url: str) -> ParseAnswer:
    return ask(parse, UrlCase(url))


class Unreadable(dict[str, object]):
    """A mapping that fails when it is read."""

    def __contains__(self, key: object) -> bool:
        return True


def refuse(error: Exception) -> object:
    raise error


@pytest.mark.parametrize(
    "value",
    [
        {"host": "h", "port": "80", "fragment": None, "user": "u"},
        {"fragment": None, "port": 80, "host": "h"},
        SimpleNamespace(host="h", port=80, fragment=None, userinfos=["u"]),
        UrlComponents.of({"host": "h", "port": "80", "fragment": None}),
    ],
    ids=["mapping", "number", "object", "components"],
)
def test_components_are_read_from_what_is_returned(value: object) -> None:
    answer = ask_to_parse(lambda url: value, URL)
    assert answer.accepts
    assert answer.value == UrlComponents.of({"host": "h", "port": "80", "fragment": None})
    assert answer.said == {"host": "h", "port": "80", "fragment": None}
    assert list(answer.said) == ["host", "port", "fragment"]
    assert str(answer) == "host='h' port='80' fragment=None"
    assert answer.to_dict() == {"components": answer.said, "error": None, "trouble": None}


REFUSING: dict[str, Callable[..., object]] = {
    "returned None": lambda url: None,
    "no host": lambda url: refuse(RejectionError("no host")),
    "ValueError: bad port": lambda url: refuse(ValueError("bad port")),
    "ValueError: Port could not be cast": lambda url: urlsplit("http://h:x/"),
    "KeyError: 'scheme'": lambda url: Unreadable(),
    "TypeError: ": lambda: None,
}


@pytest.mark.parametrize("error", REFUSING)
def test_a_refusal_has_the_message_of_the_implementation(error: str) -> None:
    answer = ask_to_parse(REFUSING[error], URL)
    assert (answer.accepts, answer.trouble) == (False, None)
    assert answer.said == {"error": answer.error}
    assert str(answer.error).startswith(error)
    assert str(answer).startswith("refused, ")


@pytest.mark.parametrize(
    "value", ["http", {}, 7, {"host": b"h", "port": True}, SimpleNamespace(path=len)], ids=repr
)
def test_what_has_no_components_is_no_answer(value: object) -> None:
    answer = ask_to_parse(lambda url: value, URL)
    kind = type(value).__name__
    trouble = f"gave a value of type {kind} without a string for any of scheme, userinfo, host, "
    assert not answer.accepts
    assert answer.said == {"trouble": answer.trouble}
    assert str(answer.trouble).startswith(trouble)
    assert str(answer).startswith("no answer, ")


def test_what_is_no_text_is_left_out_and_named() -> None:
    told = {"host": "h", "port": True, "path": ["a"], "query": b"q", "fragment": None}
    answer = ask_to_parse(lambda url: told, URL)
    assert answer.value is not None
    assert answer.value.stated == {"host": "h", "fragment": None}
    assert answer.value.left_out == {"port": "bool", "path": "list", "query": "bytes"}
    # A program can give the same answer, which is read in the same way.
    assert answer.case.value_in(answer.said) == answer.value
    assert answer.case.value_in(answer.said).left_out == answer.value.left_out
    odd = {"host": "h", "left_out": {"path": 7, "x": "y", "query": "list"}}
    assert answer.case.value_in(odd).left_out == {"query": "list"}
    assert answer.case.value_in({"host": "h", "left_out": 7}) == UrlComponents.of({"host": "h"})


def test_trouble_of_a_program_is_told() -> None:
    answer = ask_to_parse(lambda url: refuse(NoAnswerError("hung")), URL)
    assert answer == Answer(UrlCase(URL), trouble="hung")
    assert repr(answer) == "<Answer to 'http://u@h:80/': no answer, 'hung'>"


def test_a_hostname_is_the_host_where_there_is_no_other() -> None:
    assert str(ask_to_parse(urlsplit, "http://u@A:1/b")) == (
        "scheme='http' host='a' port='1' path='/b' query='' fragment=''"
    )
    both = {"hostname": "a", "host": "[a]"}
    assert ask_to_parse(lambda _: both, "x:").said == {"host": "[a]"}


@pytest.mark.parametrize(
    ("given", "stated"),
    [
        ({"username": "u", "password": "w"}, {"userinfo": "u:w"}),
        ({"username": "u", "password": None}, {"userinfo": "u"}),
        ({"username": "", "password": "w"}, {"userinfo": ":w"}),
        ({"username": "", "password": ""}, {"userinfo": None}),
        ({"username": None}, {"userinfo": None}),
        ({"username": "u", "userinfo": "v"}, {"userinfo": "v"}),
        ({"authority": "u@h"}, {"authority": "u@h"}),
        ({"authority": "u@h", "hostname": "h"}, {"host": "h"}),
    ],
)
def test_other_names_of_parts_are_read(
    given: Mapping[str, str | None], stated: Mapping[str, str | None]
) -> None:
    answer = ask_to_parse(lambda _: given, "x:")
    assert answer.value is not None
    assert answer.value.stated == stated
    assert answer.case.value_in(answer.said) == answer.value


def test_a_long_case_is_shown_in_short() -> None:
    case = Case("http://a/\n\u2028", "../" * 1_000)
    assert repr(case).startswith("<Case base='http://a/")
    assert str(case).endswith(r" against 'http://a/\n\u2028'")
    assert max(len(repr(case)), len(str(case))) < 150
