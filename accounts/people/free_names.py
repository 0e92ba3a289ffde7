"""Availability of a name: right in shape, no title of the house, and nobody else's at a glance."""

import secrets
from collections.abc import Iterator

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.people.names import skeleton, validate_free_for_people
from accounts.sanctions.selectors import is_retired


def check_free(name: str, besides: int = 0) -> None:
    """Raises a ValidationError that says why not. `besides`: the id of a guest who asks."""
    validate_free_for_people(name)
    others = User.objects.exclude(pk=besides)
    if others.filter(username__iexact=name).exists():
        raise ValidationError(_("Somebody already has this name."), code="username_taken")
    if is_retired(name):
        raise ValidationError(_("The house does not allow this name."), code="retired")
    if others.filter(name_key=skeleton(name)).exists():
        raise ValidationError(_("This name looks too much like somebody else's."), code="lookalike")


def made_up_name() -> str:
    """Of a guest who gave none: `Guest-4821`. Nobody can choose a name with this word in it."""
    return next(_free("Guest"))


def name_of_past_guest(name: str) -> str:
    """`Leyla` becomes `Leyla-guest-4821` when her day is over: what she played stays under her
    name, another may be called Leyla now, and nobody can be taken for the one who played."""
    if "guest" in name.lower():
        return name
    return next(_free(f"{name[:9]}-guest"))


def _free(start: str) -> Iterator[str]:
    for digits in (4, 4, 4, *(6 for _try in range(20))):
        name = f"{start}-{secrets.randbelow(9 * 10 ** (digits - 1)) + 10 ** (digits - 1)}"
        if not User.objects.filter(name_key=skeleton(name)).exists():
            yield name
