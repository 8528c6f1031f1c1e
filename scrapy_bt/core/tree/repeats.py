"""What came of a visit already, so that a dead letter which visits again does not give it again.

Records and branches are known by digests of 8 bytes, one after another.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeGuard

from . import effects as ef

_SIZE = 8


def digest(effects: Iterable[ef.Effect], known: Mapping[str, Any]) -> bytes:
    """The digests of the records and branches among *effects*, one after another.

    *known*: the variables before; a branch is told from another by what it has beyond them, whatever their values are.
    """
    return b"".join(_digest(effect, known) for effect in effects if _is_once(effect))


def merge(before: bytes, after: bytes) -> bytes:
    """The digests of *before*, and those of *after* that are not among them."""
    known = Counter(_split(before))
    new = []
    for each in _split(after):
        if known[each]:
            known[each] -= 1
        else:
            new.append(each)
    return before + b"".join(new)


def leave_out(effects: Sequence[ef.Effect], given: bytes, known: Mapping[str, Any]) -> tuple[list[ef.Effect], bytes]:
    """The effects without the records and branches that are *given*, each as often, and what of *given* is left."""
    left = Counter(_split(given))
    new = []
    for effect in effects:
        if _is_once(effect) and left[each := _digest(effect, known)]:
            left[each] -= 1
        else:
            new.append(effect)
    return new, b"".join(left.elements())


def _is_once(effect: ef.Effect) -> TypeGuard[ef.Emit | ef.Spawn]:
    return isinstance(effect, ef.Emit) or (isinstance(effect, ef.Spawn) and not effect.again)


def _digest(effect: ef.Emit | ef.Spawn, known: Mapping[str, Any]) -> bytes:
    if isinstance(effect, ef.Emit):
        what = repr((effect.node, effect.record))
    else:
        frame = effect.task.frames[-1]
        own = {name: value for name, value in frame.variables.items() if name not in known or known[name] != value}
        what = repr((frame.position, sorted(own.items(), key=lambda item: item[0])))
    return hashlib.blake2b(what.encode("utf-8", "backslashreplace"), digest_size=_SIZE).digest()


def _split(digests: bytes) -> list[bytes]:
    return [digests[at : at + _SIZE] for at in range(0, len(digests), _SIZE)]
