from django.urls import path

from lobby import views

app_name = "lobby"

urlpatterns = [
    path("", views.home, name="home"),
    path("new/<slug:game>/", views.new_table, name="new"),
    path("room/<slug:game>/", views.one_room, name="one_room"),
    path("play/<slug:game>/", views.play_now, name="play_now"),
    path("practise/<slug:game>/", views.practise, name="practise"),
    path("join/", views.join, name="join"),
    path("watch/", views.watch, name="watch"),
    path("me/friends/", views.my_friends, name="friends"),
    path("t/<str:code>/", views.table, name="table"),
    path("t/<str:code>/refresh/", views.refresh, name="refresh"),
    path("t/<str:code>/screen/", views.screen, name="screen"),
    path("t/<str:code>/sit/", views.sit, name="sit"),
    path("t/<str:code>/leave/", views.leave, name="leave"),
    path("t/<str:code>/ready/", views.ready, name="ready"),
    path("t/<str:code>/bot/", views.add_bot, name="bot"),
    path("t/<str:code>/remove/", views.remove, name="remove"),
    path("t/<str:code>/resign/", views.resign, name="resign"),
    path("t/<str:code>/reopen/", views.reopen, name="reopen"),
    path("t/<str:code>/say/", views.say, name="say"),
    path("t/<str:code>/aside/", views.aside, name="aside"),
    path("t/<str:code>/invite/", views.invite, name="invite"),
    path("t/<str:code>/await/", views.await_start, name="await"),
    path("t/<str:code>/mute/", views.mute, name="mute"),
]
