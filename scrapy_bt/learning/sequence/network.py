"""The network: an encoder of what stood before, a pointer to what it is today, a decoder of steps to it.

Its functions take the library that computes, numpy in service and JAX in training, so that both mean the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .encoding import LIKENESSES, STEP_NUMBERS, WIDTH, WORDS

KIND = "selectors"
Array = Any
"""Of numpy or JAX."""
Weights = Mapping[str, Array]
Fold = Callable[[Callable[[Array, Array], Array], Array, Array], Array]
"""Takes a state through rows, one after another."""


def forms(hidden: int, embedding: int) -> dict[str, tuple[int, ...]]:
    """The weights by name, with their shapes."""
    return {
        "mean": (WIDTH,),
        "scale": (WIDTH,),
        "words": (WORDS, embedding),
        "old": (WIDTH, hidden),
        "before": (WIDTH, hidden),
        "after": (WIDTH, hidden),
        "change": (WIDTH, hidden),
        "gates_in": (embedding, 3 * hidden),
        "gates_state": (hidden, 3 * hidden),
        "gates_bias": (3 * hidden,),
        "new": (WIDTH, hidden),
        "apart": (WIDTH, hidden),
        "both": (WIDTH, hidden),
        "likeness": (LIKENESSES, hidden),
        "direct": (LIKENESSES,),
        "asked": (hidden, hidden),
        "point": (hidden,),
        "gone": (hidden,),
        "written_in": (hidden, 3 * hidden),
        "written_state": (hidden, 3 * hidden),
        "written_bias": (3 * hidden,),
        "token": (embedding, hidden),
        "token_numbers": (STEP_NUMBERS, hidden),
        "wanted": (hidden, hidden),
        "step": (hidden,),
    }


def standard(xp: Any, weights: Weights, looks: Array) -> Array:
    """Numbers of candidates, each of about the same size."""
    return xp.clip((looks - weights["mean"]) * weights["scale"], -3.0, 3.0)


def in_turn(step: Callable[[Array, Array], Array], state: Array, rows: Sequence[Array]) -> Array:
    """A fold as Python does it."""
    for row in rows:
        state = step(state, row)
    return state


def encode(
    xp: Any, weights: Weights, tokens: Array, old: Array, before: Array, after: Array, *, fold: Fold = in_turn
) -> Array:
    """What is asked: tokens of the selector and the element before, its numbers, the means of both pages.

    The change is what the pages' means differ by.
    """

    def read(state: Array, token: Array) -> Array:
        inputs = embed(xp, weights, token) @ weights["gates_in"] + weights["gates_bias"]
        return xp.where(token[0] > 0, recur(xp, state, inputs, weights["gates_state"]), state)

    state = xp.tanh(
        old @ weights["old"]
        + before @ weights["before"]
        + after @ weights["after"]
        + (after - before) @ weights["change"]
    )
    return fold(read, state, tokens)


def candidates(xp: Any, weights: Weights, old: Array, new: Array, likeness: Array) -> Array:
    """What is known of each candidate beside the old one; the last one says that it is gone."""
    keys = xp.maximum(
        0.0,
        new @ weights["new"]
        + xp.abs(new - old) @ weights["apart"]
        + (new * old) @ weights["both"]
        + likeness @ weights["likeness"],
    )
    return xp.concatenate([keys, weights["gone"][None, :]])


def point(xp: Any, weights: Weights, state: Array, keys: Array, likeness: Array) -> Array:
    """The logits of candidates."""
    asked = xp.maximum(0.0, keys + state @ weights["asked"])
    direct = xp.concatenate([likeness @ weights["direct"], xp.zeros(1)])
    return asked @ weights["point"] + keys @ weights["asked"] @ state / keys.shape[1] + direct


def write(xp: Any, weights: Weights, state: Array, token: Array) -> Array:
    """The state after a token: the candidate's key, then each step's."""
    return recur(xp, state, token @ weights["written_in"] + weights["written_bias"], weights["written_state"])


def step_keys(xp: Any, weights: Weights, words: Array, numbers: Array) -> Array:
    """What is known of each way to go on."""
    return xp.tanh(embed(xp, weights, words) @ weights["token"] + numbers @ weights["token_numbers"])


def go_on(xp: Any, weights: Weights, state: Array, keys: Array) -> Array:
    """The logits of ways to go on."""
    return xp.maximum(0.0, keys + state @ weights["wanted"]) @ weights["step"]


def embed(xp: Any, weights: Weights, words: Array) -> Array:
    """The mean of the vectors of a token's words."""
    there = (words > 0)[..., None]
    return (weights["words"][words] * there).sum(axis=-2) / xp.maximum(1, there.sum(axis=-2))


def recur(xp: Any, state: Array, inputs: Array, gates_state: Array) -> Array:
    """One step of a gated recurrent unit."""
    hidden = state.shape[-1]
    gates = 1 / (1 + xp.exp(-(inputs[: 2 * hidden] + state @ gates_state[:, : 2 * hidden])))
    reset, keep = gates[:hidden], gates[hidden:]
    new = xp.tanh(inputs[2 * hidden :] + (reset * state) @ gates_state[:, 2 * hidden :])
    return keep * state + (1 - keep) * new
