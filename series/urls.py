from django.urls import path

from series import views

app_name = "series"

urlpatterns = [
    path("series/", views.calendar, name="calendar"),
    path("series/new/<slug:game>/", views.make, name="new"),
    path("series/<str:series>/", views.page, name="page"),
    path("series/<str:series>/join/", views.join, name="join"),
    path("series/<str:series>/withdraw/", views.withdraw, name="withdraw"),
    path("series/<str:series>/step-out/", views.step_out, name="step_out"),
    path("series/<str:series>/call-off/", views.call_off, name="call_off"),
    path("series/<str:series>/marks/<int:entrant>/", views.marks, name="marks"),
    path("series/<str:series>/podium.png", views.picture, name="picture"),
    path("night/new/", views.new_night, name="new_night"),
    path("night/<str:series>/", views.page, name="night"),
    path("night/<str:series>/screen/", views.screen, name="screen"),
    path("night/<str:series>/begin/", views.begin, name="begin"),
    path("night/<str:series>/skip/", views.skip, name="skip"),
    path("night/<str:series>/repeat/", views.repeat, name="repeat"),
    path("night/<str:series>/next/", views.next_game, name="next_game"),
    path("night/<str:series>/pause/", views.pause, name="pause"),
    path("night/<str:series>/resume/", views.resume, name="resume"),
    path("night/<str:series>/end/", views.end, name="end"),
    path("night/<str:series>/games/<slug:game>/", views.night_game, name="add_game"),
    path("night/<str:series>/games/<int:index>/<slug:game>/", views.night_game, name="game"),
    path("night/<str:series>/games/<int:index>/<slug:game>/up/", views.game_up, name="game_up"),
    path(
        "night/<str:series>/games/<int:index>/<slug:game>/down/", views.game_down, name="game_down"
    ),
    path(
        "night/<str:series>/games/<int:index>/<slug:game>/drop/", views.game_drop, name="game_drop"
    ),
]
