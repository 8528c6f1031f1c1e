"""A case as one file: what is needed to look at it, to try selectors and to decide on it elsewhere."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from ...core.documents.json import read_json
from ...core.documents.packing import inflated
from ...core.healing.perception.observations import Observation
from ...core.healing.proposals import Filed, Proposal
from ...core.healing.redesigns import Redesign
from ...errors import BTError
from ...sentences import say
from ...storage.healing import HealingStore
from ...wholefiles import write_whole
from .comparing import BEFORE, NOW

_LARGEST = 200_000_000
"""Bytes of a case that is unpacked."""


@dataclass(frozen=True)
class CasePage:
    """A page of a node, as it is kept without what is secret in it."""

    spider: str
    node: str
    state: Literal["good", "failing"]
    url: str
    status: Annotated[int, msgspec.Meta(ge=0, le=999)]
    markup: str
    fields: tuple[Observation, ...]


@dataclass(frozen=True)
class CaseProposal:
    """What was proposed for a spider, without its later state."""

    spider: str
    proposal: Proposal


@dataclass(frozen=True)
class CaseFile:
    """A file of a case; another *format* is refused."""

    format: Literal[1]
    proposals: tuple[CaseProposal, ...]
    pages: tuple[CasePage, ...]


def export_case(store: HealingStore, case: Redesign, path: Path) -> None:
    """Write a case as JSON in gzip; raises `BTError`."""
    pages = tuple(
        CasePage(spider, node, state, page.url, page.status, page.markup, page.fields)
        for spider, node in dict.fromkeys((one.spider, one.proposal.node) for one in case.filed)
        for state in (BEFORE, NOW)
        for page in store.pages(spider, node, state)
    )
    made = CaseFile(1, tuple(CaseProposal(one.spider, one.proposal) for one in case.filed), pages)
    try:
        write_whole(path, gzip.compress(msgspec.json.encode(made), mtime=0), mode=0o600)
    except OSError as error:
        raise BTError(say("{} cannot be written: {}", path, error.strerror or error)) from error


def import_case(store: HealingStore, path: Path) -> list[Filed]:
    """Take the pages and proposals of a case into a store, undecided; raises `BTError` if it is no case."""
    case = _read(path)
    for page in case.pages:
        store.add_page(
            page.spider, page.node, state=page.state, url=page.url, status=page.status, markup=page.markup,
            seen=page.fields,
        )  # fmt: skip
    return [store.proposals.file(one.spider, one.proposal) for one in case.proposals]


def _read(path: Path) -> CaseFile:
    try:
        content = inflated(path.read_bytes(), _LARGEST)
    except (OSError, ValueError) as error:
        raise BTError(say("{} cannot be read: {}", path, getattr(error, "strerror", None) or error)) from error
    try:
        case: CaseFile = read_json(content, largest=None, shape=CaseFile)
    except ValueError as error:
        raise BTError(say("{} is no case of healing: {}", path, error)) from error
    return case
