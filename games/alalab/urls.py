"""URLs of the quiz's own pages: question reports, and the questions that people write."""

from django.urls import path

from games.alalab.bank import own_question_views, report_views

app_name = "alalab"

urlpatterns = [
    path("match/<int:match_id>/questions/", report_views.questions, name="questions"),
    path(
        "match/<int:match_id>/questions/<int:question_id>/report/",
        report_views.report,
        name="report",
    ),
    path("mine/", own_question_views.mine, name="mine"),
    path("mine/paste/", own_question_views.paste, name="paste"),
    path("mine/<int:question_id>/", own_question_views.edit, name="edit"),
    path("mine/<int:question_id>/delete/", own_question_views.delete, name="delete"),
]
