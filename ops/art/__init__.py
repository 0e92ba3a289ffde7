"""Generated pictures: the deck of cards, and the screenshots of the README."""
