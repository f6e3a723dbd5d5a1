"""Agreements: the exact set of URLs that standards and parsers read in the same way.

For any URL, we can ask whether all readers read the same host. The URLs with the answer "yes" are
usually a small regular language, so an automaton for it can be learned:

1. `readers` gives standards and programs a common interface. `question` defines agreement: the same
   text, read from the same characters.
2. `shape` splits a URL into parts. `parts` asks about one part at a time, while the others are
   ordinary.
3. `learning` finds groups of equivalent characters, and learns an automaton for each part. `suite`
   has the strings that test it.
4. `composing` makes an automaton for whole URLs, which `search` compares with the readers.
5. `borders`, `words`, `regular_expression` and `matchers` describe the result.

`agreed_host` is the guard for your own code: it asks the standards about a single URL.
"""
