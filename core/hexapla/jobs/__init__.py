"""Long work: units in several processes, going on after a stop, files and folders put in place."""
