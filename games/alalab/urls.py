from django.urls import path

from games.alalab import ownpages, views

app_name = "alalab"

urlpatterns = [
    path("match/<int:match_id>/questions/", views.questions, name="questions"),
    path("match/<int:match_id>/questions/<int:question_id>/report/", views.report, name="report"),
    path("mine/", ownpages.mine, name="mine"),
    path("mine/paste/", ownpages.paste, name="paste"),
    path("mine/<int:question_id>/", ownpages.edit, name="edit"),
    path("mine/<int:question_id>/delete/", ownpages.delete, name="delete"),
]
