"""Import the public names of a package from their modules on first use."""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module


def lazy_names(
    package: str, modules: Mapping[str, str]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return the functions `__getattr__` and `__dir__` for a package.

    Args:
        package: The name of the package.
        modules: The modules that define the public names, keyed by public name.
    """
    namespace = vars(sys.modules[package])

    def load(name: str) -> object:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(modules[name]), name)
        namespace[name] = value
        return value

    def names() -> list[str]:
        return sorted({*namespace, *modules})

    return load, names
