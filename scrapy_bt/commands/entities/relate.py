"""`scrapy bt entities relate`: learns from the links of the knowledge base what sentences say of entities."""

from __future__ import annotations

import argparse

from scrapy.settings import Settings

from ...operations.entities import learn_relations
from ..shared.knowledge_base import open_entities


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """It takes no arguments."""


def run(options: argparse.Namespace, settings: Settings) -> int:  # noqa: ARG001  # every command's arguments
    """Learn, and say how well it was learned."""
    with open_entities(settings) as store:
        trained = learn_relations(store)
    if not trained.relations:
        print("Nothing is learned: there are no three sentences for any link between entities")
        return 0
    judged = trained.held_back
    share = f"{judged.right} of {judged.asked} sentences that were held back are told right" if judged.asked else ""
    print(f"Learned: {', '.join(trained.relations)}")
    print("; ".join(filter(None, (share, f"{trained.typed} of {trained.sentences} sentences got a relation"))))
    return 0
