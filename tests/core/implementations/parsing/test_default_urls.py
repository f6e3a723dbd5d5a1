"""The URLs that are asked by default use all that the columns say of URLs."""

import importlib
from collections.abc import Iterator, Mapping

import pytest

import hexapla
from hexapla.documents.citation import Provision
from hexapla.documents.reading import Choice
from hexapla.implementations.parsing.behaviour import divided_by, url_behaviour
from hexapla.implementations.parsing.default_urls import DEFAULT_CASES, default_urls
from hexapla.standard.spec import Spec

SPECS = [spec for spec in hexapla.specs() if spec.division is not None]
# What a parser gives where nothing tells why: no URL is known that needs it.
UNREACHED = {"URL Standard returns failure (4.4)"}


def provisions(value: object) -> Iterator[Provision]:
    """Yield the provisions in a module's value, however deep."""
    if isinstance(value, Provision):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from provisions(item)
    elif isinstance(value, tuple | list):
        for item in value:
            yield from provisions(item)
    elif not isinstance(value, type):
        for field in getattr(value, "__attrs_attrs__", ()):
            yield from provisions(getattr(value, field.name))


def under_each_option(spec: Spec) -> Iterator[Spec]:
    yield spec
    for reading in spec.readings:
        for option in reading.options[1:]:
            yield spec.choosing(Choice(reading.name, option))


def used(spec: Spec) -> set[str]:
    """Return the provisions that the URLs use, under every option."""
    names: set[str] = set()
    for chosen in under_each_option(spec):
        for url in default_urls():
            divided = divided_by(chosen, url)
            names.add(str(divided.refusal))
            names |= {str(item) for bounds in divided.bounds.values() for item in bounds.provisions}
    return names


def test_every_url_is_there_once_and_has_a_reason() -> None:
    assert len(default_urls()) == len(set(default_urls()))
    assert all(case.reason for case in DEFAULT_CASES)


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.id)
def test_every_provision_on_a_boundary_is_used(spec: Spec) -> None:
    name = type(spec.division).__module__
    module = importlib.import_module(name)
    declared = {str(item) for value in vars(module).values() for item in provisions(value)}
    assert declared - used(spec) - UNREACHED == set()


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.id)
def test_every_option_that_parsing_touches_makes_a_difference(spec: Spec) -> None:
    touched = {
        name
        for url in default_urls()
        for branch in url_behaviour(spec, url)
        for name in branch.options
    }
    for name in touched:
        (reading,) = (reading for reading in spec.readings if reading.name == name)
        for option in reading.options[1:]:
            other = spec.choosing(Choice(name, option))
            assert any(
                divided_by(spec, url).components != divided_by(other, url).components
                for url in default_urls()
            ), (name, option)
