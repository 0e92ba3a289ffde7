"""What accounts refuses: a code for programs and one sentence for people."""

from typing import Any

from django.utils.translation import gettext_lazy as _


class Refused(Exception):
    """A wish that is not granted, and why. Nothing of it has happened."""

    code = "refused"
    sentence: Any = _("That is not possible now.")

    def __init__(self, **params: Any) -> None:
        self.params = params
        super().__init__(self.code)

    def __str__(self) -> str:
        return str(self.sentence) % self.params if self.params else str(self.sentence)
