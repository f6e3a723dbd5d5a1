"""Agreements: the sets of URLs that standards and parsers interpret in the same way.

A reader is a standard or a parser. For any URL, we can ask whether all readers find the same host.
The URLs with the answer "yes" usually form a simple regular language, which an automaton can
describe exactly. The modules of this package work together as follows:

1. `readers` gives standards and programs a common interface. `question` defines agreement: the
readers find the same text, taken from the same characters of the URL.
2. `shape` splits a URL into parts. `parts` varies one part at a time, while the other parts keep
ordinary values.
3. `learning` finds groups of equivalent characters, and learns an automaton for each part. `suite`
creates the strings that test the automaton.
4. `composing` builds an automaton for whole URLs. `search` compares this automaton with the
readers.
5. `borders`, `words`, `regular_expression` and `matchers` describe the result.

`agreed_host` protects your own code: it returns the host of a URL only if the standards agree on
the host.
"""
