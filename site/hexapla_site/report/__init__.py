"""What the pages read about cases: compared in every column, grouped by cause, phase and client."""
