from django.urls import path, re_path

from archive import fair_views, history_views, leaderboards_views, replay_views

app_name = "archive"

urlpatterns = [
    path("leaderboards/", leaderboards_views.board, name="leaderboards"),
    path("leaderboards/<slug:key>/", leaderboards_views.board, name="leaderboards"),
    path("me/matches/", history_views.mine, name="my_history"),
    re_path(r"^me/matches\.(?P<form>csv|json)$", history_views.export, name="export"),
    path("@<str:name>/matches/", history_views.of_person, name="history"),
    path("@<str:name>/with/", history_views.compare, name="compare"),
    path("@<str:name>/with/<str:other>/", history_views.head_to_head, name="head_to_head"),
    path("replay/<int:match_id>/", replay_views.replay, name="replay"),
    path("replay/<int:match_id>/step/<int:step>/", replay_views.replay_step, name="replay_step"),
    path("replay/<int:match_id>/log.json", replay_views.log, name="log"),
    path("replay/<int:match_id>/verify/", replay_views.verify, name="verify"),
    path("replay/<int:match_id>/result.svg", replay_views.picture, name="picture"),
    path("fair/", fair_views.fair, name="fair"),
    path("fair/statistics/", fair_views.chance_statistics, name="statistics"),
]
