"""Celery tasks: how the workers are kept from standing still."""

from config.celery import app


def test_a_task_that_takes_too_long_ends_with_its_process() -> None:
    """A soft limit is an exception out of a signal, wherever the process is: also between the head
    and the body of what it answers. Then the worker understands nothing more, and stands for ever.
    """
    app.loader.import_default_modules()
    ours = {name: task for name, task in app.tasks.items() if not name.startswith("celery.")}
    assert ours and all(task.time_limit for task in ours.values())
    assert [name for name, task in ours.items() if task.soft_time_limit] == []
