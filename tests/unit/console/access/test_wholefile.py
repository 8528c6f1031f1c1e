from pathlib import Path

import pytest

from scrapy_bt.console.access.wholefile import write_private


def test_a_file_is_for_this_user_alone(tmp_path: Path) -> None:
    path = tmp_path / "below" / "file"
    write_private(path, "one")
    write_private(path, "two")
    assert (path.read_text(), path.stat().st_mode & 0o777) == ("two", 0o600)
    assert list(path.parent.iterdir()) == [path]


def test_what_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").mkdir()
    with pytest.raises(OSError, match="file"):
        write_private(tmp_path / "file", "text")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
