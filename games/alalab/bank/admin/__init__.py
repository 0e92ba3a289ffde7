"""Admin of the question bank: edit, retire, import, export, and answer what players report."""

from games.alalab.bank.admin import questions, reports  # noqa: F401  (they register themselves)
