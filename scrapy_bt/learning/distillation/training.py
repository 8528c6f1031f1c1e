"""Training of URL distillation in JAX: checkpoints from which it goes on, and the same model for the same seed.

The original's model: a recurrent encoder, `mu` and `logvar`, `z = mu + randn · exp(logvar / 2)`, a recurrent decoder,
binary cross entropy of what comes back; `docs/dispatch.md` says what differs and why.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from hashlib import sha256
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
from numpy.typing import NDArray

from ...core.dispatch.projections import shape
from ...core.documents.models import pack_model, unpack_model
from ...errors import BTError
from .distiller import ENCODER, KIND, SYMBOLS, encode_texts

CHECKPOINT = "the training of urls"
"""The kind of a file of a checkpoint."""
_BITS = 7
"""Bits of a symbol."""
_WIDTHS = (32, 64, 128, 256, 512)
"""The numbers of symbols that batches are padded to, so that few shapes are compiled."""
_HELD_OUT = 0.1
_CLIP = 1.0

Weights = dict[str, jax.Array]


@dataclass(frozen=True)
class DistillationPlan:
    """What a training does; the same plan, URLs and versions give the same model."""

    width: int = 1
    """How many numbers a URL becomes."""
    steps: int = 600
    batch: int = 64
    hidden: int = 48
    embedding: int = 16
    rate: float = 3e-3
    divergence: float = 1e-3
    """Weight of the Kullback–Leibler term, reached over the first half of the steps."""
    seed: int = 0


@dataclass(frozen=True)
class DistillationProgress:
    """How far a training is."""

    step: int
    steps: int
    loss: float
    """Bits of the symbols held out that come back wrong, as binary cross entropy in nats a bit."""
    left: float
    """Seconds, as far as can be told."""


def train(
    urls: Sequence[str],
    plan: DistillationPlan,
    *,
    checkpoint: bytes | None = None,
    tell: Callable[[DistillationProgress], None] = lambda _: None,
    keep: Callable[[bytes], None] = lambda _: None,
    every: int = 50,
) -> bytes:
    """The trained model as the bytes of a file; *keep* gets a checkpoint and *tell* the progress after *every* steps.

    Raises `BTError` for fewer than 20 URLs of different shapes, and for a checkpoint of another training.
    """
    texts = sorted({shape(url) for url in urls})
    if len(texts) < 20:
        raise BTError(f"{len(texts)} URLs differ in more than their digits: a training needs 20 at least")
    order = np.random.default_rng(plan.seed).permutation(len(texts))
    held = [texts[at] for at in order[: max(4, int(_HELD_OUT * len(texts)))]][:512]
    taught = [texts[at] for at in order[len(held) :]]
    facts = asdict(plan) | {"urls": len(texts), "digest": sha256("\n".join(texts).encode()).hexdigest()}
    weights = _begin(plan)
    state = _optimiser(plan).init(weights)
    step = 0
    if checkpoint is not None:
        weights, state, step = _restore(checkpoint, facts, state)
    began, first = time.monotonic(), step
    while step < plan.steps:
        chosen = np.random.default_rng((plan.seed, step)).choice(
            len(taught), min(plan.batch, len(taught)), replace=False
        )
        symbols = _pad([taught[at] for at in chosen])
        divergence = plan.divergence * min(1.0, 2 * step / plan.steps)
        key = jax.random.key(plan.seed * 1_000_003 + step)
        weights, state = _advance(weights, state, symbols, key, divergence, plan=plan)
        step += 1
        if step % every == 0 or step == plan.steps:
            keep(_pack_checkpoint(weights, state, step, facts))
            loss = float(np.mean([_loss(weights, _pad(part), None, 0.0) for part in _parts(held, plan.batch)]))
            left = (time.monotonic() - began) / (step - first) * (plan.steps - step)
            tell(DistillationProgress(step, plan.steps, loss, left))
    arrays = {name: np.asarray(weights[name]) for name in ENCODER}
    return pack_model(KIND, arrays, facts | {"version": facts["digest"][:12]})


def _begin(plan: DistillationPlan) -> Weights:
    hidden, embedding, width = plan.hidden, plan.embedding, plan.width
    forms = {
        "embedding": (SYMBOLS, embedding),
        "gates_in": (embedding, 3 * hidden),
        "gates_state": (hidden, 3 * hidden),
        "mu": (hidden, width),
        "logvar": (hidden, width),
        "open": (width, hidden),
        "back_in": (width, 3 * hidden),
        "back_state": (hidden, 3 * hidden),
        "bits": (hidden, _BITS),
    }
    keys = jax.random.split(jax.random.key(plan.seed), len(forms))
    weights = {
        name: jax.random.normal(key, form) / jnp.sqrt(form[0] if name != "embedding" else embedding)
        for key, (name, form) in zip(keys, forms.items(), strict=True)
    }
    biases = {"gates_bias": 3 * hidden, "mu_bias": width, "logvar_bias": width, "open_bias": hidden}
    biases |= {"back_bias": 3 * hidden, "bits_bias": _BITS}
    return weights | {name: jnp.zeros(size) for name, size in biases.items()}


def _recur(state: jax.Array, inputs: jax.Array, gates_state: jax.Array) -> jax.Array:
    """One step of a gated recurrent unit."""
    hidden = state.shape[1]
    gates = jax.nn.sigmoid(inputs[:, : 2 * hidden] + state @ gates_state[:, : 2 * hidden])
    reset, keep = gates[:, :hidden], gates[:, hidden:]
    new = jnp.tanh(inputs[:, 2 * hidden :] + (reset * state) @ gates_state[:, 2 * hidden :])
    return keep * state + (1 - keep) * new


def _encode(weights: Weights, symbols: jax.Array) -> tuple[jax.Array, jax.Array]:
    table = weights["embedding"] @ weights["gates_in"] + weights["gates_bias"]

    def read(state: jax.Array, column: jax.Array) -> tuple[jax.Array, None]:
        new = _recur(state, table[column], weights["gates_state"])
        return jnp.where(column[:, None] == 0, state, new), None

    start = jnp.zeros((symbols.shape[0], weights["gates_state"].shape[0]))
    state, _ = jax.lax.scan(read, start, symbols.T)
    return state @ weights["mu"] + weights["mu_bias"], state @ weights["logvar"] + weights["logvar_bias"]


def _decode(weights: Weights, z: jax.Array, length: int) -> jax.Array:
    """The logits of the bits of each symbol."""
    inputs = z @ weights["back_in"] + weights["back_bias"]

    def write(state: jax.Array, _: None) -> tuple[jax.Array, jax.Array]:
        state = _recur(state, inputs, weights["back_state"])
        return state, state @ weights["bits"] + weights["bits_bias"]

    start = jnp.tanh(z @ weights["open"] + weights["open_bias"])
    _, logits = jax.lax.scan(write, start, None, length=length)
    return logits.transpose(1, 0, 2)


@jax.jit
def _loss(weights: Weights, symbols: jax.Array, key: Any, divergence: Any) -> jax.Array:
    """Without a *key* nothing is left to chance."""
    mu, logvar = _encode(weights, symbols)
    logvar = jnp.clip(logvar, -8, 8)
    z = mu if key is None else mu + jax.random.normal(key, mu.shape) * jnp.exp(logvar / 2)
    logits = _decode(weights, z, symbols.shape[1])
    bits = (symbols[:, :, None] >> jnp.arange(_BITS)) & 1
    entropy = jnp.mean(optax.sigmoid_binary_cross_entropy(logits, bits.astype(jnp.float32)))
    apart = 0.5 * jnp.mean(jnp.sum(mu**2 + jnp.exp(logvar) - 1 - logvar, axis=1))
    return entropy + divergence * apart


def _optimiser(plan: DistillationPlan) -> Any:
    return optax.chain(optax.clip_by_global_norm(_CLIP), optax.adam(plan.rate))


@partial(jax.jit, static_argnames="plan")  # once for a process
def _advance(
    weights: Weights, state: Any, symbols: jax.Array, key: jax.Array, divergence: Any, *, plan: DistillationPlan
) -> tuple[Weights, Any]:
    slopes = jax.grad(_loss)(weights, symbols, key, divergence)
    updates, state = _optimiser(plan).update(slopes, state, weights)
    return optax.apply_updates(weights, updates), state


def _pad(texts: Sequence[str]) -> NDArray[np.int32]:
    """Symbols padded to one of a few widths, with at least one 0 behind the longest text."""
    symbols = encode_texts(texts)
    width = next((width for width in _WIDTHS if width > symbols.shape[1]), _WIDTHS[-1])
    padded = np.zeros((len(texts), width), np.int32)
    padded[:, : symbols.shape[1]] = symbols[:, :width]
    return padded


def _parts(texts: Sequence[str], size: int) -> list[Sequence[str]]:
    return [texts[first : first + size] for first in range(0, len(texts), size)]


def _pack_checkpoint(weights: Weights, state: Any, step: int, facts: dict[str, Any]) -> bytes:
    leaves = [np.asarray(leaf, np.float32) for leaf in jax.tree.leaves((weights, state))]
    return pack_model(CHECKPOINT, {f"{at:04}": leaf for at, leaf in enumerate(leaves)}, facts | {"step": step})


def _restore(checkpoint: bytes, facts: dict[str, Any], state: Any) -> tuple[Weights, Any, int]:
    stored, told = unpack_model(checkpoint, CHECKPOINT, "the checkpoint")
    step = int(told.pop("step", 0))
    if told != facts:
        raise BTError("the checkpoint is of another training (other URLs or options); delete it to begin anew")
    weights = _begin(DistillationPlan(**{name: facts[name] for name in asdict(DistillationPlan())}))
    old, form = jax.tree.flatten((weights, state))
    leaves = [jnp.asarray(stored[f"{at:04}"].reshape(leaf.shape), leaf.dtype) for at, leaf in enumerate(old)]
    weights, state = jax.tree.unflatten(form, leaves)
    return weights, state, step
