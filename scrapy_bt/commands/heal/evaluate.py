"""`scrapy bt heal evaluate`: how good healing is on labelled pairs of pages."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from ...errors import BTError
from ...learning.evaluation import ListVerdict, Verdict, judge_lists, judge_pair
from ...learning.labelled import read_labelled
from ...learning.layouts import second_pages
from ...learning.shipped_models import SHIPPED, read_models
from ..shared.arguments import add_each, read_each, telling
from ..shared.extras import learning_module
from ..shared.healing_reports import print_ablation, print_beside, print_left_out, print_report
from ..shared.sequences import add_steps, sequence_course

_Judged = tuple[Sequence[Verdict], Sequence[Verdict], Sequence[ListVerdict], Sequence[tuple[str, bool]]]
"""Of fields, of fields where equal texts do not count, of lists, of selectors on other pages of their layout."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folder", type=Path, metavar="FOLDER", help="labelled pages and pairs, as docs/healing-models tells"
    )
    parser.add_argument("--models", type=Path, metavar="FILE", help="models to be judged; default: the shipped ones")
    parser.add_argument(
        "--folds", action="store_true", help="train by folds of sites, and judge each by models that have not seen it"
    )
    parser.add_argument(
        "--ablation",
        action="store_true",
        help="train one ranker by folds, with and without each idea: what each of them adds on broken fields",
    )
    parser.add_argument(
        "--left-out",
        nargs="*",
        metavar="KIND",
        help="train by folds without a kind of fields, and judge these fields alone; all kinds, or the ones named",
    )
    parser.add_argument(
        "--sequence", action="store_true", help="with --folds: a sequence model too, alone and beside the others"
    )
    add_steps(parser)
    add_each(parser)
    parser.add_argument("--rounds", type=int, default=160, metavar="N", help="trees of a ranker (160)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the training by folds (0)")
    parser.add_argument("--json", action="store_true", help="print what was made of each field, one a line")


@telling
def run(options: argparse.Namespace, _settings: Settings) -> int:
    """Print the table."""
    each = read_each(options)
    _check(options, each)
    if options.ablation:
        course = learning_module("course", extra="heal").Course([options.folder], seed=options.seed, say=_say)
        print_ablation(learning_module("ablation", extra="heal").Ablation(course.school).tell())
        return 0
    if options.folds or options.left_out is not None:
        course = learning_module("course", extra="heal").Course(
            [options.folder], seed=options.seed, rounds=options.rounds, each=each, say=_say
        )
        if options.left_out is not None:
            print_left_out(course.judge_left_out(options.left_out))
            return 0
        fields, blind, lists, second = _judge_by_folds(course, options)
    else:
        fields, blind, lists, second = _judge_models(options)
    if options.json:
        every: Sequence[Verdict | ListVerdict] = [*fields, *lists]
        for one in every:
            print(json.dumps(asdict(one), ensure_ascii=False))
        return 0
    print_report(fields, blind, lists, second)
    return 0


def _check(options: argparse.Namespace, each: Mapping[str, int]) -> None:
    """Raises `UsageError` for options that contradict each other, `BTError` without the folder."""
    if options.rounds < 1:
        raise UsageError("--rounds takes a number from 1 on")
    is_left_out = options.left_out is not None
    if (options.folds or options.ablation or is_left_out) and options.models:
        raise UsageError("give --folds or --models: folds have models of their own")
    if each and not (options.folds or is_left_out):
        raise UsageError("--each is for training: give --folds, too")
    if options.sequence and not options.folds:
        raise UsageError("--sequence trains by folds: give --folds, too")
    if not options.folder.is_dir():
        raise BTError(f"there is no folder {options.folder}")


def _judge_by_folds(course: Any, options: argparse.Namespace) -> _Judged:
    report = course.judge()
    if options.sequence:
        sequence = sequence_course(course, options, _say).judge()
        print_beside(report.fields, sequence.fields)
        print_beside(report.blind, sequence.blind, named="blind to equal texts")
    return report.fields, report.blind, report.lists, report.second


def _judge_models(options: argparse.Namespace) -> _Judged:
    labelled = read_labelled(options.folder)
    models, list_models = read_models(options.models or SHIPPED)
    fields = [one for pair in labelled.pairs for one in judge_pair(pair, models)]
    blind = [one for pair in labelled.pairs for one in judge_pair(pair, models, blind=True)]
    lists = [one for each in labelled.lists for one in judge_lists(each, list_models)]
    second = [] if options.json else second_pages(labelled.pages)
    _say("models may have been trained on these very pages; --folds judges by sites that they have not seen")
    return fields, blind, lists, second


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
