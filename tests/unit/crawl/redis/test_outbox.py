from scrapy_bt.crawl.redis.outbox import Outbox
from scrapy_bt.frontier.protocol import Completion, Entry, Finish, Lease
from scrapy_bt.frontier.redis.call import Complete, Release
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
    assert outbox.travelling == len(outbox) == 2
    outbox.put_task(new(b"later"))
    outbox.confirm()
    assert (len(outbox), outbox.travelling) == (1, 0)


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
    outbox.put_step(Release(lease(2)))
    assert outbox.sessions() == {4, 5}
    outbox.send(9)
    assert outbox.sessions() == set()
