"""Route of the account: who one is here."""

from typing import Any

from django.http import HttpRequest
from ninja import Router

from api import schemas, selectors
from api.authentication import Bearer, token_of
from api.models import Scope
from api.problems import EVERY
from games import selectors as matches
from lobby import selectors as tables

router = Router(by_alias=True)


@router.get(
    "me",
    auth=Bearer(Scope.READ),
    response={200: schemas.Me, EVERY: schemas.Problem},
    operation_id="me",
    summary="This account and this token",
)
def me(request: HttpRequest) -> Any:
    """Who the token plays for, what it may do, and which live match waits for it."""
    token = token_of(request)
    user, owner = token.user, selectors.owner_of(token.user)
    playing = matches.running_match_of(user)
    return {
        "name": user.username,
        "isBot": user.is_bot,
        "owner": owner.username if owner else None,
        "scopes": token.scopes,
        "expiresAt": token.expires_at,
        "playing": playing.pk if playing else None,
        "table": tables.code_of(playing.venue) or None if playing else None,
    }
