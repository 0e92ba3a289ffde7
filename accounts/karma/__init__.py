"""How reliably somebody plays: an account of outcomes, each with its reason."""
