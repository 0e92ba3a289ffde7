from django.urls import path

from moderation import views

app_name = "moderation"

urlpatterns = [
    path("report/line/<int:line_id>/", views.report_chat, name="report_chat"),
    path("report/name/<str:name>/", views.report_name, name="report_name"),
    path("report/match/<int:match_id>/", views.report_player, name="report_player"),
    path("report/table/<str:code>/", views.report_table, name="report_table"),
    path("reports/", views.mine, name="mine"),
]
