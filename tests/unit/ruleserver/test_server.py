import pytest

from scrapy_bt.errors import BTError
from scrapy_bt.ruleserver.server import Serving, serve
from scrapy_bt.storage.sharing.remembered import Memory


def test_passwords_are_served_in_clear_text_to_this_machine_alone(tmp_path):
    for host in ("0.0.0.0", "10.0.0.5", "::"):
        serving = Serving(f"sqlite:///{tmp_path}/r.db", Memory(tmp_path / "m"), host=host)
        with pytest.raises(BTError, match="clear text"):
            serve(serving, tell=print)
    assert not (tmp_path / "r.db").exists()
    Serving("", Memory(tmp_path / "m"), host="10.0.0.5", certificate="cert.pem").check()
    Serving("", Memory(tmp_path / "m"), host="10.0.0.5", is_behind_proxy=True).check()


def test_a_place_that_is_taken_is_told(tmp_path):
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        serving = Serving(f"sqlite:///{tmp_path}/r.db", Memory(tmp_path / "m"), port=port)
        with pytest.raises(BTError, match="--port 0 takes a free one"):
            serve(serving, tell=print)
