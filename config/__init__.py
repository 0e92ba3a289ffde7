"""The only reader of the environment, and the place where the apps are put together."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
