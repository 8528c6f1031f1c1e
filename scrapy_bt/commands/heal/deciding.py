"""What becomes of a proposal when a person has decided."""

from __future__ import annotations

from dataclasses import dataclass

from parsel import Selector

from ...core.healing.patching.pieces import UneditableError
from ...core.healing.proposals import Filed, State
from ...crawl.healing.proposing import language_of
from ...errors import BTError
from ...storage.healing import HealingStore
from .patches import Patch, patch_of

UNDECIDED = (State.OPEN, State.LIVE)


@dataclass(frozen=True)
class Decided:
    """A proposal after the decision, with the edit that belongs to it."""

    filed: Filed
    patch: Patch | None = None
    hindrance: str = ""
    """Why there is no edit."""


def accept(store: HealingStore, filed: Filed, selector: str, *, write: bool) -> Decided:
    """Crawls heal by *selector* from now on; a tree's file is edited, Python source only with *write*."""
    if filed.state not in UNDECIDED and (filed.state is not State.ACCEPTED or filed.written):
        raise BTError(f"proposal {filed.id} is {filed.state.value}{' and written' if filed.written else ''} already")
    if not selector:
        raise BTError(f"proposal {filed.id} has no selector: give one with --selector")
    check_selector(selector)
    try:
        patch = patch_of(filed, selector)
    except UneditableError as error:
        return Decided(store.proposals.decide(filed.id, State.ACCEPTED, selector=selector), hindrance=str(error))
    if patch.is_python and not write:
        return Decided(store.proposals.decide(filed.id, State.ACCEPTED, selector=selector), patch)
    digest = patch.write()
    store.proposals.renew_digest(filed.digest, digest)
    proposal = filed.proposal
    store.forget_field(filed.spider, proposal.node, proposal.field)
    after = store.proposals.decide(filed.id, State.ACCEPTED, selector=selector, digest=digest, written=True)
    return Decided(after, patch)


def reject(store: HealingStore, filed: Filed) -> Decided:
    """It is never proposed again for this layout."""
    if filed.state not in UNDECIDED:
        raise BTError(
            f"proposal {filed.id} is {filed.state.value} already: roll it back with `scrapy bt heal rollback`"
        )
    return Decided(store.proposals.decide(filed.id, State.REJECTED))


def roll_back(store: HealingStore, filed: Filed, *, write: bool) -> Decided:
    """Crawls heal by it no more; what it has edited is as it was, Python source only with *write*."""
    if filed.state not in (State.LIVE, State.ACCEPTED):
        raise BTError(f"proposal {filed.id} is {filed.state.value}: there is nothing to roll back")
    patch = None
    if filed.written:
        try:
            patch = patch_of(filed, filed.selector, back=True)
        except UneditableError as error:
            raise BTError(f"proposal {filed.id} cannot be rolled back: {error}") from error
        if patch.is_python and not write:
            raise BTError(f"{patch.diff}this edits {patch.path}: say --write")
        digest = patch.write()
        store.proposals.renew_digest(filed.digest, digest)
        return Decided(store.proposals.decide(filed.id, State.ROLLED_BACK, digest=digest, written=False), patch)
    return Decided(store.proposals.decide(filed.id, State.ROLLED_BACK))


def choice_of(filed: Filed, number: int | None) -> str:
    """The selector of a choice, counted from 1; the chosen one where no number is given."""
    choices = filed.proposal.choices
    if number is None:
        return filed.selector
    if not 1 <= number <= len(choices):
        raise BTError(f"proposal {filed.id} has {len(choices)} choices, and no {number}")
    return choices[number - 1].selector


def check_selector(selector: str) -> None:
    """Raises `BTError` for what is neither CSS nor XPath."""
    page = Selector(text="<html></html>")
    try:
        page.xpath(selector) if language_of(selector) == "xpath" else page.css(selector)
    except Exception as error:  # parsel and cssselect raise errors of many kinds
        raise BTError(f"{selector!r} is no selector: {error}") from error
