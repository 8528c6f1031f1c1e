from pathlib import Path

import pytest


def test_outside_of_a_project_it_names_the_demo(bt: object, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        bt("console")  # type: ignore[operator]
    assert "demo --console" in capsys.readouterr().err


def test_another_address_is_refused_without_users(bt: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "scrapy.cfg").write_text("")
    status, _, err = bt("console", "--host", "0.0.0.0")  # type: ignore[operator]
    assert status == 1
    assert "--users FILE" in err
