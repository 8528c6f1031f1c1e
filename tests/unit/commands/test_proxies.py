import json
import time

import pytest

from scrapy_bt.core.proxies.health import HealthPolicy, ProxyHealth, ProxyUse
from scrapy_bt.crawl.proxies.board import exchange
from scrapy_bt.crawl.proxies.health_file import save_record
from scrapy_bt.frontier.redis.frontier import send

URLS = ("http://u:secret@a:1", "b:2")
OUTCOMES = [
    ProxyUse("http://b:2", "one.test", is_success=True, latency=0.5),
    *[ProxyUse("http://b:2", "two.test", is_success=False, is_ban=True, latency=0.1)] * 2,
]


@pytest.fixture
def listed(tmp_path):
    file = tmp_path / "proxies.txt"
    file.write_text("\n".join(URLS))
    record = ProxyHealth()
    for outcome in OUTCOMES:
        record.note(outcome, HealthPolicy(), now=time.time())
    save_record(tmp_path / "p.json", record.items())
    return ("-s", f"BT_PROXIES={file}", "-s", f"BT_PROXIES_FILE={tmp_path / 'p.json'}")


def test_proxies_are_told_with_how_they_do_and_without_passwords(bt, listed):
    status, out, err = bt("proxies", *listed, "-s", "BT_PROXIES_SHARED=False")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].startswith("2 proxies, 0 of them rest; known in ")
    assert lines[2].split()[1:] == ["0.70", "0", "0"]
    assert lines[3].split()[:1] + lines[3].split()[2:] == ["http://b:2", "3", "2", "0.36", "s", "two.test"]
    assert "secret" not in out
    out = bt("proxies", *listed, "-s", "BT_PROXIES_SHARED=False", "--sites")[1]
    assert "one.test" in out


def test_workers_on_redis_know_it_together(bt, client, listed):
    shared = (*listed, "-s", "BT_PROXIES_SHARED=True")
    send(client, exchange("default", outcomes=OUTCOMES, clock=time.time))
    told = json.loads(bt("proxies", *shared, "--json")[1])
    (new, used) = told["proxies"]
    assert (new["uses"], new["sites"]) == (0, {})
    assert (used["uses"], used["failures"], used["sites"]["two.test"]["rests"] > 5) == (3, 2, True)
    assert "secret" not in json.dumps(told)
    assert bt("proxies", *shared, "--forget")[1].endswith("all proxies are new again\n")
    assert json.loads(bt("proxies", *shared, "--json")[1])["proxies"][1]["uses"] == 0


def test_what_was_kept_in_a_file_is_forgotten(bt, listed, tmp_path):
    bt("proxies", *listed, "-s", "BT_PROXIES_SHARED=False", "--forget")
    assert not (tmp_path / "p.json").exists()


def test_a_list_that_cannot_be_read_is_told(bt, tmp_path):
    status, _, err = bt("proxies", "-s", f"BT_PROXIES={tmp_path}/none.txt")
    assert status == 1
    assert "none.txt cannot be read" in err
    (tmp_path / "wrong.txt").write_text("a\nb:2\nc\n")
    status, _, err = bt("proxies", "-s", f"BT_PROXIES={tmp_path}/wrong.txt")
    assert (status, [line.partition(": ")[0] for line in err.splitlines()]) == (
        1,
        [f"{tmp_path}/wrong.txt:{number}" for number in (1, 3)],
    )
    with pytest.raises(SystemExit, match="2"):
        bt("proxies")
