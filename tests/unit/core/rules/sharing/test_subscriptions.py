from hashlib import sha256

import pytest

from scrapy_bt.core.rules.sharing.statements import Release, StatementError
from scrapy_bt.core.rules.sharing.subscriptions import (
    Subscription,
    Subscriptions,
    TrustedAuthor,
    read_subscriptions,
    write_subscriptions,
)
from scrapy_bt.errors import RuleError
from tests.ruleservers import Signer

ORIGIN = "0" * 32
SIGNER = Signer()
TEXT = "rule: News\n"
RELEASE = Release(ORIGIN, "ann", "news", 1, sha256(TEXT.encode()).hexdigest(), "MIT")
SUBSCRIPTION = Subscription(RELEASE, SIGNER.sign(RELEASE).signature, SIGNER.base64, "https://rules.test")
KNOWN = Subscriptions().trusting(TrustedAuthor(ORIGIN, "ann", SIGNER.base64)).having("a/news.yaml", SUBSCRIPTION)


def test_subscriptions_are_read_as_they_were_written():
    assert read_subscriptions(write_subscriptions(KNOWN)) == KNOWN
    assert KNOWN.rules["a/news.yaml"].signed == SIGNER.sign(RELEASE)


def test_the_text_does_not_depend_on_when_what_was_added():
    other = TrustedAuthor(ORIGIN, "bob", SIGNER.base64)
    one = KNOWN.having("b.yaml", SUBSCRIPTION).trusting(other)
    two = Subscriptions().trusting(other).having("b.yaml", SUBSCRIPTION)
    two = two.trusting(TrustedAuthor(ORIGIN, "ann", SIGNER.base64)).having("a/news.yaml", SUBSCRIPTION)
    assert write_subscriptions(one) == write_subscriptions(two)


def test_a_key_takes_the_place_of_the_one_before():
    newer = Signer(2)
    changed = KNOWN.trusting(TrustedAuthor(ORIGIN, "ann", newer.base64))
    assert changed.key_of(ORIGIN, "ann") == newer.public
    assert changed.key_of("1" * 32, "ann") is None
    assert len(changed.authors) == 1


def test_a_changed_file_is_refused_and_others_are_not_looked_at():
    KNOWN.check("a/news.yaml", TEXT)
    KNOWN.check("news.yaml", "anything")
    KNOWN.without("a/news.yaml").check("a/news.yaml", "anything")
    with pytest.raises(RuleError) as told:
        KNOWN.check("a/news.yaml", TEXT + " ")
    assert told.value.faults[0].code == "not-as-signed"
    assert "scrapy bt rules subscribe ann/news@1 --force" in told.value.faults[0].advice


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ('"format": 1', '"format": 2'),
        ("a/news.yaml", "../news.yaml"),
        ("a/news.yaml", "/etc/news.yaml"),
        ("a/news.yaml", "a/../../news.yaml"),
        ('"name": "news"', '"name": "../news"'),
        (f'"account": "ann",\n      "key": "{SIGNER.base64}"', '"account": "ann",\n      "key": "x"'),
        ("{", ""),
    ],
)
def test_a_damaged_file_is_told(was, now):
    text = write_subscriptions(KNOWN)
    assert was in text
    with pytest.raises(StatementError):
        read_subscriptions(text.replace(was, now))
