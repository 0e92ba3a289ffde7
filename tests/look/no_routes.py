"""A site without a single route: the frame of a page must stand even there."""

urlpatterns: list[object] = []
