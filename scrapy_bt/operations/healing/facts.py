"""All that is known of a proposal, as plain data."""

from __future__ import annotations

from typing import Any

from ...core.healing.patching.pieces import UneditableError
from ...core.healing.proposals import Filed, State
from ...errors import BTError
from ...sentences import spoken
from .patches import patch_of


def facts_of(filed: Filed, edit: tuple[str, str] | None = None) -> dict[str, Any]:
    """A proposal for a program or a page; *edit*: its diff, or why there is none, where that is known."""
    diff, hindrance = edit or diff_for(filed, filed.selector)
    return {
        "id": filed.id,
        "spider": filed.spider,
        "state": filed.state.value,
        "time": filed.time,
        "selector": filed.selector,
        "healed": filed.healed,
        "written": filed.written,
        "digest": filed.digest,
        "diff": diff,
        "hindrance": hindrance,
        **filed.proposal.plain(),
    }


def diff_for(filed: Filed, selector: str) -> tuple[str, str]:
    """The edit of the file as a patch, or the reason why there is none."""
    if filed.written or not selector or filed.state in (State.REJECTED, State.ROLLED_BACK):
        return "", ""
    try:
        return patch_of(filed, selector).diff, ""
    except (UneditableError, BTError) as error:
        return "", spoken(error)
