"""Fill the queue of a tree with the seeds of a scheme."""

from __future__ import annotations

import argparse
import json
import sys
import time
from itertools import islice
from pathlib import Path
from typing import Any

from scrapy.addons import AddonManager
from scrapy.exceptions import UsageError
from scrapy.settings import Settings
from scrapy.utils.conf import arglist_to_dict

from ..core.schemes.files.reader import SUFFIXES, read_scheme
from ..core.schemes.files.schema import schema_text
from ..core.schemes.fitting import Fitting
from ..core.schemes.seeds import Seeds
from ..crawl.components import add_defaults
from ..crawl.project.trees import read_text
from ..crawl.redis.connection import open_client, shown_url
from ..crawl.redis.programs import find_program
from ..crawl.redis.tree_queue import TreeQueue
from ..errors import BTError
from ..settings import BTSettings
from .shared.arguments import add_settings, read_settings
from .shared.seeding import Seeded, Seeder
from .shared.statuses import Status
from .shared.stopping import stopping

_SHOWN = 10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("scheme", nargs="?", type=Path, metavar="SCHEME", help="a scheme file: .toml, .yaml or .yml")
    parser.add_argument("--tree", default="nav", metavar="NAME", help="the tree that the seeds are for (nav)")
    parser.add_argument(
        "-a", dest="values", action="append", default=[], metavar="NAME=VALUE", help="another value of the scheme"
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--count", action="store_true", help="only tell how many there are; nothing is queued")
    what.add_argument(
        "--dry-run", nargs="?", type=int, const=_SHOWN, metavar="N", help=f"only print the first N ({_SHOWN})"
    )
    what.add_argument("--from-start", action="store_true", help="queue all of them again, after a round that is done")
    what.add_argument("--schema", action="store_true", help="print the JSON Schema of scheme files")
    parser.add_argument("--json", action="store_true", help="print one JSON object, for other programs")
    add_settings(parser)


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Do it; 0 when all seeds are in the line."""
    if options.schema:
        print(schema_text(), end="")
        return 0
    if options.scheme is None:
        raise UsageError("give a scheme file")
    if options.dry_run is not None and options.dry_run < 1:
        raise UsageError("--dry-run takes a number from 1 on")
    seeds = _read_seeds(options)
    if options.count:
        return _count(seeds, options)
    settings = read_settings(options, settings, None)
    settings.set("BT_FRONTIER", "redis", priority="cmdline")
    AddonManager.load_pre_crawler_settings(settings)
    if options.dry_run is not None:
        return _show(seeds, options, settings)
    fitting = Fitting(find_program(options.tree, settings), seeds.scheme)
    return _queue(seeds, fitting, options, settings)


def _read_seeds(options: argparse.Namespace) -> Seeds:
    path: Path = options.scheme
    if path.suffix.lower() not in SUFFIXES:
        raise UsageError(f"{path} is no scheme file: its name ends with {', '.join(SUFFIXES)}")
    try:
        values = arglist_to_dict(options.values)
    except ValueError:
        raise UsageError("-a takes NAME=VALUE") from None
    return Seeds(read_scheme(read_text(path), file=str(path), given=values))


def _count(seeds: Seeds, options: argparse.Namespace) -> int:
    platforms = {platform.name: len(platform.pages) for platform in seeds.scheme.platforms}
    combinations = seeds.combinations.count
    if options.json:
        told = {"scheme": seeds.scheme.name, "seeds": seeds.count, "combinations": combinations, "pages": platforms}
        print(json.dumps(told, ensure_ascii=False))
    else:
        pages = ", ".join(f"{name} {count}" for name, count in platforms.items())
        print(f"{seeds.count:,} seeds: {combinations:,} combinations × {sum(platforms.values()):,} pages ({pages})")
    return 0


def _show(seeds: Seeds, options: argparse.Namespace, settings: Settings) -> int:
    fitting = Fitting(find_program(options.tree, settings), seeds.scheme)
    now = round(time.time(), 3)
    shown = [fitting.arguments(seed, now) for seed in islice(seeds.walk(), options.dry_run)]
    if options.json:
        print(json.dumps({"scheme": seeds.scheme.name, "seeds": seeds.count, "first": shown}, ensure_ascii=False))
        return 0
    for arguments in shown:
        print(json.dumps(arguments, ensure_ascii=False))
    left = seeds.count - len(shown)
    if left:
        print(f"… and {left:,} more")
    return 0


def _queue(seeds: Seeds, fitting: Fitting, options: argparse.Namespace, settings: Settings) -> int:
    BTSettings.read(settings)
    add_defaults(settings)
    with open_client(settings) as client:
        seeder = Seeder(client, TreeQueue(settings, fitting.program), place=shown_url(settings))
        try:
            with stopping(seeder.stop, is_once=True):
                seeder.open()
                if options.from_start:
                    seeder.renew()
                seeded = seeder.seed(seeds, fitting)
        except BTError as error:
            sys.stderr.write(f"{error}\n")
            return Status.FAULTY
        finally:
            seeder.close()
    if seeder.at < seeds.count:
        sys.stderr.write(f"stopped at {seeder.at:,} of {seeds.count:,}: the same command goes on there\n")
        return Status.STOPPED
    _tell(seeded, seeds, options)
    return 0


def _tell(seeded: Seeded, seeds: Seeds, options: argparse.Namespace) -> None:
    if options.json:
        told: dict[str, Any] = {"scheme": seeds.scheme.name, "tree": options.tree, "seeds": seeds.count}
        print(json.dumps({**told, "queued": seeded.queued, "known": seeded.known, "earlier": seeded.earlier}))
        return
    parts = [f"{seeded.queued:,} queued for '{options.tree}'"]
    if seeded.known:
        parts.append(f"{seeded.known:,} known there already")
    if seeded.earlier:
        parts.append(f"{seeded.earlier:,} had been queued by other calls")
    print(f"{seeds.count:,} seeds: {', '.join(parts)}")
    if seeded.earlier == seeds.count:
        print(f"A new round, when this one is done: scrapy bt seed {options.scheme} --from-start")
