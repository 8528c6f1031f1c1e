from scrapy_bt.frontier.delays import Delays
from scrapy_bt.frontier.tasks import KeptTask
from tests.contracts.workshop import at


def task(number: int) -> KeptTask:
    return KeptTask(number, at(), b"", 0.0, number)


def filled(**times: float) -> Delays:
    delays = Delays()
    for name, due in times.items():
        delays.add(task(int(name[1:])), due)
    return delays


def taken(delays: Delays, now: float) -> list[tuple[float, int]]:
    return [(due, task.id) for due, task in delays.take_due(now)]


def test_tasks_are_taken_when_their_time_has_come_the_earliest_first() -> None:
    delays = filled(t1=30.0, t2=10.0, t3=20.0)
    assert delays.next_due() == 10.0
    assert taken(delays, 9.9) == []
    assert taken(delays, 20.0) == [(10.0, 2), (20.0, 3)]
    assert delays.next_due() == 30.0
    assert len(delays) == 1


def test_tasks_of_the_same_time_stay_in_their_order() -> None:
    assert taken(filled(t3=5.0, t1=5.0, t2=5.0), 5.0) == [(5.0, 3), (5.0, 1), (5.0, 2)]


def test_nothing_is_due_where_nothing_waits() -> None:
    assert Delays().next_due() is None
    assert taken(Delays(), 1e9) == []


def test_removed_tasks_wait_no_longer_and_the_order_of_the_others_holds() -> None:
    delays = filled(t1=1.0, t2=4.0, t3=2.0, t4=3.0)
    assert [each.id for each in delays.remove(lambda task: task.id in (1, 3))] == [1, 3]
    assert taken(delays, 9.0) == [(3.0, 4), (4.0, 2)]
    assert delays.remove(lambda task: True) == []


def test_the_order_holds_whichever_tasks_are_removed() -> None:
    for removed in range(9):
        delays = filled(**{f"t{number}": float(number * 5 % 9) for number in range(9)})
        delays.remove(lambda task, removed=removed: task.id in (removed, 8 - removed))
        times = [due for due, _ in taken(delays, 9.0)]
        assert times == sorted(times)
