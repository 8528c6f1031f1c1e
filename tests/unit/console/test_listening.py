import socket
from pathlib import Path

import pytest

from scrapy_bt.console.listening import listening_at, listening_on
from scrapy_bt.errors import BTError


def test_a_port_that_is_taken_is_told() -> None:
    with listening_at("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with pytest.raises(BTError, match="--port 0"), listening_at("127.0.0.1", port):
            pass


def test_a_socket_is_for_its_group_and_goes_with_its_console(tmp_path: Path) -> None:
    path = tmp_path / "c.sock"
    with listening_on(path) as listener:
        assert path.stat().st_mode & 0o777 == 0o660
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(str(path))
            listener.accept()[0].close()
        with pytest.raises(BTError, match="another console"), listening_on(path):
            pass
    assert not path.exists()


def test_what_a_killed_console_has_left_is_no_hindrance(tmp_path: Path) -> None:
    path = tmp_path / "c.sock"
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(path))
    with listening_on(path):
        pass


def test_what_is_no_socket_stays(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("mine")
    with pytest.raises(BTError, match="no socket"), listening_on(path):
        pass
    assert path.read_text() == "mine"
    with pytest.raises(BTError, match="cannot listen"), listening_on(tmp_path / "none" / "c.sock"):
        pass
