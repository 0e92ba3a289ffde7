"""People and tables, and every word that is drawn on a picture."""

from typing import Any

import pytest

from sharing import serving
from sharing.pictures.canvas import Canvas
from tests.people import calm, leyla, noam, person, samir


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    serving._png_of.cache_clear()


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts, in the order in which they are drawn."""
    found: list[str] = []
    true = Canvas.text

    def text(canvas: Canvas, x: float, baseline: float, text: str, *rest: Any, **more: Any) -> Any:
        found.append(text)
        return true(canvas, x, baseline, text, *rest, **more)

    monkeypatch.setattr(Canvas, "text", text)
    return found
