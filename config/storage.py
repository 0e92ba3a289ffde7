"""Static files under names that carry their content's hash, so that browsers keep them for good."""

from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedFiles(CompressedManifestStaticFilesStorage):
    """Also the imports between our own modules name the hashed files."""

    support_js_module_import_aggregation = True

    def hashed_name(self, name: str, content: Any = None, filename: str | None = None) -> str:
        """A vendored script may mention, in a comment, a file that it does not ship."""
        try:
            return str(super().hashed_name(name, content, filename))
        except ValueError:
            if name.startswith("django_htmx/"):
                return name
            raise
