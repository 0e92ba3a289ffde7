from django.urls import path

from games.lessons import views

urlpatterns = [
    path("learn/<slug:key>/", views.learn, name="learn"),
    path("learn/<slug:key>/move/", views.move, name="learn_move"),
    path("learn/<slug:key>/go/", views.go, name="learn_go"),
    path("learn/<slug:key>/opened/", views.opened, name="learn_opened"),
]
