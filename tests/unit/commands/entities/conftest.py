"""Commands of entities in this process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from scrapy.settings import Settings

from scrapy_bt.commands.entities import ENTITIES

Run = Callable[..., int]


@pytest.fixture
def entities(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs `scrapy bt entities …` in a folder of its own, with a list of three."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SCRAPY_SETTINGS_MODULE", raising=False)
    (tmp_path / "scrapy.cfg").touch()
    rows = (
        "id,name,kind,aliases,description",
        "q1,Ada Lovelace,person,Ada|Countess,mathematician",
        "q2,London,place,,",
    )
    (tmp_path / "names.csv").write_text("\n".join((*rows, "q3,Ada,language,,")) + "\n")
    return lambda name, *arguments: ENTITIES.run(name, [*map(str, arguments)], Settings())
