"""Explains what an inference concluded: which source, which evidence, which replay (recording.md, "Blackboard")."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from ....sentences import counted
from ..growth.vocabulary import borne_out
from .stored import FORMAT, InferenceReport

_DEPTH = 4
"""How far evidence of evidence is followed."""
_ASSIGNED = re.compile(r"^ +(?:while )?([a-z]\w*) += ", re.MULTILINE)
"""What gives a variable its value in a printed tree; a field of a record, too."""
MOST = 40
"""Facts that are told of one subject."""


def is_report(data: Any) -> bool:
    """Whether data is what `report.report_of` makes, in a form that can be read here."""
    try:
        return msgspec.convert(data, InferenceReport)["format"] == FORMAT
    except msgspec.ValidationError:
        return False


def explain(data: dict[str, Any], subject: str = "") -> list[str]:
    """The lines that explain a subject; none where nothing is known of it.

    *subject*: a step's number, a visit's name, the name of a parameter, an argument, a cookie, a variable of the tree,
    the number of a fact (`#12`) or of a replay (`replay 3`), or words that a fact holds; empty: the whole path.
    """
    wanted = subject.strip()
    if not wanted:
        return list(_overview(data))
    if found := re.fullmatch(r"#(\d{1,18})", wanted):
        return [line for fact in data["facts"] if fact["id"] == int(found[1]) for line in _chain(data, fact)]
    if found := re.fullmatch(r"replay\s+(\d{1,18})", wanted, re.IGNORECASE):
        own = (each for each in data["replays"] if each["number"] == int(found[1]))
        return [line for each in own for line in (_replay(each), *_difference(each))]
    number = re.fullmatch(r"(?:step\s+)?(\d{1,18})", wanted, re.IGNORECASE)
    named = [step for step in data["path"] if wanted == step["visit"] or (number and step["step"] == int(number[1]))]
    if named or number:
        wanted_step = named[0]["step"] if named else int(number[1]) if number else -1
        facts = _facts(data, lambda fact: fact["step"] == wanted_step)
        return [*(_step(named[0]) if named else ()), *([""] if named else []), *facts]
    lines = [
        f"{parameter['key']} of step {step['step']} ({step['request']}): {_told(parameter)}"
        for step in data["path"]
        for parameter in step["parameters"]
        if wanted in (parameter["key"], parameter["key"].partition(" ")[2], *parameter["arguments"])
    ]
    word = re.compile(rf"(?<!\w){re.escape(wanted)}(?!\w)", re.IGNORECASE)
    lines = lines or _in_tree(data, wanted)
    return lines + list(_facts(data, lambda fact: bool(word.search(fact["text"]) or word.search(fact["why"]))))


def _in_tree(data: dict[str, Any], variable: str) -> list[str]:
    """The lines of the tree that have a variable; none if it is none, or if the tree is not stored beside."""
    text = str(data.get("text") or "")
    if variable not in _variables(text):
        return []
    own = [line.strip() for line in text.splitlines() if re.search(rf"(?<!\w){variable}(?!\w)", line)]
    return [f"{variable} is a variable of the tree, or a field of its records:", *(f"    {line}" for line in own)]


def _variables(text: str) -> list[str]:
    return list(dict.fromkeys(_ASSIGNED.findall(text)))


def _overview(data: dict[str, Any]) -> Iterator[str]:
    yield f"The target is {data['goal']}."
    yield f"{'Proven' if data['proven'] else 'Not proven'}, with {counted(len(data['replays']), 'replay')}."
    for reason in data["unproven"]:
        yield f"  {reason}"
    for step in data["path"]:
        yield ""
        yield from _step(step)


def _step(step: dict[str, Any]) -> Iterator[str]:
    name = f" {step['visit']}" if step["visit"] else ""
    yield f"step {step['step']}{name} ({step['request']}): {_told(step)}"
    for parameter in step["parameters"]:
        yield f"    {parameter['key']}: {_told(parameter)}"
    if step.get("kept_by_jar"):
        yield f"    kept by the session's jar: {', '.join(step['kept_by_jar'])}"
    if step["left_out"]:
        yield f"    left out: {', '.join(step['left_out'])}"


def _told(part: dict[str, Any]) -> str:
    proof = borne_out(part["replays"], is_proven=part["proven"])
    value = part.get("value", "")
    return "; ".join(dict.fromkeys(filter(None, (value, part["why"], proof))))


def _facts(data: dict[str, Any], fits: Any) -> Iterator[str]:
    said: dict[str, dict[str, Any]] = {}
    for fact in filter(fits, data["facts"]):
        said.setdefault(_content(fact), fact)
    facts = list(said.values())
    for fact in facts[:MOST]:
        yield from _chain(data, fact)
    if len(facts) > MOST:
        yield f"… {len(facts) - MOST} more; ask for less, or for one by its number"


def _content(fact: dict[str, Any]) -> str:
    """All that is told of it but its number: two kinds of findings may say the same."""
    return repr([value for key, value in fact.items() if key not in ("id", "kind")])


def _chain(
    data: dict[str, Any], fact: dict[str, Any], depth: int = 0, told: frozenset[int] = frozenset()
) -> Iterator[str]:
    """A fact, what other sources say for it, the replays that decided, and what it follows from."""
    indent = "    " * depth
    yield f"{indent}#{fact['id']} {fact['text']} [{fact['status']}]"
    yield f"{indent}    {fact['source']}: {fact['why']}"
    for support in fact["supports"]:
        yield f"{indent}    {support['source']}: {support['why']}"
    trials = fact["trials"] if depth == 0 else []
    for replay in data["replays"]:
        if replay["number"] in trials[:5]:
            yield f"{indent}    {_replay(replay)}"
    if len(trials) > 5:
        yield f"{indent}    and {counted(len(trials) - 5, 'replay')} more"
    if depth < _DEPTH:
        known = {other["id"]: other for other in data["facts"]}
        for number in fact["because"]:
            if number in known and number not in told:
                yield from _chain(data, known[number], depth + 1, told | {fact["id"]})


def _difference(replay: dict[str, Any]) -> Iterator[str]:
    """What each of the two answers says alone."""
    told = replay.get("difference")
    if told is None:
        return
    for name, one in (("the right answer", told["right"]), ("what came", told["came"])):
        title = f", “{one['title']}”" if one["title"] else ""
        yield f"    {name}: status {one['status']}, {one['kind']}, {one['size']} bytes{title}"
        yield from (f"        {text}" for text in one["texts"])
        if one["more"]:
            yield f"        … {one['more']} more"


def _replay(replay: dict[str, Any]) -> str:
    came = "reached the target" if replay["right"] else f"did not: {replay['reason']}"
    return f"replay {replay['number']}, {replay['purpose']}: {came}"


def subjects(data: dict[str, Any]) -> Sequence[str]:
    """What can be asked for by name."""
    named = [step["visit"] for step in data["path"] if step["visit"]]
    keys = [parameter["key"].partition(" ")[2] for step in data["path"] for parameter in step["parameters"]]
    given = (argument["name"] for argument in data["arguments"])
    # A piece of an address is called by its place, which a number alone would not tell from a step.
    own = _variables(str(data.get("text") or ""))
    return [name for name in dict.fromkeys([*named, *keys, *given, *own]) if name and not name.isdecimal()]
