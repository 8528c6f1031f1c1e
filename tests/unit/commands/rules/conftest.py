"""Rule files in a folder of their own, and commands that work on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from scrapy.settings import Settings

from scrapy_bt.commands.rules import RULES
from tests.rulefiles import NEWS
from tests.ruleservers import RunningServer, Signer, rule_server

Run = Callable[..., int]
ANN = Signer(1)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, outside of projects, with a rule."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SCRAPY_SETTINGS_MODULE", raising=False)
    (tmp_path / "news.yaml").write_text(NEWS, encoding="utf-8")
    return tmp_path


@pytest.fixture
def rules(folder: Path) -> Run:
    """Runs `scrapy bt rules …`, with a library below the working folder."""
    settings = Settings({"BT_RULE_LIBRARY": str(folder / "library")})
    return lambda name, *arguments: RULES.run(name, [*map(str, arguments)], settings)


@pytest.fixture
def project(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same folder as that of a project."""
    (folder / "scrapy.cfg").write_text("[settings]\n")
    monkeypatch.setenv("SCRAPY_SETTINGS_MODULE", "scrapy.settings.default_settings")
    return folder


@pytest.fixture
def server(folder: Path) -> Iterator[RunningServer]:
    """A rule server with the account `ann`, whose key is in `ann.pem`."""
    ANN.file(folder, "ann.pem")
    with rule_server(folder) as running:
        yield running


@pytest.fixture
def shared(folder: Path, project: Path, server: RunningServer) -> Run:
    """Runs `scrapy bt rules …` in a project that names the server; `ann` has published `news` there."""
    settings = Settings(
        {"BT_RULE_LIBRARY": str(folder / "library"), "BT_RULE_SERVERS": server.url, "BT_RULES": "rules"}
    )
    server.author(ANN, memory="rule-servers.json")
    run: Run = lambda name, *arguments: RULES.run(name, [*map(str, arguments)], settings)  # noqa: E731
    assert run("publish", "news.yaml", "--sign", "ann.pem") == 0
    return run
