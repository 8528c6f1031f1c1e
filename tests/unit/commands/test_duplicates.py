import json

import pytest

from scrapy_bt.core.duplicates.bloom import Bloom
from scrapy_bt.crawl.duplicates.content_store import ContentStore
from scrapy_bt.crawl.duplicates.shared import LedgerCalls, SharedContentStore
from scrapy_bt.frontier.completion import Requeue
from scrapy_bt.frontier.entries import Bucket, Entry
from scrapy_bt.frontier.redis import RedisFrontier
from tests.unit.crawl.duplicates.ledger_contract import sample, text, token

KEY = sample(text(1)).key.hex()


def fill(content_store):
    """One article at three addresses, the last of them with other words, and another article."""
    for seed in (1, 2):
        mine = token()
        content_store.claim(sample(text(seed), f"http://a/{seed}"), mine)
        content_store.settle([mine])
    content_store.claim(sample(text(1), "http://b/"), token())
    content_store.claim(sample(text(1, changes=3), "http://c/"), token())


@pytest.fixture
def shared(client):
    fill(SharedContentStore(client, LedgerCalls("news", similarity="0.8", threshold=0.8)))
    return client


@pytest.fixture
def file(tmp_path):
    class Near(ContentStore):
        def claim(self, sample, token):
            return super().claim(sample, token, threshold=0.8)

    with Near(tmp_path / "duplicates.db", similarity="0.8") as content_store:
        fill(content_store)
    return str(tmp_path / "duplicates.db")


def test_all_ledgers_are_counted(bt, shared):
    status, out, err = bt("duplicates")
    assert (status, err) == (0, "")
    assert out.splitlines()[1:] == ["  name  kept  same  near", "  news     2     1     1"]
    told = json.loads(bt("duplicates", "--json")[1])
    assert told["ledgers"] == [{"name": "news", "kept": 2, "same": 1, "near": 1}]


def test_filters_of_urls_say_how_exact_they_are(bt, client):
    key = f"{{shop:requests}}:seen:bits:{Bloom.sized(100, 0.01).text}"
    frontier = RedisFrontier(client, "shop:requests", number=lambda bucket: 1.0, limits={}, seen_key=key)
    frontier.put([Requeue(Entry(Bucket("shop", "page"), b""), key=f"{number}".encode()) for number in range(100)])
    assert "Bounded filters of URLs" in bt("duplicates")[1]
    told = json.loads(bt("duplicates", "--json")[1])
    assert told["ledgers"] == []
    (one,) = told["filters"]
    assert (one["key"], one["size"]) == (key, 122)
    assert 97 <= one["known"] <= 100
    assert 0.001 < one["error"] < 0.02


def test_what_was_dropped_is_listed_the_latest_first(bt, shared):
    lines = bt("duplicates", "news")[1].splitlines()
    assert lines[0] == "news: 2 contents kept, 2 found again (1 same, 1 near)"
    assert lines[1].split() == ["found", "as", "alike", "address", "same", "as"]
    assert lines[2].split()[2:3] + lines[2].split()[4:] == ["near", "http://c/", "http://a/1"]
    assert lines[3].split()[2:] == ["same", "100%", "http://b/", "http://a/1"]
    out = bt("duplicates", "news", "--count", "1")[1]
    assert out.endswith("more: --first 1\n")


def test_a_file_and_a_job_folder_are_told_in_the_same_way(bt, file, tmp_path):
    for words in (("--file", file), ("--jobdir", str(tmp_path))):
        told = json.loads(bt("duplicates", *words, "--json")[1])
        assert (told["kept"], told["same"], told["near"]) == (2, 1, 1)
        assert [one["url"] for one in told["dropped"]] == ["http://c/", "http://b/"]
        assert told["dropped"][1]["key"] == KEY


def test_all_addresses_of_a_content_are_told(bt, shared, file):
    for words in (("news",), ("--file", file)):
        assert bt("duplicates", *words, "--urls", KEY)[1].split() == ["http://a/1", "http://b/", "http://c/"]
    status, _, err = bt("duplicates", "news", "--urls", "00")
    assert (status, err) == (1, "news knows no content 00\n")


def test_what_is_forgotten_is_gone(bt, shared, file):
    assert bt("duplicates", "news", "--forget")[1] == "news: 2 contents forgotten\n"
    assert not shared.keys()
    assert bt("duplicates", "--file", file, "--forget")[1] == f"{file}: 2 contents forgotten\n"
    assert bt("duplicates", "--file", file)[1] == f"{file}: 0 contents kept, 0 found again (0 same, 0 near)\n"
    out = bt("duplicates")[1]
    assert ": nothing is known of duplicates; what a crawl with a JOBDIR knows is shown by --jobdir DIR" in out


def test_names_that_are_not_there_are_told_with_those_that_are(bt, shared, tmp_path):
    status, _, err = bt("duplicates", "new")
    assert status == 1
    assert "; did you mean 'news'?; what a crawl with a JOBDIR knows" in err
    status, _, err = bt("duplicates", "--file", str(tmp_path / "none.db"))
    assert (status, err) == (1, f"there is no ledger of duplicates {tmp_path}/none.db\n")


@pytest.mark.parametrize(
    "words",
    [["news", "--file", "x"], ["--forget"], ["--urls", "00"], ["news", "--urls", "x"], ["news", "--count", "0"]],
)
def test_what_cannot_be_meant_is_refused(bt, shared, words, capsys):
    with pytest.raises(SystemExit, match="2"):
        bt("duplicates", *words)


@pytest.mark.parametrize("words", [(), ("news",)])
def test_without_redis_the_other_places_are_told(bt, words):
    status, _, err = bt("duplicates", *words, url="redis://127.0.0.1:1")
    assert (status, err.count("\n")) == (1, 1)
    assert err.startswith("no Redis at redis://127.0.0.1:1/0: ")
    assert "--jobdir DIR, a file of BT_DUPLICATES_STORE by --file FILE" in err
