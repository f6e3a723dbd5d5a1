"""Which standard a parser follows: an implementation is asked, and its answers are explained."""
