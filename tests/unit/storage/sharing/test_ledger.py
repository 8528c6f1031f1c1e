from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from scrapy_bt.core.rules.sharing.statements import LARGEST_RULE, NewKey, Signed, StatementError, Withdrawal, chain
from scrapy_bt.errors import RuleError
from scrapy_bt.storage.sharing.accounts import Accounts
from scrapy_bt.storage.sharing.ledger import ConflictError, RateError, RuleLedger
from tests.ruleservers import PASSWORD, Signer, release_of, rule_text

ANN, EVE = Signer(1), Signer(2)
ONE, TWO, THREE = (rule_text(f"Version {number}") for number in (1, 2, 3))


@pytest.fixture
def now() -> list[float]:
    return [1000.0]


@pytest.fixture
def ledger(engine, now) -> RuleLedger:
    made = RuleLedger(engine, clock=lambda: now[0])
    made.begin()
    for name in ("ann", "eve"):
        Accounts(engine).add(name, PASSWORD)
    made.add(ANN.sign(NewKey(made.begin(), "ann", ANN.base64)))
    return made


@pytest.fixture
def publish(ledger) -> Callable[..., str]:
    def add(version, text, parent="", signer=ANN, **others):
        release = release_of(ledger.begin(), version, text, parent, **others)
        ledger.add(signer.sign(release), text)
        return release.sha256

    return add


def test_versions_follow_each_other_and_stay(ledger, publish):
    one = publish(1, ONE)
    two = publish(2, TWO, one)
    assert [(row["version"], row["sha256"]) for row in ledger.versions("ann", "news")] == [(1, one), (2, two)]
    assert (ledger.text(one), ledger.text(two)) == (ONE, TWO)
    assert [row["version"] for row in ledger.heads([("ann", "news"), ("ann", "other")])] == [2]


def test_publishing_twice_is_as_good_as_once(ledger, publish):
    publish(1, ONE)
    last = ledger.last()
    publish(1, ONE)
    assert ledger.last() == last


@pytest.mark.parametrize(("version", "parent"), [(1, ""), (3, "a" * 64), (2, "a" * 64)])
def test_what_does_not_follow_the_newest_is_a_conflict(ledger, publish, version, parent):
    one = publish(1, ONE)
    with pytest.raises(ConflictError) as told:
        publish(version, TWO, parent)
    assert (told.value.version, told.value.sha256) == (1, one)
    assert [row["version"] for row in ledger.versions("ann", "news")] == [1]


def test_the_same_text_is_no_new_version(publish):
    one = publish(1, ONE)
    with pytest.raises(ConflictError, match="says the same"):
        publish(2, ONE, one)


def test_of_many_who_publish_at_once_one_does(ledger, publish):
    one = publish(1, ONE)
    texts = [rule_text(f"Of {number}") for number in range(8)]

    def attempt(text):
        try:
            return publish(2, text, one)
        except ConflictError:
            return None

    with ThreadPoolExecutor(8) as pool:
        done = [digest for digest in pool.map(attempt, texts) if digest]
    assert len(done) == 1
    assert [row["sha256"] for row in ledger.versions("ann", "news")] == [one, *done]


def test_nobody_publishes_for_others(ledger, publish):
    with pytest.raises(StatementError, match="not signed with the newest key of ann"):
        publish(1, ONE, signer=EVE)
    with pytest.raises(StatementError, match="eve has no key yet"):
        publish(1, ONE, signer=EVE, account="eve")
    with pytest.raises(StatementError, match="no account bob"):
        ledger.add(EVE.sign(NewKey(ledger.begin(), "bob", EVE.base64)))
    with pytest.raises(ConflictError, match="the newest key of ann is another one"):
        ledger.add(EVE.sign(NewKey(ledger.begin(), "ann", EVE.base64)))
    with pytest.raises(StatementError, match="not signed with the key of ann"):
        ledger.add(EVE.sign(NewKey(ledger.begin(), "ann", EVE.base64, ANN.base64)))


def test_after_a_change_the_old_key_signs_nothing_more(ledger, publish):
    one = publish(1, ONE)
    ledger.add(ANN.sign(NewKey(ledger.begin(), "ann", EVE.base64, ANN.base64)))
    with pytest.raises(StatementError, match="newest key of ann"):
        publish(2, TWO, one)
    publish(2, TWO, one, signer=EVE)
    assert len(ledger.keys("ann")) == 2


def test_what_is_signed_for_another_log_says_nothing_here(ledger):
    with pytest.raises(StatementError, match="another server's log"):
        ledger.add(ANN.sign(release_of("1" * 32, 1, ONE)), ONE)
    with pytest.raises(StatementError, match="only one beginning"):
        ledger.add(Signed('{"is":"origin","origin":"' + "1" * 32 + '"}'))


def test_the_text_is_what_was_signed(ledger):
    signed = ANN.sign(release_of(ledger.begin(), 1, ONE))
    for text in (TWO, ONE + "\n", ONE.replace("\n", "\r\n")):
        with pytest.raises(StatementError, match="canonical text"):
            ledger.add(signed, text)
    with pytest.raises(StatementError, match="the licence"):
        ledger.add(ANN.sign(release_of(ledger.begin(), 1, ONE, licence="MIT")), ONE)
    with pytest.raises(StatementError, match="at most"):
        ledger.add(signed, ONE + "#" * LARGEST_RULE)
    with pytest.raises(RuleError):
        ledger.add(signed, ONE.replace("layers:", "layres:"))
    assert ledger.versions("ann", "news") == []


def test_what_is_withdrawn_is_hidden_and_its_number_is_not_used_again(ledger, publish):
    one = publish(1, ONE)
    two = publish(2, TWO, one)
    ledger.add(ANN.sign(Withdrawal(ledger.begin(), "ann", "news", 2, "too much")))
    assert [row["version"] for row in ledger.search("news")] == [1]
    publish(3, THREE, two)
    assert [(row["version"], row["withdrawn"]) for row in ledger.versions("ann", "news")] == [
        (1, ""),
        (2, "too much"),
        (3, ""),
    ]
    ledger.add(ANN.sign(Withdrawal(ledger.begin(), "ann", "news", 1, "old")))
    assert [row["version"] for row in ledger.search("news")] == [3]
    with pytest.raises(ConflictError, match="no version 9"):
        ledger.add(ANN.sign(Withdrawal(ledger.begin(), "ann", "news", 9, "none")))


def test_rules_are_found_by_words_site_and_licence_a_page_at_a_time(ledger, publish):
    for number in range(5):
        publish(1, rule_text(f"About 100% of lamp{number}"), name=f"rule-{number}")
    assert [row["name"] for row in ledger.search("LAMP3 news")] == ["rule-3"]
    assert ledger.search("100_") == []
    assert len(ledger.search("100%")) == 5
    assert [row["name"] for row in ledger.search(count=2, after="ann/rule-1")] == ["rule-2", "rule-3"]
    assert len(ledger.search(site="news.test")) == len(ledger.search(site="https://news.test/x")) == 5
    assert ledger.search(site="ews.test") == []
    assert len(ledger.search(licence="cc0-1.0")) == 5
    assert ledger.search(licence="MIT") == []


def test_an_account_publishes_only_so_often(ledger, publish, now, monkeypatch):
    monkeypatch.setattr("scrapy_bt.storage.sharing.ledger.PER_HOUR", 4)  # the key of the account is one
    parent = ""
    for number in range(1, 4):
        parent = publish(number, rule_text(f"Version {number}"), parent)
    with pytest.raises(RateError, match="4 times within an hour"):
        publish(4, ONE, parent)
    now[0] += 3601
    publish(4, ONE, parent)


def test_the_log_is_a_chain(ledger, publish):
    publish(2, TWO, publish(1, ONE))
    before = ""
    for line in ledger.lines():
        assert line.hash == chain(before, line.signed)
        before = line.hash
    assert [line.number for line in ledger.lines()] == [0, 1, 2, 3]
    assert [line.number for line in ledger.lines(1, 1)] == [2]
    assert ledger.last().number == 3


def test_what_fails_in_the_middle_has_written_nothing(ledger, publish, monkeypatch):
    def fail(*_):
        raise OSError("the machine ends")

    with monkeypatch.context() as patched:
        patched.setattr(RuleLedger, "_add_line", fail)
        with pytest.raises(OSError, match="ends"):
            publish(1, ONE)
    assert ledger.versions("ann", "news") == []
    assert ledger.text(release_of(ledger.begin(), 1, ONE).sha256) is None
    publish(1, ONE)


def test_a_database_keeps_to_one_log(engine, ledger):
    assert ledger.begin() == RuleLedger(engine).begin()
    with pytest.raises(StatementError, match="another log"):
        ledger.begin(Signed('{"is":"origin","origin":"' + "1" * 32 + '"}'))
