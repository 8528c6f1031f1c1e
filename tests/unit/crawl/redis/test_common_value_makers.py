import asyncio

from scrapy_bt.crawl.redis.common_value_makers import CommonValueMakers
from scrapy_bt.frontier.completion import Completion, Finish, MakingOutcome
from scrapy_bt.frontier.entries import Bucket, Entry, Lease, SharedValue


class Common:
    """Common values of one file, as one queue sees them."""

    def __init__(self, instead=None):
        self.instead, self.told = instead, []

    def has(self, key):
        return key.startswith("login/")

    async def take_over(self, lease):
        return self.instead

    async def publish(self, made, cookies):
        self.told.append((made.key, cookies))

    async def note_wanting(self, key):
        self.told.append(key)


def lease(share, *, make=True):
    return Lease(Entry(Bucket("t", "main"), b"", id=1, share=share), token=1, deadline=0.0, make=make)


def play(common, act):
    async def scenario():
        tasks, done, rings = [], [], []
        makers = CommonValueMakers(
            common,
            spawn=lambda coroutine: tasks.append(asyncio.ensure_future(coroutine)),
            complete=lambda *step: done.append(step),
            on_ready=lambda: rings.append(1),
        )
        found = act(makers)
        await asyncio.gather(*tasks)
        return makers, found, done, rings

    return asyncio.run(scenario())


def test_what_no_other_tree_can_have_made_begins_at_once():
    others = [lease("own/session"), lease("login/session", make=False)]
    given = iter([*others, None])
    _, found, _, _ = play(Common(), lambda makers: [makers.next(lambda: next(given)) for _ in range(3)])
    assert found == [*others, None]


def test_a_task_that_has_to_make_it_begins_when_that_is_known():
    one = lease("login/session")
    given = iter([one, None, None])
    makers, found, done, rings = play(Common(), lambda makers: makers.next(lambda: next(given)))
    assert (found, done, rings) == (None, [], [1])
    assert makers.next(lambda: None) is one


def test_a_task_whose_value_is_there_goes_on_without_making_it():
    one, instead = lease("login/session"), Completion(next=Finish())
    given = iter([one, None])
    makers, found, done, _ = play(Common(instead), lambda makers: makers.next(lambda: next(given)))
    assert (found, done) == (None, [(one, instead)])
    assert makers.next(lambda: None) is None


def test_other_trees_are_told_what_was_made_and_what_was_found_wanting():
    made = (MakingOutcome("login/session", SharedValue(b"v", 3)), MakingOutcome("own/x", None))
    step = Completion(next=Finish(), made=made, invalidated={"login/session": 1, "own/x": 1})
    common = Common()
    play(common, lambda makers: makers.note(step, {3: b"cookies"}))
    assert common.told == [("login/session", b"cookies"), "login/session"]
