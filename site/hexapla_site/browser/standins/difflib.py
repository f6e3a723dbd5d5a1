"""A stand-in for `difflib` that finds no close matches."""


def get_close_matches(word, possibilities, n=3, cutoff=0.6):
    return []
