"""The `heal` lines of a file: which of them changes where a node is healed in another way."""

from __future__ import annotations

from ...sentences import say
from ..documents.edits import Delete
from ..documents.pieces import UneditableError
from ..tree.nodes import Document, Heal
from .operations import InsertText, PlainOperation, SetHealing, SetText


def steps_of(document: Document, wanted: SetHealing) -> list[PlainOperation]:
    """Plainer changes that come to the same; none where the file says it already.

    Raises `UneditableError` where there is nothing to take out.

    A line that is about several nodes stays for the others. A new one comes behind the last line about nodes, else
    behind the declaration of this one, else to the end.
    """
    line = f"heal {wanted.node} = {wanted.mode}"
    told = {at: entry for at, entry in enumerate(document.entries) if isinstance(entry, Heal) and entry.nodes}
    at = next((at for at, entry in told.items() if wanted.node in entry.nodes), None)
    if at is None:
        if wanted.mode is None:
            raise UneditableError(say("the file does not say how `{}` is healed", wanted.node))
        names = [getattr(entry, "name", "") for entry in document.entries]
        before = max(told, default=names.index(wanted.node) if wanted.node in names else len(names) - 1)
        return [InsertText((), text=line, index=before + 1)]
    if told[at].mode == wanted.mode:
        return []
    others = [name for name in told[at].nodes if name != wanted.node]
    if not others:
        return [Delete((at,)) if wanted.mode is None else SetText((at,), text=line)]
    rest: PlainOperation = SetText((at,), text=f"heal {' | '.join(others)} = {told[at].mode}")
    return [rest] if wanted.mode is None else [rest, InsertText((), text=line, index=at + 1)]
