from hashlib import sha256

import pytest

from scrapy_bt.core.rules.sharing.statements import Release
from scrapy_bt.core.rules.sharing.subscriptions import Subscription
from scrapy_bt.crawl.project.subscriptions import FILE, change_subscriptions, check_subscribed, load_subscriptions
from scrapy_bt.errors import BTError, RuleError
from tests.ruleservers import Signer

TEXT = "rule: News\n"


@pytest.fixture
def folder(tmp_path):
    signer = Signer()
    release = Release("0" * 32, "ann", "news", 1, sha256(TEXT.encode()).hexdigest(), "MIT")
    subscription = Subscription(release, signer.sign(release).signature, signer.base64, "https://a.test")
    change_subscriptions(tmp_path / "rules", lambda known: known.having("deep/news.yaml", subscription))
    (tmp_path / "rules" / "deep").mkdir()
    return tmp_path / "rules"


def test_a_subscribed_file_is_found_from_wherever_it_is_named(folder):
    for path in (folder / "deep" / "news.yaml", folder / "deep" / ".." / "deep" / "news.yaml"):
        check_subscribed(path, TEXT)
        with pytest.raises(RuleError, match="which its author has signed"):
            check_subscribed(path, TEXT + "#")
    check_subscribed(folder / "deep" / "other.yaml", "anything")
    check_subscribed(folder.parent / "trees" / "news.yaml", "anything")


def test_what_is_kept_is_read(folder, tmp_path):
    assert [*load_subscriptions(folder).rules] == ["deep/news.yaml"]
    assert load_subscriptions(tmp_path / "none").rules == {}


def test_a_damaged_list_stops_what_it_guards(folder):
    (folder / FILE).write_text("{}x")
    with pytest.raises(BTError, match="take it from where the project is kept"):
        check_subscribed(folder / "deep" / "news.yaml", TEXT)


def test_a_change_that_fails_leaves_the_list(folder):
    before = (folder / FILE).read_bytes()
    with pytest.raises(ZeroDivisionError):
        change_subscriptions(folder, lambda _: 1 / 0)
    assert (folder / FILE).read_bytes() == before
    assert [path.name for path in folder.iterdir() if path.is_file()] == [FILE]
