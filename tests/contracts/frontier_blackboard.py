"""Dead letters, sums, texts and cookies, as every frontier has to keep them."""

from dataclasses import replace

import pytest

from scrapy_bt.frontier.completion import Completion, Finish, MakingOutcome
from scrapy_bt.frontier.entries import DeadLetter, SharedValue
from scrapy_bt.frontier.protocol import Frontier
from tests.contracts.workshop import DONE, Clock, Contract, at, go_on, new, only, payloads


class DeadLetterContract(Contract):
    def test_a_buried_task_is_kept_with_its_reason(self, frontier: Frontier, clock: Clock) -> None:
        frontier.put([new(b"bad", join=9, share="", holds=())])
        lease = only(frontier.lease())
        frontier.bury(lease, "it cannot be decoded")
        (letter,) = frontier.dead_letters()
        assert letter == DeadLetter(lease.entry, "it cannot be decoded", clock.now)
        assert frontier.counts().unfinished == 0

    def test_a_step_may_end_in_the_dead_letters(self, frontier: Frontier, clock: Clock) -> None:
        frontier.put([new(b"now")])
        lease = only(frontier.lease())
        letter = DeadLetter(replace(lease.entry, payload=b"before"), "it failed for good")
        frontier.complete(lease, Completion(Finish(success=False), dead=letter, spawned=[new(b"spawned")]))
        assert frontier.dead_letters() == [replace(letter, when=clock.now)]
        assert payloads(frontier.lease(9)) == [b"spawned"]

    def test_a_task_cannot_die_and_go_on(self, frontier: Frontier) -> None:
        frontier.put([new()])
        lease = only(frontier.lease())
        with pytest.raises(ValueError, match="has to finish"):
            frontier.complete(lease, Completion(go_on(lease), dead=DeadLetter(lease.entry, "no reason")))
        assert frontier.counts().running == 1

    def test_a_requeued_task_is_the_same_and_says_so_until_its_first_step_is_complete(self, frontier: Frontier) -> None:
        frontier.put([new(b"bad", join=9)])
        lease = only(frontier.lease())
        frontier.bury(lease, "no reason")
        assert frontier.requeue() == 1
        assert frontier.dead_letters() == []
        again = only(frontier.lease())
        assert again.entry == lease.entry
        assert again.requeued
        frontier.release(again)
        again = only(frontier.lease())
        assert again.requeued
        frontier.complete(again, Completion(go_on(again)))
        again = only(frontier.lease())
        assert not again.requeued
        frontier.complete(again, DONE)
        assert frontier.counts().unfinished == 0

    def test_some_letters_are_requeued_and_some_dropped(self, frontier: Frontier) -> None:
        ids = frontier.put([new(), new(), new()])
        for lease in frontier.lease(3):
            frontier.bury(lease, "no reason")
        assert frontier.requeue([ids[1], 12345]) == 1
        assert frontier.drop([ids[0], ids[0]]) == 1
        assert [letter.entry.id for letter in frontier.dead_letters()] == [ids[2]]
        assert frontier.drop() == 1
        assert [lease.entry.id for lease in frontier.lease(9)] == [ids[1]]

    def test_a_requeued_task_waits_for_the_places_that_it_kept(self, frontier: Frontier) -> None:
        need = at("a", requires="api")
        frontier.put([new(b"keeper", need), new(b"other", need)])
        keeper = only(frontier.lease(9))
        frontier.complete(keeper, Completion(go_on(keeper, bucket=at("b"), holds=("api",))))
        frontier.bury(only(frontier.lease(9)), "no reason")
        other = only(frontier.lease(9))
        frontier.requeue()
        assert frontier.lease(9) == []
        frontier.complete(other, DONE)
        assert payloads(frontier.lease(9)) == [b"keeper"]


class BlackboardContract(Contract):
    def test_weights_sum_up_squares_of_run_times(self, frontier: Frontier) -> None:
        for seconds in (3.0, 4.0):
            frontier.put([new()])
            frontier.complete(only(frontier.lease()), Completion(Finish(), measured={"a": seconds, "b": 1.0}))
        assert frontier.weights() == {"a": (2, 25.0), "b": (2, 2.0)}

    def test_rounds_sum_up(self, frontier: Frontier) -> None:
        for rounds in (3.0, 0.0):
            frontier.put([new()])
            frontier.complete(only(frontier.lease()), Completion(Finish(), rounds={"loop": rounds}))
        assert frontier.rounds() == {"loop": (2, 3.0)}

    def test_texts_are_remembered(self, frontier: Frontier) -> None:
        assert frontier.recall("tree 1") is None
        frontier.remember("tree 1", "main :: and { }")
        frontier.remember("tree 1", "main :: or { } # ü")
        assert frontier.recall("tree 1") == "main :: or { } # ü"

    def test_cookies_live_as_long_as_their_task(self, frontier: Frontier) -> None:
        (task_id,) = frontier.put([new()])
        lease = only(frontier.lease())
        frontier.complete(lease, Completion(go_on(lease), cookies={task_id: b"1"}))
        assert frontier.cookies(task_id) == b"1"
        lease = only(frontier.lease())
        frontier.complete(lease, Completion(go_on(lease), cookies={task_id: b"2"}))
        assert frontier.cookies(task_id) == b"2"
        frontier.complete(only(frontier.lease()), DONE)
        assert frontier.cookies(task_id) is None

    def test_cookies_live_as_long_as_a_branch_uses_them(self, frontier: Frontier) -> None:
        (owner,) = frontier.put([new()])
        lease = only(frontier.lease())
        branches = [new(session=owner), new(session=owner)]
        frontier.complete(lease, Completion(Finish(), spawned=branches, cookies={owner: b"1"}))
        first, second = frontier.lease(9)
        assert first.entry.session == owner
        frontier.complete(first, Completion(Finish(), cookies={owner: b"2"}))
        assert frontier.cookies(owner) == b"2"
        frontier.complete(second, DONE)
        assert frontier.cookies(owner) is None

    def test_cookies_live_as_long_as_a_shared_value_uses_them(self, frontier: Frontier) -> None:
        (owner,) = frontier.put([new(share="session")])
        lease = only(frontier.lease())
        made = MakingOutcome("session", SharedValue(b"token", session=owner))
        frontier.complete(lease, Completion(Finish(), made=[made], cookies={owner: b"1"}))
        assert frontier.cookies(owner) == b"1"
        frontier.put([new(share="session")])
        guest = only(frontier.lease())
        frontier.complete(guest, Completion(go_on(guest, session=owner), invalidated={"session": 1}))
        assert frontier.cookies(owner) == b"1"
        guest = only(frontier.lease())
        frontier.complete(guest, Completion(go_on(guest, session=0)))
        assert frontier.cookies(owner) is None

    def test_a_session_of_a_login_lasts_as_long_as_a_task_or_a_value_uses_it(self, frontier: Frontier) -> None:
        login = -(1 << 63)
        frontier.put([new(share="session")])
        lease = only(frontier.lease())
        made = MakingOutcome("session", SharedValue(b"token", session=login))
        frontier.complete(lease, Completion(go_on(lease), made=[made], cookies={login: b"1"}))
        assert frontier.cookies(login) == b"1", "the value uses it"
        lease = only(frontier.lease())
        frontier.complete(lease, Completion(go_on(lease, session=login), invalidated={"session": 1}))
        assert frontier.cookies(login) == b"1", "the task uses it"
        frontier.complete(only(frontier.lease()), Completion(Finish()))
        assert frontier.cookies(login) is None

    def test_cookies_stay_with_a_dead_letter(self, frontier: Frontier) -> None:
        (owner,) = frontier.put([new()])
        lease = only(frontier.lease())
        frontier.complete(lease, Completion(go_on(lease), cookies={owner: b"1"}))
        frontier.bury(only(frontier.lease()), "no reason")
        assert frontier.cookies(owner) == b"1"
        frontier.drop()
        assert frontier.cookies(owner) is None

    def test_cookies_of_a_session_that_nobody_uses_are_not_kept(self, frontier: Frontier) -> None:
        frontier.put([new()])
        lease = only(frontier.lease())
        frontier.complete(lease, Completion(go_on(lease), cookies={777: b"1"}))
        assert frontier.cookies(777) is None
