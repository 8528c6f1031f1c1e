"""Which proposals are so sure that no person has to decide."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.healing.modes import Modes
from ...core.healing.perception.watchers import Watcher
from ...core.healing.proposals import Filed
from .switches import Switches


class Sureness:
    """Judges by their probability, by what else has changed on the page, and by the mode of healing."""

    def __init__(self, watcher: Watcher, modes: Modes, switches: Switches) -> None:
        self._watcher, self._modes, self._switches = watcher, modes, switches

    def sure_of(self, node: str, filed: Sequence[Filed]) -> list[Filed]:
        """The proposals that no person has to decide on.

        None where most fields are lost, as they are on a page of another kind, which has a title, too, and less than
        half of them are sure, or nothing proves that the pages speak of the same things. How sure a field is, does not
        depend on whether it is to be healed.
        """
        sure = [one for one in filed if self._is_sure(one)]
        watches = [watch for (name, _), watch in self._watcher.fields.items() if name == node]
        stay = sum(not (watch.changed or watch.has_evidence) for watch in watches)
        is_proven = any(one.proposal.is_proven for one in sure)
        is_believed = 2 * stay >= len(watches) or (is_proven and 2 * len(sure) >= len(filed))
        return [one for one in sure if self._is_automatic(one)] if is_believed else []

    def is_in_doubt(self, node: str, filed: Sequence[Filed]) -> bool:
        """Whether something could be healed without a person, if more were known."""
        automatic = [one for one in filed if self._is_automatic(one)]
        return len(self.sure_of(node, filed)) < len(automatic)

    def _is_sure(self, filed: Filed) -> bool:
        """Where few pages of a field are known, no later page may show a mistake: it takes one more reason."""
        watch = self._watcher.fields.get((filed.proposal.node, filed.proposal.field))
        is_few = watch is not None and watch.is_of_few
        is_sure = filed.proposal.is_borne_out if is_few else filed.proposal.is_sure
        return is_sure and not self._switches.has(filed)

    def _is_automatic(self, filed: Filed) -> bool:
        return self._modes.of(filed.spider, filed.proposal.node, filed.proposal.field) == "auto"
