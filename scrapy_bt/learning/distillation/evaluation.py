"""How well projections put URLs of a route together: purity@10 of nearest neighbours, ties counted by their chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...core.dispatch.projections import PATTERNS, hashed_trigrams, shape
from ...errors import BTError
from .addresses import RoutedUrl
from .distiller import Distiller, encode_texts

NEIGHBOURS = 10
_MOST, _ASKED = 2000, 300
"""How many URLs are compared, and for how many of them neighbours are looked at."""

Distances = Callable[[int], NDArray[Any]]
"""From the index of a URL to its distances to all URLs."""


def evaluate(addresses: Sequence[RoutedUrl], distiller: Distiller | None, *, seed: int = 0) -> dict[str, float]:
    """Purity@10 by the projection's name; the same URLs and seed give the same figures.

    A neighbour is right that is of the same host and route. Where a route has fewer than eleven URLs, as many
    neighbours are asked for as it has others, so that 1 can be reached. Raises `BTError` where no two routes have two
    URLs each.
    """
    chosen = _choose(addresses, seed)
    urls = [address.url for address in chosen]
    routes = np.unique([f"{shape(url).partition('/')[0]} {route}" for url, route in chosen], return_inverse=True)[1]
    sizes = np.bincount(routes)
    asked = np.random.default_rng(seed).permutation(len(urls))[:_ASKED]
    found = {"chance": float(np.mean((sizes[routes[asked]] - 1) / (len(urls) - 1)))}
    for name, distances in _projections(urls, distiller).items():
        found[name] = float(np.mean([_purity(distances(at), routes, at, sizes) for at in asked]))
    return found


def _choose(addresses: Sequence[RoutedUrl], seed: int) -> list[RoutedUrl]:
    distinct = sorted(set(addresses))
    routes = Counter((shape(url).partition("/")[0], route) for url, route in distinct)
    common = [each for each in distinct if routes[shape(each.url).partition("/")[0], each.route] > 1]
    if len({each.route for each in common}) < 2:
        raise BTError(
            "to judge, two routes with two URLs each are needed at least: name them behind a tab, or a file each"
        )
    order = np.random.default_rng(seed).permutation(len(common))[:_MOST]
    chosen = [common[at] for at in sorted(order)]
    left = Counter((shape(url).partition("/")[0], route) for url, route in chosen)
    return [each for each in chosen if left[shape(each.url).partition("/")[0], each.route] > 1]


def _projections(urls: Sequence[str], distiller: Distiller | None) -> Mapping[str, Distances]:
    width = distiller.width if distiller else 1
    found: dict[str, Distances] = {"edit distance": _edit_distances(urls)}
    trigrams = np.array([hashed_trigrams(url, width) for url in urls])
    found[f"hashed trigrams, {width}"] = _in_space(trigrams)
    for name, pattern in PATTERNS.items():
        found[name] = _by_text([pattern(url) for url in urls])
    if distiller is not None:
        found[f"model, {width}"] = _in_space(np.array(distiller.distil(urls)))
    return found


def _purity(distances: NDArray[Any], routes: NDArray[Any], at: int, sizes: NDArray[Any]) -> float:
    """The share of right ones among the nearest, where any of equally near ones may be taken."""
    count = min(NEIGHBOURS, int(sizes[routes[at]]) - 1)
    distances = np.delete(distances, at)
    right = np.delete(routes == routes[at], at)
    limit = np.partition(distances, count - 1)[count - 1]
    nearer, level = distances < limit, distances == limit
    open_places = count - nearer.sum()
    return float((right[nearer].sum() + open_places * right[level].mean()) / count)


def _in_space(points: NDArray[Any]) -> Distances:
    return lambda at: np.linalg.norm(points - points[at], axis=1)


def _by_text(texts: Sequence[str]) -> Distances:
    """0 for the same text; others are the nearer, the more segments they begin with in common."""
    split = [text.replace("?", "/?").split("/") for text in texts]
    known: dict[str, NDArray[Any]] = {}

    def distances(at: int) -> NDArray[Any]:
        if texts[at] not in known:
            known[texts[at]] = np.array([_apart(split[at], other) for other in split])
        return known[texts[at]]

    return distances


def _apart(one: Sequence[str], other: Sequence[str]) -> float:
    if one == other:
        return 0.0
    shared = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return 1.0 - shared / (max(len(one), len(other)) + 1)


def _edit_distances(urls: Sequence[str]) -> Distances:
    symbols = encode_texts([url.partition("://")[2] for url in urls])[:, :160].astype(np.int16)
    lengths = (symbols > 0).sum(axis=1)

    def distances(at: int) -> NDArray[Any]:
        width = symbols.shape[1]
        # One row of the table of Levenshtein for all others at once; an insertion runs along the row, by a minimum.
        row = np.tile(np.arange(width + 1), (len(urls), 1))
        steps = np.arange(width + 1)
        for count, sign in enumerate(symbols[at][: lengths[at]], 1):
            new = row + 1
            new[:, 0] = count
            new[:, 1:] = np.minimum(new[:, 1:], row[:, :-1] + (symbols != sign))
            row = np.minimum.accumulate(new - steps, axis=1) + steps
        return row[np.arange(len(urls)), lengths]

    return distances
