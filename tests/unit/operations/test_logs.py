from pathlib import Path

import pytest

from scrapy_bt.operations import logs
from scrapy_bt.operations.logs import last_lines


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "a.log"


def test_the_last_lines_that_say_anything_are_told_up_to_a_length(log: Path) -> None:
    log.write_bytes(b"one\r\n\ntw\xffo\n" + b"x" * 1001 + b"\n \nend")
    assert last_lines(log, 3) == ["tw\ufffdo", "x" * 1000 + "…", "end"]
    assert last_lines(log, 9)[0] == "one"


def test_of_a_long_log_the_end_alone_is_read(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "_READ", 10)
    log.write_text("first\nsecond\nlast\n")
    assert last_lines(log, 9) == ["last"]
    log.write_text("a line that is too long")
    assert last_lines(log, 9) == ["s too long"]


def test_no_log_has_no_lines(log: Path) -> None:
    assert last_lines(log, 3) == []
