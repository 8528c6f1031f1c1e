"""The table of how good healing is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from ...learning.evaluation import ListVerdict, Verdict, field_table, list_table, share_of
from .tables import TextTable, as_text

if TYPE_CHECKING:
    from ...learning.ablation import VariantScore


def print_ablation(told: Iterable[VariantScore]) -> None:
    """Print what each variant made of the same broken fields."""
    rows = [(one.name, f"{one.right} of {one.count}", f"{one.among_top} of {one.count}") for one in told]
    print(
        as_text([TextTable("broken fields, blind to equal texts", ("variant", "right", "among the top three"), rows)])
    )


def print_left_out(judged: Mapping[str, Sequence[Verdict]]) -> None:
    """Print of each source how fields did whose kind no model knew."""
    every = [(kind, one) for kind, verdicts in judged.items() for one in verdicts]
    listings = []
    for source in dict.fromkeys(one.source for _, one in every):
        here = [(kind, one) for kind, one in every if one.source == source]
        groups = {kind: [one for each, one in here if each == kind] for kind, _ in here}
        groups["all"] = [one for _, one in here]
        rows = [
            (kind, share_of(one.right for one in found), share_of(one.among_top for one in found))
            for kind, found in groups.items()
        ]
        listings.append(
            TextTable(f"{source}, kinds left out of training", ("kind", "right", "among the top three"), rows)
        )
    print(as_text(listings))


def print_beside(fields: Sequence[Verdict], others: Sequence[Verdict], *, named: str = "") -> None:
    """Print what a further source of choices, a sequence model, adds to those of the models, and what it does alone."""
    by_field = {(one.pair, one.field): one for one in others}
    joined = [one.beside(by_field[one.pair, one.field]) for one in fields]
    listings = []
    for source in dict.fromkeys(one.source for one in fields):
        alone, with_it, without = (
            dict(field_table([one for one in verdicts if one.source == source]))
            for verdicts in (others, joined, fields)
        )
        rows = [(name, figure, with_it[name], alone[name]) for name, figure in without.items()]
        title = f"{source}, {named}" if named else source
        listings.append(TextTable(title, ("measure", "without", "with a sequence model", "that alone"), rows))
    print(as_text(listings))


def print_tuning(before: Sequence[Verdict], after: Sequence[Verdict]) -> None:
    """Print how fields did before models learned on, and after, judged by what had learned from other pages."""
    told = dict(field_table(after))
    rows = [(name, figure, told[name]) for name, figure in field_table(before)]
    print(as_text([TextTable("fields of this project", ("measure", "as before", "learned on"), rows)]))


def print_report(
    fields: Sequence[Verdict],
    blind: Sequence[Verdict],
    lists: Sequence[ListVerdict],
    second: Iterable[tuple[str, bool]],
) -> None:
    """Print what was measured, a table for each source."""
    listings = []
    for source in dict.fromkeys(one.source for one in fields):
        rows = field_table([one for one in fields if one.source == source])
        listings.append(TextTable(source, ("measure", "figure"), rows))
        without = [row for row in field_table([o for o in blind if o.source == source]) if row[0][0] != " "]
        listings.append(TextTable(f"{source}, blind to equal texts", ("measure", "figure"), without[1:4]))
    if lists:
        listings.append(TextTable("lists", ("measure", "figure"), list_table(lists)))
    right, all_of = Counter[str](), Counter[str]()
    for kind, good in second:
        right[kind] += good
        all_of[kind] += 1
    if all_of:
        rows = [
            (kind, f"{right[kind]} of {count} ({right[kind] / count:.1%})") for kind, count in sorted(all_of.items())
        ]
        whole = sum(all_of.values())
        rows.append(("all", f"{sum(right.values())} of {whole} ({sum(right.values()) / whole:.1%})"))
        listings.append(TextTable("a written selector on another page of the layout", ("kind", "right"), rows))
    print(as_text(listings))
