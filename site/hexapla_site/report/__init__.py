"""The data shown on pages: cases, hosts and the answers of parsers, compared and grouped."""
