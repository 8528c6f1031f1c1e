"""A file is there as a whole, or as it was."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from scrapy_bt.wholefiles import FileChangedError, changing, give_name, replacing, write_private, write_whole


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


def test_what_somebody_has_written_meanwhile_is_left(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("before")
    with pytest.raises(FileChangedError), replacing(path, before=b"before"):
        path.write_text("mine")
    assert ([*tmp_path.iterdir()], path.read_text()) == ([path], "mine")
    write_whole(path, "after", before=b"mine")
    assert path.read_text() == "after"


def test_a_private_file_is_for_this_user_alone(tmp_path: Path) -> None:
    path = tmp_path / "below" / "file"
    write_private(path, "one")
    write_private(path, "two")
    assert (path.read_text(), path.stat().st_mode & 0o777) == ("two", 0o600)
    assert list(path.parent.iterdir()) == [path]


def test_what_is_read_and_written_by_several_at_once_is_all_there(tmp_path: Path) -> None:
    path = tmp_path / "new" / "lines"

    def add(number: int) -> None:
        with changing(path):
            before = path.read_text() if path.is_file() else ""
            write_whole(path, f"{before}{number}\n")

    with ThreadPoolExecutor(8) as several:
        list(several.map(add, range(40)))
    assert sorted(map(int, path.read_text().split())) == [*range(40)]


@pytest.mark.parametrize("has_links", [True, False])
def test_a_name_is_given_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_links: bool) -> None:
    if not has_links:
        monkeypatch.setattr("os.link", lambda *_: (_ for _ in ()).throw(PermissionError()))
    for number in range(2):
        (tmp_path / f"part{number}").write_text(str(number))
    give_name(tmp_path / "part0", tmp_path / "named")
    with pytest.raises(FileExistsError):
        give_name(tmp_path / "part1", tmp_path / "named")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"named": "0", "part1": "1"}
