"""Definitions of standards besides parsing and resolving, as optional objects of a spec."""
