"""Sources of rules: the file is there and has no faults, and the layer, tag or group is in it."""

from __future__ import annotations

from ....errors import NodeError, RuleError
from ....sentences import say, spoken
from ...rules.requests import EXAMPLE, RuleRequest, parse_request, why_unfit
from ...tree.nodes import Source, Template
from .checkeddocument import CheckedDocument


def check_rule_source(checked: CheckedDocument, source: Source) -> None:
    """Tell what is wrong with a `rules` source."""
    request = _read(checked, source)
    if request is None or checked.rules is None:
        return
    file = str(source.texts[0])
    try:
        rule = checked.rules(file)
    except RuleError as error:
        fault = error.faults[0]
        where = say(" (line {})", fault.place.line) if fault.code != "unreadable" else ""
        more = say("; {} more", len(error.faults) - 1) if len(error.faults) > 1 else ""
        message = say("`{}` is no rule to go by: {}{}{}", file, fault.message, where, more)
        checked.report.add("bad-rule", source.place, message, fault.advice)
        return
    if (unfit := why_unfit(request, rule)) is not None:
        checked.report.add("unknown-tag", source.place, say("{}, in `{}`", unfit.message, file), unfit.advice)


def _read(checked: CheckedDocument, source: Source) -> RuleRequest | None:
    texts = source.texts
    if len(texts) < 2:
        message = say("`rules` takes a file and a tag")
        checked.report.add("wrong-number-of-texts", source.place, message, say("write {}", EXAMPLE))
        return None
    if isinstance(texts[0], Template) or isinstance(texts[1], Template):
        message = say("the file and the tag of a rule stand in the text itself")
        checked.report.add("bad-rules", source.place, message, say("write {}", EXAMPLE))
        return None
    try:
        # What a placeholder will make of the way is not known here.
        return parse_request(["" if isinstance(text, Template) else text for text in texts[1:]])
    except NodeError as error:
        checked.report.add("bad-rules", source.place, spoken(error), say("write {}", EXAMPLE))
        return None
