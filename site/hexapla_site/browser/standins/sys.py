"""A stand-in for `sys`."""

import _sys

modules = _sys.modules
