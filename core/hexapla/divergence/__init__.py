"""How one program reads what another reads differently: one engine for parsers and resolvers.

A program shows its answers, not its steps. What it did is worked out in this order:

1. `segment` finds the characters of a URL that a program took for its host: of all ways to cut the
   URL that lead to its answer, the one of the least cost. A standard's own division needs no such
   search.
2. `transforms` finds what became of these characters: percent-decoded, read as an IPv4 address.
3. `compare` holds two such readings against each other. The result is two behaviours (`model`):
   what either side did where the other did otherwise. `divergence` is one URL with both.
4. `classes` counts the divergences that have the same behaviours, and for how many of them each
   standard does the same.

Where references are resolved, `resolving` runs each thing that a program may do (`variations`),
under each of the `conditions`, and finds what gives its answers.

Behaviours are enums and characters, without any prose: names and hashes of classes, equality and
baselines depend on nothing else. All English stands in `messages` and its table.
"""
