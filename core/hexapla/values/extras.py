"""Check that optional libraries are installed; Hexapla's extras install these libraries."""

import importlib

from hexapla.values.errors import HexaplaError

_EXTRAS = {
    "turbohtml": "html",
    "pyarrow": "corpus",
    "duckdb": "corpus",
    "warcio": "warc",
    "pyspark": "spark",
}


class MissingExtraError(HexaplaError, RuntimeError):
    """A library isn't installed; the message names the extra that installs it."""


def check_installed(*modules: str) -> None:
    """Raise `MissingExtraError` if one of the modules, each in an optional library, is missing."""
    for module in modules:
        try:
            importlib.import_module(module)
        except ModuleNotFoundError as error:
            name = module.partition(".")[0]
            raise MissingExtraError(
                f"{name} is not installed; install it with: pip install 'hexapla[{_EXTRAS[name]}]'"
            ) from error
