"""Records all sections, infers, runs what was inferred, and says how each compares with what the site needs."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scrapy_bt.testing.site import PracticeSite
from tests.commandlines import COMMAND, run
from tests.integration.inference.browsing import Session, record
from tests.integration.inference.sections import CASES, PRODUCTS, Case

CRAWL = """
import json, sys
from pathlib import Path
from scrapy.crawler import AsyncCrawlerProcess
from scrapy_bt.crawl.spiderloader import spider_class

process = AsyncCrawlerProcess(
    {"ADDONS": {"scrapy_bt.Addon": 300}, "LOG_LEVEL": "WARNING", "TELNETCONSOLE_ENABLED": False,
     "REMOTE_CONTROL_ENABLED": False, "BT_PROGRESS": "off",
     "FEEDS": {"%(name)s.json": {"format": "json", "encoding": "utf-8", "overwrite": True}}}
)
for name, arguments in json.loads(sys.argv[1]).items():
    try:
        process.crawl(spider_class(Path(f"{name}.bt")), **arguments)
    except Exception as error:
        print(f"{name}: {error}", file=sys.stderr)
process.start()
"""


GENERATE = """
import sys
from argparse import Namespace
from pathlib import Path
from scrapy_bt.commands import generate

asked = {"package": None, "diff": False, "json": False}
sys.exit(sum(generate.run(Namespace(file=Path(name), **asked), None) for name in sys.argv[1:]))
"""


@dataclass
class Judgement:
    """How an inference compares with what the site needs."""

    case: Case
    facts: dict[str, Any] = field(default_factory=dict)
    tree: str = ""
    log: str = ""
    seconds: float = 0.0
    missing_requests: list[str] = field(default_factory=list)
    superfluous_requests: list[str] = field(default_factory=list)
    right: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    found: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)

    @property
    def is_proven(self) -> bool:
        """Replays have reached the target by the smallest path."""
        return bool(self.facts.get("proven"))

    @property
    def is_complete(self) -> bool:
        """The run brought what it should, and nothing else."""
        return sorted(self.found) == sorted(self.expected)


def folder_of(folder: Path, case: Case, number: int) -> Path:
    return folder / f"{case.name}-{number}"


def record_all(cases: Sequence[Case], site: PracticeSite, folder: Path) -> None:
    """Record each case with each of its inputs, one after the other: a section may serve one visitor at a time."""

    def browsing(case: Case, given: Any) -> Any:
        return lambda page: case.browse(page, **given)

    series = [
        [Session(folder_of(folder, case, number), browsing(case, given)) for number, given in enumerate(case.inputs, 1)]
        for case in cases
    ]
    if series:
        record(series, site.url)


def infer(case: Case, folder: Path) -> Judgement:
    """Infer and compare with the truth."""
    samples = [str(folder_of(folder, case, number)) for number in range(1, len(case.inputs) + 1)]
    command = [*COMMAND, "bt", "infer", *samples, "--replay", "all", "-o", f"{case.name}.bt"]
    started = time.monotonic()
    done = run(
        [*command, "--force", "-s", "DOWNLOAD_DELAY=0", *case.options],
        check=False, cwd=folder, capture_output=True, text=True,
    )  # fmt: skip
    judgement = Judgement(case, log=done.stdout + done.stderr, seconds=time.monotonic() - started)
    stored = folder / f"{case.name}.inference.json"
    if stored.exists():
        judgement.facts = json.loads(stored.read_text("utf-8"))
        judgement.tree = (folder / f"{case.name}.bt").read_text("utf-8")
        _compare(judgement)
    return judgement


def _compare(judgement: Judgement) -> None:
    left = list(judgement.facts["path"])
    for needed in judgement.case.path:
        step = next((step for step in left if re.fullmatch(needed.request, step["request"])), None)
        if step is None:
            judgement.missing_requests.append(needed.request)
            continue
        left.remove(step)
        values = {each["key"]: each["value"] for each in step["parameters"]}
        for key, pattern in needed.values.items():
            name = next((name for name in values if re.fullmatch(key, name)), None)
            if name is None:
                judgement.missing.append(f"{step['request']} {key}")
                continue
            told = values.pop(name)
            if re.search(pattern, told):
                judgement.right.append(f"{step['request']} {key}")
            else:
                judgement.wrong.append(f"{step['request']} {key}: {told}, not {pattern}")
        judgement.wrong += [f"{step['request']} {key}: {told}, not needed" for key, told in values.items()]
    judgement.superfluous_requests += [step["request"] for step in left]


def generate_all(judgements: Iterable[Judgement], folder: Path) -> list[str]:
    """Generate code for all trees, and have it tested and checked; returns what went wrong."""
    trees = [f"{judgement.case.name}.bt" for judgement in judgements if judgement.tree]
    commands = (
        [sys.executable, "-c", GENERATE, *trees],
        [*COMMAND, "bt", "check", *trees],
        [sys.executable, "-m", "ruff", "check", "nodes", "tests"],
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"],
    )
    faults = []
    for command in commands:
        done = run(
            command, check=False, cwd=folder, capture_output=True, text=True
        )  # fmt: skip
        if done.returncode:
            faults.append(f"{' '.join(command[1:4])}\n{done.stdout}{done.stderr}")
    return faults


def run_all(judgements: Iterable[Judgement], site: PracticeSite, folder: Path) -> str:
    """Run all trees with other input, in one process and with fresh sessions; returns what was logged."""
    site.expire()
    judgements = [judgement for judgement in judgements if judgement.tree]
    given = {judgement.case.name: dict(judgement.case.other) for judgement in judgements}
    done = subprocess.run(
        [sys.executable, "-c", CRAWL, json.dumps(given)],
        check=False, cwd=folder, capture_output=True, text=True,
    )  # fmt: skip
    for judgement in judgements:
        case = judgement.case
        path = folder / f"{case.name}.json"
        judgement.expected = list(case.records(**case.other))
        text = path.read_text("utf-8") if path.exists() else ""
        judgement.found = [str(record.get(case.field)) for record in (json.loads(text) if text else ())]
    return done.stderr


def judge(cases: Sequence[Case], site: PracticeSite, folder: Path, *, at_once: int = 2) -> list[Judgement]:
    """Record and infer."""
    record_all([case for case in cases if not folder_of(folder, case, 1).exists()], site, folder)
    with ThreadPoolExecutor(at_once) as pool:
        return list(pool.map(lambda case: infer(case, folder), cases))


_COLUMNS = ("section", "requests", "truth", "parameters", "right", "wrong", "missing", "replays", "seconds", "records")


def table(judgements: Iterable[Judgement]) -> str:
    """A row for each, with what is wrong below it."""
    lines = ["  ".join(_COLUMNS)]
    for each in judgements:
        told = each.facts.get("summary", dict.fromkeys(("requests", "steps", "kept_steps"), 0))
        cells = (
            each.case.name,
            f"{told['requests']}→{told['steps']}→{told['kept_steps']}",
            len(each.case.path),
            f"{told.get('parameters', 0)}→{told.get('kept_parameters', 0)}",
            len(each.right),
            len(each.wrong),
            len(each.missing),
            told.get("replays", 0),
            f"{each.seconds:.1f}",
            f"{len(each.found)}/{len(each.expected)}",
        )
        line = "  ".join(f"{cell!s:>{len(name)}}" for cell, name in zip(cells, _COLUMNS, strict=True))
        lines.append(line + ("" if each.is_complete else ", not these") + ("" if each.is_proven else ", not proven"))
        for title in ("missing_requests", "superfluous_requests", "wrong", "missing"):
            lines += [f"    {title}: {text}" for text in getattr(each, title)]
    return "\n".join(lines)


def main() -> None:
    """Print the table; arguments: a folder, and names of cases."""
    folder = Path(sys.argv[1])
    folder.mkdir(exist_ok=True)
    names = sys.argv[2:]
    cases = [case for case in CASES if not names or case.name in names]
    port = folder / "port"
    with PracticeSite(products=PRODUCTS, noise="on", port=int(port.read_text()) if port.exists() else 0) as site:
        port.write_text(site.url.split(":")[2].strip("/"))
        started = time.monotonic()
        judgements = judge(cases, site, folder)
        seconds = time.monotonic() - started
        for fault in generate_all(judgements, folder):
            print(fault)
        (folder / "run.log").write_text(run_all(judgements, site, folder))
        print(table(judgements))
        print(f"{seconds:.1f} s, and {time.monotonic() - started - seconds:.1f} s for the rest")
        for each in judgements:
            (folder / f"{each.case.name}.log").write_text(each.log)


if __name__ == "__main__":
    main()
