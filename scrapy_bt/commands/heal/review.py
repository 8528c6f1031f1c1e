"""`scrapy bt heal review`: proposals with their evidence, decided on one after another at a terminal."""

from __future__ import annotations

import argparse
import json
import sys

from scrapy.settings import Settings

from ...core.documents.numbers import read_whole
from ...core.healing.proposals import Filed, State
from ...core.healing.redesigns import UNDECIDED
from ...errors import BTError
from ...operations.healing.deciding import accept, choice_of, reject
from ...operations.healing.facts import facts_of
from ...operations.healing.stores import chosen_spiders, opened_store
from ...storage.healing import HealingStore
from ..shared.arguments import telling
from ..shared.healing_decisions import tell_decided
from ..shared.healing_reviews import told
from ..shared.tables import as_text

_QUESTION = "[e] edit, [r] reject, [enter] later: "
_HOW = "At a terminal it asks about each; elsewhere `scrapy bt heal accept ID` or `reject ID` decides."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("spiders", nargs="*", metavar="SPIDER", help="only of these; default: all that were watched")
    parser.add_argument("--all", action="store_true", help="show those that are decided, too")
    parser.add_argument("--json", action="store_true", help="print it as JSON, one proposal a line, and ask nothing")


@telling
def run(options: argparse.Namespace, settings: Settings) -> int:
    """Show, and ask where somebody sits at a terminal; return 1 if a proposal is left undecided."""
    with opened_store(settings) as store:
        filed = [
            one
            for spider in chosen_spiders(store, options.spiders)
            for one in store.proposals.of(spider)
            if options.all or one.waits
        ]
        if not filed and not options.json:
            print("There are no proposals: `scrapy bt heal propose` looks for some.")
        for listed in filed:
            one = store.proposals.get(listed.id)  # an answer before may have edited the same file
            if options.json:
                print(json.dumps(facts_of(one), ensure_ascii=False))
                continue
            print(as_text(told(one)), end="\n\n")
            if sys.stdin.isatty() and one.state in UNDECIDED:
                try:
                    _ask(store, one)
                except (EOFError, KeyboardInterrupt):  # Ctrl-D or Ctrl-C: all that is left is for later
                    print()
                    break
        undecided = [one.id for one in filed if store.proposals.get(one.id).state is State.OPEN]
        if undecided and not options.json and not sys.stdin.isatty():
            print(f"Undecided: {', '.join(map(str, undecided))}. {_HOW}")
        return int(bool(undecided))


def _ask(store: HealingStore, filed: Filed) -> None:
    """Ask until an answer can be followed."""
    while True:
        answer = input(f"{_choices_of(filed)}{_QUESTION}").strip().lower()
        try:
            if not answer:
                return
            if answer == "r":
                reject(store, filed)
                return
            selector = input("selector: ").strip() if answer == "e" else filed.selector
            number = read_whole(answer)
            if answer in ("w", "e") or number is not None:
                if number is not None:
                    selector = choice_of(filed, number)
                tell_decided(accept(store, filed, selector, write=answer in ("w", "e")))
                return
        except BTError as error:
            print(error)


def _choices_of(filed: Filed) -> str:
    """What may be answered where there are choices."""
    count = len(filed.proposal.choices)
    numbers = f"1-{count}" if count > 1 else "1"
    return f"[{numbers}] accept that choice, [w] accept and write it, " if count else ""
