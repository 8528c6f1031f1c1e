from scrapy_bt.core.rules.deadlines import Patience


def test_time_begins_when_it_is_begun() -> None:
    now = [100.0]
    deadline = Patience(2, lambda: now[0]).begin("title")
    assert (deadline.left, deadline.seconds, deadline.owner) == (2, 2, "title")
    now[0] = 103.0
    assert deadline.left == -1
