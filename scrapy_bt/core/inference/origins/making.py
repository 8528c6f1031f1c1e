"""Values that a client makes: times, random texts, hashes, and joins of pieces that are known."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations

from ....sentences import join, say
from ...samples.parameters import Key
from ...samples.requestparts import IN_HEADERS
from ..answers.codings import encode
from ..answers.requests.acts import TypedField
from ..answers.requests.shapes import values_of
from ..answers.values import Argument, Coded, Coding, Constant, Joined, Now, Value, steps_of
from .chains import Chain, Wanted, chains_for
from .derivation import Derivation, ValueCandidate
from .evidence import STRONG, bits_of_all
from .guessing import TIME_FORMATS, basic_credentials, random_like, read_time
from .ingredients import Ingredient, atoms_of
from .splitting import by_affixes, by_fine_separators, by_separators, is_scheme

_HASHES: Mapping[int, Coding] = {32: "md5", 40: "sha1", 64: "sha256"}
_GLUES = ("", ":", "|", "&", "-", "_", ".", ",", ";", "+")
_MOST_INGREDIENTS = 80
_MOST_IN_THREES = 7
_MOST_HASHES = 16
"""Values that look like hashes and are taken apart; each costs a hundred thousand hashes."""
_LATE, _EARLY = 3.0, 120.0
"""Seconds by which a time may lie after and before the sending of the request that holds it."""
_TIME_SCORE, _HASH_SCORE, _CREDENTIALS_SCORE = 0.85, 0.92, 0.95


class Making:
    """Explains values that stand in no answer as they are."""

    def __init__(self, derivation: Derivation) -> None:
        self._derivation = derivation
        self._workflow = derivation.workflow
        self._hashes_tried = 0

    def explain(
        self, step: int, key: Key, wanted: Wanted, *, varies: bool, support: float = 0.0
    ) -> list[ValueCandidate]:
        """Ways to make the value, the best first.

        *varies*: it differs between recordings; *support*: bits of evidence that come from what is looked for.
        """
        found = [made] if (made := self._credentials(wanted)) else self.hashed(step, wanted)
        if not found and (made := self.timed(step, wanted)):
            found = [made]
        if not found:
            chains = chains_for(next(iter(wanted.values())))
            found = list(self._joined(step, key, wanted, chains, support))
        if not found and varies and (made := random_like(wanted)):
            found = [made]
        return found

    # Times

    def timed(self, step: int, wanted: Wanted) -> ValueCandidate | None:
        """The value as the time of sending."""
        for unit in ("ms", "s", *TIME_FORMATS):
            if all(self._is_time(step, recording, text, unit) for recording, text in wanted.items()):
                return ValueCandidate(Now(unit), _TIME_SCORE, say("the time of sending, in {}", _unit(unit)))
        return None

    def _is_time(self, step: int, recording: int, text: str, unit: str) -> bool:
        exchange = self._workflow.exchanges[step][recording]
        at = read_time(text, unit)
        return (
            exchange is not None
            and bool(exchange.started)
            and at is not None
            and (-_EARLY <= at - exchange.started <= _LATE)
        )

    # Credentials

    def _credentials(self, wanted: Wanted) -> ValueCandidate | None:
        """The value as HTTP's basic authentication of a name and a password that were typed (RFC 7617)."""
        told = {recording: basic_credentials(text) for recording, text in wanted.items()}
        names = {recording: pair[0] for recording, pair in told.items() if pair is not None}
        secrets = {recording: pair[1] for recording, pair in told.items() if pair is not None}
        if len(names) < len(wanted) or (secret := self._typed(secrets)) is None:
            return None
        name = self._typed(names)
        if name is None and len(set(names.values())) > 1:
            return None
        who = Constant(next(iter(names.values()))) if name is None else Argument(name.argument, name.is_secret)
        pair = Joined(_merged((who, Constant(":"), Argument(secret.argument, secret.is_secret))))
        fields = " and ".join(field.called for field in (name, secret) if field is not None)
        why = say("HTTP's basic authentication, of what was typed into {}", fields)
        return ValueCandidate(Joined((Constant("Basic "), Coded(pair, "base64"))), _CREDENTIALS_SCORE, why)

    def _typed(self, texts: Wanted) -> TypedField | None:
        """The field that just this was typed into, in all of these recordings."""
        fields = self._derivation.typed
        return next((field for field in fields if all(field.values[r] == text for r, text in texts.items())), None)

    # Hashes

    def hashed(self, step: int, wanted: Wanted) -> list[ValueCandidate]:
        """The value as a hash of what is known: typed, answered before, or sent beside it."""
        lengths = {len(text) for text in wanted.values()}
        coding = _HASHES.get(next(iter(lengths))) if len(lengths) == 1 else None
        if coding is None:
            return []
        lower = {recording: text.lower() for recording, text in wanted.items()}
        if not all(re.fullmatch(r"[0-9a-f]+", text) for text in lower.values()):
            return []
        self._hashes_tried += 1
        if self._hashes_tried > _MOST_HASHES:
            return []
        found = unhashed(lower, coding, self._ingredients(step, wanted))
        if found is None:
            return []
        value, what = found
        made: Value = Coded(value, coding)
        if lower != dict(wanted):
            made = Coded(made, "upper")
        return [ValueCandidate(made, _HASH_SCORE, say("{} of {}", coding, what), max(steps_of(made), default=-1))]

    def _ingredients(self, step: int, wanted: Wanted) -> list[Ingredient]:
        found: list[Ingredient] = []
        for field in self._derivation.typed:
            texts = {recording: field.values[recording] for recording in wanted}
            if all(texts.values()):
                value = Argument(field.argument, field.is_secret)
                own = Ingredient(
                    value,
                    {r: text for r, text in texts.items() if text},
                    say("what was typed into the field {}", field.called),
                )
                found += [own, *(own.coded(coding) for coding in _HASHES.values())]
        found += self._beside(step, wanted)
        found += atoms_of(self._workflow, step, tuple(wanted))
        known: set[tuple[str, ...]] = set()
        kept = []
        for each in found:
            texts_of = tuple(each.texts.values())
            if texts_of not in known:
                known.add(texts_of)
                kept.append(each)
        return kept[:_MOST_INGREDIENTS]

    def _beside(self, step: int, wanted: Wanted) -> Iterator[Ingredient]:
        """The times, taken values and constants that the same request sends."""
        exchanges = {recording: self._workflow.exchanges[step][recording] for recording in wanted}
        sent = {
            recording: values_of(exchange.sent) for recording, exchange in exchanges.items() if exchange is not None
        }
        first = next(iter(sent.values()))
        for key in first:
            if key.where in IN_HEADERS and not key.name.startswith("x-"):
                continue
            texts = {recording: own.get(key, "") for recording, own in sent.items()}
            if not all(texts.values()) or texts == dict(wanted):
                continue
            if timed := self.timed(step, texts):
                yield Ingredient(timed.value, texts, timed.why)
            elif len(set(texts.values())) == 1:
                yield Ingredient(Constant(next(iter(texts.values()))), texts, say("the {} beside it", key))
            elif taken := self._derivation.taken(step, key, texts):
                yield Ingredient(taken[0].value, texts, taken[0].what)

    # Joins

    def _joined(
        self, step: int, key: Key, wanted: Wanted, chains: Iterable[Chain], support: float = 0.0
    ) -> Iterator[ValueCandidate]:
        for chain in chains:
            if any(direction == "do" for direction, _ in chain.links):
                continue
            texts = {recording: chain.apply(value) for recording, value in wanted.items()}
            if not all(texts.values()):
                continue
            plain = {recording: text for recording, text in texts.items() if text}
            for split in (by_affixes, by_separators, by_fine_separators):
                pieces = split(plain)
                made = self._join(step, key, pieces, support) if pieces else None
                if made is not None:
                    why = say("{}, {}", made.why, chain) if chain.links else made.why
                    yield ValueCandidate(chain.wrap(made.value), made.score, why, made.producer)
                    return

    def _join(self, step: int, key: Key, pieces: Sequence[Wanted], support: float) -> ValueCandidate | None:
        parts: list[Value] = []
        found: list[ValueCandidate] = []
        texts = [next(iter(piece.values())) for piece in pieces]
        told = sum(len(text) for text in texts if not is_scheme(text))
        for place, (piece, text) in enumerate(zip(pieces, texts, strict=True)):
            same = len(set(piece.values())) == 1
            if same and place and texts[place - 1].endswith("://"):
                parts.append(Constant(text))  # pages name a host in many addresses: it says nothing of this one
                continue
            # What speaks for the whole speaks for a piece by its share.
            bits = bits_of_all(piece.values()) + (0 if is_scheme(text) else support * len(text) / told)
            candidate = None if same and bits < STRONG else self._piece(step, key, piece, bits)
            if candidate is not None:
                found.append(candidate)
                parts.append(candidate.value)
            elif same:
                parts.append(Constant(text))
            else:
                return None
        if not found:
            return None
        why = say("joined: {}", join(dict.fromkeys(candidate.why for candidate in found), " and "))
        score = min(candidate.score for candidate in found) - 0.02
        return ValueCandidate(Joined(_merged(parts)), score, why, max(candidate.producer for candidate in found))

    def _piece(self, step: int, key: Key, wanted: Wanted, bits: float) -> ValueCandidate | None:
        if given := self._derivation.inputs.given(step, key, wanted):
            return ValueCandidate(given[0].value, 0.9, say("typed into the field {}", given[0].field.called))
        if taken := self._derivation.taken(step, key, wanted, support=bits - bits_of_all(wanted.values())):
            return taken[0]
        if timed := self.timed(step, wanted):
            return timed
        if hashed := self.hashed(step, wanted):
            return hashed[0]
        coded = (chain for chain in chains_for(next(iter(wanted.values()))) if chain.links)
        if joined := next(self._joined(step, key, wanted, coded), None):
            return joined
        return random_like(wanted) if len(set(wanted.values())) > 1 else None


def unhashed(wanted: Wanted, coding: Coding, ingredients: Sequence[Ingredient]) -> tuple[Value, str] | None:
    """What a hash was made of: an ingredient, a pair, or (of the first few) three, with what may stand between them."""
    first, digest = next(iter(wanted.items()))
    for pool, count in ((ingredients, 1), (ingredients, 2), (ingredients[:_MOST_IN_THREES], 3)):
        for own in permutations(pool, count):
            texts = [each.texts[first] for each in own]
            for glue in _GLUES if count > 1 else ("",):
                if encode(glue.join(texts), coding) == digest and all(
                    encode(glue.join(each.texts[recording] for each in own), coding) == text
                    for recording, text in wanted.items()
                ):
                    return _mixture(own, glue), join((each.what for each in own), " and ")
    return None


def _mixture(own: Sequence[Ingredient], glue: str) -> Value:
    parts: list[Value] = []
    for each in own:
        parts += [Constant(glue), each.value] if parts and glue else [each.value]
    return parts[0] if len(parts) == 1 else Joined(_merged(parts))


def _merged(parts: Sequence[Value]) -> tuple[Value, ...]:
    merged: list[Value] = []
    for part in parts:
        last = merged[-1] if merged else None
        if isinstance(part, Constant) and isinstance(last, Constant):
            merged[-1] = Constant(last.text + part.text)
        else:
            merged.append(part)
    return tuple(merged)


def _unit(unit: str) -> str:
    return {"ms": "milliseconds", "s": "seconds"}.get(unit, f"the form {unit}")
