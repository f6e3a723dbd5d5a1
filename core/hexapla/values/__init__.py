"""Immutable values."""
