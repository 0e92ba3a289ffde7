"""Statistics of chance: counted from finished matches, and judged by chi-square."""
