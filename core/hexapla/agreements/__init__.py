"""Agreements: the URLs in which standards and parsers read the same, exactly.

Whether all readers read the same host is a question that can be asked of any URL. The URLs for
which the answer is yes make a regular language for most readers, and a small one. So it is learned:

1. `readers` brings standards and programs under one interface, and `question` says when they agree:
   the same text, from the same characters.
2. `shape` divides a URL into parts, and `parts` asks for one part at a time while the others are
   plain.
3. `learning` finds out which characters are alike, and learns an automaton for each part; `suite`
   has the texts that it is tried with.
4. `composing` makes one automaton for whole URLs, which `search` holds against the readers.
5. `borders`, `words`, `regular_expression` and `matchers` say what was learned.

`agreed_host` is the guard for one's own code: it asks the standards about one URL.
"""
