"""How well somebody plays each game."""
