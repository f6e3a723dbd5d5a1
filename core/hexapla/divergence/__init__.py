"""Describe how two programs read a URL differently; the same code serves all kinds of programs.

Only a program's answers are known, not its steps. Its behaviour is derived in this order:

1. `segment` finds the characters of a URL that a program took for the host. It tries all splits of
   the URL that lead to the program's answer, and chooses the split with the lowest cost. Standards
   report the positions of components, so they usually need no search.
2. `transforms` finds how these characters were changed, for example by percent-decoding or by
   reading them as an IPv4 address.
3. `compare` compares the readings of two programs. The result is two behaviours, as defined in
   `model`, one for each program. `divergence` combines a URL with both behaviours.
4. `classes` counts the divergences with the same two behaviours. For each program, it finds the
   standard that behaves like the program on the most URLs. A standard that never differs from the
   program takes precedence.

For resolvers, `resolving` tries each possible variation (`variations`) under each of the
`conditions`, and finds the variations that give the resolver's answers. `parsing` does the same for
parsers.

Behaviours consist of identifiers, characters and numbers, without English text. Class ids, equality
and baselines depend only on these values. The English text for behaviours is in `messages` and in
the file `messages.toml`.
"""
