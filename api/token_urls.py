"""URLs of a person's own page of tokens and bot accounts."""

from django.urls import path

from api import views

urlpatterns = [
    path("", views.tokens, name="tokens"),
    path("<int:token_id>/revoke/", views.revoke, name="revoke_token"),
    path("revoke/", views.revoke_all, name="revoke_all_tokens"),
    path("bots/", views.new_bot, name="new_bot"),
    path("bots/<str:name>/close/", views.close_bot, name="close_bot"),
]
