"""Random lives of a frontier, watched by a simple model of what may happen."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule

from scrapy_bt.errors import LeaseLost
from scrapy_bt.frontier.completion import AwaitResume, Completion, Finish, MakingOutcome, Park, Requeue, Strand
from scrapy_bt.frontier.entries import Bucket, DeadLetter, Entry, Lease, SharedValue
from scrapy_bt.frontier.lanes import Lanes
from scrapy_bt.frontier.listings import ControlTarget
from tests.contracts.frontier_model import (
    CONTROLS,
    GONE,
    KEYS,
    LIMITS,
    MISHAPS,
    RESOURCES,
    STEPS,
    TARGETS,
    FrontierModel,
    Known,
    boosts,
    buckets,
    delays,
    holds,
    lanes,
    means,
    offsets,
    shares,
    sizes,
    task_keys,
)
from tests.contracts.workshop import LEASE_SECONDS


class FrontierMachine(FrontierModel):
    """What happens in such a life; *survives*: the frontier can be opened again after a kill."""

    # What happens

    @precondition(lambda self: len(self.tasks) < 8)
    @rule(bucket=buckets, delay=delays, share=shares, kept=holds, keys=st.lists(task_keys, min_size=1, max_size=4))
    def put(self, bucket: Bucket, delay: float, share: str, kept: tuple[str, ...], keys: list[bytes]) -> None:
        entries = [Entry(bucket, self.new_name(), share=share, holds=kept) for _ in keys]
        ids = self.frontier.put(Requeue(entry, delay, key) for entry, key in zip(entries, keys, strict=True))
        assert [bool(task_id) for task_id in ids] == [self.see(key) for key in keys]
        given = [task_id for task_id in ids if task_id]
        taken = {known.entry.id for known in self.tasks.values()}
        assert len({*given, *taken}) == len(given) + len(taken)
        for task_id, entry in zip(ids, entries, strict=True):
            if task_id:
                known = Known(replace(entry, id=task_id, session=task_id), self.clock.now + delay)
                self.tasks[known.name] = known

    @precondition(lambda self: len(self.tasks) < 8)
    @rule(bucket=buckets, share=shares, keys=st.lists(task_keys, max_size=3), beside=offsets)
    def seed(self, bucket: Bucket, share: str, keys: list[bytes], beside: int) -> None:
        entries = [Requeue(Entry(bucket, self.new_name(), share=share), key=key) for key in keys]
        come = self.frontier.seed("source", self.come + beside, entries)
        if not beside:
            self.come += len(entries)
            for queued in entries:
                self.begin(queued)
        assert come == self.come

    def new_name(self) -> bytes:
        return b"%d" % next(self.names)

    @precondition(lambda self: self.tasks)
    @rule(count=sizes, seen=lanes)
    def lease(self, count: int, seen: Lanes | None) -> None:
        for _ in range(count):
            if not self.lease_one(seen):
                break

    def lease_one(self, seen: Lanes | None = None) -> bool:
        leases = self.frontier.lease(1, lanes=seen)
        self.notice_deaths()
        free = [
            known
            for known in self.waiting()
            if self.has_to_be_leased(known) and not (seen and seen.opens(known.entry.bucket.lane, 0.0))
        ]
        if not leases:
            assert not free
            return False
        (lease,) = leases
        known = self.tasks[lease.entry.payload]
        bucket = self.bucket(known)
        self.check_lease(lease, known, bucket)
        assert not (seen and seen.opens(bucket.lane, self.clock.now - lease.waited) > self.clock.now)
        others = [self.rank(self.bucket(other)) for other in free if other is not known]
        assert self.rank(bucket) <= min(others, default=1e9) + 1e-9
        known.lease = lease
        self.last_token = lease.token
        for resource in RESOURCES:
            holders = [known for known in self.tasks.values() if known.lease and resource in self.takes(known)]
            assert len(holders) <= LIMITS.get(resource, 1)
        return True

    def check_lease(self, lease: Lease, known: Known, bucket: Bucket) -> None:
        assert known.lease is None
        assert not known.parked
        assert not known.paused
        assert not known.stopped
        assert known.due <= self.clock.now
        assert not self.is_paused(bucket)
        assert lease.token > self.last_token
        task_id = known.entry.id or lease.entry.id
        expected = replace(known.entry, bucket=bucket, id=task_id, session=known.entry.session or task_id)
        assert lease.entry == expected
        known.entry = lease.entry
        assert (lease.joined, lease.failed) == known.joined
        assert lease.requeued == known.requeued
        share = lease.entry.share
        if not share or lease.circular:
            assert not lease.make
            assert lease.shared is None
            if lease.circular:
                assert share in self.makers
                assert self.makers[share] != known.name
        elif lease.make:
            assert self.value(share) is None
            assert lease.version == self.versions[share] + 1
            assert self.makers.setdefault(share, known.name) == known.name
        else:
            assert lease.shared == self.value(share)

    def notice_deaths(self) -> None:
        """A deadlock of places costs a task."""
        for letter in self.frontier.dead_letters():
            name = letter.entry.payload
            if name not in self.dead:
                known = self.tasks[name]
                assert known.lease is None
                assert "waits for a place" in letter.reason
                known.entry = letter.entry
                self.end(name, success=False, is_dead=True)

    def pick_lease(self, data: st.DataObject) -> Lease:
        leased = [name for name, known in self.tasks.items() if known.lease]
        lease = self.tasks[data.draw(st.sampled_from(leased))].lease
        assert lease is not None
        return lease

    def has_leases(self) -> bool:
        return any(known.lease for known in self.tasks.values())

    @precondition(lambda self: self.tasks)
    @rule(data=st.data(), kinds=st.lists(st.sampled_from(STEPS), min_size=1, max_size=4))
    def work(self, data: st.DataObject, kinds: list[str]) -> None:
        """Lease and complete some steps."""
        for kind in kinds:
            if self.lease_one() or self.has_leases():
                lease = self.pick_lease(data)
                self.complete(lease, getattr(self, kind)(data, lease))

    def go_on(self, data: st.DataObject, lease: Lease) -> Completion:
        shared = [lease.shared.session] if lease.shared else []
        entry = replace(
            lease.entry,
            bucket=data.draw(buckets),
            share=data.draw(shares),
            holds=data.draw(holds),
            session=data.draw(st.sampled_from([0, lease.entry.session, *shared])),
        )
        return Completion(Requeue(entry, data.draw(delays)), **self.draw_facts(data, lease))

    def fork(self, data: st.DataObject, lease: Lease) -> Completion:
        self.last_join += 1
        parts = data.draw(st.lists(st.tuples(buckets, shares, task_keys), max_size=3))
        spawned = [
            Requeue(Entry(bucket, self.new_name(), 0, self.last_join, lease.entry.session, share), key=key)
            for bucket, share, key in parts
        ]
        entry = replace(lease.entry, share="", holds=data.draw(holds))
        return Completion(Park(entry, self.last_join), spawned=spawned)

    def spawn_and_finish(self, data: st.DataObject, lease: Lease) -> Completion:
        """Another part takes its place, unless it is known."""
        entry = Entry(data.draw(buckets), self.new_name(), 0, lease.entry.join, lease.entry.session)
        spawned = [Requeue(entry, key=data.draw(task_keys))]
        return Completion(Finish(), spawned=spawned, **self.draw_facts(data, lease))

    def succeed(self, data: st.DataObject, lease: Lease) -> Completion:
        return Completion(Finish(), **self.draw_facts(data, lease))

    def fail(self, data: st.DataObject, lease: Lease) -> Completion:
        return Completion(Finish(success=False), **self.draw_facts(data, lease))

    def die(self, data: st.DataObject, lease: Lease) -> Completion:
        letter = DeadLetter(lease.entry, "it failed for good")
        return Completion(Finish(success=False), dead=letter, **self.draw_facts(data, lease))

    def die_part(self, data: st.DataObject, lease: Lease) -> Completion:
        """Parts of a join die more often than others."""
        return self.die(data, lease) if lease.entry.join else self.succeed(data, lease)

    def strand(self, data: st.DataObject, lease: Lease) -> Completion:
        """Who is told of a failed part fails because of it."""
        if not lease.failed or not lease.joined:
            return self.succeed(data, lease)
        entry = replace(lease.entry, bucket=data.draw(buckets), share="", holds=data.draw(holds))
        return Completion(Strand(entry, lease.joined), **self.draw_facts(data, lease))

    def pause_itself(self, data: st.DataObject, lease: Lease) -> Completion:
        return Completion(AwaitResume(replace(lease.entry, bucket=data.draw(buckets), share="")))

    def draw_facts(self, data: st.DataObject, lease: Lease) -> dict[str, Any]:
        made: list[MakingOutcome] = []
        makes = data.draw(st.booleans())
        for key in [key for key, maker in self.makers.items() if maker == lease.entry.payload and makes]:
            expires = data.draw(st.sampled_from([None, self.clock.now + 50]))
            session = data.draw(st.sampled_from([0, lease.entry.session]))
            value = data.draw(st.sampled_from([None, SharedValue(b"value", session, expires)]))
            made.append(MakingOutcome(key, value))
        key = lease.entry.share
        invalidated = {key: lease.shared.version} if lease.shared and data.draw(st.booleans()) else {}
        cookies = {lease.entry.session: self.new_name()} if data.draw(st.booleans()) else {}
        return {"made": made, "invalidated": invalidated, "measured": {"node": 1.0}, "cookies": cookies}

    def complete(self, lease: Lease, completion: Completion) -> None:
        name = lease.entry.payload
        self.frontier.complete(lease, completion)
        known = self.tasks[name]
        self.cookies.update(completion.cookies)
        known.lease = None
        known.joined = (0, False)
        known.requeued = False
        self.weights.update(completion.measured.keys())
        for key, version in completion.invalidated.items():
            if key in self.values and self.values[key].version <= version:
                del self.values[key]
        for made in completion.made:
            self.forget_maker(made.key)
            if made.value is not None:
                self.versions[made.key] += 1
                self.values[made.key] = replace(made.value, version=self.versions[made.key])
        step = completion.next
        if known.stopped:
            self.end(name, success=False)
            return
        for spawned in completion.spawned:
            self.begin(spawned)
        if isinstance(step, Finish):
            self.end(name, success=step.success, is_dead=completion.dead is not None)
            return
        if isinstance(step, Strand):
            self.strand_known(name, step.entry, step.join)
            return
        known.entry = step.entry
        self.kept_makers |= {key for key, maker in self.makers.items() if maker == name}
        known.due = self.clock.now + (step.delay if isinstance(step, Requeue) else 0.0)
        known.paused = known.paused or isinstance(step, AwaitResume)
        if isinstance(step, Park):
            known.parked = step.join
            self.wake(step.join)

    @precondition(has_leases)
    @rule(data=st.data(), kind=st.sampled_from(MISHAPS))
    def meet_mishap(self, data: st.DataObject, kind: str) -> None:
        getattr(self, kind)(data)

    def rerank(self, data: st.DataObject) -> None:
        self.frontier.rerank()

    def release(self, data: st.DataObject) -> None:
        lease = self.pick_lease(data)
        self.frontier.release(lease)
        self.give_back(lease)

    def give_back(self, lease: Lease) -> None:
        known = self.tasks[lease.entry.payload]
        known.lease = None
        self.lost.append(lease)
        if known.stopped:
            self.end(known.name, success=False)

    def bury(self, data: st.DataObject) -> None:
        lease = self.pick_lease(data)
        known = self.tasks[lease.entry.payload]
        self.frontier.bury(lease, "no reason")
        self.end(known.name, success=False, is_dead=not known.stopped)

    @precondition(lambda self: self.tasks)
    @rule(seconds=st.sampled_from([1.0, 10.0, LEASE_SECONDS + 1, 200.0]))
    def let_time_pass(self, seconds: float) -> None:
        self.clock.turn(seconds)
        self.expire()

    def expire(self) -> None:
        overdue = [
            known.lease for known in self.tasks.values() if known.lease and known.lease.deadline <= self.clock.now
        ]
        assert self.frontier.expire() == len(overdue)
        for lease in overdue:
            self.give_back(lease)
        self.notice_deaths()

    def extend(self, data: st.DataObject) -> None:
        lease = self.pick_lease(data)
        (extended,) = self.frontier.extend([lease])
        self.tasks[lease.entry.payload].lease = extended

    @precondition(lambda self: self.tasks)
    @rule(data=st.data(), kind=st.sampled_from(CONTROLS))
    def control(self, data: st.DataObject, kind: str) -> None:
        getattr(self, kind)(data)

    def pick_task(self, data: st.DataObject) -> Known | None:
        """One whose id is known, or one that is gone."""
        return data.draw(st.sampled_from([None, *(known for known in self.tasks.values() if known.entry.id)]))

    def pause_task(self, data: st.DataObject) -> None:
        known = self.pick_task(data)
        if known is None:
            assert self.frontier.pause(ControlTarget(task=GONE)) == 0
        elif not known.stopped:
            assert self.frontier.pause(ControlTarget(task=known.entry.id)) == (not known.paused)
            known.paused = True

    def resume_task(self, data: st.DataObject) -> None:
        known = self.pick_task(data)
        if known is None:
            assert self.frontier.resume(ControlTarget(task=GONE)) == 0
        elif not known.stopped:
            assert self.frontier.resume(ControlTarget(task=known.entry.id)) == known.paused
            known.paused = False

    def pause_many(self, data: st.DataObject) -> None:
        many = data.draw(st.sampled_from(TARGETS))
        self.frontier.pause(many)
        self.pauses.append((many, True))

    def resume_many(self, data: st.DataObject) -> None:
        many = data.draw(st.sampled_from(TARGETS))
        self.frontier.resume(many)
        self.pauses.append((many, False))
        for known in self.tasks.values():
            if means(many, self.bucket(known)):
                known.paused = False

    def stop_task(self, data: st.DataObject) -> None:
        known = self.pick_task(data)
        if known is None:
            assert self.frontier.stop(ControlTarget(task=GONE)) == 0
        else:
            assert self.frontier.stop(ControlTarget(task=known.entry.id)) == (not known.stopped)
            self.stop_known([known])

    def stop_many(self, data: st.DataObject) -> None:
        many = data.draw(st.sampled_from(TARGETS[1:]))
        meant = [known for known in self.tasks.values() if means(many, self.bucket(known))]
        assert self.frontier.stop(many) == sum(not known.stopped for known in meant)
        self.stop_known(meant)

    def stop_known(self, meant: list[Known]) -> None:
        for known in meant:
            if known.lease:
                known.stopped = True
                known.paused = False
        for known in meant:
            if not known.lease:
                known.parked = 0
        for known in meant:
            if not known.lease:
                self.end(known.name, success=False)

    def boost_task(self, data: st.DataObject) -> None:
        seconds = data.draw(boosts)
        known = self.pick_task(data)
        task_id = known.entry.id if known else GONE
        assert self.frontier.boost(ControlTarget(task=task_id), seconds) == (known is not None)
        if known is not None:
            known.boost = seconds

    def boost_many(self, data: st.DataObject) -> None:
        many = data.draw(st.sampled_from(TARGETS))
        seconds = data.draw(boosts)
        self.frontier.boost(many, seconds)
        self.shifts[many] = seconds

    @precondition(lambda self: self.dead)
    @rule(data=st.data(), drops=st.booleans())
    def treat_letter(self, data: st.DataObject, drops: bool) -> None:
        name = data.draw(st.sampled_from(sorted(self.dead)))
        entry = self.dead.pop(name)
        if drops:
            assert self.frontier.drop([entry.id]) == 1
            self.finished[name] += 1
            self.give_up(entry.join)
        else:
            assert self.frontier.requeue([entry.id]) == 1
            self.tasks[name] = Known(entry, self.clock.now, requeued=True)
            self.recover(entry.join)

    def complete_late(self, data: st.DataObject) -> None:
        if not self.lost:
            return
        lease = data.draw(st.sampled_from(self.lost))
        assert not self.frontier.extend([lease])
        with pytest.raises(LeaseLost):
            self.frontier.complete(lease, Completion(Finish(), measured={"node": 1.0}))

    @precondition(lambda self: self.survives)
    @rule()
    def kill(self) -> None:
        self.clock.turn(LEASE_SECONDS + 1)
        self.frontier = self.workshop.reopen(self.settings)
        self.frontier.expire()
        for key in self.makers.keys() - self.kept_makers:
            del self.makers[key]
        for known in [known for known in self.tasks.values() if known.lease]:
            assert known.lease is not None
            self.give_back(known.lease)
        self.notice_deaths()

    # What always holds

    @invariant()
    def counts_agree(self) -> None:
        counts = self.frontier.counts()
        assert counts.unfinished == len(self.tasks)
        assert counts.running == sum(known.lease is not None for known in self.tasks.values())
        assert counts.dead == len(self.dead)
        assert {letter.entry.payload: letter.entry for letter in self.frontier.dead_letters()} == self.dead
        assert self.frontier.weights() == {name: (count, float(count)) for name, count in self.weights.items()}
        for key in KEYS:
            assert self.frontier.shared(key) == self.value(key)

    @invariant()
    def cookies_stay_with_who_uses_them(self) -> None:
        for session, cookies in list(self.cookies.items()):
            is_used = self.is_used(session)
            if is_used is None:
                continue
            assert self.frontier.cookies(session) == (cookies if is_used else None)
            if not is_used:
                del self.cookies[session]

    @invariant()
    def nothing_is_finished_twice(self) -> None:
        assert all(count == 1 for count in self.finished.values())
        unfinished = [*self.tasks, *self.dead, *(known.name for known in self.stranded.values())]
        assert len(unfinished) == len(set(unfinished))
        assert not set(self.finished) & set(unfinished)

    def teardown(self) -> None:
        """Whatever happened, all tasks end when they are let go on: nobody hangs."""
        try:
            self.let_all_end()
        finally:
            self.close()

    def let_all_end(self) -> None:
        self.frontier.resume(ControlTarget())
        self.pauses.append((ControlTarget(), False))
        for known in self.tasks.values():
            known.paused = False
        for _ in range(10 * len(self.tasks) + 10):
            if not self.tasks:
                break
            if not self.lease_one():
                self.clock.turn(LEASE_SECONDS + 1)
                self.expire()
            for lease in [known.lease for known in self.tasks.values() if known.lease]:
                self.complete(lease, Completion(Finish(), made=self.made_by(lease)))
        assert not self.tasks
        assert self.frontier.counts().unfinished == 0
        assert self.frontier.status() == []
        assert self.frontier.next_due() is None
        self.frontier.drop()
        self.check_that_nothing_is_left()

    def check_that_nothing_is_left(self) -> None:
        """Subclasses look at what the implementation keeps when no task is left: only what the blackboard needs."""

    def made_by(self, lease: Lease) -> list[MakingOutcome]:
        return [
            MakingOutcome(key, SharedValue(b"value"))
            for key, maker in self.makers.items()
            if maker == lease.entry.payload
        ]

    def close(self) -> None:
        """Subclasses give back what the workshop holds."""
