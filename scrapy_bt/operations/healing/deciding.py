"""What becomes of a proposal when a person has decided."""

from __future__ import annotations

from dataclasses import dataclass, replace

import jmespath
from parsel import Selector

from ...core.healing.patching.pieces import UneditableError, json_path, language_of
from ...core.healing.proposals import Filed, State
from ...core.healing.redesigns import UNDECIDED
from ...core.rules.tagcodes import read_codes
from ...crawl.healing.proposing import digest_of_place, path_of
from ...errors import BTError
from ...sentences import say, spoken
from ...storage.healing import HealingStore
from ...wholefiles import digest_of
from ..edits.plans import EditPlan
from .patches import is_python, patch_of

_ACCEPTABLE = (*UNDECIDED, State.ACCEPTED, State.ROLLED_BACK)


@dataclass(frozen=True)
class Acceptance:
    """What accepting a proposal would do; nothing is done yet."""

    filed: Filed
    selector: str
    patch: EditPlan | None = None
    """The edit of its file."""
    hindrance: str = ""
    """Why there is no edit."""
    again: tuple[str, ...] = ()
    """Addresses of pages that are known to lack the field: fetched again."""


@dataclass(frozen=True)
class Decided:
    """A proposal after the decision, with the edit that belongs to it."""

    filed: Filed
    patch: EditPlan | None = None
    hindrance: str = ""
    """Why there is no edit."""


def plan_acceptance(store: HealingStore, filed: Filed, selector: str = "") -> Acceptance:
    """What accepting *selector* would do, or the chosen one if none is given; raises `BTError` if it cannot."""
    filed = finish_edits(store, filed)
    selector = selector or filed.selector
    if filed.state not in _ACCEPTABLE or (filed.state is State.ACCEPTED and filed.written):
        raise BTError(
            say(
                "proposal {} is {}{} already",
                filed.id,
                filed.state.value,
                (say(" and written") if filed.written else ""),
            )
        )
    if not selector:
        raise BTError(say("proposal {} has no selector: give one with --selector", filed.id))
    check_selector(selector)
    node, field = filed.proposal.node, filed.proposal.field
    kept = (page.url for page in store.pages(filed.spider, node, "failing"))
    again = tuple(dict.fromkeys([*kept, *store.missed.urls(filed.spider, node, field)]))
    try:
        return Acceptance(filed, selector, patch_of(filed, selector), again=again)
    except UneditableError as error:
        return Acceptance(filed, selector, hindrance=spoken(error), again=again)


def accept(store: HealingStore, filed: Filed, selector: str, *, write: bool) -> Decided:
    """Crawls heal by *selector* from now on; a tree's file is edited, Python source only with *write*.

    If that was done already and the file is unchanged since, nothing happens: an interrupted command may be repeated.
    """
    filed = finish_edits(store, filed)
    is_done = filed.state is State.ACCEPTED and filed.written and selector in ("", filed.selector)
    if is_done and digest_of_place(filed.proposal.place) == filed.digest:
        return Decided(filed)
    planned = plan_acceptance(store, filed, selector)
    filed, patch = planned.filed, planned.patch
    # Of several who decide at once one does, before anything is written.
    after = store.proposals.decide(filed.id, State.ACCEPTED, selector=planned.selector, before=filed.state)
    if patch is None or (is_python(patch) and not write):
        return Decided(after, patch, planned.hindrance)
    try:
        digest = patch.apply()
    except BTError:
        store.proposals.decide(filed.id, filed.state, selector=filed.selector)
        raise
    return Decided(_note_accepted(store, after, digest), patch)


def _note_accepted(store: HealingStore, filed: Filed, digest: str) -> Filed:
    """Note that the proposal is in its file, which has this digest."""
    store.forget_field(filed.spider, filed.proposal.node, filed.proposal.field)
    return store.proposals.note_edit(filed, State.ACCEPTED, selector=filed.selector, digest=digest, written=True)


def _note_rolled_back(store: HealingStore, filed: Filed, digest: str) -> Filed:
    """Note that the proposal is in its file no more."""
    store.remember_field(filed.spider, filed.proposal.node, filed.proposal.field)
    return store.proposals.note_edit(filed, State.ROLLED_BACK, selector=filed.selector, digest=digest, written=False)


def finish_edits(store: HealingStore, filed: Filed) -> Filed:
    """Note edits of the file whose writer was killed before it could note them; returns *filed* as it is then.

    Such a file is known by its digest: with the edit undone, it is the file of the proposal.
    """
    path = path_of(filed.proposal.place)
    if not filed.digest or digest_of_place(filed.proposal.place) == filed.digest:
        return filed
    for one in store.proposals.of(filed.spider, State.ACCEPTED):
        if one.digest != filed.digest or path_of(one.proposal.place) != path:
            continue
        digest = digest_of_place(one.proposal.place)
        try:
            undone = patch_of(replace(one, digest=digest), one.selector, back=not one.written)
        except (BTError, UneditableError):
            continue
        if digest_of(undone.after) != one.digest:
            continue
        if one.written:
            _note_rolled_back(store, one, digest)
        else:
            _note_accepted(store, one, digest)
        return store.proposals.get(filed.id)
    return filed


def reject(store: HealingStore, filed: Filed) -> Decided:
    """Reject a proposal: it is never made again for this layout."""
    if filed.state not in UNDECIDED:
        raise BTError(
            say("proposal {} is {} already: roll it back with `scrapy bt heal rollback`", filed.id, filed.state.value)
        )
    return Decided(store.proposals.decide(filed.id, State.REJECTED, before=filed.state))


def plan_rollback(filed: Filed) -> EditPlan | None:
    """The edit that takes a proposal out of its file; None if it is not in it. Raises `BTError`."""
    if filed.state not in (State.LIVE, State.ACCEPTED):
        raise BTError(say("proposal {} is {}: there is nothing to roll back", filed.id, filed.state.value))
    if not filed.written:
        return None
    try:
        return patch_of(filed, filed.selector, back=True)
    except UneditableError as error:
        raise BTError(say("proposal {} cannot be rolled back: {}", filed.id, error)) from error


def roll_back(store: HealingStore, filed: Filed, *, write: bool) -> Decided:
    """Stop healing by it, and undo its edit, of Python source only with *write*."""
    filed = finish_edits(store, filed)
    patch = plan_rollback(filed)
    if patch is None:
        return Decided(store.proposals.decide(filed.id, State.ROLLED_BACK, before=filed.state))
    if is_python(patch) and not write:
        raise BTError(say("{}this edits {}: say --write", patch.diff, patch.path))
    digest = patch.apply()
    return Decided(_note_rolled_back(store, filed, digest), patch)


def choice_of(filed: Filed, number: int | None) -> str:
    """The selector of a choice, counted from 1; the chosen one if no number is given."""
    choices = filed.proposal.choices
    if number is None:
        return filed.selector
    if not 1 <= number <= len(choices):
        raise BTError(say("proposal {} has {} choices, and no {}", filed.id, len(choices), number))
    return choices[number - 1].selector


def check_selector(selector: str) -> None:
    """Raise `BTError` for what is neither CSS, XPath nor JMESPath, nor the codes of a tag of a rule."""
    page = Selector(text="<html></html>")
    reading = {"css": page.css, "xpath": page.xpath, "codes": read_codes, "json": jmespath.compile}
    try:
        reading[language_of(selector)](json_path(selector))
    except Exception as error:  # parsel and cssselect raise errors of many kinds
        raise BTError(say("{} is no selector: {}", repr(selector), error)) from error
