"""The reference: what it says is read from signatures, docstrings, commands and schemas."""
