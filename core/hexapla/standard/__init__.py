"""What a standard is made of."""
