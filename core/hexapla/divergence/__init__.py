"""Describe how two programs read a URL differently, with one engine for all kinds of program.

A program shows its answers, not its steps. Its behaviour is derived in this order:

1. `segment` finds the characters of a URL that a program took for its host. It tries every way to
   split the URL that leads to the answer, and takes the cheapest. A standard's own division needs
   no such search.
2. `transforms` finds what was done to these characters: percent-decoding, or reading an IPv4
   address.
3. `compare` compares two such readings. The result is two behaviours (`model`), one for each
   program. `divergence` is a URL with both behaviours.
4. `classes` counts the divergences with the same behaviours, and for each standard, in how many of
   them it behaves the same way.

For resolvers, `resolving` tries each possible variation (`variations`) under each of the
`conditions`, and finds those that give the program's answers.

Behaviours are enums and characters, without English text. The names and hashes of classes, equality
and baselines depend only on these. All English text is in `messages` and its table.
"""
