"""The rule files that a command works on."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from scrapy.exceptions import UsageError
from scrapy.settings import Settings
from scrapy.utils.project import inside_project

from ...crawl.project.rulefiles import SUFFIXES, rule_files, rules_folder
from ...errors import Fault
from . import files

RULES = files.FileKind(".yaml", "rules/", rules_folder, rule_files)

add_files = partial(files.add_files, kind=RULES)


def find_rule(named: str, settings: Settings) -> Path:
    """The rule file of that path, or of that name in the project; raises `UsageError` where there is none."""
    path = Path(named)
    if path.is_file():
        return path
    suffixes = (*SUFFIXES, "") if inside_project() else ()
    found = [files.relative(rules_folder(settings) / f"{named}{suffix}") for suffix in suffixes]
    for each in found:
        if each.is_file():
            return each
    if not found:
        raise UsageError(f"there is no rule file {named}")
    names = ", ".join(file.stem for file in rule_files(rules_folder(settings))) or "none yet"
    raise UsageError(f"there is no rule file {named} and no such rule in rules/; there are: {names}")


def find_files(options: argparse.Namespace, settings: Settings) -> tuple[list[Path], list[Fault]]:
    """Return the files to work on, each once, and what is wrong with folders."""
    if not options.paths and inside_project() and not rules_folder(settings).exists():
        raise UsageError("the project has no folder rules/ yet; make one, with a file for each rule, or give files")
    return files.find_files(options, settings, RULES)
