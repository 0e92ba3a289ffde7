"""Which names people may take, and what a refusal says."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client

from accounts.models import User
from accounts.people.bots import bot_player
from accounts.people.names import BOT_NAMES, LOOKALIKES, TITLES, skeleton, validate_free_for_people
from tests.accounts.conftest import PASSWORD, MakePerson

LENGTH = "A name has 3 to 20 characters."
CHARACTERS = "A name is made of the letters A to Z, digits, _ and -."
START = "A name starts with a letter."
RESERVED = "This name could be taken for the house. Please choose another."
LOOKALIKE = "This name looks too much like somebody else's."
TAKEN = "Somebody already has this name."


@pytest.mark.parametrize(
    "name",
    ["Ana", "abc", "Mehriban_99", "z-1-2", "A" * 20, "Badminton", "Robot", "Anar", "TeamLotus",
     "Hostel", "modest", "supporter"],
)  # fmt: skip
def test_a_name_anybody_may_take(name: str) -> None:
    validate_free_for_people(name)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("ab", LENGTH),
        ("", LENGTH),
        ("a" * 21, LENGTH),
        ("naïve", CHARACTERS),
        ("аdmin", CHARACTERS),  # a Cyrillic а
        ("two words", CHARACTERS),
        ("a|b", CHARACTERS),
        ("a.b", CHARACTERS),
        ("abc\n", CHARACTERS),
        ("ab\u200bc", CHARACTERS),
        ("1abc", START),
        ("_abc", START),
        ("-abc", START),
        ("admin", RESERVED),
        ("ADMIN", RESERVED),
        ("adm1n", RESERVED),
        ("a-d-m-i-n", RESERVED),
        ("admin007", RESERVED),
        ("Real-Admin", RESERVED),
        ("realAdmin", RESERVED),
        ("mod3rator", RESERVED),
        ("rnod", RESERVED),
        ("Courtyard-Team", RESERVED),
        ("sy5tem", RESERVED),
        ("supp0rt", RESERVED),
        ("deleted-12", RESERVED),
        ("settings", RESERVED),
        ("Nar", RESERVED),
        ("Rlmon", RESERVED),
        ("Nar-sharp", RESERVED),
    ],
)
def test_a_refused_name_says_why(name: str, sentence: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        validate_free_for_people(name)
    assert refusal.value.messages == [sentence]


@pytest.mark.parametrize("word", sorted(TITLES) + sorted(BOT_NAMES))
def test_every_title_and_bot_name_is_kept_from_people(word: str) -> None:
    with pytest.raises(ValidationError):
        validate_free_for_people(word)


LOOK_ALIKES = [
    ("Leyla", "leyla"),
    ("Leyla", "LEYLA"),
    ("Leyla", "Ley_la"),
    ("Leyla", "Ley-la"),
    ("Leyla", "Leyia"),
    ("Leyla", "Ley1a"),
    ("Bob", "B0b"),
    ("Sasha", "5asha"),
    ("Mirna", "rnirna"),
    ("Wanda", "vvanda"),
    ("Wanda", "v_vanda"),
]


@pytest.mark.parametrize(("one", "other"), LOOK_ALIKES)
def test_look_alikes_share_a_key(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Leyla", "Leila2"), ("Ana", "Anna"), ("Omar", "Amar"), ("Max2", "Max3")]
)
def test_different_names_have_different_keys(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Vv0rn_1-i5", "Rn-Vv", "v_v", "r-n", "iIl1", *BOT_NAMES])
def test_postgres_makes_the_same_key(name: str) -> None:
    person = User.objects.create(username=name)
    person.refresh_from_db()
    assert person.name_key == skeleton(person.username)


def test_the_table_ends_in_a_fixed_point() -> None:
    """What one rule makes, no other rule of the table would change again."""
    for _written, seen in LOOKALIKES:
        assert skeleton(seen) == seen


@pytest.mark.parametrize(("one", "other"), [pair for pair in LOOK_ALIKES if pair[1][0].isalpha()])
def test_postgres_refuses_a_look_alike_whoever_writes_it(
    make_person: MakePerson, one: str, other: str
) -> None:
    make_person(one)
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create(username=other)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["ab", "1abc", "a b c", "a" * 21, "naïve"])
def test_postgres_refuses_a_wrong_shape(name: str) -> None:
    from django.db import DataError

    with pytest.raises((IntegrityError, DataError)), transaction.atomic():
        User.objects.create(username=name)


@pytest.mark.django_db
def test_bots_without_address_do_not_collide() -> None:
    assert bot_player("Nar", "gentle") != bot_player("Rimon", "sharp")


@pytest.mark.parametrize(
    ("name", "email", "sentence"),
    [
        ("leyla", "new@example.com", TAKEN),
        ("Ley1a", "new@example.com", LOOKALIKE),
        ("dealer", "new@example.com", RESERVED),
    ],
)
def test_sign_up_refuses_in_words(leyla: User, name: str, email: str, sentence: str) -> None:
    answer = Client().post(
        "/accounts/signup/", {"username": name, "email": email, "password1": PASSWORD}
    )
    errors = [error for field in answer.context["form"].errors.values() for error in field]
    assert errors == [sentence]
    assert User.objects.count() == 1
