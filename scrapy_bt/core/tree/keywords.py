"""The words of the language that are no names, and the names that it gives a meaning."""

from __future__ import annotations

from ...sentences import say
from ...settings.healingmodes import HEALING_MODES

CONSTANTS = ("true", "false", "none")
KEYWORDS = (
    *("visit", "data", "item", "each", "all", "as", "serial", "and", "or", "async", "goroutine"),
    *("while", "if", "else", "end", "state", "wait", "pause", "stop"),
    *CONSTANTS,
)
"""Words that are never names (`bt.lark`, "Words")."""
BEFORE_TEXT = ("print", "warn")
"""Words of the language before a text, and names elsewhere."""
WHAT_FOLLOWS = {
    "from": r"\s+[^\W\d]",
    "break": r"\s*\}",
    "within": r"\s+\d",
    "heal": rf"(?:\s+[^\W\d]\w*(?:\s*\|\s*[^\W\d]\w*)*)?\s*=\s*(?:{'|'.join(HEALING_MODES)})\b",
    **dict.fromkeys((*BEFORE_TEXT, "include"), r"\s*[\"']"),
}
"""By words of the language in one place, and names elsewhere: the regular expression of what makes them the word."""
BUILT_IN = {"page": say("the page of the last visit"), "now": say("the time")}
"""Names that every frame can read and none can assign."""
TAKEN_NAMES = frozenset((*KEYWORDS, *BUILT_IN, "main", "from"))
"""What a name that is made up does not take: keywords, built-in names, the tree where a crawl begins, and `from`, which
is a keyword before another name."""
MEANINGS = {
    "include": "The declarations of another file, but its `main`.",
    "heal": "What is done where the site changes, for the file or a node: off, watch, review or auto.",
    "visit": "One HTTP request; the page that comes is read by `data` and `item`.",
    "data": "Values that are taken out of the page of the last visit.",
    "item": "One record, or with `each` one for each element.",
    "each": "One record for each element that the source finds.",
    "all": "The list of all values, not the first.",
    "as": "What each value is turned into: text, number, integer, url or json.",
    "from": "The source reads the value of a variable in place of the page.",
    "serial": "Children in order, every one, whatever they return.",
    "and": "Children in order until one fails; fails with it.",
    "or": "Children in order until one succeeds; fails when none does.",
    "within": "A limit of time; when it is over, the outcome is `timeout`.",
    "while": "Repeats while its condition succeeds; `while x = :node` takes one value after another.",
    "if": "One branch or the other; without `else` and false: success.",
    "else": "What is done when the condition of `if` fails.",
    "async": "Runs apart: nobody waits for it, and its failure is only counted.",
    "goroutine": "Runs at the same time with its own copy of the variables; its tree waits for it. "
    "Before `and`, `or` or `serial`, the statements of the block run at the same time.",
    "state": "What follows from the outcomes of a node; within a tree, the task changes its own state.",
    "wait": "Back to the queue, at most so many times, so far apart.",
    "pause": "The task stands still until it is resumed.",
    "stop": "The task is cancelled.",
    "end": "The tree finishes here, with success; `end !` with failure.",
    "break": "The nearest loop ends here, with success.",
    "print": "A line of the log.",
    "warn": "A warning of the log, which is counted.",
    "page": "The page of the last visit: `page.url`, `page.status`, `page.headers.name`.",
    "now": "The time.",
    "css": "Values by CSS selectors; several are alternatives, the first that gives values wins.",
    "xpath": "Values by XPath; several are alternatives, the first that gives values wins.",
    "re": "Values by regular expressions, or their first group.",
    "json": "Values by JMESPath from a JSON page.",
    "locate": "What stands between a start code and an end code.",
    "rules": "What a tag of a rule file takes.",
    "python": "What a Python function `package.module:function` returns.",
}
"""The words in one plain sentence each, as editors show them."""
