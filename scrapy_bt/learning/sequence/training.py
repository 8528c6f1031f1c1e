"""Training of the sequence model in JAX: checkpoints from which it goes on, and the same model for the same seed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from hashlib import sha256
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax

from ...core.documents.models import pack_model
from ...core.healing.joint import AS_MARGIN, ConfidenceLine
from ...errors import BTError
from . import network
from .encoding import LIKENESSES, MEANING, PER_TOKEN, STEP_NUMBERS, WIDTH
from .grammar import MOST_CHOICES, MOST_STEPS
from .questions import Question

Weights = dict[str, jax.Array]
_FIXED = ("mean", "scale")
"""Weights that are not learned."""
_CLIP = 1.0
_DECAY = 1e-3
_NUMBERS_LEFT_OUT = 0.1
_WORDS_LEFT_OUT = 0.25
_NEVER = -1e9
_MEASURED = 300
"""Pages by which numbers are put to one size."""
_BLIND = 0.5
"""Of the questions, those in which equal texts do not count."""


@dataclass(frozen=True)
class SequencePlan:
    """What a training does; the same plan, questions and versions give the same model."""

    steps: int = 600
    batch: int = 16
    others: int = 160
    """Candidates that a question is answered from."""
    hidden: int = 32
    embedding: int = 24
    rate: float = 3e-3
    seed: int = 0


@dataclass(frozen=True)
class SequenceProgress:
    """How far a training is."""

    step: int
    steps: int
    loss: float
    """Of the questions since it was told last, in nats."""


def train(
    questions: Sequence[Question],
    plan: SequencePlan,
    *,
    line: ConfidenceLine = AS_MARGIN,
    tell: Callable[[SequenceProgress], None] = lambda _: None,
    every: int = 100,
) -> bytes:
    """The trained model as the bytes of a file; *line*: how sure choices are."""
    if len(questions) < 20:
        raise BTError(f"there are {len(questions)} fields whose redesign is known: a training needs 20 at least")
    weights = _begin(plan, questions)
    learned = {name: array for name, array in weights.items() if name not in _FIXED}
    fixed = {name: weights[name] for name in _FIXED}
    state = _optimiser(plan).init(learned)
    losses = []
    for step in range(plan.steps):
        random = np.random.default_rng((plan.seed, step))
        chosen = random.choice(len(questions), min(plan.batch, len(questions)), replace=False)
        batch = _batch([questions[at] for at in chosen], plan, random)
        key = jax.random.key(plan.seed * 1_000_003 + step)
        learned, state, loss = _advance(learned, state, fixed, batch, key, plan=plan)
        losses.append(loss)
        if (step + 1) % every == 0 or step + 1 == plan.steps:
            tell(SequenceProgress(step + 1, plan.steps, float(np.mean(losses))))
            losses.clear()
    arrays = {name: np.asarray(array, np.float32) for name, array in (learned | fixed).items()}
    digest = sha256(b"".join(arrays[name].tobytes() for name in sorted(arrays))).hexdigest()
    facts = asdict(plan) | {"questions": len(questions), "line": list(line), "meaning": MEANING, "version": digest[:12]}
    return pack_model(network.KIND, arrays, facts)


def _begin(plan: SequencePlan, questions: Sequence[Question]) -> Weights:
    forms = network.forms(plan.hidden, plan.embedding)
    keys = jax.random.split(jax.random.key(plan.seed), len(forms))
    weights = {}
    for key, (name, form) in zip(keys, forms.items(), strict=True):
        is_flat = len(form) == 1 and name not in ("point", "step")
        size = form[-1] if name == "words" else form[0]
        weights[name] = jnp.zeros(form) if is_flat else jax.random.normal(key, form) / np.sqrt(size)
    sights = {id(one.new): one.cache.sight(one.new) for one in questions}
    looks = np.concatenate(
        [sight.looks[:: max(1, len(sight.looks) // 50)] for sight in list(sights.values())[:_MEASURED]]
    )
    spread = looks.astype(np.float32).std(axis=0)
    weights["mean"] = jnp.asarray(looks.astype(np.float32).mean(axis=0))
    weights["scale"] = jnp.asarray(1 / np.maximum(spread, 0.05))
    return weights


def _batch(questions: Sequence[Question], plan: SequencePlan, random: np.random.Generator) -> dict[str, Any]:
    """Arrays of one form: of each question so many candidates, the right ones among them, and so many steps."""
    rows = [_row(one, plan, random) for one in questions]
    return {name: np.stack([row[name] for row in rows]) for name in rows[0]}


def _row(one: Question, plan: SequencePlan, random: np.random.Generator) -> dict[str, Any]:
    size = plan.others
    before, after = one.cache.sight(one.old), one.cache.sight(one.new)
    total = len(after.looks)
    right = list(one.right[: size // 2])
    others = [int(at) for at in random.permutation(total)[:size] if at not in one.right]
    numbers = (right + others)[:size]
    new, like = np.zeros((size, WIDTH), np.float32), np.zeros((size, LIKENESSES), np.float32)
    new[: len(numbers)] = after.looks[numbers]
    like[: len(numbers)] = one.likenesses(numbers, blind=bool(random.random() < _BLIND))
    there, is_right = np.zeros(size + 1, bool), np.zeros(size + 1, bool)
    there[: len(numbers)] = there[-1] = True
    is_right[: len(right)] = True
    is_right[-1] = not right
    words = np.zeros((MOST_STEPS + 1, MOST_CHOICES, PER_TOKEN), np.int32)
    counts = np.zeros((MOST_STEPS + 1, MOST_CHOICES, STEP_NUMBERS), np.float32)
    ways = np.zeros((MOST_STEPS + 1, MOST_CHOICES), bool)
    taken = np.full(MOST_STEPS + 1, -1, np.int32)
    for at, (step_words, step_numbers, choice) in enumerate(one.spelled):
        words[at, : len(step_words)], counts[at, : len(step_words)] = step_words, step_numbers
        ways[at, : len(step_words)] = True
        taken[at] = choice
    return {
        "tokens": one.tokens,
        "old": before.looks[one.place.number].astype(np.float32),
        "before": before.mean,
        "after": after.mean,
        "new": new,
        "like": like,
        "there": there,
        "right": is_right,
        "words": words,
        "counts": counts,
        "ways": ways,
        "taken": taken,
    }


def _optimiser(plan: SequencePlan) -> Any:
    schedule = optax.cosine_decay_schedule(plan.rate, plan.steps, 0.05)
    return optax.chain(optax.clip_by_global_norm(_CLIP), optax.adamw(schedule, weight_decay=_DECAY))


@partial(jax.jit, static_argnames="plan")  # once for all folds
def _advance(
    learned: Weights, state: Any, fixed: Weights, batch: Any, key: jax.Array, *, plan: SequencePlan
) -> tuple[Weights, Any, jax.Array]:
    def mean_loss(weights: Weights) -> jax.Array:
        keys = jax.random.split(key, len(batch["old"]))
        return jnp.mean(jax.vmap(partial(_loss, weights | fixed))(batch, keys))

    loss, slopes = jax.value_and_grad(mean_loss)(learned)
    updates, state = _optimiser(plan).update(slopes, state, learned)
    return optax.apply_updates(learned, updates), state, loss


def _loss(weights: Weights, one: dict[str, jax.Array], key: jax.Array) -> jax.Array:
    """What the right candidate and the steps to it were not expected to be, in nats; some numbers are left out."""
    first, second = jax.random.split(key)
    kept = jax.random.bernoulli(first, 1 - _NUMBERS_LEFT_OUT, (WIDTH,))
    tokens = one["tokens"] * jax.random.bernoulli(second, 1 - _WORDS_LEFT_OUT, one["tokens"].shape)
    tokens = tokens.at[:, 0].set(one["tokens"][:, 0])
    old, before, after, new = (
        network.standard(jnp, weights, one[name]) * kept for name in ("old", "before", "after", "new")
    )
    state = network.encode(jnp, weights, tokens, old, before, after, fold=_fold)
    keys = network.candidates(jnp, weights, old, new, one["like"])
    logits = jnp.where(one["there"], network.point(jnp, weights, state, keys, one["like"]), _NEVER)
    loss = jax.nn.logsumexp(logits) - jax.nn.logsumexp(jnp.where(one["right"], logits, _NEVER))
    state = network.write(jnp, weights, state, keys[0])

    def spell(at: tuple[jax.Array, jax.Array], step: dict[str, jax.Array]) -> tuple[jax.Array, jax.Array]:
        loss, state = at
        known = network.step_keys(jnp, weights, step["words"], step["counts"])
        logits = jnp.where(step["ways"], network.go_on(jnp, weights, state, known), _NEVER)
        taken = jnp.maximum(step["taken"], 0)
        surprise = jnp.where(step["taken"] < 0, 0.0, jax.nn.logsumexp(logits) - logits[taken])
        return loss + surprise, network.write(jnp, weights, state, known[taken])

    found: jax.Array = _fold(spell, (loss, state), {name: one[name] for name in ("words", "counts", "ways", "taken")})[
        0
    ]
    return found


def _fold(step: Callable[[Any, Any], Any], state: Any, rows: Any) -> Any:
    return jax.lax.scan(lambda at, row: (step(at, row), None), state, rows)[0]
