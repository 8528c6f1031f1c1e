"""How a node, or a layer of a rule, is healed, said in the file in which it stands."""

from __future__ import annotations

from ...core.documents.edits import Delete
from ...core.healing.proposals import Filed
from ...core.language.operations import SetHealing
from ...core.rules.files.operations import SetField
from ...crawl.healing.proposing import path_of
from ...crawl.project.rulefiles import SUFFIXES as RULES
from ...errors import BTError, RuleError
from ...sentences import say
from ...settings.healingmodes import HEALING_MODES
from ...storage.healing import HealingStore
from ...wholefiles import digest_of
from ..edits.kinds import TREES
from ..edits.plans import EditPlan, plan_operations

INHERIT = "inherit"
"""The file says nothing of its own."""
POLICIES = (*HEALING_MODES, INHERIT)


def has_policy(filed: Filed) -> bool:
    """Whether the file of a proposal can say it; of nodes without a name, and in Python, a setting does."""
    suffix = path_of(filed.proposal.place).suffix if filed.proposal.place else ""
    return suffix in RULES or (suffix in TREES and "/" not in filed.proposal.node)


def plan_policy(filed: Filed, mode: str) -> EditPlan:
    """The edit by which the file of a proposal says *mode*, one of `POLICIES`; raises `BTError`."""
    if mode not in POLICIES:
        raise BTError(say("there is no '{}'; there are: {}", mode, ", ".join(POLICIES)))
    node, path = filed.proposal.node, path_of(filed.proposal.place)
    if not has_policy(filed):
        setting = f'BT_HEALING = {{"{filed.spider}/{node}": "{mode}"}}'
        raise BTError(say("no file says how {} is healed: the setting does, {}", node, setting))
    if path.suffix in TREES:
        return _sound(plan_operations(path, [SetHealing(node, mode=None if mode == INHERIT else mode)]))
    field = ("layers", node.rpartition(":")[2], "heal")
    return _sound(plan_operations(path, [Delete(field) if mode == INHERIT else SetField(field, value=mode)]))


def _sound(plan: EditPlan) -> EditPlan:
    """The same; raises `RuleError` where the file would get a fault, as of a node that is declared no more."""
    known = {fault.message for fault in plan.check(plan.before.decode())}
    faults = [fault for fault in plan.faults if not fault.is_warning and fault.message not in known]
    if faults:
        raise RuleError(faults)
    return plan


def set_policy(store: HealingStore, plan: EditPlan) -> None:
    """Write what was planned; the proposals for the file, as it was, hold for it as it is then. Raises `BTError`."""
    store.proposals.note_file(digest_of(plan.before), plan.apply())
