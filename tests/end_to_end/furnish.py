"""Furnishing of a site: the house bots, and newcomers. Run in its environment, before it opens.

To hash a password takes a third of a second on purpose. So who is only to be somebody does not sign
up over and over again: they are here, with a session, as if they had just done so.
"""

import json

import django


def furnish(newcomers: int) -> list[tuple[str, str]]:
    """By name the session of each."""
    from allauth.account.models import EmailAddress
    from django.core.management import call_command

    from ops.bench.users import create_users

    call_command("create_demo", verbosity=0)
    people = create_users(newcomers, "p{:05}")
    EmailAddress.objects.bulk_create(
        EmailAddress(user=each.user, email=each.user.email, primary=True) for each in people
    )
    return [(each.user.username, each.cookies.partition("=")[2]) for each in people]


if __name__ == "__main__":
    django.setup()
    print()
    print(json.dumps(furnish(400)))
