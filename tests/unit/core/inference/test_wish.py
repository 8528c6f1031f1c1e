"""What is wished for."""

from scrapy_bt.core.inference.wish import Wish


def test_without_a_word_only_what_changes_nothing_is_sent_and_not_too_often() -> None:
    wish = Wish()
    assert (wish.level, wish.replays, wish.seconds, wish.target, wish.expect) == ("safe", 200, None, "", ())
