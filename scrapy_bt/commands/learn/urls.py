"""`scrapy bt learn urls`: a model of URLs from files, samples and queues, and its table beside the simple rules."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from ...capture.folder import open_sample
from ...errors import BTError
from ...learning.distillation.addresses import RoutedUrl, read_addresses
from ...operations.queues import open_queue
from ...operations.task_urls import read_queued_urls
from ...wholefiles import write_whole
from ..shared.arguments import add_settings, read_settings, telling
from ..shared.extras import learning_module
from ..shared.tables import TextTable, as_text, seconds


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "sources",
        nargs="*",
        type=Path,
        metavar="SOURCE",
        help="a file of URLs: a line each, .csv, .jl or a sitemap (.xml), .gz may follow; or the folder of a sample",
    )
    parser.add_argument(
        "--queue",
        action="append",
        default=[],
        metavar="NAME",
        help="the tasks that wait in Redis, and the dead letters, of the spider or tree NAME, as a source; repeatable",
    )
    parser.add_argument("-o", "--output", type=Path, metavar="MODEL", help="where the model goes")
    parser.add_argument(
        "--evaluate",
        action="store_true",
        help="judge instead: routes are told by a column 'route', behind a tab, by files, or by the nodes of a queue",
    )
    parser.add_argument("--model", type=Path, metavar="MODEL", help="with --evaluate: the model to judge, too")
    parser.add_argument("--width", type=int, default=1, metavar="N", help="numbers that a URL becomes (1)")
    parser.add_argument("--steps", type=int, default=600, metavar="N", help="steps of training (600)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the same seed gives the same model (0)")
    add_settings(parser)


@telling
def run(options: argparse.Namespace, settings: Settings) -> int:
    """Train, going on from a checkpoint beside the model if there is one, or print the table."""
    for name in ("width", "steps"):
        if getattr(options, name) < 1:
            raise UsageError(f"--{name} takes a number from 1 on")
    if options.evaluate == bool(options.output):
        raise UsageError("give -o MODEL to train, or --evaluate to judge")
    if not options.sources and not options.queue:
        raise UsageError("give a file of URLs, the folder of a sample, or --queue NAME")
    addresses = [address for source in options.sources for address in _read(source)]
    addresses += [address for name in options.queue for address in _read_queue(name, options, settings)]
    return _evaluate(addresses, options) if options.evaluate else _train(addresses, options)


def _read(source: Path) -> list[RoutedUrl]:
    if not source.is_dir():
        return read_addresses(source)
    sent = [exchange.sent.url for exchange in open_sample(source).exchanges]
    return [RoutedUrl(url, source.name) for url in sent if url.startswith(("http:", "https:"))]


def _read_queue(name: str, options: argparse.Namespace, settings: Settings) -> list[RoutedUrl]:
    with open_queue(read_settings(options, settings.copy(), name), name) as queue:
        urls = read_queued_urls(queue)
    if not urls:
        raise BTError(f"no task of '{name}' has a URL yet: run its crawl for a while, or give a file of URLs")
    return [RoutedUrl(url, f"{name}/{node}") for url, node in urls.items()]


def _train(addresses: list[RoutedUrl], options: argparse.Namespace) -> int:
    training = learning_module("distillation.training")
    path: Path = options.output
    checkpoint = path.with_name(path.name + ".checkpoint")
    begun = checkpoint.read_bytes() if checkpoint.is_file() else None
    if begun:
        print(f"going on from {checkpoint}", file=sys.stderr)
    plan = training.DistillationPlan(width=options.width, steps=options.steps, seed=options.seed)
    try:
        model = training.train(
            [address.url for address in addresses],
            plan,
            checkpoint=begun,
            tell=_tell,
            keep=lambda data: write_whole(checkpoint, data),
        )
        write_whole(path, model)
        checkpoint.unlink(missing_ok=True)
    except OSError as error:
        raise BTError(f"{path}: the model cannot be written: {error.strerror or error}") from error
    except KeyboardInterrupt:
        goes_on = f"goes on from {checkpoint}" if checkpoint.exists() else "begins anew: nothing was kept yet"
        raise BTError(f"interrupted; the same command {goes_on}") from None
    print(f"written: {path}")
    return 0


def _tell(progress: Any) -> None:
    left = f", {seconds(progress.left)} left" if progress.left else ""
    print(f"step {progress.step} of {progress.steps}: validation loss {progress.loss:.4f}{left}", file=sys.stderr)


def _evaluate(addresses: list[RoutedUrl], options: argparse.Namespace) -> int:
    evaluation = learning_module("distillation.evaluation")
    distiller = None
    if options.model:
        distiller = learning_module("distillation.distiller").Distiller.read(options.model)
    found = evaluation.evaluate(addresses, distiller, seed=options.seed)
    rows = [(name, f"{purity:.3f}") for name, purity in found.items()]
    print(as_text([TextTable(f"{len(addresses)} URLs", ("projection", "purity@10"), rows, frozenset({"purity@10"}))]))
    return 0
