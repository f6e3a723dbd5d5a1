"""`python -m hexapla` is the command `hexapla`."""

from hexapla.cli import main

main(prog_name="hexapla")
