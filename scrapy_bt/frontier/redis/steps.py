"""Steps of leased tasks as they are sent, and what is answered of each."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from math import isfinite
from struct import pack
from typing import Any, Protocol, TypeGuard

from ...sentences import say
from ..completion import AwaitResume, Completion, Finish, MakingOutcome, Park, Requeue, Strand
from ..entries import Entry, Lease
from ..steps import check_entry, check_spawned
from .call import Bury, Complete, Ended, ReleaseLease
from .entries import Buckets
from .packing import blob, encode, pack_entry, pack_number, pack_token

_MOST = 1 << 63
_FINISHED, _FAILED, _PACKED = range(3)
_ONE = ord("1")
_MEASURES = {"w", "l"}


class _Bare(Protocol):
    """A completion whose *next* is a `Finish`."""

    @property
    def next(self) -> Finish: ...


class Steps:
    """Steps of leased tasks: those that finish and say nothing else together, any other by itself."""

    def __init__(self, steps: Sequence[Ended], buckets: Buckets, now: float) -> None:
        finished: list[int] = []
        failed: list[int] = []
        self.packed: list[bytes] = []
        self._ways: list[int] = []
        apart: set[int] = set()
        for step in steps:
            token = step.lease.token
            if step.__class__ is Complete and token not in apart and is_bare(completion := step.completion):
                succeeds = completion.next.success
                way = finished if succeeds else failed
                way += (step.lease.entry.id, token)
                self._ways.append(_FINISHED if succeeds else _FAILED)
            else:
                # Those that say nothing else are applied first; of several steps of one lease the first has to count.
                apart.add(token)
                self.packed.append(pack_step(step, buckets, now))
                self._ways.append(_PACKED)
        self._finished, self._failed = finished, failed
        self._steps = steps

    @property
    def finished(self) -> bytes:
        """Ids and tokens, 16 bytes a task."""
        return _pack_pairs(self._finished)

    @property
    def failed(self) -> bytes:
        """Ids and tokens, 16 bytes a task."""
        return _pack_pairs(self._failed)

    def read(self, ended: Sequence[bytes], finished: bytes, failed: bytes) -> tuple[bool | str, ...]:
        """What became of each step, in their order; a step without an answer had lost its lease."""
        if len(finished) == len(self._ways) and b"0" not in finished:
            return (True,) * len(finished)
        told: list[Iterator[bool | bytes]] = [
            iter([answer == _ONE for answer in finished]),
            iter([answer == _ONE for answer in failed]),
            iter(ended),
        ]
        found: list[bool | str] = []
        for step, way in zip(self._steps, self._ways, strict=True):
            answer = next(told[way], False)
            found.append(answer if isinstance(answer, bool) else _read_outcome(step, answer))
        return tuple(found)


def is_bare(completion: Completion) -> TypeGuard[_Bare]:
    """Whether the task ends and nothing else is said."""
    return completion.next.__class__ is Finish and not (
        completion.next.result
        or completion.measured
        or completion.spawned
        or completion.made
        or completion.invalidated
        or completion.rounds
        or completion.dead
        or completion.cookies
    )


def pack_step(step: Ended, buckets: Buckets, now: float) -> bytes:
    """One step; raises `ValueError` for one that contradicts itself."""
    lease = step.lease
    head = pack_number(lease.entry.id) + pack_token(lease.token)
    if isinstance(step, ReleaseLease):
        return b"R" + head
    if isinstance(step, Bury):
        return b"B" + head + encode({"x": step.reason})
    completion = step.completion
    after = completion.next
    task_id = lease.entry.id
    check_spawned(task_id, completion)
    details = _pack_facts(completion, buckets, now)
    if isinstance(after, Finish):
        if completion.dead is not None:
            letter = completion.dead
            details |= _pack_after(letter.entry, task_id, buckets)
            details["x"] = letter.reason
            if letter.when:
                details["t"] = letter.when - now
            kind = b"D"
        else:
            kind = b"F" if after.success else b"f"
            if details and details.keys() <= _MEASURES:
                kind = b"M" if after.success else b"m"
        return kind + head + (encode(details) if details else b"")
    check_entry(after.entry)
    if completion.dead is not None:
        raise ValueError(say("task {} goes to the dead letters: it has to finish, not to go on", task_id))
    details |= _pack_after(after.entry, task_id, buckets)
    if isinstance(after, (Park, Strand)):
        if not 0 < abs(after.join) < _MOST:
            raise ValueError(say("task {} cannot wait for the join {}", task_id, after.join))
        details["j"] = blob(pack_number(after.join))
        return (b"P" if isinstance(after, Park) else b"S") + head + encode(details)
    if isinstance(after, AwaitResume):
        return b"H" + head + encode(details)
    if after.delay > 0:
        details["d"] = after.delay
    return b"Q" + head + encode(details)


def grows(put: Sequence[Requeue], steps: Iterable[Ended]) -> bool:
    """Whether more is stored than taken away: what a full Redis has no room for."""
    return bool(put) or any(isinstance(step, Complete) and step.completion.spawned for step in steps)


def pack_leases(leases: Iterable[Lease]) -> bytes:
    """Ids and tokens, 16 bytes a lease."""
    return b"".join([pack_number(lease.entry.id) + pack_token(lease.token) for lease in leases])


def pack_tokens(tokens: Collection[int]) -> bytes:
    """Tokens, 8 bytes each."""
    return b"".join(map(pack_token, tokens))


def _pack_pairs(numbers: list[int]) -> bytes:
    return pack(f"<{len(numbers)}Q", *numbers)


def _pack_facts(completion: Completion, buckets: Buckets, now: float) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    if isinstance(completion.next, Finish) and completion.next.result:
        facts["v"] = blob(completion.next.result)
    if completion.spawned:
        facts["s"] = [
            (
                blob(buckets.name(queued.entry.bucket)),
                max(0.0, queued.delay),
                blob(queued.key),
                blob(pack_entry(queued.entry)),
            )
            for queued in completion.spawned
        ]
    if completion.made:
        facts["m"] = [_pack_made(made, now) for made in completion.made]
    if completion.invalidated:
        facts["i"] = list(completion.invalidated.items())
    if completion.measured:
        facts["w"] = {node: _check_finite(seconds) for node, seconds in completion.measured.items()}
    if completion.rounds:
        facts["l"] = {loop: _check_finite(rounds) for loop, rounds in completion.rounds.items()}
    if completion.cookies:
        facts["c"] = [(blob(pack_number(session)), blob(cookies)) for session, cookies in completion.cookies.items()]
    return facts


def _pack_after(entry: Entry, task_id: int, buckets: Buckets) -> dict[str, Any]:
    """How the task is stored after the step; its join stays what it is."""
    return {"b": blob(buckets.name(entry.bucket)), "r": blob(pack_entry(entry, own=task_id, part=False))}


def _pack_made(made: MakingOutcome, now: float) -> tuple[Any, ...]:
    if made.value is None:
        return made.key, False
    value = made.value
    expires = False if value.expires is None else value.expires - now
    return made.key, blob(value.value), blob(pack_number(value.session)), expires


def _check_finite(value: float) -> float:
    if not isfinite(value):
        raise ValueError(say("what was measured is a finite number, not {}", value))
    return float(value)


def _read_outcome(step: Ended, answer: bytes) -> bool | str:
    if answer in (b"0", b"1"):
        return answer == b"1"
    return explain_refusal(step, answer.decode())


def explain_refusal(step: Ended, reason: str) -> str:
    """The text of the `ValueError` for a step that the server refused."""
    after = step.completion.next if isinstance(step, Complete) else None
    if isinstance(after, (Park, Strand)):
        return f"task {step.lease.entry.id} cannot wait for the join {after.join}: {reason}"
    return f"task {step.lease.entry.id}: {reason}"
