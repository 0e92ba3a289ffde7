from django.urls import path, re_path

from archive.history import views as history
from archive.leaderboards import views as leaderboards
from archive.proof import views as proof
from archive.replay import views as replay
from archive.statistics import views as statistics

app_name = "archive"

urlpatterns = [
    path("leaderboards/", leaderboards.board, name="leaderboards"),
    path("leaderboards/<slug:key>/", leaderboards.board, name="leaderboards"),
    path("leaderboards/<slug:key>/picture.png", leaderboards.picture, name="board_picture"),
    path("me/matches/", history.mine, name="my_history"),
    re_path(r"^me/matches\.(?P<form>csv|json)$", history.export, name="export"),
    path("@<str:name>/picture.png", history.profile_picture, name="profile_picture"),
    path("@<str:name>/matches/", history.of_person, name="history"),
    path("@<str:name>/with/", history.compare, name="compare"),
    path("@<str:name>/with/<str:other>/", history.head_to_head, name="head_to_head"),
    path("replay/<int:match_id>/", replay.replay, name="replay"),
    path("replay/<int:match_id>/step/<int:step>/", replay.replay_step, name="replay_step"),
    path("replay/<int:match_id>/log.json", proof.log, name="log"),
    path("replay/<int:match_id>/verify/", proof.verify, name="verify"),
    path("replay/<int:match_id>/result.png", replay.share_image, name="picture"),
    path("fair/", proof.fair, name="fair"),
    path("fair/statistics/", statistics.chance_statistics, name="statistics"),
]
