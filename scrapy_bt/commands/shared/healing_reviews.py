"""What a person needs to see of a proposal at a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.healing.perception.words import tell_views
from ...core.healing.proposals import Filed
from ...operations.healing.facts import diff_for
from .tables import TextTable

_LONGEST = 50
_MOST_PAGES = 4


def told(filed: Filed) -> Iterator[TextTable]:
    """A proposal for a person: what has changed, the choices, values side by side, and the edit."""
    proposal = filed.proposal
    seen = tell_views(proposal.views) or "nothing is found"
    healed = f", {filed.healed} pages healed by it" if filed.healed else ""
    yield TextTable(
        f"{filed.id}: {filed.spider}, {filed.name} at {proposal.place or '?'} ({filed.state.value}{healed})"
    )
    yield TextTable(
        f"{proposal.kind}; cosine {proposal.cosine:.2f}, tree edits {proposal.edits:.2f}; changed: {seen};"
        f" {proposal.telling.words}",
        ("choice", "selector", "P", "found on", "as usual"),
        [
            (str(number), one.selector, f"{one.probability:.2f}", f"{one.trial.found} of {one.trial.pages}",
             f"{one.trial.fitting} of {one.trial.pages}")
            for number, one in enumerate(proposal.choices, 1)
        ],
    )  # fmt: skip
    if proposal.choices:
        values = proposal.choices[0].values
        shown = [one for state in ("good", "failing") for one in [o for o in values if o.state == state][-_MOST_PAGES:]]
        rows = [
            (one.url, "before" if one.state == "good" else "now", one.before[:_LONGEST], one.after[:_LONGEST])
            for one in shown
        ]
        yield TextTable("values", ("page", "of", proposal.old, proposal.new), rows)
    diff, hindrance = diff_for(filed, filed.selector)
    if diff or hindrance:
        yield TextTable(diff.rstrip("\n") or f"no edit: {hindrance}")
