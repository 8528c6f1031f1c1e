"""What the commands that decide on proposals have in common: their arguments, and what they print."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable

from scrapy.settings import Settings

from ...core.healing.proposals import Filed, State
from ...errors import BTError
from ...operations.healing.deciding import Decided
from ...operations.healing.facts import facts_of
from ...operations.healing.stores import opened_store
from ...storage.healing import HealingStore
from ...storage.healing_connections import StoreUnavailableError


def add_ids(parser: argparse.ArgumentParser) -> None:
    """The proposals."""
    parser.add_argument("ids", nargs="*", type=int, metavar="ID", help="numbers of proposals, as `review` tells them")
    parser.add_argument("--json", action="store_true", help="print it as JSON, one proposal a line")


def decide_each(
    options: argparse.Namespace,
    settings: Settings,
    decide: Callable[[HealingStore, Filed], Decided],
    *states: State,
) -> int:
    """Decide on each of the proposals; one that fails is told, others go on.

    With `--all` on those in *states* too, without what is rather wrong than right or gives something unusual, which is
    told.
    """
    failed = 0
    with opened_store(settings) as store:
        numbers, is_all = list(options.ids), getattr(options, "all", False)
        waiting = [
            one
            for spider in store.spiders()
            for one in store.proposals.of(spider, *states)
            if is_all and not one.written
        ]
        numbers += [one.id for one in waiting if one.proposal.is_likely or one.state is State.ACCEPTED]
        if not (numbers or is_all):
            raise BTError("name the number of a proposal; `scrapy bt heal review` lists them")
        for number in dict.fromkeys(numbers):
            failed += not _decide(number, store, decide, as_json=options.json)
    left = ", ".join(str(one.id) for one in waiting if one.id not in numbers)
    if is_all and not options.json and (left or not numbers):
        print(f"Left to you, as unlikely, unusual, or without a selector: {left}" if left else "Nothing waits.")
    return int(bool(failed))


def _decide(
    number: int, store: HealingStore, decide: Callable[[HealingStore, Filed], Decided], *, as_json: bool
) -> bool:
    """Decide on one; whether that was possible."""
    try:
        tell_decided(decide(store, store.proposals.get(number)), as_json=as_json)
    except StoreUnavailableError:  # nor can others be decided on
        raise
    except BTError as error:
        print(json.dumps({"id": number, "error": str(error)}) if as_json else f"{number}: {error}")
        return False
    return True


def tell_decided(decided: Decided, *, as_json: bool = False) -> None:
    """Print a decision with the edit that belongs to it, and whether that is written."""
    filed, patch = decided.filed, decided.patch
    if as_json:
        edit = patch.diff if patch else "", decided.hindrance
        print(json.dumps(facts_of(filed, edit), ensure_ascii=False))
        return
    print(f"{filed.id}: {filed.name} {filed.state.value}: {filed.proposal.old} → {filed.selector}")
    if decided.hindrance:
        print(f"no edit, change it by hand: {decided.hindrance}")
    if patch is not None:
        print(patch.diff, end="")
        if filed.state is State.ACCEPTED and not filed.written:
            print(f"not written: say --write, and {patch.path} is edited; crawls heal by it in `review` and `auto`")
