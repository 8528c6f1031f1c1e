"""The command line of recordings; tests/integration/test_recording.py records."""

from pathlib import Path

import pytest
from scrapy.settings import Settings

from scrapy_bt.commands.bt import BT


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ([], "which page?"),
        (["https://a.example", "--headless"], "needs a --script"),
        (["https://a.example", "--install"], "belongs to --proxy"),
        (["--proxy", "--headless"], "without --proxy"),
        (["https://a.example", "--script", "missing.py"], "no such file"),
        (["https://a.example", "--script", "empty.py"], "async def browse(page)"),
    ],
)
def test_a_wrong_command_line_is_said(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], what: str
) -> None:
    (folder / "empty.py").write_text("def browse(page): pass\n")
    with pytest.raises(SystemExit) as ended:
        BT.run("record", arguments, Settings())
    assert ended.value.code == 2
    assert what in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["https://a.example", "--browser", "nothing"], "nothing: there is no such program"),
        (["a.example"], "apt install chromium"),
        (["--proxy"], "--proxy --install"),
        (["a.example", "-o", "there"], "there: there is something already"),
    ],
)
def test_what_is_missing_is_said_and_nothing_is_left(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], what: str
) -> None:
    pytest.importorskip("playwright", reason="Playwright is not installed: pip install '.[record]'")
    (folder / "there").mkdir()
    assert BT.run("record", arguments, Settings()) == 2
    assert what in capsys.readouterr().err
    assert not [path for path in folder.rglob("*") if path.name.startswith(".")]
