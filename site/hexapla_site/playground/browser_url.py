"""A stand-in for the library `ada_url` where Python runs in a browser: the browser's own `URL`."""

from typing import Any

from js import URL as BROWSER_URL
from pyodide.ffi import JsException


class URL:
    """A URL as the browser parses it; raises `ValueError` where its parser returns failure."""

    def __init__(self, url: str, base: str | None = None) -> None:
        try:
            parsed = BROWSER_URL.new(url) if base is None else BROWSER_URL.new(url, base)
        except JsException as error:
            raise ValueError(url) from error
        object.__setattr__(self, "_parsed", parsed)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._parsed, name)

    def __setattr__(self, name: str, value: str) -> None:
        setattr(self._parsed, name, value)
