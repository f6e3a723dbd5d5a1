"""Long work: units in several processes, progress, going on after a stop, files written whole."""
