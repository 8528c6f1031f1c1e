import pytest

from scrapy_bt.core.regex.deadlines import OutOfTime, PageTimeout, Timeout


def test_time_begins_when_it_is_begun() -> None:
    now = [100.0]
    deadline = Timeout(2, lambda: now[0]).begin("title")
    assert (deadline.left, deadline.seconds, deadline.owner) == (2, 2, "title")
    deadline.demand()
    now[0] = 103.0
    assert deadline.left == -1
    with pytest.raises(OutOfTime):
        deadline.demand()


def test_the_parts_of_a_page_share_the_time_of_an_owner() -> None:
    now = [0.0]
    timeout = PageTimeout(2, lambda: now[0])
    first = timeout.begin("title")
    now[0] = 1.5
    assert timeout.begin("title") is first
    assert timeout.begin("title").left == 0.5
    assert timeout.begin("price").left == 2


def test_a_step_of_many_parts_may_have_many_times_the_time() -> None:
    timeout = PageTimeout(2, lambda: 0.0)
    assert timeout.begin("links", times=10).seconds == timeout.begin("links", times=10).left == 20
