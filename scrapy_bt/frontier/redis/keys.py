"""How the keys of a frontier and its buckets are called in Redis."""

from __future__ import annotations

from functools import lru_cache

from ..protocol import Bucket

_HELD = "|held"


def make_key(prefix: str, name: str) -> str:
    """A key of the frontier *prefix*; all have one hash tag, so that a cluster keeps them in one place."""
    return f"{{{prefix}}}:{name}"


@lru_cache(maxsize=4096)
def name_bucket(bucket: Bucket) -> bytes:
    """The text by which Redis knows a bucket: `tree|node|requires|boost`, `|` and `%` in its parts escaped.

    A slot that is known follows: `…|@slot`.
    """
    parts = (*map(escape, (bucket.tree, bucket.node, bucket.requires)), name_boost(bucket.boost))
    return "|".join((*parts, f"@{escape(bucket.slot)}") if bucket.slot else parts).encode()


def name_boost(boost: float) -> str:
    """The last part of a bucket's name; raises `ValueError` for what is no finite number."""
    if boost - boost != 0.0:
        raise ValueError(f"a boost is a finite number of seconds, not {boost}")
    return repr(float(boost)) if boost else ""


@lru_cache(maxsize=4096)
def read_bucket(name: bytes) -> Bucket:
    """The bucket of a name, or of a line's; raises `ValueError` when it is none."""
    tree, node, requires, boost, *slot = name.decode().removesuffix(_HELD).split("|")
    if len(slot) > 1 or (slot and slot[0][:1] != "@"):
        raise ValueError(f"no bucket is called {name!r}")
    return Bucket(unescape(tree), unescape(node), float(boost or 0.0), unescape(requires), unescape("".join(slot)[1:]))


def escape(part: str) -> str:
    """A tree, a node or a resource as it stands in the name of a bucket."""
    return part.replace("%", "%25").replace("|", "%7C")


def unescape(part: str) -> str:
    """What `escape` was given."""
    return part.replace("%7C", "|").replace("%25", "%") if "%" in part else part
