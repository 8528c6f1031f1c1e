import shutil
import subprocess
from pathlib import Path

import pytest

from scrapy_bt.console.editing.gitstate import GitState, git_state


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_how_a_file_stands_in_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    path = tmp_path / "é 1.bt"
    path.write_text("main :: and { }\n")
    assert git_state(path) is None
    for words in (
        ["init", "-qb", "trunk"],
        ["add", "."],
        ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x"],
    ):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    assert git_state(path) == GitState("trunk", is_known=True, is_changed=False)
    path.write_text("# other\n")
    (tmp_path / "new.bt").write_text("")
    (tmp_path / ".gitignore").write_text("left.bt\n")
    (tmp_path / "left.bt").write_text("")
    assert git_state(path) == GitState("trunk", is_known=True, is_changed=True)
    assert [git_state(tmp_path / name) for name in ("new.bt", "left.bt")] == [GitState("trunk", False, True)] * 2
