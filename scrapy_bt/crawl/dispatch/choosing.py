"""The policy that `BT_DISPATCH` names."""

from __future__ import annotations

from scrapy.utils.misc import load_object

from ...core.dispatch.policies import SIMPLE, Policy
from ...errors import BTError


def make_policy(name: str) -> Policy:
    """A policy by its name, or by the path of its class; raises `BTError` for one that there is not."""
    if name in SIMPLE:
        return SIMPLE[name]()
    try:
        policy = load_object(name)()
    except (ImportError, NameError, ValueError, TypeError) as error:
        told = f"it is {', '.join(SIMPLE)}, or the path of a class without arguments"
        raise BTError(f"BT_DISPATCH is {name!r}: {told} ({error})") from None
    if not callable(getattr(policy, "choose", None)):
        raise BTError(f"BT_DISPATCH is {name!r}: its class has no method choose(situation, chance)")
    return policy
