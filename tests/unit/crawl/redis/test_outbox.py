from scrapy_bt.crawl.redis.outbox import Outbox
from scrapy_bt.frontier.completion import Completion, Finish
from scrapy_bt.frontier.entries import Entry, Lease
from scrapy_bt.frontier.redis.call import Complete, ReleaseLease
from tests.contracts.workshop import at, new


def lease(number: int) -> Lease:
    return Lease(Entry(at("page"), b"", id=number), token=number, deadline=0.0)


def end(number: int, **facts: object) -> Complete:
    return Complete(lease(number), Completion(Finish(), **facts))


def test_all_counts_until_it_is_confirmed() -> None:
    outbox = Outbox()
    assert not outbox
    outbox.put_step(end(1))
    outbox.put_task(new())
    assert len(outbox) == 2
    steps, tasks = outbox.send(9)
    assert (steps, tasks) == ([end(1)], [new()])
    assert outbox.queued == len(outbox) == 2
    outbox.put_task(new(b"later"))
    outbox.put_step(end(2))
    assert (len(outbox), outbox.queued) == (4, 3)
    outbox.confirm()
    assert (len(outbox), outbox.queued) == (2, 1)


def test_what_travels_does_not_wait_to_be_sent() -> None:
    outbox = Outbox()
    for put in (lambda: outbox.put_task(new()), lambda: outbox.put_step(end(1))):
        assert not outbox.has_unsent
        put()
        assert outbox.has_unsent
        outbox.send(9)


def test_it_is_full_of_steps_or_of_new_tasks() -> None:
    steps, tasks = Outbox(), Outbox()
    for number in range(2):
        assert not steps.is_full(2)
        assert not tasks.is_full(2)
        steps.put_step(end(number))
        tasks.put_task(new())
    assert steps.is_full(2)
    assert tasks.is_full(2)


def test_what_a_page_leads_to_never_travels_after_its_end() -> None:
    outbox = Outbox()
    for number in range(3):
        outbox.put_task(new(b"%d a" % number))
        outbox.put_task(new(b"%d b" % number))
        outbox.put_step(end(number))
    sent = []
    while outbox:
        steps, tasks = outbox.send(3)
        sent.append(([step.lease.token for step in steps], [task.entry.payload for task in tasks]))
        outbox.confirm()
    assert sent == [([0], [b"0 a", b"0 b", b"1 a"]), ([1, 2], [b"1 b", b"2 a", b"2 b"])]


def test_no_more_steps_are_sent_than_asked_for() -> None:
    outbox = Outbox()
    for number in range(3):
        outbox.put_step(end(number))
    assert [len(outbox.send(2)[0]) for _ in range(3)] == [2, 1, 0]


def test_cookies_that_wait_are_known() -> None:
    outbox = Outbox()
    outbox.put_step(end(1, cookies={4: b"", 5: b""}))
    outbox.put_step(ReleaseLease(lease(2)))
    assert outbox.sessions() == {4, 5}
    outbox.send(9)
    assert outbox.sessions() == set()


def test_steps_that_spawn_many_tasks_travel_by_few() -> None:
    outbox = Outbox()
    steps = [end(number, spawned=[new()] * count) for number, count in enumerate((15, 6, 0, 5, 100, 0, 1))]
    for step in steps:
        outbox.put_step(step)
    outbox.put_task(new())
    sent = []
    while outbox:
        sent.append(len(outbox.send(10)[0]))
        outbox.confirm()
    assert sent == [1, 2, 1, 1, 2]
