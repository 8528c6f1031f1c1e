"""`scrapy bt entities graph NAME…`: what is around entities, as a picture or a file for other programs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from ...core.preference.drawing import to_svg
from ...core.preference.graphs import to_csv, to_graphml, to_json_ld
from ...errors import BTError
from ...operations.entities import MOST_NODES, neighbourhood
from ...wholefiles import write_whole
from ..shared.knowledge_base import find_one, open_entities

_FORMATS = {"svg": to_svg, "graphml": to_graphml, "jsonld": to_json_ld, "csv": to_csv}
_DEEPEST = 4


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("entities", nargs="+", metavar="NAME", help="an id, a name or an alias")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="default: the standard output")
    parser.add_argument("--format", choices=_FORMATS, help="default: by the end of FILE, else svg")
    parser.add_argument("--depth", type=int, default=1, metavar="N", help="steps from the entities (default: 1)")
    parser.add_argument("--most", type=int, default=MOST_NODES, metavar="N", help=f"entities (default: {MOST_NODES})")


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Write it."""
    if not 0 <= options.depth <= _DEEPEST or options.most < 1:
        raise UsageError(f"--depth is 0 to {_DEEPEST}, and --most at least 1")
    ending = options.output.suffix.removeprefix(".").lower() if options.output else "svg"
    form = options.format or ("jsonld" if ending == "json" else ending)
    if form not in _FORMATS:
        raise UsageError(f"no format ends with '.{ending}': --format is one of {', '.join(_FORMATS)}")
    with open_entities(settings) as store:
        chosen = [find_one(store, text).id for text in options.entities]
        graph = neighbourhood(store, chosen, depth=options.depth, most=options.most)
    text = _FORMATS[form](graph)
    if options.output is None:
        sys.stdout.write(text)
        return 0
    try:
        write_whole(options.output, text)
    except OSError as error:
        raise BTError(f"{options.output} cannot be written: {error}") from None
    rest = f", {graph.omitted} more are left out" if graph.omitted else ""
    print(f"{options.output}: {len(graph.nodes)} entities, {len(graph.edges)} relations{rest}")
    return 0
