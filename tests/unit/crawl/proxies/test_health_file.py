import json

from scrapy_bt.core.proxies.health import Health, HealthPolicy, ProxyHealth, ProxyUse
from scrapy_bt.crawl.proxies.health_file import health_path, load_record, save_record


def test_the_next_run_knows_how_proxies_did(tmp_path):
    record, again = ProxyHealth(), ProxyHealth()
    record.note(ProxyUse("p", "s", is_success=False), HealthPolicy(), now=100.0)
    path = tmp_path / "deep" / "proxies.json"
    save_record(path, record.items())
    load_record(path, again)
    assert again.items() == record.items()
    assert again.of("p").until == 110.0


def test_what_tells_nothing_is_told_and_left_alone(tmp_path, caplog):
    path = tmp_path / "proxies.json"
    for text in ("{", '{"format": 2}', '{"format": 1, "healths": [[1]]}'):
        path.write_text(text)
        record = ProxyHealth()
        load_record(path, record)
        assert record.of("p") == Health()
        assert "holds no record of proxies" in caplog.text
        caplog.clear()
    load_record(tmp_path / "none.json", ProxyHealth())
    load_record(None, ProxyHealth())
    assert not caplog.text


def test_a_folder_that_cannot_be_written_keeps_nothing(tmp_path):
    (tmp_path / "file").write_text("")
    save_record(tmp_path / "file" / "proxies.json", [])
    assert json.loads("[]") == []


def test_nothing_is_kept_without_a_name(tmp_path):
    assert health_path("") is None
    assert health_path(str(tmp_path / "p.json")) == tmp_path / "p.json"
