"""The edit by which a proposal comes into its file."""

from __future__ import annotations

import io
import tokenize

from ...core.healing import fields
from ...core.healing.patching.keys import replace_keys
from ...core.healing.patching.pieces import UneditableError, json_path, language_of
from ...core.healing.patching.python import replace_in_python
from ...core.healing.patching.rules import replace_in_rule
from ...core.healing.patching.trees import replace_in_tree
from ...core.healing.proposals import Filed
from ...crawl.healing.proposing import PYTHON, path_of
from ...crawl.project.rulefiles import SUFFIXES as RULES
from ...errors import BTError
from ...sentences import say
from ...wholefiles import digest_of
from ..edits.kinds import TREES, check_of
from ..edits.plans import EditPlan


def patch_of(filed: Filed, selector: str, *, back: bool = False) -> EditPlan:
    """The edit that puts *selector* in the old one's place, or the other way round.

    Raises `BTError` where the file has changed since, or `UneditableError` where the edit is not safe.
    """
    proposal = filed.proposal
    path = path_of(proposal.place)
    if not proposal.place or path.suffix not in (*TREES, *RULES, PYTHON):
        raise UneditableError(say("it is not known in which file {} stands", repr(proposal.old)))
    try:
        before = path.read_bytes()
    except OSError as error:
        raise BTError(say("{} cannot be read: {}", path, error.strerror or error)) from error
    if filed.digest and digest_of(before) != filed.digest:
        told = say("edit it by hand") if back else say("run `scrapy bt heal propose` again")
        raise BTError(say("conflict: {} has changed since proposal {}; {}", path, filed.id, told))
    old, new = map(json_path, (selector, proposal.old) if back else (proposal.old, selector))
    try:
        encoding = tokenize.detect_encoding(io.BytesIO(before).readline)[0] if path.suffix == PYTHON else "utf-8"
        text = before.decode(encoding)
        if path.suffix in TREES:
            after = replace_in_tree(text, node=proposal.node, field=proposal.field, old=old, new=new)
        elif path.suffix in RULES:
            after = replace_in_rule(text, layer=proposal.node.rpartition(":")[2], tag=proposal.field, old=old, new=new)
        elif proposal.how == "json":
            after = replace_keys(text, function=proposal.node, old=old, new=new)
        else:
            how = language_of(selector) if back and proposal.how != "jmespath" else proposal.how
            after = replace_in_python(text, function=proposal.node, how=how, old=old, new=new, xpath_of=fields.path_of)
    except (UnicodeError, SyntaxError, LookupError) as error:
        raise UneditableError(say("{} cannot be read as text: {}", path, error)) from error
    try:
        return EditPlan(path, before=before, after=after.encode(encoding), encoding=encoding, check=check_of(path))
    except UnicodeEncodeError as error:
        sign = repr(after[error.start : error.start + 1])
        raise UneditableError(say("{} is in {}, which has no {}: save it as UTF-8", path, encoding, sign)) from None


def is_python(patch: EditPlan) -> bool:
    """Whether it edits Python source, which is done only on request."""
    return patch.path.suffix == PYTHON
