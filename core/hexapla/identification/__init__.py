"""The standard that a program follows, under which readings, and where it departs from it."""
