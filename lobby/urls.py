from django.urls import path

from lobby.finding import views as finding
from lobby.room import views as room

app_name = "lobby"

urlpatterns = [
    path("", finding.home, name="home"),
    path("new/<slug:game>/", finding.new_table, name="new"),
    path("room/<slug:game>/", finding.one_room, name="one_room"),
    path("play/<slug:game>/", finding.play_now, name="play_now"),
    path("practise/<slug:game>/", finding.practise, name="practise"),
    path("join/", finding.join, name="join"),
    path("tables/", finding.tables, name="tables"),
    path("watch/", finding.watch, name="watch"),
    path("me/friends/", finding.my_friends, name="friends"),
    path("t/<str:code>/", room.table, name="table"),
    path("t/<str:code>/invitation.png", room.picture, name="picture"),
    path("t/<str:code>/refresh/", room.refresh, name="refresh"),
    path("t/<str:code>/screen/", room.screen, name="screen"),
    path("t/<str:code>/sit/", room.sit, name="sit"),
    path("t/<str:code>/guests/", room.allow_guests, name="allow_guests"),
    path("t/<str:code>/leave/", room.leave, name="leave"),
    path("t/<str:code>/ready/", room.ready, name="ready"),
    path("t/<str:code>/bot/", room.add_bot, name="bot"),
    path("t/<str:code>/countdown/", room.countdown, name="countdown"),
    path("t/<str:code>/remove/", room.remove, name="remove"),
    path("t/<str:code>/resign/", room.resign, name="resign"),
    path("t/<str:code>/resign/cost/", room.resign_cost, name="resign_cost"),
    path("t/<str:code>/person/<str:name>/", room.person_card, name="person"),
    path("t/<str:code>/reopen/", room.reopen, name="reopen"),
    path("t/<str:code>/say/", room.say, name="say"),
    path("t/<str:code>/aside/", room.aside, name="aside"),
    path("t/<str:code>/invite/", room.invite, name="invite"),
    path("t/<str:code>/await/", room.await_start, name="await"),
    path("t/<str:code>/mute/", room.mute, name="mute"),
]
