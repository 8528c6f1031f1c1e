"""Growing of forests with LightGBM, and their plain form, which is evaluated without it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import lightgbm
import numpy as np
from numpy.typing import NDArray

from ..core.healing.forests import Forest
from .lessons import CandidateRows, Matrix

_FURTHER = 40
"""The number of trees that are added."""

_COMMON = {
    "verbosity": -1,
    "num_threads": 1,
    "deterministic": True,
    "force_row_wise": True,
    "use_missing": False,
    "max_bin": 63,
    "feature_pre_filter": False,
    "bagging_freq": 1,
}
_KIND_ROUNDS = 45


def grow_kinds(
    numbers: Matrix, labels: NDArray[np.int8], classes: int, *, names: Sequence[str], seed: int
) -> lightgbm.Booster:
    """A classifier of kinds."""
    parameters = _COMMON | {
        "objective": "multiclass",
        "num_class": classes,
        "num_leaves": 15,
        "learning_rate": 0.12,
        "feature_fraction": 0.3,
        "bagging_fraction": 0.7,
        "min_data_in_leaf": 20,
        "lambda_l2": 3.0,
        "seed": seed,
    }
    data = lightgbm.Dataset(numbers, labels, feature_name=_plain(names), free_raw_data=True)
    return lightgbm.train(parameters, data, num_boost_round=_KIND_ROUNDS)


def grow_ranker(
    rows: CandidateRows, *, names: Sequence[str], seed: int, ranking: bool, rounds: int = 160
) -> lightgbm.Booster:
    """A model that scores pairs: each by itself, or against the others of its group."""
    parameters = _COMMON | {
        "objective": "lambdarank" if ranking else "binary",
        "num_leaves": 15,
        "learning_rate": 0.06,
        "feature_fraction": 0.35,
        "bagging_fraction": 0.7,
        "min_data_in_leaf": 30,
        "lambda_l2": 5.0,
        "seed": seed,
    }
    if ranking:
        parameters |= {"lambdarank_truncation_level": 5, "min_sum_hessian_in_leaf": 0.01}
    numbers = rows.numbers[:, : len(names)]
    data = lightgbm.Dataset(numbers, rows.labels, group=rows.sizes if ranking else None, feature_name=_plain(names))
    return lightgbm.train(parameters, data, num_boost_round=rounds)


def grow_further(rows: CandidateRows, forest: Forest, *, names: Sequence[str], seed: int, ranking: bool) -> list[Any]:
    """Plain trees that make a forest score these rows better; they are few and small, since the rows are few."""
    parameters = _COMMON | {
        "objective": "lambdarank" if ranking else "binary",
        "num_leaves": 4,
        "learning_rate": 0.1,
        "feature_fraction": 0.35,
        "bagging_fraction": 0.7,
        "min_data_in_leaf": 10,
        "lambda_l2": 5.0,
        "seed": seed,
    }
    numbers = rows.numbers[:, : len(names)]
    known = np.array(forest.scores(numbers.tolist()))
    data = lightgbm.Dataset(
        numbers, rows.labels, group=rows.sizes if ranking else None, init_score=known, feature_name=_plain(names)
    )
    trees: list[Any] = plain_forest(lightgbm.train(parameters, data, num_boost_round=_FURTHER), names)["trees"]
    return trees


def plain_forest(booster: lightgbm.Booster, names: Sequence[str], classes: int = 1) -> dict[str, Any]:
    """The form that `Forest.read` takes; numbers are rounded to what single precision holds."""
    trees = []
    for block in booster.model_to_string().split("\nTree=")[1:]:
        lines = dict(line.split("=", 1) for line in block.splitlines() if "=" in line)
        if int(lines["num_leaves"]) == 1:
            trees.append([[], [], [], [], [_round(float(lines["leaf_value"]))]])
            continue
        trees.append(
            [
                [int(each) for each in lines["split_feature"].split()],
                [_round(float(each)) for each in lines["threshold"].split()],
                [int(each) for each in lines["left_child"].split()],
                [int(each) for each in lines["right_child"].split()],
                [_round(float(each)) for each in lines["leaf_value"].split()],
            ]
        )
    return {"names": list(names), "classes": classes, "trees": trees}


def _round(number: float) -> float:
    return float(f"{number:.7g}")


def _plain(names: Sequence[str]) -> list[str]:
    """Names without the characters that LightGBM does not take."""
    return [f"{at}_{''.join(char if char.isalnum() else '_' for char in name)}" for at, name in enumerate(names)]
