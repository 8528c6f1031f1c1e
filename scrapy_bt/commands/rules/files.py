"""The rule files that a command works on."""

from __future__ import annotations

from functools import partial

from ...crawl.rules import rule_files, rules_folder
from .. import files

RULES = files.Kind(".yaml", "rules/", rules_folder, rule_files)

add_files = partial(files.add_files, kind=RULES)
find_files = partial(files.find_files, kind=RULES)
