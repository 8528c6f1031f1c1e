import sqlite3
import threading
from contextlib import closing

import pytest

from scrapy_bt.core.duplicates.verdicts import Tally
from scrapy_bt.crawl.duplicates.content_store import IN_MEMORY, ContentStore
from scrapy_bt.errors import BTError
from tests.unit.crawl.duplicates.ledger_contract import LEASE, LedgerContract, sample, text, token


class Clocked(ContentStore):
    """A content store whose clock stands still unless it is told."""

    now = 2_000_000_000.0

    def wait(self, seconds):
        self.now += seconds

    def claim(self, sample, token):
        self.now += 0.001
        return super().claim(sample, token, threshold=0.8, now=self.now)

    def keep(self, tokens):
        super().keep(tokens, now=self.now)


@pytest.fixture(params=["memory", "file"])
def ledger(request, tmp_path):
    place = IN_MEMORY if request.param == "memory" else tmp_path / "deep" / "duplicates.db"
    with Clocked(place, similarity="0.8", lease_seconds=LEASE) as content_store:
        yield content_store


class TestBook(LedgerContract):
    """In memory, and in a file."""


def test_a_later_run_knows_what_was_stored_and_not_what_was_only_claimed(tmp_path):
    path = tmp_path / "d.db"
    with ContentStore(path, similarity=None, lease_seconds=LEASE) as content_store:
        stored = token()
        content_store.claim(sample("one"), stored)
        content_store.settle([stored])
        content_store.claim(sample("two"), token())
    with ContentStore(path, similarity=None) as content_store:
        assert content_store.claim(sample("one"), token()).match is not None
        assert content_store.claim(sample("two"), token(), now=4e9).match is None


def test_of_many_processes_that_claim_one_content_one_gets_it(tmp_path):
    path, got = tmp_path / "d.db", []

    def work():
        with ContentStore(path, similarity=None) as content_store:
            for number in range(30):
                verdict = content_store.claim(sample(f"text {number}"), token())
                got.append(number) if verdict == type(verdict)() else None

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(got) == list(range(30))


def test_a_process_waits_for_another_that_makes_the_same_file(tmp_path):
    path = tmp_path / "d.db"
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        made = threading.Timer(0.5, other.execute, ["COMMIT"])
        made.start()
        ContentStore(path, similarity=None).close()
        made.join()


def test_a_ledger_of_another_similarity_is_refused_with_what_to_do(tmp_path):
    path = tmp_path / "d.db"
    ContentStore(path, similarity="0.8").close()
    with pytest.raises(BTError, match=r"compared at a similarity of 0.8, not .* 0.9; set BT_DUPLICATES_SIMILARITY"):
        ContentStore(path, similarity="0.9")
    ContentStore(path, similarity=None).close()


def test_what_is_no_ledger_is_left_alone(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("a text that is longer than the head of a database would be " * 20)
    with pytest.raises(BTError, match="no ledger of duplicates"):
        ContentStore(path, similarity=None)
    other = tmp_path / "shop.db"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE shop (x)")
    with pytest.raises(BTError, match="something else"):
        ContentStore(other, similarity=None)
    with pytest.raises(BTError, match="cannot be opened"):
        ContentStore(tmp_path, similarity=None)


def test_a_ledger_of_another_version_is_refused(tmp_path):
    ContentStore(tmp_path / "d.db", similarity=None).close()
    with closing(sqlite3.connect(tmp_path / "d.db")) as connection:
        connection.execute("PRAGMA user_version = 9")
    with pytest.raises(BTError, match="has format 9, and this version reads 1"):
        ContentStore(tmp_path / "d.db", similarity=None)


def test_an_article_takes_less_than_two_kilobytes_of_the_file(tmp_path):
    path = tmp_path / "d.db"
    with ContentStore(path, similarity="0.8") as content_store:
        for seed in range(300):
            mine = token()
            content_store.claim(sample(text(seed)), mine, threshold=0.8)
            content_store.settle([mine])
        assert content_store.tally() == Tally(300, 0, 0)
    assert path.stat().st_size < 300 * 2000
