"""What becomes of a proposal when a person has decided."""

from __future__ import annotations

from dataclasses import dataclass

import jmespath
from parsel import Selector

from ...core.healing.patching.pieces import UneditableError, json_path, language_of
from ...core.healing.proposals import Filed, State
from ...core.rules.tagcodes import read_codes
from ...errors import BTError
from ...storage.healing import HealingStore
from ..edits.plans import Plan
from .patches import is_python, patch_of

UNDECIDED = (State.OPEN, State.LIVE)


@dataclass(frozen=True)
class Acceptance:
    """What accepting a proposal would do; nothing is done yet."""

    filed: Filed
    selector: str
    patch: Plan | None = None
    """The edit of its file."""
    hindrance: str = ""
    """Why there is no edit."""
    again: tuple[str, ...] = ()
    """Addresses of pages that are kept and lack the field, so that they are to be fetched again."""


@dataclass(frozen=True)
class Decided:
    """A proposal after the decision, with the edit that belongs to it."""

    filed: Filed
    patch: Plan | None = None
    hindrance: str = ""
    """Why there is no edit."""


def plan_acceptance(store: HealingStore, filed: Filed, selector: str = "") -> Acceptance:
    """What it would do to accept *selector*, the chosen one where none is given; raises `BTError` where it cannot."""
    selector = selector or filed.selector
    if filed.state not in UNDECIDED and (filed.state is not State.ACCEPTED or filed.written):
        raise BTError(f"proposal {filed.id} is {filed.state.value}{' and written' if filed.written else ''} already")
    if not selector:
        raise BTError(f"proposal {filed.id} has no selector: give one with --selector")
    check_selector(selector)
    again = tuple(dict.fromkeys(page.url for page in store.pages(filed.spider, filed.proposal.node, "failing")))
    try:
        return Acceptance(filed, selector, patch_of(filed, selector), again=again)
    except UneditableError as error:
        return Acceptance(filed, selector, hindrance=str(error), again=again)


def accept(store: HealingStore, filed: Filed, selector: str, *, write: bool) -> Decided:
    """Crawls heal by *selector* from now on; a tree's file is edited, Python source only with *write*."""
    planned = plan_acceptance(store, filed, selector)
    patch = planned.patch
    # Of several who decide at once one does, before anything is written.
    after = store.proposals.decide(filed.id, State.ACCEPTED, selector=planned.selector, before=filed.state)
    if patch is None or (is_python(patch) and not write):
        return Decided(after, patch, planned.hindrance)
    try:
        digest = patch.apply()
    except BTError:
        store.proposals.decide(filed.id, filed.state, selector=filed.selector)
        raise
    store.proposals.renew_digest(filed.digest, digest)
    proposal = filed.proposal
    store.forget_field(filed.spider, proposal.node, proposal.field)
    after = store.proposals.decide(filed.id, State.ACCEPTED, selector=planned.selector, digest=digest, written=True)
    return Decided(after, patch)


def reject(store: HealingStore, filed: Filed) -> Decided:
    """It is never proposed again for this layout."""
    if filed.state not in UNDECIDED:
        raise BTError(
            f"proposal {filed.id} is {filed.state.value} already: roll it back with `scrapy bt heal rollback`"
        )
    return Decided(store.proposals.decide(filed.id, State.REJECTED, before=filed.state))


def plan_rollback(filed: Filed) -> Plan | None:
    """The edit that takes a proposal out of its file; none where it does not stand in it. Raises `BTError`."""
    if filed.state not in (State.LIVE, State.ACCEPTED):
        raise BTError(f"proposal {filed.id} is {filed.state.value}: there is nothing to roll back")
    if not filed.written:
        return None
    try:
        return patch_of(filed, filed.selector, back=True)
    except UneditableError as error:
        raise BTError(f"proposal {filed.id} cannot be rolled back: {error}") from error


def roll_back(store: HealingStore, filed: Filed, *, write: bool) -> Decided:
    """Crawls heal by it no more; what it has edited is as it was, Python source only with *write*."""
    patch = plan_rollback(filed)
    if patch is None:
        return Decided(store.proposals.decide(filed.id, State.ROLLED_BACK, before=filed.state))
    if is_python(patch) and not write:
        raise BTError(f"{patch.diff}this edits {patch.path}: say --write")
    digest = patch.apply()
    store.proposals.renew_digest(filed.digest, digest)
    return Decided(store.proposals.decide(filed.id, State.ROLLED_BACK, digest=digest, written=False), patch)


def choice_of(filed: Filed, number: int | None) -> str:
    """The selector of a choice, counted from 1; the chosen one where no number is given."""
    choices = filed.proposal.choices
    if number is None:
        return filed.selector
    if not 1 <= number <= len(choices):
        raise BTError(f"proposal {filed.id} has {len(choices)} choices, and no {number}")
    return choices[number - 1].selector


def check_selector(selector: str) -> None:
    """Raises `BTError` for what is neither CSS, XPath nor JMESPath, nor says where a tag of a rule looks."""
    page = Selector(text="<html></html>")
    reading = {"css": page.css, "xpath": page.xpath, "codes": read_codes, "json": jmespath.compile}
    try:
        reading[language_of(selector)](json_path(selector))
    except Exception as error:  # parsel and cssselect raise errors of many kinds
        raise BTError(f"{selector!r} is no selector: {error}") from error
