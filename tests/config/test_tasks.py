"""Celery tasks: how the workers are kept from standing still."""

from celery.signals import worker_init
from django.urls import clear_url_caches, get_resolver

from config.celery import app, load_addresses


def test_a_task_that_takes_too_long_ends_with_its_process() -> None:
    """A soft limit is an exception out of a signal, wherever the process is: also between the head
    and the body of what it answers. Then the worker understands nothing more, and stands for ever.
    """
    app.loader.import_default_modules()
    ours = {name: task for name, task in app.tasks.items() if not name.startswith("celery.")}
    assert ours and all(task.time_limit for task in ours.values())
    assert [name for name, task in ours.items() if task.soft_time_limit] == []


def test_a_worker_knows_the_addresses_before_its_first_task() -> None:
    """They take a second to load, and whoever tells something holds a match or a series."""
    assert load_addresses in [receiver() for _key, receiver in worker_init.receivers]
    clear_url_caches()
    load_addresses()
    assert get_resolver()._populated  # type: ignore[attr-defined]
