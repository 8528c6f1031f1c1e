"""How the keys of a frontier and its buckets are called in Redis."""

from __future__ import annotations

from functools import lru_cache

from ...sentences import say
from ..entries import Bucket

_HELD = "|held"


def make_key(prefix: str, name: str) -> str:
    """A key of the frontier *prefix*; all have one hash tag, so that a cluster keeps them in one place."""
    return f"{{{prefix}}}:{name}"


@lru_cache(maxsize=4096)
def name_bucket(bucket: Bucket) -> bytes:
    """The text by which Redis knows a bucket: `tree|node|requires|boost`, `|` and `%` in its parts escaped.

    A slot that is known follows, and the lane of a task that is kept for a worker: `…|@slot|>lane`.
    """
    parts = [*map(escape, (bucket.tree, bucket.node, bucket.requires)), name_boost(bucket.boost)]
    parts += [mark + escape(part) for mark, part in (("@", bucket.slot), (">", bucket.lane)) if part]
    return "|".join(parts).encode()


def name_boost(boost: float) -> str:
    """The last part of a bucket's name; raises `ValueError` for what is no finite number."""
    if boost - boost != 0.0:
        raise ValueError(say("a boost is a finite number of seconds, not {}", boost))
    return repr(float(boost)) if boost else ""


@lru_cache(maxsize=4096)
def read_bucket(name: bytes) -> Bucket:
    """The bucket of a name, or of a queue's; raises `ValueError` when it names no bucket."""
    tree, node, requires, boost, *marked = name.decode().removesuffix(_HELD).split("|")
    known = {part[:1]: unescape(part[1:]) for part in marked}
    if [*known] not in ([], ["@"], [">"], ["@", ">"]) or len(known) < len(marked):
        raise ValueError(say("no bucket is called {}", repr(name)))
    place = (unescape(tree), unescape(node), float(boost or 0.0), unescape(requires))
    return Bucket(*place, known.get("@", ""), known.get(">", ""))


def escape(part: str) -> str:
    """A tree, a node or a resource as it stands in the name of a bucket."""
    return part.replace("%", "%25").replace("|", "%7C")


def unescape(part: str) -> str:
    """What `escape` was given."""
    return part.replace("%7C", "|").replace("%25", "%") if "%" in part else part
