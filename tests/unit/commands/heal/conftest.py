"""Commands of healing in this process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from scrapy.settings import Settings

from scrapy_bt.commands.heal import HEAL

Run = Callable[..., int]


@pytest.fixture
def heal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs `scrapy bt heal …` outside of projects."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SCRAPY_SETTINGS_MODULE", raising=False)
    return lambda name, *arguments: HEAL.run(name, [*map(str, arguments)], Settings())
