from django.urls import path

from api import views
from api.v1 import api

app_name = "api"

urlpatterns = [
    path("", views.page, name="page"),
    path("openapi.json", views.schema, name="schema"),
    path("v1/", api.urls),
    path("v1/<path:rest>", views.nothing_here),
]
