"""`scrapy bt heal train`: models of healing from labelled pages."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from ...core.healing.joint import ConfidenceLine
from ...crawl.healing.storeplace import model_files
from ...errors import BTError
from ...learning.labelled import read_labelled
from ...learning.shipped_models import SHIPPED, read_fields, read_plain, write_models
from ...operations.healing.labelling import write_labelled
from ...operations.healing.stores import opened_store
from ...wholefiles import write_whole
from ..shared.arguments import add_each, read_each, telling
from ..shared.extras import learning_module
from ..shared.healing_reports import print_report, print_tuning
from ..shared.sequences import add_steps, sequence_course


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "sources",
        nargs="*",
        type=Path,
        metavar="SOURCE",
        help="a folder of labelled pages, as docs/healing-models tells; none: what this project has accepted, from "
        "which the models that it heals by learn on",
    )
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="where the models go")
    parser.add_argument(
        "--line",
        nargs=3,
        type=float,
        metavar=("INTERCEPT", "MARGIN", "SHARE"),
        help="how sure choices are, as a training before has told: nothing is judged, which is three times faster",
    )
    parser.add_argument(
        "--keep-fields",
        type=Path,
        metavar="MODELS",
        help="take what decides single fields from these models, and train that of lists alone",
    )
    parser.add_argument(
        "--sequence", action="store_true", help="train a sequence model instead, for BT_HEALING_SEQUENCE"
    )
    add_steps(parser)
    add_each(parser)
    parser.add_argument("--rounds", type=int, default=160, metavar="N", help="trees of a ranker (160)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the same seed gives the same models (0)")


@telling
def run(options: argparse.Namespace, settings: Settings) -> int:
    """Judge by folds, which also tells what margins are worth; then train on everything, and write the models."""
    if options.rounds < 1:
        raise UsageError("--rounds takes a number from 1 on")
    if options.keep_fields and options.line:
        raise UsageError("give --line or --keep-fields: fields that are kept have a line of their own")
    if options.keep_fields and options.sequence:
        raise UsageError("give --sequence or --keep-fields: a sequence model has a file of its own")
    each = read_each(options)
    if not options.sources and (options.keep_fields or options.sequence or options.line or each):
        raise UsageError("give a SOURCE: what this project has accepted tunes the models of single fields alone")
    sources: list[Path] = options.sources
    for source in sources:
        if not source.is_dir():
            raise BTError(f"there is no folder {source}")
    try:
        if options.sequence:
            write_whole(options.output, _train_sequence(options, each))
        else:
            write_models(options.output, _plain(options, settings, each))
    except OSError as error:
        raise BTError(f"{options.output}: the models cannot be written: {error.strerror or error}") from error
    print(f"written: {options.output}")
    return 0


def _plain(options: argparse.Namespace, settings: Settings, each: Mapping[str, int]) -> dict[str, Any]:
    if not options.sources:
        return _tune(options, settings)
    return _train_lists(options) if options.keep_fields else _train(options, each)


def _tune(options: argparse.Namespace, settings: Settings) -> dict[str, Any]:
    tuning = learning_module("tuning", extra="heal")
    plain = read_plain(model_files(settings).models or SHIPPED)
    with TemporaryDirectory() as folder:
        with opened_store(settings) as store:
            if not write_labelled(store, Path(folder)):
                raise BTError("nothing was accepted here yet that models could learn from; scrapy bt heal review")
        course = tuning.Tuning(plain["fields"], read_labelled(Path(folder)).pairs, seed=options.seed, say=_say)
        tuned: dict[str, Any] = plain | {"fields": course.tune()}
        report = course.judge()
    print_tuning(report.before, report.after)
    return tuned


def _course(options: argparse.Namespace, each: Mapping[str, int]) -> Any:
    return learning_module("course", extra="heal").Course(
        options.sources, seed=options.seed, rounds=options.rounds, each=each, say=_say
    )


def _train_sequence(options: argparse.Namespace, each: Mapping[str, int]) -> bytes:
    course = sequence_course(_course(options, each), options, _say)
    line = ConfidenceLine(*options.line) if options.line else None
    if line is None:
        report = course.judge()
        line = report.line
        print_report(report.fields, report.blind, (), ())
        print("\n--line", *(f"{number:.4f}" for number in line))
    model: bytes = course.train(line=line)
    return model


def _train(options: argparse.Namespace, each: Mapping[str, int]) -> dict[str, Any]:
    course = _course(options, each)
    line = ConfidenceLine(*options.line) if options.line else None
    if line is None:
        report = course.judge()
        line = report.line
        print_report(report.fields, report.blind, report.lists, report.second)
        print("\n--line", *(f"{number:.4f}" for number in line))
    plain: dict[str, Any] = course.train(line)
    return plain


def _train_lists(options: argparse.Namespace) -> dict[str, Any]:
    fields = read_fields(options.keep_fields)
    lists = [one for source in options.sources for one in read_labelled(source).lists]
    if not lists:
        raise BTError("there are no labelled lists in " + ", ".join(map(str, options.sources)))
    course = learning_module("course", extra="heal").ListCourse(lists, seed=options.seed)
    print_report((), (), course.judge(), ())
    return {"fields": fields, "lists": course.train()}


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
