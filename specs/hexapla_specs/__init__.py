"""The memos, one room each."""
