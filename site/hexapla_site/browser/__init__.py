"""Run Hexapla in a reader’s browser: bundle the code, and answer the reader’s input there."""
