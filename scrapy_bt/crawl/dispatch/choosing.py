"""The policy that `BT_DISPATCH` names."""

from __future__ import annotations

import logging

from scrapy.utils.misc import load_object

from ...core.dispatch.policies import SIMPLE, Policy, Pull
from ...errors import BTError
from ...sentences import say

logger = logging.getLogger(__name__)

LEARNED = {
    "bandit": "scrapy_bt.learning.dispatching.guarded.GuardedBandit",
    "dqn": "scrapy_bt.learning.dispatching.guarded.GuardedNetwork",
}
"""Policies that learn, which need an extra."""


def make_policy(name: str, *, oldest: float = 0.0) -> Policy:
    """A policy by its name, or by the path of its class; raises `BTError` for one that there is not.

    *oldest*: seconds after which a model is too old to decide, 0: never. Without the extra it is told, and pulled.
    """
    if name in SIMPLE:
        return SIMPLE[name]()
    if name in LEARNED:
        try:
            learned: Policy = load_object(LEARNED[name])(oldest)
        except ModuleNotFoundError as error:
            logger.warning(
                'BT_DISPATCH is %r, but %s is not installed; say: pip install "scrapy_bt[learn]"; tasks are pulled',
                name,
                error.name,
            )
            return Pull()
        return learned
    try:
        policy = load_object(name)()
    except (ImportError, NameError, ValueError, TypeError) as error:
        told = say("it is {}, or the path of a class without arguments", ", ".join((*SIMPLE, *LEARNED)))
        raise BTError(say("BT_DISPATCH is {}: {} ({})", repr(name), told, error)) from None
    if not callable(getattr(policy, "choose", None)):
        raise BTError(say("BT_DISPATCH is {}: its class has no method choose(situation, chance)", repr(name)))
    return policy
