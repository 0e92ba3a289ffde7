from django.urls import path

from games.alalab import views

app_name = "alalab"

urlpatterns = [
    path("match/<int:match_id>/questions/", views.questions, name="questions"),
    path("match/<int:match_id>/questions/<int:question_id>/report/", views.report, name="report"),
]
