"""Inferred trees: what is known of them, and inferring one again with other options."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from ...commandlines import command_line
from ...core.healing.patching.pieces import diff_of
from ...core.inference.explanation.evidence import Seen, places_of_fact
from ...core.inference.replay.planning import SAFE
from ...core.priority.recorded import ENDING as WEIGHTS
from ...errors import BTError
from ...operations.edits.kinds import check_of
from ...operations.edits.plans import plan_text
from ...operations.edits.undo import Undo
from ...sentences import say
from ...wholefiles import write_whole
from ..jobs.generating import plan_code, write_code
from ..jobs.proofs import ProofRun, infer_line, tell_proof
from ..naming import path_named
from ..refusals import Refusal
from ..sources.inferences import (
    WantedFacts,
    find_fact,
    find_report,
    list_inferences,
    read_inference,
    replays_of,
    tell_inference,
    tree_of,
)
from ..state import Console, console_of, identity_of
from .answers import read_body, read_number
from .orders import Confirmation

_FEWEST = 200
"""Replays, where nobody says otherwise."""
_MOST_PLACES = 12
"""Places of one fact that are shown."""
_LISTS = {"expect": "--expect", "allow": "--allow", "source": "--source", "without": "--without", "settings": "-s"}


@dataclass(frozen=True)
class ProofRequest:
    """*keep*, *drop*, *origin*: as `scrapy bt infer` takes them; *want*, *row*, *columns*: as it does."""

    keep: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    origin: tuple[str, ...] = ()
    want: tuple[str, ...] | None = None
    row: str | None = None
    columns: str | None = None
    level: Literal["none", "safe", "all"] = "safe"
    replays: int = _FEWEST


@dataclass(frozen=True)
class InferenceRequest:
    """*proof*: the number of an inference that this console has made."""

    proof: str


async def list_all(request: Request) -> dict[str, Any]:
    """All of the project."""
    return {"inferences": await run_in_threadpool(list_inferences, console_of(request).settings)}


async def get_one(request: Request) -> dict[str, Any]:
    """Recordings side by side, path and replays, and the facts that the query wants."""
    first = read_number(request, "step", 0)
    return await run_in_threadpool(tell_inference, _find(request), read_wanted(request), first_step=first)


async def get_evidence(request: Request) -> dict[str, Any]:
    """What was recorded, with places marked: of a `fact`, or of a `request` of a `recording`, by their numbers."""
    console, query = console_of(request), request.query_params
    path = find_shown(console, request.path_params["name"], query.get("proof", ""))
    report = await run_in_threadpool(read_inference, path)
    fact = None
    if "fact" in query:
        fact = find_fact(report, read_number(request, "fact", 0))
        seen = list(places_of_fact(report, fact))
    else:
        numbers = read_number(request, "recording", 0), read_number(request, "request", 0)
        seen = [Seen(*numbers, {"step": -1}), Seen(*numbers, {"step": -1, "answer": True})]
    asked = _asked(report)
    told = await run_in_threadpool(
        console.trials.ask,
        "evidence",
        paths=asked["samples"],
        seen=seen[:_MOST_PLACES],
        in_browser=bool(asked.get("in_browser")),
    )
    return {
        "fact": fact,
        "replays": replays_of(report, fact["trials"]) if fact else [],
        "rests_on": [each for each in report["facts"] if fact and each["id"] in fact["because"]],
        "more": max(0, len(seen) - _MOST_PLACES),
        **told,
    }


def read_wanted(request: Request) -> WantedFacts:
    """The facts that a query asks for: `round`, `source`, `what`, `text`, `first`."""
    query = request.query_params
    return WantedFacts(
        round=read_number(request, "round", 0) if query.get("round") else None,
        source=query.get("source", ""),
        what=query.get("what", ""),
        text=query.get("text", ""),
        first=read_number(request, "first", 0),
    )


def find_shown(console: Console, name: str, proof: str) -> Path:
    """The report of an inference, or of what was inferred anew of it as *proof* if that has come to a tree."""
    own = find_report(console.settings, name)
    if not proof:
        return own
    found = console.proofs.get(proof)
    return found.report if tell_proof(found)["ready"] and found.name == path_named(name).name else own


async def plan_proof(request: Request) -> dict[str, Any]:
    """What would be sent, and where, with a number that is valid for 30 s."""
    console, wanted = console_of(request), await read_body(request, ProofRequest)
    report = await run_in_threadpool(read_inference, _find(request))
    name = request.path_params["name"]
    words = proof_words(report, wanted)
    after = after_words(report, wanted, tree_of(_find(request)))
    user = identity_of(request).user

    def act() -> dict[str, Any]:
        console.audit.note(
            user, "infer again", name=name, keep=list(wanted.keep), drop=list(wanted.drop), origin=list(wanted.origin)
        )
        return tell_proof(console.proofs.start(path_named(name).name, [*words, *after]))

    is_changing = wanted.level == "all"
    changing = [step["request"] for step in report["path"] if not step["request"].startswith(("GET ", "HEAD "))]
    typed = name if is_changing and changing else ""
    sent = [step["request"].partition(" ")[0] for step in report["path"]]
    sent += [each["request"].partition(" ")[0] for each in report.get("steps", ()) if str(each["step"]) in wanted.keep]
    replays = 0 if wanted.level == "none" else wanted.replays
    methods = Counter(method for method in sent if is_changing or method in SAFE)
    return {
        "plan": console.plans.add(user, f"inference {name}", act, typed=typed),
        "hosts": [] if wanted.level == "none" else report.get("hosts", []),
        "replays": replays,
        "methods": methods if replays else {},
        "most_requests": replays * methods.total(),
        "goes_on": bool(after),
        "requests": [step["request"] for step in report["path"]],
        "changing": changing if is_changing else [],
        "typed": typed,
        "command": infer_line(
            [*words, *(["--after", f"{name.replace(':', '/')}.bt"] if after else [])], f"{name.replace(':', '/')}.bt"
        ),
    }


async def plan_taking(request: Request) -> dict[str, Any]:
    """What the tree would be after what was inferred anew is taken, with a number that is valid for 30 s."""
    console, wanted = console_of(request), await read_body(request, InferenceRequest)
    proof = console.proofs.get(wanted.proof)
    return await run_in_threadpool(_plan_taking, console, proof, request.path_params["name"], identity_of(request).user)


async def plan_generating(request: Request) -> dict[str, Any]:
    """The files of code that would be written, with their patches, and a number that holds 30 s."""
    console, name, user = console_of(request), request.path_params["name"], identity_of(request).user
    tree = tree_of(await run_in_threadpool(_find, request))
    planned = await run_in_threadpool(plan_code, tree, console.project)

    def act() -> dict[str, Any]:
        if plan_code(tree, console.project) != planned:
            raise Refusal(
                409, "changed", say("something has been changed meanwhile"), advice=say("look at the files again")
            )
        console.audit.note(user, "generate", name=name, files=[file["path"] for file in planned["files"]])
        write_code(tree, console.project)
        return {"name": name, "files": [file["path"] for file in planned["files"]]}

    shown = tree.relative_to(console.project) if tree.is_relative_to(console.project) else tree
    number = console.plans.add(user, f"inference {name}", act)
    return {**planned, "plan": number, "command": command_line(["scrapy", "bt", "generate"], [str(shown)])}


async def apply_plan(request: Request) -> dict[str, Any]:
    """Do what was planned: infer, take what was inferred, or write code."""
    console, confirmed = console_of(request), await read_body(request, Confirmation)
    kind = f"inference {request.path_params['name']}"
    plan = console.plans.take(confirmed.plan, identity_of(request).user, kind, confirmed.typed)
    return await run_in_threadpool(plan.act)


def proof_words(report: dict[str, Any], wanted: ProofRequest) -> list[str]:
    """The arguments of `scrapy bt infer`; raises `Refusal` where the recordings are gone, or not known."""
    asked = _asked(report)
    missing = [sample for sample in asked["samples"] if not Path(sample).exists()]
    if missing:
        raise Refusal(409, "samples", say("there is no recording {} any more", missing[0]))
    words = [_as_path(sample) for sample in asked["samples"]]
    words += ["--replay", wanted.level, "--replays", str(wanted.replays)]
    words += [f"{option}={text}" for name, option in _LISTS.items() for text in asked.get(name, ())]
    marks = {
        "--target": [asked.get("target", "")],
        "--want": list(asked.get("want", ()) if wanted.want is None else wanted.want),
        "--list": [asked.get("row", "") if wanted.row is None else wanted.row],
        "--columns": [asked.get("columns", "") if wanted.columns is None else wanted.columns],
        "--keep": list(dict.fromkeys(wanted.keep)),
        "--drop": list(dict.fromkeys(wanted.drop)),
        "--origin": list(dict.fromkeys(wanted.origin)),
    }
    return words + [f"{option}={text}" for option, texts in marks.items() for text in texts if text]


def _as_path(sample: str) -> str:
    """The path; behind `./` if its name begins as an option does."""
    return f"./{sample}" if sample.startswith("-") else sample


def after_words(report: dict[str, Any], wanted: ProofRequest, tree: Path) -> list[str]:
    """The options by which it goes on from what was proven, unless other records are wanted."""
    asked = _asked(report)
    marks = {"want": wanted.want, "row": wanted.row, "columns": wanted.columns}
    is_same = all(each is None or list(each) == list(asked.get(name, "")) for name, each in marks.items())
    return [f"--after={tree}"] if report["proven"] and is_same and wanted.level != "none" else []


def _asked(report: dict[str, Any]) -> dict[str, Any]:
    asked: dict[str, Any] | None = report.get("asked")
    if not asked:
        raise Refusal(
            409, "asked", say("this tree does not say what it was inferred from"), advice=say("infer it anew")
        )
    return asked


def _find(request: Request) -> Path:
    return find_report(console_of(request).settings, request.path_params["name"])


def _plan_taking(console: Console, proof: ProofRun, name: str, user: str) -> dict[str, Any]:
    report = find_report(console.settings, name)
    if not tell_proof(proof)["ready"] or proof.name != path_named(name).name:
        raise Refusal(409, "proof", say("it has not come to a tree"))
    tree = tree_of(report)
    plan = plan_text(tree, proof.tree.read_text("utf-8"), check=check_of(tree))
    weights = proof.tree.with_name(proof.tree.stem + WEIGHTS)
    beside = {proof.tree: tree, proof.report: report, weights: tree.with_name(tree.stem + WEIGHTS)}

    def act() -> dict[str, Any]:
        console.audit.note(user, "take inference", name=name, proof=proof.id)
        plan.apply()
        Undo(console.own / "bt-edits.json").keep(plan)
        try:
            write_whole(report, proof.report.read_bytes())
            if weights.is_file():
                write_whole(beside[weights], weights.read_bytes())
        except OSError as error:
            raise BTError(say("what is known of {} cannot be written: {}", tree, error.strerror or error)) from error
        return {"name": name}

    copies = [(_shown(console, old), _shown(console, new)) for old, new in beside.items() if old.is_file()]
    return {
        "plan": console.plans.add(user, f"inference {name}", act),
        "diff": diff_of(plan.before.decode(), plan.after.decode(), _shown(console, tree)),
        "command": " && ".join(command_line(["cp"], pair) for pair in copies),
        "faults": [fault.message for fault in plan.faults if not fault.is_warning],
    }


def _shown(console: Console, path: Path) -> str:
    """The path from the folder of the project, if it is below it."""
    return str(path.relative_to(console.project) if path.is_relative_to(console.project) else path)
