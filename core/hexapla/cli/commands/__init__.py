"""Commands beside parsing, resolving and comparing; each is loaded when it is called."""
