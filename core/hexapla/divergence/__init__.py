"""Describe how two programs read a URL differently, with one engine for all kinds of programs.

Only the answers of a program are known, not its steps. Its behaviour is derived in this order:

1. `segment` finds the characters of a URL that a program took for the host. It tries every way to
   split the URL that leads to the answer, and takes the cheapest. Standards report positions, so
   they usually need no such search.
2. `transforms` finds how these characters were changed, for example by percent-decoding or by
   reading them as an IPv4 address.
3. `compare` compares two such readings. The result is two behaviours (`model`), one for each
   program. `divergence` combines a URL with both behaviours.
4. `classes` counts the divergences with the same two behaviours, and finds the standards that
   behave in the same way.

For resolvers, `resolving` tries each possible variation (`variations`) under each of the
`conditions`, and finds those that give the program's answers.

Behaviours consist of enums and characters, without English text. The ids of classes, equality and
baselines depend only on these. The English text for behaviours is in `messages` and its table.
"""
