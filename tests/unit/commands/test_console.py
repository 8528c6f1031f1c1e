from pathlib import Path

import pytest
from scrapy.exceptions import UsageError

from scrapy_bt.commands.console import find_project


def test_it_shows_the_project_that_somebody_is_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match="demo --console"):
        find_project()
    (tmp_path / "scrapy.cfg").write_text("")
    assert find_project() == tmp_path


def test_another_address_is_refused_without_users(bt: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "scrapy.cfg").write_text("")
    status, _, err = bt("console", "--host", "0.0.0.0")  # type: ignore[operator]
    assert status == 1
    assert "--users FILE" in err
