"""Registry of the acts, by their names."""

from collections.abc import Callable

from accounts.models import User
from tests.stress.scene import Scene

Call = Callable[[], object]
"""What an act comes to when all that a request reads beforehand is read."""

ACTS: dict[str, Callable[[Scene], Call]] = {}


def act(prepare: Callable[[Scene], Call]) -> Callable[[Scene], Call]:
    ACTS[prepare.__name__] = prepare
    return prepare


def on(row: str, name: str, service: Callable[[int, User], object], who: str) -> None:
    """A service that takes the id of this row of the scene, and somebody."""

    def prepare(scene: Scene) -> Call:
        user = scene.person(who)
        return lambda: service(scene.id(row), user)

    ACTS[name] = prepare


def in_match(table: str, name: str, service: Callable[[int, User], object], who: str) -> None:
    """A service that takes the id of the match at this table, and somebody."""

    def prepare(scene: Scene) -> Call:
        user, match = scene.person(who), scene.match(table)
        return lambda: service(match, user)

    ACTS[name] = prepare


def about(who: str, name: str, service: Callable[[User, User], object], by: str = "mia") -> None:
    """A service that takes a person, and another who does it."""

    def prepare(scene: Scene) -> Call:
        user, staff = scene.person(who), scene.person(by)
        return lambda: service(user, staff)

    ACTS[name] = prepare
