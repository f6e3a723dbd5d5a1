"""`python -m hexapla` is the command `hexapla`."""

from hexapla.cli.group import main

main(prog_name="hexapla")
