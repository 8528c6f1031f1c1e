"""An inference as plain data, to be stored beside its tree: every fact with its evidence, every replay, no secrets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from ...samples.hiding import hide_in_url
from ...samples.parameters import Key
from ...samples.requestparts import IN_HEADERS
from ...samples.secrets import has_to_be_given
from ...samples.traffic import Exchange, first_header
from ..answers.requests.shapes import describe_request, media_type
from ..answers.values import Argument, Constant, arguments_in
from ..arguments import Renaming
from ..blackboard.blackboard import Blackboard
from ..blackboard.facts import Fact
from ..conclusion import Conclusion, Evidence
from ..finding_words import step_of, tell_finding, tell_value
from ..findings import Finding, Noise, ParameterNeed, SessionCookie, Step, StepNeed, Variability
from ..growth.naming import name_of_secret
from ..inference import Inference
from ..replay.replays import Replay
from ..stepnames import Namer, name_step, number_of, with_step_names
from .places import places_of
from .sentences import stored_sentences
from .stored import FORMAT, StoredRequest

_LONGEST = 500
"""Characters of an address that are kept."""


def report_of(inference: Inference, *, visits: Mapping[int, str] | None = None) -> dict[str, Any]:
    """All that is known, once an inference is finished; *visits*: by step, the name of its visit in the tree."""
    conclusion, summary = inference.conclusion, inference.summary
    renaming = Renaming(conclusion.names)
    requests = inference.steps

    def name(step: int) -> str:
        return name_step(step, requests.get(step, ""))

    report = {
        "format": FORMAT,
        "goal": conclusion.goal,
        "proven": summary.is_proven,
        "unproven": list(summary.unproven),
        "hosts": sorted(inference.hosts),
        "recordings": [recording.name for recording in inference.board.recordings],
        "requests": [list(map(_request, recording.exchanges)) for recording in inference.board.recordings],
        "summary": {
            "requests": summary.requests,
            "steps": summary.steps,
            "kept_steps": summary.kept_steps,
            "parameters": summary.parameters,
            "kept_parameters": summary.kept_parameters,
            "replays": summary.replays,
            "goes_on": summary.goes_on,
            "is_of_one_input": summary.is_of_one_input,
        },
        "arguments": [
            {"name": given.name, "secret": given.is_secret} | ({} if given.is_secret else {"example": given.example})
            for given in conclusion.arguments
        ],
        "steps": [{"step": number_of(step), "request": request} for step, request in sorted(requests.items())],
        "path": _path(conclusion, visits or {}, name, inference),
        "facts": [_fact(fact, renaming, name) for fact in inference.board.all_facts],
        "history": _history(inference.board),
        "replays": list(map(_replay, inference.replays.log)),
        "sources": [
            {"name": state.name, "state": state.is_, "turns": state.turns, "posted": state.posted, "fault": state.fault}
            for state in inference.controller.states.values()
        ],
    }
    return {**report, "sentences": stored_sentences(report)}


def _replay(replay: Replay) -> dict[str, Any]:
    return {
        "number": replay.number,
        "purpose": replay.purpose,
        "right": replay.is_right,
        "reason": replay.reason,
        "requests": replay.requests,
        "seconds": round(replay.seconds, 3),
        **({} if replay.difference is None else {"difference": asdict(replay.difference)}),
    }


def _request(exchange: Exchange) -> StoredRequest:
    answer = exchange.answer
    return {
        "request": describe_request(exchange.sent),
        "url": hide_in_url(exchange.sent.url)[:_LONGEST],
        "status": None if answer is None else answer.status,
        "type": media_type(exchange),
        "size": None if answer is None or answer.body is None else len(answer.body),
    }


def _path(conclusion: Conclusion, visits: Mapping[int, str], name: Namer, inference: Inference) -> list[dict[str, Any]]:
    path = []
    met: set[int] = set()
    for planned in conclusion.plan.steps:
        own = {key: each for (step, key), each in conclusion.evidence.items() if step == planned.step}
        # What an answer on the path has set comes back without being told.
        kept = {Key("cookie", cookie.name) for cookie in conclusion.of(SessionCookie) if cookie.step in met}
        met.add(planned.step)
        parameters = []
        for key, evidence in own.items():
            if key is None:
                continue
            value = planned.bound.get(key)
            if isinstance(value, Constant) and has_to_be_given(key, value.text):
                value = Argument(name_of_secret(key), is_secret=True)
            text = "as recorded" if value is None else with_step_names(tell_value(value), name)
            if isinstance(value, Constant) and key.where in IN_HEADERS:
                text = "a constant"
            given = [] if value is None else [argument.name for argument in arguments_in(value)]
            origins = [{"name": each, "chosen": chosen} for each, chosen in inference.origins_of(planned.step, key)]
            told_of = {"key": str(key), "value": text, "arguments": given, **_evidence(evidence, name)}
            parameters.append({**told_of, **({"origins": origins} if len(origins) > 1 else {})})
        path.append(
            {
                "step": number_of(planned.step),
                "visit": visits.get(planned.step, ""),
                "request": describe_request(planned.sent),
                "content_type": _type_of(conclusion, planned.step),
                **_evidence(own.get(None, Evidence("")), name),
                "parameters": parameters,
                "kept_by_jar": sorted(str(key) for key in planned.left_out if key in kept),
                "left_out": sorted(str(key) for key in planned.left_out if key not in kept),
            }
        )
    return path


def _type_of(conclusion: Conclusion, step: int) -> str:
    answer = conclusion.answers.get(step)
    return "" if answer is None else (first_header(answer.headers, "content-type") or "").partition(";")[0]


def _evidence(evidence: Evidence, name: Namer) -> dict[str, Any]:
    return {"why": with_step_names(evidence.text, name), "replays": evidence.replays, "proven": evidence.is_proven}


def _fact(fact: Fact, renaming: Renaming, name: Namer) -> dict[str, Any]:
    step = step_of(fact.finding)
    return {
        "id": fact.id,
        "kind": type(fact.finding).__name__,
        "step": None if step is None else number_of(step),
        "key": str(getattr(fact.finding, "key", None) or ""),
        **({"varies": fact.finding.varies} if isinstance(fact.finding, Variability) else {}),
        **({"needed": fact.finding.is_needed} if isinstance(fact.finding, StepNeed | ParameterNeed) else {}),
        **_places(fact.finding),
        "text": with_step_names(tell_finding(renaming.finding(fact.finding)), name),
        "source": fact.source,
        "why": with_step_names(fact.why, name),
        "because": list(fact.because),
        "status": fact.status,
        "trials": list(fact.trials),
        "supports": [
            {"source": each.source, "why": with_step_names(each.why, name), "because": list(each.because)}
            for each in fact.supports
        ],
    }


def _places(finding: Finding) -> dict[str, Any]:
    match finding:
        case Noise(recording=recording, exchange=exchange, reason=reason):
            return {"recording": recording, "exchange": exchange, "reason": reason}
        case Step(exchanges=exchanges):
            return {"exchanges": list(exchanges), "places": list(places_of(finding))}
        case _:
            return {"places": list(places_of(finding))}


def _history(board: Blackboard) -> list[list[Any]]:
    return [[change.round, change.fact, change.what, change.source] for change in board.history]
