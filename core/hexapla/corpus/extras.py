"""Libraries that only corpora need: they come with extras, and are loaded when needed."""

import importlib

from hexapla.values.errors import HexaplaError


class MissingExtraError(HexaplaError, RuntimeError):
    """A library is not installed; the message says which extra brings it."""


_EXTRAS = {"pyarrow": "corpus", "duckdb": "corpus", "warcio": "warc", "pyspark": "spark"}


def check_installed(*modules: str) -> None:
    """Raise `MissingExtraError` where one of the modules is not there."""
    for module in modules:
        try:
            importlib.import_module(module)
        except ModuleNotFoundError as error:
            name = module.partition(".")[0]
            raise MissingExtraError(
                f"{name} is not installed; install it with: pip install 'hexapla[{_EXTRAS[name]}]'"
            ) from error
