"""The entry point of the command `hexapla` and of `python -m hexapla`."""

import atexit

from hexapla.cli.interrupts import end_at_interrupts


def run() -> None:
    """Run the command line and end the process."""
    end_at_interrupts()
    # This import takes most of the startup time, so interrupts are handled before it.
    from hexapla.cli.group import main

    atexit.register(end_at_interrupts)
    main(prog_name="hexapla")


if __name__ == "__main__":
    run()
