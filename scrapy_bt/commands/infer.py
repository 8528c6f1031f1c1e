"""Infer a tree from recordings."""

from __future__ import annotations

import argparse
import json
import secrets
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from ..capture.clicked import with_texts
from ..capture.folder import open_sample
from ..capture.routed import with_routed
from ..core.inference.answers.values import Constant
from ..core.inference.conclusion import Conclusion
from ..core.inference.explanation.earlier import earlier_of
from ..core.inference.explanation.report import report_of
from ..core.inference.explanation.stored import ENDING
from ..core.inference.goal import Earlier, Goal, Marks, PathOptions
from ..core.inference.growth import grow, print_grown
from ..core.inference.growth.fixtures import answers_as_data
from ..core.inference.growth.grown import Grown, declarations_as_data, stubs_as_data
from ..core.inference.inference import Inference
from ..core.priority import recorded
from ..core.samples.redaction import replacer
from ..core.samples.secrets import secrets_of
from ..core.samples.traffic import Recording
from ..core.tree.values import storable
from ..errors import SampleError
from ..operations.inferences import read_report
from ..wholefiles import digest_of
from .shared.asking import print_all
from .shared.plugins import all_oracles, all_sources, choose_sources
from .shared.watching import ProgressWatcher, tell

MOST_PROBLEMS = 10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "samples",
        nargs="+",
        metavar="SAMPLE",
        help="a sample folder, a .har or a .jtl; two or three of the same workflow",
    )
    _add_goal(parser)
    _add_replays(parser)
    _add_choices(parser)
    parser.add_argument("--replays", type=int, default=200, metavar="N", help="at most so many (default: 200)")
    parser.add_argument("--seconds", type=float, metavar="S", help="replays take at most so long, all together")
    parser.add_argument("-o", dest="output", type=Path, metavar="NAME.bt", help="where the tree goes; default: printed")
    parser.add_argument("-f", "--force", action="store_true", help="write over files that are there")
    parser.add_argument("-s", dest="settings", action="append", default=[], metavar="NAME=VALUE", help="a setting")
    parser.add_argument("--json", action="store_true", help="print all that was found as JSON instead")


def _add_goal(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--target", default="", metavar="URL-or-TEXT", help="what is wanted; default: the last page")
    parser.add_argument(
        "--expect", action="append", default=[], metavar="TEXT", help="a text that the right answer holds"
    )
    parser.add_argument(
        "--want", action="append", default=[], metavar="TEXT", help="a text of the page that is to be a field's value"
    )
    parser.add_argument("--list", dest="row", default="", metavar="TEXT", help="a text of one entry of the wanted list")
    parser.add_argument(
        "--columns", default="", metavar="NAME,…", help="the fields to keep, each by its name or by a text that it held"
    )
    parser.add_argument(
        "--named", action="store_true", help="give every node a name in front of the trees, also what is used once"
    )


def _add_replays(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--replay",
        choices=("none", "safe", "all"),
        default="safe",
        help="what may be sent: nothing, only what changes nothing (GET), or everything (default: safe)",
    )
    parser.add_argument(
        "--in-browser",
        action="store_true",
        help="visit the last page in a browser (scrapy-playwright), since a script makes what is to be seen on it",
    )
    parser.add_argument(
        "--allow", action="append", default=[], metavar="HOST", help="a host that may be asked beside the recorded ones"
    )


def _add_choices(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--source",
        action="append",
        default=[],
        metavar="NAME",
        help="ask only this knowledge source; repeat it for more",
    )
    parser.add_argument(
        "--without",
        action="append",
        default=[],
        metavar="NAME",
        help="leave this knowledge source out; repeat it for more",
    )
    parser.add_argument(
        "--keep",
        action="append",
        default=[],
        metavar="STEP [PARAMETER]",
        help="keep a step, or a parameter of one, without trying: 3, or '3 query page' as `explain` tells it",
    )
    parser.add_argument(
        "--drop",
        action="append",
        default=[],
        metavar="STEP [PARAMETER]",
        help="leave a step, or a parameter of one, out, if the target is reached without it",
    )
    parser.add_argument(
        "--origin",
        action="append",
        default=[],
        metavar="'STEP PARAMETER=ORIGIN'",
        help="take a parameter's value from there, if the target is reached so: as the stored report names it",
    )
    parser.add_argument(
        "--after",
        type=Path,
        metavar="NAME.bt",
        help="take what was proven of that tree, inferred from the same: only what is wished otherwise is replayed",
    )


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Infer, write the tree and what is known of it; return 1 if it was to be proven and is not."""
    if options.replays < 1:
        raise UsageError("--replays is at least 1; to send nothing: --replay none")
    places = _places(options)
    recordings = _read(options.samples)
    sources, problems = all_sources()
    oracles, more_problems = all_oracles()
    print_all((*problems, *more_problems))
    sources = choose_sources(sources, options.source, options.without)
    inference = Inference(recordings, _goal(options), sources, oracles=oracles, redaction_key=secrets.token_bytes(32))
    given, taken = ([each.name for each in own] for own in (recordings, inference.board.recordings))
    if given != taken:
        print_all(
            [f"one recording ends before another one does: taken as recordings 1 to {len(taken)}: {', '.join(taken)}"]
        )
    with ProgressWatcher(inference, quiet=options.json) as watcher:
        if options.replay == "none":
            _finish_alone(inference)
        else:
            from .shared.replaying import replay_all  # noqa: PLC0415 - it starts what only replays need

            replay_all(inference, settings, allowed=options.allow, changes=options.settings, watcher=watcher)
    grown = grow(inference.conclusion, named=options.named)
    # Nothing of that should be there any more; this is for what no one foresaw.
    text = storable(concealed(inference.secrets, print_grown(grown)))
    data = _report(inference, grown, recordings)
    if places is not None:
        tree, beside, weights = places
        tree.write_text(text, "utf-8")
        made = {"tree": tree.name, "tree_hash": digest_of(text.encode()), "text": text, "asked": _asked(options)}
        stored = storable({**data, **made, "answers": answers_as_data(inference.conclusion, grown)})
        beside.write_text(json.dumps(stored, ensure_ascii=False, indent=1) + "\n", "utf-8")
        weights.write_text(concealed(inference.secrets, recorded.write_weights(grown.seconds)), "utf-8")
    if options.json:
        print(json.dumps({**data, "text": text}, ensure_ascii=False, indent=1))
    else:
        if places is None:
            print(text, end="")
        tell(inference, grown, places[0] if places else None)
    return 0 if inference.summary.is_proven or options.replay == "none" else 1


def _goal(options: argparse.Namespace) -> Goal:
    columns = tuple(filter(None, map(str.strip, options.columns.split(","))))
    marks = Marks(want=tuple(options.want), row=options.row, columns=columns)
    path = PathOptions(frozenset(options.keep), frozenset(options.drop), frozenset(options.origin))
    return Goal(
        options.target, tuple(options.expect), marks, options.replay, options.replays, options.seconds,
        options.in_browser, path, _earlier(options),
    )  # fmt: skip


def _report(inference: Inference, grown: Grown, recordings: Sequence[Recording]) -> dict[str, Any]:
    """What is known of the tree as data, without what is secret."""
    known = inference.secrets.union(set[str]().union(*map(secrets_of, recordings)) - given_in(inference.conclusion))
    known -= constants_in(inference.conclusion)
    facts = {"stubs": stubs_as_data(grown), "declared": declarations_as_data(grown)}
    told = json.dumps({**report_of(inference, visits=grown.visits), **facts}, ensure_ascii=False)
    data: dict[str, Any] = json.loads(storable(concealed(known, told)))
    return data


def _earlier(options: argparse.Namespace) -> Earlier | None:
    """What --after names, if it was inferred from the same."""
    if options.after is None:
        return None
    report = read_report(options.after)
    before, now = report.get("asked") or {}, _asked(options)
    other = [
        name
        for name in ("samples", "target", "expect", "want", "row", "columns", "in_browser")
        if before.get(name) != now[name]
    ]
    if other:
        raise UsageError(
            f"--after {options.after}: it was inferred from other {', '.join(other)}; infer without --after"
        )
    return earlier_of(report)


def _asked(options: argparse.Namespace) -> dict[str, Any]:
    """What has to be given to infer it again."""
    names = (
        "target",
        "expect",
        "want",
        "row",
        "columns",
        "allow",
        "source",
        "without",
        "keep",
        "drop",
        "origin",
        "settings",
        "in_browser",
    )
    samples = [str(Path(sample).resolve()) for sample in options.samples]
    return {"samples": samples, **{name: getattr(options, name) for name in names}}


def constants_in(conclusion: Conclusion) -> frozenset[str]:
    """The constants that the tree has to hold: what stands there is no secret."""
    values = (value for planned in conclusion.plan.steps for value in planned.bound.values())
    return frozenset(value.text for value in values if isinstance(value, Constant))


def given_in(conclusion: Conclusion) -> frozenset[str]:
    """What the tree shows as given by a person, though the name it is sent by is one of secrets, as `key` is."""
    return frozenset(each.example for each in conclusion.arguments if each.example is not None)


def concealed(hidden: Collection[str], text: str) -> str:
    """The text without these values; what is too short to be told from an ordinary word stays."""
    return replacer({value: "*" * len(value) for value in hidden})(text)


def _finish_alone(inference: Inference) -> None:
    """Without replay nothing is asked for."""
    asked = inference.next()
    assert not asked, "nothing may be sent"


def _places(options: argparse.Namespace) -> tuple[Path, Path, Path] | None:
    """Where the tree, what is known of it and its weights go; raises before any work is done."""
    tree: Path | None = options.output
    if tree is None:
        return None
    if tree.suffix != ".bt":
        raise UsageError(f"-o {tree}: the name of a tree ends with .bt")
    places = tree, tree.with_name(tree.stem + ENDING), tree.with_name(tree.stem + recorded.ENDING)
    there = [path for path in places if path.exists()]
    if there and not options.force:
        raise UsageError(f"{there[0]} is there already; take another name, or --force to write over it")
    if not tree.parent.is_dir():
        raise UsageError(f"-o {tree}: there is no folder {tree.parent}")
    return places


def _read(samples: Iterable[str]) -> list[Recording]:
    recordings = []
    for sample in samples:
        recording = open_sample(sample)
        shown = [str(problem) for problem in recording.problems]
        print_all(shown[:MOST_PROBLEMS])
        if len(shown) > MOST_PROBLEMS:
            print_all([f"{sample}: {len(shown) - MOST_PROBLEMS} more of this kind"])
        if not recording.exchanges:
            why = "none of its requests can be used" if shown else "there is no request in it; record again"
            raise SampleError(f"{sample}: {why}")
        recording = with_routed(Path(sample), recording)
        recordings.append(replace(recording, events=with_texts(Path(sample), recording.events)))
    return recordings
