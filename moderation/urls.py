from django.urls import path

from moderation import views

app_name = "moderation"

urlpatterns = [
    path("report/name/<str:name>/", views.report_name, name="report_name"),
    path("report/match/<int:match_id>/", views.report_player, name="report_player"),
    path("report/table/<str:code>/", views.report_table, name="report_table"),
    path("report/table/<str:code>/line/<int:line_id>/", views.report_chat, name="report_chat"),
    path("reports/", views.mine, name="mine"),
]
