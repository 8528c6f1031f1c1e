"""A file is there as a whole, or as it was."""

from pathlib import Path

import pytest

from scrapy_bt.wholefiles import replacing, write_private, write_whole


def test_a_file_is_replaced_keeps_its_rights_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    (tmp_path / "other").touch()
    for text, rights in (("one", (tmp_path / "other").stat().st_mode), ("zwei ü", 0o100640)):
        write_whole(path, text)
        assert (path.read_text("utf-8"), path.stat().st_mode) == (text, rights)
        path.chmod(0o640)
    (tmp_path / "other").unlink()
    write_whole(path, b"three", mode=0o644)
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"three", 0o644)
    assert list(tmp_path.iterdir()) == [path]


def test_what_cannot_be_written_leaves_all_as_it_was(tmp_path: Path) -> None:
    folder = tmp_path / "a.json"
    (folder / "inner").mkdir(parents=True)
    with pytest.raises(OSError, match="directory"):
        write_whole(folder, "text")
    assert list(tmp_path.iterdir()) == [folder]


def test_what_breaks_off_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("before")
    with pytest.raises(TypeError), replacing(path) as file:
        file.writelines([b"half", None])  # type: ignore[list-item]
    assert ([*tmp_path.iterdir()], path.read_text()) == ([path], "before")


def test_a_private_file_is_for_this_user_alone(tmp_path: Path) -> None:
    path = tmp_path / "below" / "file"
    write_private(path, "one")
    write_private(path, "two")
    assert (path.read_text(), path.stat().st_mode & 0o777) == ("two", 0o600)
    assert list(path.parent.iterdir()) == [path]
