import socket
from pathlib import Path

import pytest

from scrapy_bt.crawl.watching.folders import (
    RECORDS,
    connect,
    file_name,
    list_sockets,
    listen,
    make_private,
    pid_of,
    socket_name,
    watch_folder,
)


def test_folders_are_below_the_projects_own(project: Path) -> None:
    assert watch_folder(RECORDS) == project / ".scrapy" / "bt-runs"


def test_outside_of_a_project_there_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SCRAPY_SETTINGS_MODULE", raising=False)
    assert watch_folder(RECORDS) is None


@pytest.mark.parametrize(
    ("name", "file"),
    [("shop", "shop"), ("a/b c", "a_b_c"), ("../x", "_x"), ("商店", "__"), ("", "crawl"), ("x" * 99, "x" * 60)],
)
def test_every_name_of_a_spider_gives_one_of_a_file(name: str, file: str) -> None:
    assert file_name(name) == file
    assert socket_name(name, 12) == f"{file}-12.sock"


def test_a_socket_is_for_this_user_alone(tmp_path: Path) -> None:
    path = tmp_path / "bt-run" / "shop-12.sock"
    path.parent.mkdir(mode=0o755)
    with listen(path):
        assert path.stat().st_mode & 0o777 == 0o600
        assert path.parent.stat().st_mode & 0o777 == 0o700
        assert list_sockets(path.parent) == [path]
        assert pid_of(path) == 12
        connect(path, timeout=900).close()


def test_a_path_that_is_too_long_for_an_address_is_reached_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / ("long" * 30) / ("x" * 60 + "-1.sock")
    with listen(path) as listener:
        listener.setblocking(True)
        with connect(path, timeout=900) as one, listener.accept()[0] as other:
            one.sendall(b"hello")
            assert other.recv(5) == b"hello"


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file"):
        make_private(tmp_path / "file" / "below")
    assert list_sockets(tmp_path / "nowhere") == []
    assert pid_of(Path("other.sock")) == 0
    with pytest.raises(OSError, match="No such file"):
        connect(tmp_path / "nobody.sock", timeout=900)
    assert socket.AF_UNIX
