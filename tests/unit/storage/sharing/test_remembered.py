import pytest

from scrapy_bt.errors import BTError
from scrapy_bt.storage.sharing.remembered import DeviceSession, LogHead, Memory, Remembered


def test_what_is_kept_is_read_and_only_by_its_user(tmp_path):
    memory = Memory(tmp_path / "below" / "servers.json")
    assert memory.read() == Remembered()
    session = DeviceSession("ann", "desk", "a", "r")
    memory.keep_head("https://a", "0" * 32, LogHead(3, "h"))
    memory.keep_session("https://a", session)
    assert memory.read() == Remembered({"https://a": "0" * 32}, {"0" * 32: LogHead(3, "h")}, {"https://a": session})
    assert (tmp_path / "below" / "servers.json").stat().st_mode & 0o777 == 0o600
    memory.keep_session("https://a", None)
    assert memory.read().sessions == {}


def test_a_damaged_file_is_told(tmp_path):
    (tmp_path / "servers.json").write_text("[]")
    with pytest.raises(BTError, match="cannot be read"):
        Memory(tmp_path / "servers.json").read()


def test_what_cannot_be_written_is_told(tmp_path):
    (tmp_path / "folder").write_text("")
    with pytest.raises(BTError, match="cannot be"):
        Memory(tmp_path / "folder" / "x").keep_session("https://a", DeviceSession("a", "d", "a", "r"))
