"""What every ledger of duplicates does, whoever keeps it: a claim is one step, and ends in one of three ways."""

import random
from itertools import count

from scrapy_bt.core.duplicates.minhash import Bands, sign
from scrapy_bt.core.duplicates.text import content_key, normalise, shingles
from scrapy_bt.core.duplicates.verdicts import KnownRecord, Tally

LAYOUT = Bands.finding(0.8)
LEASE = 0.3
_words = [f"w{number}" for number in range(4000)]
_numbers = count()


def text(seed, *, changes=0):
    """A text of 300 words, some of which are changed."""
    words = random.Random(seed).choices(_words, k=300)
    for at in range(changes):
        words[(at * 37) % 300] = f"other{at}"
    return " ".join(words)


def sample(text, url="http://a/", kind=""):
    normalised = normalise(text)
    signature = sign(shingles(normalised))
    return KnownRecord(content_key(kind, [normalised]), url, kind, signature, LAYOUT.of(signature) if signature else ())


def token():
    return f"worker {next(_numbers)}"


class LedgerContract:
    """Subclasses give a fixture *ledger*: claim(sample, token), settle, keep, tally, matches, urls, forget; with a
    lease of `LEASE` seconds, and *wait(seconds)*."""

    def test_the_first_claims_and_others_wait_until_it_is_stored(self, ledger):
        mine = token()
        assert ledger.claim(sample("one"), mine).busy_for is None
        assert 0 < ledger.claim(sample("one", "http://b/"), token()).busy_for <= LEASE
        ledger.settle([mine])
        match = ledger.claim(sample("One!", "http://b/"), token()).match
        assert (match.url, match.original_url, match.reason) == ("http://b/", "http://a/", "same")
        assert (match.similarity, match.is_new, match.key) == (1.0, True, sample("one").key.hex())
        assert ledger.tally() == Tally(kept=1, same=1, near=0)

    def test_a_claim_that_is_made_again_is_the_same(self, ledger):
        mine = token()
        for _ in range(2):
            verdict = ledger.claim(sample("one"), mine)
            assert verdict.match is None
            assert verdict.busy_for is None

    def test_what_is_given_back_is_the_next_ones(self, ledger):
        first, second = token(), token()
        ledger.claim(sample(text(1)), first)
        ledger.settle([], [first])
        assert ledger.tally() == Tally(kept=0, same=0, near=0)
        assert ledger.claim(sample(text(1, changes=2)), second).busy_for is None
        ledger.settle([second])
        assert ledger.claim(sample(text(1)), token()).match is not None

    def test_the_claim_of_the_dead_ends_by_itself(self, ledger):
        dead, heir = token(), token()
        ledger.claim(sample(text(2)), dead)
        ledger.wait(1.2 * LEASE)
        assert ledger.claim(sample(text(2, changes=3), "http://b/"), heir).busy_for is None
        ledger.settle([dead])
        assert ledger.claim(sample(text(2, changes=3)), token()).busy_for is not None, "the dead have nothing to settle"
        ledger.settle([heir])
        assert ledger.claim(sample(text(2)), token()).match.original_url == "http://b/"

    def test_who_lives_keeps_its_claim(self, ledger):
        mine = token()
        ledger.claim(sample("one"), mine)
        for _ in range(3):
            ledger.wait(0.6 * LEASE)
            ledger.keep([mine])
        assert ledger.claim(sample("one"), token()).busy_for is not None

    def test_near_texts_are_found_and_known_from_then_on(self, ledger):
        mine = token()
        ledger.claim(sample(text(3)), mine)
        assert ledger.claim(sample(text(3, changes=5), "http://b/"), token()).busy_for is not None
        ledger.settle([mine])
        for times in range(2):
            match = ledger.claim(sample(text(3, changes=5), f"http://b/{times}"), token()).match
            assert (match.reason, match.is_new) == ("near", True)
            assert 0.8 <= match.similarity < 1
        assert ledger.claim(sample(text(3, changes=60)), token()).match is None
        assert ledger.claim(sample(text(4)), token()).match is None
        assert ledger.tally() == Tally(kept=3, same=0, near=2)

    def test_the_most_similar_is_the_one(self, ledger):
        for changes in (0, 60):
            mine = token()
            ledger.claim(sample(text(5, changes=changes), f"http://{changes}/"), mine)
            ledger.settle([mine])
        match = ledger.claim(sample(text(5, changes=58)), token()).match
        assert match.original_url == "http://60/"

    def test_kinds_are_not_compared(self, ledger):
        for kind in ("article", "comment"):
            mine = token()
            assert ledger.claim(sample(text(6), kind=kind), mine).match is None
            ledger.settle([mine])
        assert ledger.tally().kept == 2

    def test_all_addresses_are_known_once_and_listed_the_newest_first(self, ledger):
        mine = token()
        ledger.claim(sample(text(7)), mine)
        ledger.settle([mine])
        new = [ledger.claim(sample(text(7), url), token()).match.is_new for url in ("u1", "u2", "u1", "http://a/")]
        assert new == [True, True, False, False]
        key = sample(text(7)).key.hex()
        assert ledger.urls(key) == ["http://a/", "u1", "u2"]
        assert ledger.urls("00" * 16) == []
        assert [one.url for one in ledger.matches()] == ["u2", "u1"]
        assert [one.url for one in ledger.matches(1, 1)] == ["u1"]
        assert {one.original_url for one in ledger.matches()} == {"http://a/"}
        assert ledger.matches()[0].at > 1_000_000_000

    def test_what_is_forgotten_is_new(self, ledger):
        mine = token()
        ledger.claim(sample(text(8)), mine)
        ledger.settle([mine])
        assert ledger.forget() == 1
        assert ledger.claim(sample(text(8)), token()).match is None
        assert ledger.tally().kept == 1
