"""What is drawn from data, and where its parts stand."""
