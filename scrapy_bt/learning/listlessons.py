"""From labelled lists to rows of numbers that the model of columns is trained on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import lightgbm
import numpy as np

from ..core.healing.columnpairs import COLUMN_PAIR_NAMES, column_pair
from ..core.healing.columns import FoundColumn, column_of, columns_of
from ..core.healing.fields import run_path
from ..core.healing.pages import Page
from .growing import plain_forest
from .labelled import LabelledLists, read_page
from .rowtruth import LINKS, RowTruth, field_texts, general_path

_PARTNERS = 14
_MOST_OTHERS = 60
_ROUNDS = 220
_LINE = (0.0, 1.0)


@dataclass(eq=False)
class ListSheet:
    """A list page with its columns; *seeds*: where each field truly begins, *worth*: how right each column is."""

    site: str
    page: Page
    columns: list[FoundColumn]
    seeds: dict[str, FoundColumn]
    selectors: dict[str, str]
    truths: dict[str, RowTruth]
    worth: dict[str, list[float]] = field(default_factory=dict)


def read_list_sheet(source: str, site: str, fields: Sequence[str], records: Sequence[Mapping[str, Any]]) -> ListSheet:
    """Work out the columns of a list page, with its true records."""
    page = Page(source)
    sheet = ListSheet(site, page, columns_of(page), {}, {}, {})
    for name in fields:
        truth = RowTruth(page, field_texts(records, name), links=name == LINKS)
        seed = truth.seed()
        if seed is not None:
            path = general_path(seed)
            sheet.truths[name] = truth
            sheet.selectors[name] = f"{path}/@href" if name == LINKS and seed.tag == "a" else path
            sheet.seeds[name] = column_of(page, run_path(page, path) or [seed])
            sheet.worth[name] = [_worth(truth, column) for column in sheet.columns]
    return sheet


def list_sheets(labelled: Iterable[LabelledLists]) -> list[tuple[LabelledLists, ListSheet, ListSheet]]:
    """Both pages of each pair of lists."""
    return [
        (
            one,
            read_list_sheet(read_page(one.old), one.site, one.columns, one.old_rows),
            read_list_sheet(read_page(one.new), one.site, one.columns, one.new_rows),
        )
        for one in labelled
    ]


def train_columns(pairs: Sequence[tuple[LabelledLists, ListSheet, ListSheet]], seed: int) -> dict[str, Any]:
    """The plain model of columns, trained on pairs of pages of one court, and on pages of different courts."""
    random = Random(seed)
    sheets = [sheet for _, old, new in pairs for sheet in (old, new)]
    rows: list[list[float]] = []
    labels: list[float] = []
    weights: list[float] = []
    for _, old, new in pairs:
        _add(rows, labels, weights, old, new, random, 3.0)
        _add(rows, labels, weights, new, old, random, 3.0)
    for new in sheets:
        for old in random.sample(sheets, min(_PARTNERS, len(sheets))):
            if old.site != new.site:
                _add(rows, labels, weights, old, new, random, 1.0)
    parameters = {
        "objective": "cross_entropy",
        "num_leaves": 12,
        "learning_rate": 0.07,
        "feature_fraction": 0.3,
        "bagging_fraction": 0.7,
        "bagging_freq": 1,
        "min_data_in_leaf": 20,
        "lambda_l2": 5.0,
        "max_bin": 63,
        "use_missing": False,
        "verbosity": -1,
        "num_threads": 1,
        "deterministic": True,
        "force_row_wise": True,
        "seed": seed,
    }
    data = lightgbm.Dataset(np.array(rows, dtype=np.float32), np.array(labels), weight=np.array(weights))
    booster = lightgbm.train(parameters, data, num_boost_round=_ROUNDS)
    return {"columns": plain_forest(booster, COLUMN_PAIR_NAMES), "line": list(_LINE)}


def _worth(truth: RowTruth, column: FoundColumn) -> float:
    """How right a column is: 1 where rows and cells are, less where only rows are."""
    rows = min(truth.judge(column.elements, rows=True))
    if rows < 0.5:
        return 0.0
    cells = min(truth.judge(column.elements, rows=False))
    if rows >= 0.95:
        return 1.0 if cells >= 0.95 else 0.6
    return 0.4 if rows >= 0.9 else 0.1


def _add(
    rows: list[list[float]],
    labels: list[float],
    weights: list[float],
    old: ListSheet,
    new: ListSheet,
    random: Random,
    weight: float,
) -> None:
    for name, seed in old.seeds.items():
        worth = new.worth.get(name)
        if worth is None or max(worth, default=0.0) < 0.4:
            continue
        right = [at for at, each in enumerate(worth) if each > 0]
        others = [at for at, each in enumerate(worth) if each == 0]
        for at in [*right, *random.sample(others, min(_MOST_OTHERS, len(others)))]:
            if name == LINKS and any(element.tag != "a" for element in new.columns[at].elements[:20]):
                continue
            rows.append(column_pair(seed, new.columns[at]))
            labels.append(worth[at])
            weights.append(weight)
