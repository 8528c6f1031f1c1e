"""How a node is healed, said in the file in which it stands; of a rule, how all of it is."""

from __future__ import annotations

from typing import Literal

from ...core.documents.edits import Delete
from ...core.healing.proposals import Filed
from ...core.language.operations import SetHealing
from ...core.rules.files.operations import SetField
from ...crawl.healing.proposing import path_of
from ...errors import BTError
from ...sentences import say
from ...settings.healingmodes import HEALING_MODES
from ...storage.healing import HealingStore
from ...wholefiles import digest_of
from ..edits.kinds import RULES, TREES
from ..edits.plans import EditPlan, plan_operations

INHERIT = "inherit"
"""The file says nothing of its own."""
POLICIES = (*HEALING_MODES, INHERIT)


def policy_part(filed: Filed) -> Literal["node", "rule", ""]:
    """What the file of a proposal can say it of; empty: that takes the setting, as for nodes without a name."""
    suffix = path_of(filed.proposal.place).suffix if filed.proposal.place else ""
    if suffix in TREES:
        return "" if "/" in filed.proposal.node else "node"
    return "rule" if suffix in RULES else ""


def plan_policy(filed: Filed, mode: str) -> EditPlan:
    """The edit by which the file of a proposal says *mode*, one of `POLICIES`; raises `BTError`."""
    if mode not in POLICIES:
        raise BTError(say("there is no '{}'; there are: {}", mode, ", ".join(POLICIES)))
    node, path = filed.proposal.node, path_of(filed.proposal.place)
    part = policy_part(filed)
    if part == "node":
        return plan_operations(path, [SetHealing(node, mode=None if mode == INHERIT else mode)])
    if part == "rule":
        return plan_operations(path, [Delete(("heal",)) if mode == INHERIT else SetField(("heal",), value=mode)])
    setting = f'BT_HEALING = {{"{filed.spider}/{node}": "{mode}"}}'
    raise BTError(say("no file says how {} is healed: the setting does, {}", node, setting))


def set_policy(store: HealingStore, filed: Filed, plan: EditPlan) -> None:
    """Write what was planned; proposals for the file hold for it as it is then. Raises `BTError`."""
    digest = plan.apply()
    if digest_of(plan.before) == filed.digest:  # else it had changed before, and they are for another one
        store.proposals.note_edit(filed, filed.state, selector=filed.selector, digest=digest, written=filed.written)
