"""A stand-in for `importlib.metadata`.

It reads the metadata from `metadata.json` in the bundle that the browser runs.
"""

import json
from importlib import import_module

from browser import self as worker

_TOLD = json.loads(worker.hexaplaFile("metadata.json"))


class _Distribution:
    def __init__(self, name, version):
        self.name = name
        self.version = version


_DISTRIBUTIONS = {name: _Distribution(name, version) for name, version in _TOLD["versions"].items()}


class EntryPoint:
    def __init__(self, name, value, distribution):
        self.name = name
        self.value = value
        self.module, _, self.attr = value.partition(":")
        self.extras = []
        self.dist = _DISTRIBUTIONS[distribution]

    def load(self):
        return getattr(import_module(self.module), self.attr)


_POINTS = [EntryPoint(*row) for row in _TOLD["specs"]]


def entry_points(*, group):
    return _POINTS if group == "hexapla.specs" else []


def version(name):
    return _DISTRIBUTIONS[name].version
