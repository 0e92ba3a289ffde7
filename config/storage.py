"""Static files under names that carry their content's hash, so that browsers keep them for good."""

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage

from config.scripts import EARLY, LIBRARIES, WORKER, bundles


class HashedFiles(CompressedManifestStaticFilesStorage):
    """No page can name the source of a bundle; it lies there unhashed for who wants to read it."""

    def post_process(
        self, paths: dict[str, tuple[FileSystemStorage, str]], dry_run: bool = False, **options: Any
    ) -> Iterator[Any]:
        if dry_run:
            return
        folders = set(map(str, settings.STATICFILES_DIRS))
        ours = [name for name in paths if str(paths[name][0].location) in folders]
        modules = {name for name in ours if name.endswith(".js")} - {EARLY, WORKER, *LIBRARIES}
        made = bundles(map(self._text, LIBRARIES), {name: self._text(name) for name in modules})
        pages = {
            name: found
            for name, found in paths.items()
            if name not in modules and not name.startswith("django_htmx/")
        }
        for name, text in made.items():
            self.delete(name)
            self._save(name, ContentFile(text.encode()))
            pages[name] = (self, name)
        yield from super().post_process(pages, dry_run, **options)

    def _text(self, name: str) -> str:
        with self.open(name) as file:
            return file.read().decode()
