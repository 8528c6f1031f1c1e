"""Trials as records: what `--json` prints and the console shows."""

from __future__ import annotations

import textwrap
from typing import Any

import yaml

from ...core.rules.files.writer import write_rule
from ...core.rules.rule import Layer, Rule, Tag
from ...core.rules.suggestion.suggest import TagSuggestion
from ...core.rules.trials import GroupTrial, LayerTrial, StepChange, TagTrial
from .columns import losses, typed
from .lines import LineColumns


def layer_record(
    trial: LayerTrial, url: str, lines: LineColumns | None = None, *, most: int | None = None
) -> dict[str, Any]:
    """*lines*: of the page, if places are told; *most* values of a tag and rows of a group, while counts are of all."""
    return {
        "layer": trial.layer.name,
        "tags": [_tag_record(each, lines, most) for each in trial.tags],
        "groups": [_group_record(each, url, most) for each in trial.groups],
    }


def suggestion_record(found: TagSuggestion, *, most: int | None = None) -> dict[str, Any]:
    """The examples and the proposals, of which each has at most *most* values; their count is of all."""

    def place(offset: int) -> dict[str, int]:
        assert found.outline is not None, "nothing is found on a page that was not read"
        line, column = found.outline.place(offset)
        return {"line": line, "column": column}

    return {
        "examples": [
            {
                "text": example,
                "places": [
                    {**place(each.span.start), "kind": each.kind, "attribute": each.attribute}
                    for each in matches[:most]
                ],
            }
            for example, matches in found.matches.items()
        ],
        "missing": [
            {"text": example, "near": near.text, "advice": near.advice}
            | (place(near.offset) if near.offset >= 0 else {})
            for example, near in found.missing.items()
        ],
        "proposals": [
            {
                "score": proposal.score,
                "tag": yaml.safe_load(tag_text(proposal.tag))[0],
                "count": len(proposal.values),
                "values": list(proposal.values[:most]),
                "reasons": list(proposal.reasons),
                "warnings": list(proposal.warnings),
            }
            for proposal in found.proposals
        ],
        "broken_off": found.broken_off,
    }


def tag_text(tag: Tag) -> str:
    """A tag as it is written in a rule file."""
    text = write_rule(Rule("rule", layers=(Layer("page", tags=(tag,)),)))
    return textwrap.dedent(text.partition("    tags:\n")[2])


def _tag_record(trial: TagTrial, lines: LineColumns | None, most: int | None) -> dict[str, Any]:
    tag = trial.tag
    record: dict[str, Any] = {
        "tag": tag.name,
        "count": len(trial.values),
        "values": list(trial.values[:most]),
        "problem": trial.problem,
        "steps": [_step_record(change) for change in trial.changes],
    }
    if trial.parents >= 0:
        record["parents"], record["successes"] = trial.parents, trial.successes
    elif lines is None:
        record["starts"], record["ends"] = len(trial.starts), len(trial.ends)
    else:
        record["start"] = {"code": tag.start, "offset": str(tag.start_offset), "places": lines.ranges(trial.starts)}
        record["end"] = {"code": tag.end, "offset": str(tag.end_offset), "places": lines.ranges(trial.ends)}
        record["pieces"] = lines.ranges(trial.pieces)
    record["children"] = [_tag_record(child, lines, most) for child in trial.children]
    return record


def _step_record(change: StepChange) -> dict[str, Any]:
    return {
        "step": change.step,
        "note": change.note,
        "before": change.before,
        "after": change.after,
        "example": list(change.example) if change.example else None,
        "dropped": change.dropped,
    }


def _group_record(trial: GroupTrial, url: str, most: int | None) -> dict[str, Any]:
    return {
        "group": trial.group.name,
        "columns": [column.name for column in trial.group.columns],
        "rows": [list(row.values) for row in trial.rows[:most]],
        "typed": [typed(trial, row) for row in trial.rows[:most]],
        "problems": list(trial.problems),
        "notes": losses(trial, url),
        "goes_on": trial.goes_on,
    }
