"""Identify the standard that a program follows, and the program's departures from it."""
