"""What came out, as a table of Markdown and in totals."""

from __future__ import annotations

from collections.abc import Sequence

from .judging import Outcome

_HEAD = "| workflow | requests | parameters | replays | seconds | records right / wrong / missing | proven |"


def outcome_table(outcomes: Sequence[Outcome]) -> str:
    """A row for each workflow; of requests and parameters: recorded → kept."""
    lines = [_HEAD, "| --- " * 7 + "|"]
    for each in outcomes:
        told = each.facts.get("summary", {})
        lines.append(
            f"| {each.application}, {each.workflow} | {told.get('requests', 0)} → {told.get('kept_steps', 0)} "
            f"| {told.get('parameters', 0)} → {told.get('kept_parameters', 0)} | {told.get('replays', 0)} "
            f"| {each.seconds:.0f} | {len(each.right)} / {len(each.wrong)} / {len(each.missing)} "
            f"| {'yes' if each.is_proven else 'no'}{'' if each.has_end else ', no end'} |"
        )
    return "\n".join(lines)


def totals(outcomes: Sequence[Outcome]) -> str:
    """The goals' figures, in one line each."""
    count = len(outcomes)
    exact = sum(each.is_exact for each in outcomes)
    false = [each for each in outcomes if each.is_proven and not each.is_exact]
    replays = sum(int(each.facts.get("summary", {}).get("replays", 0)) for each in outcomes)
    return "\n".join(
        (
            f"complete and right with new input: {exact} of {count}",
            f"proven: {sum(each.is_proven for each in outcomes)}, of these wrong: {len(false)}",
            f"crawls without an end: {sum(not each.has_end for each in outcomes)}",
            f"replays: {replays}, seconds: {sum(each.seconds for each in outcomes):.0f}",
        )
    )
