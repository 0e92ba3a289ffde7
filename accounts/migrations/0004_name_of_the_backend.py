"""Sessions name the class that signed their person in; it has another name now."""

from django.contrib.auth import BACKEND_SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations

BEFORE, AFTER = "accounts.access.backend.Door", "accounts.access.backend.AccountBackend"
# Its module has moved once as well; a session lives for two weeks.
OLD = {"accounts.backend.Door": AFTER, BEFORE: AFTER}


def rename(names):
    def run(apps, schema_editor):
        store = SessionStore()
        for row in apps.get_model("sessions", "Session").objects.iterator():
            data = store.decode(row.session_data)
            if data.get(BACKEND_SESSION_KEY) in names:
                data[BACKEND_SESSION_KEY] = names[data[BACKEND_SESSION_KEY]]
                row.session_data = store.encode(data)
                row.save(update_fields=["session_data"])

    return run


rename_backend = rename(OLD)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0003_bans_are_sanctions"), ("sessions", "0001_initial")]
    operations = [migrations.RunPython(rename_backend, rename({AFTER: BEFORE}))]
