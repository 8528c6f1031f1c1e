"""`RuleSpider`: runs a rule file as the tree that is made of it."""

from __future__ import annotations

from pathlib import Path

from ..core.language.printer import print_document
from ..core.rules.compiler import rule_document
from ..core.rules.files.reader import read_rule
from ..core.tree.program import Program
from .project.subscriptions import check_subscribed
from .project.trees import read_text
from .spiders import TreeSpider


class RuleSpider(TreeSpider):
    """Runs the tree of a rule; a subclass gives *tree_file*, the path of the YAML file."""

    @classmethod
    def load_program(cls) -> Program:
        """The tree, compiled; raises `RuleError` with every fault of the rule."""
        path = Path(cls.tree_file)
        text = read_text(path)
        check_subscribed(path, text)
        document = rule_document(read_rule(text, file=str(path)), path.name)
        return Program(document, name=cls.name, text=print_document(document), rules={path.name: text})
