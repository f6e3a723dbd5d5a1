"""Traits of the parts of a URL, and the trait that separates two groups of URLs."""

from collections.abc import Mapping

import pytest

from hexapla.divergence.messages import says
from hexapla.divergence.model import Behaviour, Kind
from hexapla.divergence.traits import FEATURES, separating, traits_of, written_parts

# A part with each feature.
EXAMPLES = {
    "above-65535": "http://h:65536/",
    "not-a-number": "http://h:8x/",
    "digits-first": "http://h:8x/",
    "leading-zero": "http://h:080/",
    "future-address": "http://[v1.a]/",
    "address-with-ipv4": "http://[::1.2.3.4]/",
    "address-with-zone": "http://[fe80::1%25en0]/",
    "text-after-bracket": "http://[::1]x/",
    "address-in-brackets": "http://[::1]/",
    "ipv4-address": "http://1.2.3.4/",
    "short-address": "http://1.2/",
    "above-255": "http://1.2.3.256/",
    "other-than-four-parts": "http://a.b.0x10/",
    "only-digits": "x:12",
    "number-first": "x:12/a",
    "only-digits-and-dots": "http://1.2/",
    "long-label": f"http://{'a' * 64}/",
    "long": f"http://{'a.' * 127}/",
    "dots-in-a-row": "http://a..b/",
    "empty-label": "http://.a/",
    "drive-letter": "file:///C:/a",
    "drive-letter-alone": "file://C:/a",
    "digit": "s3:a",
    "capital": "HTTP:a",
    "broken-escape": "a%zz",
    "escape": "a%41",
    "escape-beyond-ascii": "a%C3%A9",
    "hexadecimal-number": "//0x7f.1/",
    "escape-in-lower-case": "a%c3",
    "escaped-slash": "a%2Fb",
    "escaped-dots": "a/%2e%2e/b",
    "two-dots": "a/../b",
    "one-dot": "a/./b",
    "more-dots": "a/.../b",
    "two-dots-and-more": "..g",
    "dot-and-more": ".g",
    "dots-with-params": "..;x",
    "params-before-slash": "a;x/b",
    "empty-segment": "a//b",
    "decomposed": "e\u0301",
    "question-mark-before-colon": "a?b:c",
    "more-slashes-first": "///a",
    "more-slashes-after-scheme": "x:///a",
    "slash-before-colon": "a/b:c",
    "rootless": "a/b",
}


def features_of(url: str) -> set[str]:
    return {trait.rpartition(":")[2] for trait in traits_of("url", url)}


@pytest.mark.parametrize("feature", FEATURES)
def test_each_feature_is_found_in_its_example(feature: str) -> None:
    assert feature in features_of(EXAMPLES[feature])
    assert feature not in features_of("/")


def test_parts_are_those_that_are_written() -> None:
    parts = written_parts("http://u:w@h:81/a?b#c")
    named = {name: parts[name] for name in ("scheme", "userinfo", "host", "port", "query")}
    assert named == {
        "scheme": "http",
        "userinfo": "u:w",
        "host": "h",
        "port": "81",
        "query": "b",
    }
    assert written_parts("a")["host"] is None


def traits(*urls: str) -> list[Mapping[str, None]]:
    return [traits_of("url", url) for url in urls]


def test_the_condition_holds_in_all_urls_of_one_group_only() -> None:
    showing = traits("http://a:b:c@h/", "x://a::@g/p")
    following = traits("http://a:b@h:81/", "x://h/a:b:c", "a:b:c")
    assert separating("", showing, following) == "part-has-several:url.userinfo:colon"


def test_two_conditions_are_given_if_one_does_not_suffice() -> None:
    showing = traits("//u@h:8x/")
    following = traits("//u@h:8/", "//h:8x/")
    where = separating("", showing, following)
    assert " & " in where
    assert all(any(one not in each for one in where.split(" & ")) for each in following)


def test_groups_that_nothing_separates_have_no_condition() -> None:
    assert separating("", traits("a"), traits("a")) == ""


def test_a_condition_that_the_sign_implies_is_left_out() -> None:
    assert separating(";", traits("a;b"), traits("a")) == ""


def test_a_trait_is_said_in_words() -> None:
    wheres = {
        "part-has:reference.path:;": 'if the path of the reference has ";"',
        "part-is:url.host:long-label": "if the host has a label of more than 63 characters",
        "part-is-present:base.authority": "if the base has an authority",
        "part-has-several:url.text:slash": "if a slash occurs more than once in the URL",
    }
    for where, words in wheres.items():
        assert says(Behaviour(Kind.REFUSES, "", where=where)) == f"rejects the URL {words}"
