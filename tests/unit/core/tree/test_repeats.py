from scrapy_bt.core.tree import effects as ef
from scrapy_bt.core.tree.repeats import digest, leave_out, merge
from scrapy_bt.core.tree.task import Frame, Task


def emit(n: int) -> ef.Emit:
    return ef.Emit("thing", {"n": n})


def spawn(**variables: object) -> ef.Spawn:
    return ef.Spawn(Task([Frame(5, dict(variables))]))


def test_what_was_given_is_left_out_as_often() -> None:
    given = digest([emit(1), emit(1), spawn(link="a"), ef.Delay()], {})
    again = [emit(1), emit(1), emit(1), spawn(link="b"), spawn(link="a"), ef.SendVisit("page")]
    left, rest = leave_out(again, given, {})
    assert left == [emit(1), again[3], ef.SendVisit("page")]
    assert rest == b""


def test_what_does_not_come_again_is_still_known() -> None:
    given = digest([emit(1), emit(2)], {})
    left, rest = leave_out([emit(2)], given, {})
    assert (left, rest) == ([], digest([emit(1)], {}))


def test_a_branch_is_known_by_what_it_has_beyond_its_parent() -> None:
    before = digest([spawn(link="a", key="old")], {"key": "old", "page": 1})
    assert before == digest([spawn(link="a", key="new")], {"key": "new", "page": 1})
    assert before != digest([spawn(link="b", key="old")], {"key": "old", "page": 1})


def test_two_lists_of_what_was_given_have_each_as_often_as_it_came() -> None:
    one, two, three = (digest([emit(n)], {}) for n in (1, 2, 3))
    assert merge(one + two, two + two + three) == one + two + two + three


def test_a_record_may_hold_anything() -> None:
    odd = ef.Emit("thing", {"half": "\ud800", "big": 1 << 99, "set": {1}})
    assert leave_out([odd], digest([odd], {}), {}) == ([], b"")
