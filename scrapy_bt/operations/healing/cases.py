"""Cases for a person: redesigns of the sites that a project crawls, as the store of healing knows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...core.healing.modes import Modes
from ...core.healing.proposals import Filed
from ...core.healing.redesigns import Redesign, group_proposals
from ...errors import BTError
from ...sentences import say
from ...storage.healing import HealingStore


@dataclass(frozen=True)
class Wanted:
    """Which cases are looked for; an empty field is no condition."""

    site: str = ""
    spider: str = ""
    node: str = ""
    kind: str = ""
    """The kind of change."""
    waits: bool | None = None
    """Whether a person has to decide on something of it."""

    def takes(self, case: Redesign) -> bool:
        """Whether a case meets the conditions."""
        return (
            self.site in ("", case.site)
            and (not self.spider or self.spider in case.spiders)
            and (not self.node or self.node in case.nodes)
            and (not self.kind or self.kind in case.kinds)
            and self.waits in (None, case.waits)
        )


def list_cases(store: HealingStore, wanted: Wanted = Wanted()) -> list[Redesign]:
    """The cases of all spiders: first those that wait for a person, by lost records an hour."""
    filed = [one for spider in store.spiders() for one in store.proposals.of(spider)]
    return [case for case in group_proposals(filed, store.losses.rates()) if wanted.takes(case)]


def find_case(store: HealingStore, number: int) -> Redesign:
    """The case that a proposal belongs to, by the number of any of its proposals; raises `BTError`."""
    filed = store.proposals.get(number)
    for case in list_cases(store):
        if case.has(filed):
            return case
    raise BTError(say("there is no case of proposal {}", number))


def mode_of(modes: Modes, filed: Filed) -> str:
    """What `BT_HEALING` says of a proposal's field: `off`, `watch`, `review` or `auto`."""
    return modes.of(filed.spider, filed.proposal.node, filed.proposal.field)


def filters_of(cases: Sequence[Redesign]) -> dict[str, list[str]]:
    """The values by which cases can be chosen: all their sites, spiders, nodes and kinds of change."""
    return {
        "site": sorted({case.site for case in cases}),
        "spider": sorted({name for case in cases for name in case.spiders}),
        "node": sorted({name for case in cases for name in case.nodes}),
        "kind": sorted({name for case in cases for name in case.kinds}),
    }
