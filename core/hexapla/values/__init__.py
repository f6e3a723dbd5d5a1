"""Immutable values, errors, and checks of arguments."""
