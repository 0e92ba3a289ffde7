"""Acts of the staff: sanctions, reports, appeals."""

from accounts.access import permissions
from accounts.karma import services as karma
from accounts.sanctions import services as sanctions
from accounts.sanctions.models import Kind
from moderation import services as reports
from tests.stress.acts.registry import Call, about, act
from tests.stress.scene import Scene

about("ana", "ban", lambda user, by: sanctions.ban(user, by, "That was not fair."))
about("dov", "ban_who_waits", lambda user, by: sanctions.ban(user, by, "Not fair."))
about("cem", "unrate", lambda user, by: sanctions.impose(user, Kind.UNRATED, "So.", by=by))
about("ana", "rename", lambda user, by: sanctions.impose(user, Kind.RENAME, "So.", by=by))
about("ben", "deactivate", lambda user, _: permissions.deactivate(user))


@act
def lift(scene: Scene) -> Call:
    by = scene.person("mia")
    muted = sanctions.impose(scene.person("eve"), Kind.MUTE, "So.", by=by)
    return lambda: sanctions.lift(muted.pk, by=by, reason="Enough.")


@act
def decide(scene: Scene) -> Call:
    by = scene.person("mia")
    return lambda: reports.decide(
        scene.id("report"), by, "confirmed", "It is true.", sanction=Kind.BAN
    )


@act
def decide_too(scene: Scene) -> Call:
    by = scene.person("mod")
    return lambda: reports.decide(scene.id("second_report"), by, "unfounded", "It is not.")


@act
def rename_by_report(scene: Scene) -> Call:
    by = scene.person("mod")
    return lambda: reports.decide(
        scene.id("second_report"), by, "confirmed", "It is true.", sanction=Kind.RENAME
    )


@act
def claim(scene: Scene) -> Call:
    by = scene.person("mod")
    return lambda: reports.claim(scene.id("report"), by)


@act
def release(scene: Scene) -> Call:
    by = scene.person("mia")
    reports.claim(scene.id("report"), by)
    return lambda: reports.release(scene.id("report"), by)


@act
def answer_appeal(scene: Scene) -> Call:
    by = scene.person("mod")
    return lambda: karma.answer_appeal(scene.id("appeal"), by, True, "Trains are late.")


@act
def answer_about_a_sanction(scene: Scene) -> Call:
    by, user = scene.person("mod"), scene.person("ana")
    warning = sanctions.impose(user, Kind.WARNING, "So.", by=scene.person("mia"))
    appeal = sanctions.appeal(warning.pk, user, "It was not me.")
    return lambda: sanctions.answer_appeal(appeal.pk, by, True, "It was not.")
