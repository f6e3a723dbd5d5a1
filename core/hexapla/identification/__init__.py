"""Identify the standard and the readings that a program follows, and its departures."""
