"""What an answer never asks of the modules that it imports."""


def refuse(*_, **__):
    raise NotImplementedError("not in a browser")
