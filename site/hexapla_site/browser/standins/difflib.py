"""A stand-in for `difflib`: no answer guesses what was meant."""


def get_close_matches(word, possibilities, n=3, cutoff=0.6):
    return []
