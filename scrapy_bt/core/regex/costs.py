"""How long Python's `re` takes at most for a pattern on a text: a bound that is proven before it is used.

`re` tries alternatives one after the other and cannot be interrupted. It is the fastest engine nevertheless, so a
pattern goes to it wherever its worst case is short. The bound counts what a backtracking matcher can do:
for each node in how many *ways* it can fit from one place, and the *work* of trying all of them, both as
polynomials of the text's length n, in nanoseconds. A sequence does the work of its second part once for
each way of its first.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import reduce
from itertools import zip_longest
from math import inf

from .charsets import has
from .syntax import At, Atomic, Back, Branch, Chars, Condition, Lookaround, Node, RegexGroup, Repeat, Sequence

STEP = 12.0
"""Nanoseconds of one step of the matcher, measured on the slow side."""
SCAN = 1.5
"""Nanoseconds for one more character of the same set, which is looked up in a table."""
_ASKED = 6.0
"""Nanoseconds for each category that is asked for a character, and for finding its other case."""
_SKIP = 3.0
"""Nanoseconds for a character on the way to the next occurrence of the text with which a match begins."""
_EXPANDED = 64
"""Repetitions of more than one node that are counted one by one."""


@dataclass(frozen=True)
class Bound:
    """A polynomial: the factors of 1, n, n², …; exponential is without end from the start."""

    factors: tuple[float, ...]

    @property
    def degree(self) -> int:
        """The greatest power."""
        return len(self.factors) - 1

    def __add__(self, other: Bound) -> Bound:
        return Bound(tuple(map(sum, zip_longest(self.factors, other.factors, fillvalue=0.0))))

    def __mul__(self, other: Bound) -> Bound:
        if inf in self.factors or inf in other.factors or self.degree + other.degree > _HIGHEST:
            return _NEVER
        product = [0.0] * (self.degree + other.degree + 1)
        for power, factor in enumerate(self.factors):
            for more, by in enumerate(other.factors):
                product[power + more] += factor * by
        return Bound(tuple(product))

    def at(self, length: int) -> float:
        """The value for a text of that length."""
        return reduce(lambda value, factor: value * length + factor, reversed(self.factors))

    def up_to(self, length: int) -> float:
        """The sum of the values for all lengths up to that one, as its integral."""
        return sum(factor * float(length) ** (power + 1) / (power + 1) for power, factor in enumerate(self.factors))


_HIGHEST = 6
_ONE = Bound((1.0,))
_STEP = Bound((STEP,))
_NEVER = Bound((inf,))


def _times(least: float, per_character: float = 0.0) -> Bound:
    return Bound((least, per_character)) if per_character else Bound((least,))


@dataclass(frozen=True)
class Cost:
    """What one node, or a sequence of them, can come to from one place."""

    ways: Bound = _ONE
    work: Bound = Bound((0.0,))
    width: float = 0
    """The most characters that it takes."""

    def then(self, other: Cost) -> Cost:
        """One after the other."""
        return Cost(self.ways * other.ways, self.work + self.ways * other.work, self.width + other.width)


@dataclass(frozen=True)
class Price:
    """The bound of a whole pattern: what each attempt costs, what each character costs, and where attempts begin."""

    attempt: Bound
    character: float
    prefix: str

    def safe_length(self, nanoseconds: float) -> int:
        """Up to this length a text is searched in that time whatever stands in it."""
        return bisect_right(range(1 << 40), nanoseconds, key=self.worst) - 1

    def worst(self, length: int) -> float:
        """Nanoseconds for the worst text of that length: attempts as close as can be, each to the end of the text."""
        attempts = self.attempt.at(length) + self.attempt.up_to(length) / (period(self.prefix) if self.prefix else 1)
        return self.character * length + attempts

    def nanoseconds(self, text: str) -> float:
        """At most so long takes finding all matches in *text*."""
        length = len(text)
        passing = self.character * length
        attempt = self.attempt.at(length)
        if not self.prefix:
            return self.worst(length)
        # Occurrences that overlap are counted once by `count`, so they are multiplied by how many there may be.
        overlap = -(-len(self.prefix) // period(self.prefix))
        return passing + (text.count(self.prefix) * overlap + 1) * attempt


def price(body: Sequence) -> Price:
    """The bound of a pattern."""
    nodes = _flat(body)
    prefix = _prefix(nodes)
    character = _SKIP if prefix else STEP
    before = Cost()
    for index, node in enumerate(nodes):
        rest = nodes[index + 1 :]
        single = node.single if isinstance(node, Repeat) and node.most is None else None
        if single is None or before.work.degree > 0:
            before = before.then(_cost(node, rest))
            continue
        repeat = node
        assert isinstance(repeat, Repeat)
        if not rest and repeat.mode != "lazy":
            # The last part takes all it can get and the match is made: no character is read twice.
            return Price(
                before.work + before.ways * _times(STEP * (repeat.least + 1)), character + _scan(single), prefix
            )
        after = _sequence(rest)
        if after.work.degree == 0 and any(not has(single, char) for char in prefix):
            # A run cannot contain the prefix, so as many attempts see the same run as begin within what is before it.
            sharing = (before.width + 1) // period(prefix) + 1
            once = 2 * _scan(single) if _is_apart(single, rest) and repeat.mode != "lazy" else STEP + after.work.at(0)
            return Price(
                before.work + before.ways * (_STEP + after.work),
                character + once * before.ways.at(0) * sharing,
                prefix,
            )
        before = before.then(_cost(node, rest))
    return Price(before.work + _STEP, character, prefix)


def _flat(body: Sequence) -> list[Node]:
    """The nodes in order, without the parentheses around parts that come once."""
    nodes: list[Node] = []
    for node in body:
        nodes += _flat(node.body) if isinstance(node, RegexGroup) else [node]
    return nodes


def _prefix(nodes: list[Node]) -> str:
    """The text with which every match begins."""
    prefix = ""
    for node in nodes:
        literal = node.literal if isinstance(node, Chars) else None
        if literal is None:
            break
        prefix += literal
    return prefix


def period(text: str) -> int:
    """The least distance of two occurrences of a text."""
    return next(shift for shift in range(1, len(text) + 1) if text.startswith(text[shift:]))


def _sequence(body: Sequence | list[Node]) -> Cost:
    nodes = _flat(tuple(body))
    return reduce(Cost.then, (_cost(node, nodes[index + 1 :]) for index, node in enumerate(nodes)), Cost())


def _cost(node: Node, rest: list[Node]) -> Cost:
    match node:
        case Chars():
            return Cost(_ONE, _STEP, 1)
        case At():
            return Cost(_ONE, _STEP)
        case RegexGroup(_, body):
            return _sequence(body)
        case Branch(options):
            return _either([_sequence(option) for option in options])
        case Condition(_, yes, no):
            return _either([_sequence(yes), _sequence(no)])
        case Lookaround(_, _, body):
            return Cost(_ONE, _sequence(body).work + _STEP)
        case Atomic(body):
            inside = _sequence(body)
            return Cost(_ONE, inside.work + _STEP, inside.width)
        case Back():
            return Cost(_ONE, _times(STEP, SCAN), inf)
        case Repeat():
            return _repeated(node, rest)


def _scan(chars: Chars) -> float:
    return SCAN + _ASKED * (len(chars.categories) + chars.is_folded)


def _either(costs: list[Cost]) -> Cost:
    ways = reduce(Bound.__add__, (cost.ways for cost in costs), _times(0))
    work = reduce(Bound.__add__, (cost.work for cost in costs), _STEP)
    return Cost(ways, work, max(cost.width for cost in costs))


def _repeated(repeat: Repeat, rest: list[Node]) -> Cost:
    single = repeat.single
    if single is not None:
        many = _times(1, 1) if repeat.most is None else _times(repeat.most + 1)
        width = inf if repeat.most is None else repeat.most
        # Where the next character cannot be one of the run, there is one way: the whole run.
        is_certain = repeat.mode == "possessive" or _is_apart(single, rest)
        per_character = _times(STEP if repeat.mode == "lazy" else 2 * _scan(single))
        return Cost(_ONE if is_certain else many, _STEP + many * per_character, width)
    once = _sequence(repeat.body)
    if repeat.most is not None and repeat.most <= _EXPANDED:
        # Each time may be the last one.
        total, ways = Cost(), _ONE
        for _ in range(repeat.most):
            total = total.then(once).then(Cost(work=_STEP))
            ways += total.ways
        work = total.work + _STEP
        return Cost(_ONE if repeat.mode == "possessive" else ways, work, total.width)
    if once.ways != _ONE or least(repeat.body) == 0:
        return Cost(_NEVER, _NEVER, inf)
    # One way for each time: as many ways as it can fit one after the other.
    many = _times(1, 1) if repeat.most is None else _times(repeat.most + 1)
    width = inf if repeat.most is None else repeat.most * once.width
    return Cost(_ONE if repeat.mode == "possessive" else many, _STEP + many * (once.work + _STEP), width)


def _is_apart(single: Chars, rest: list[Node]) -> bool:
    following = rest[0] if rest else None
    literal = following.literal if isinstance(following, Chars) else None
    return literal is not None and not has(single, literal)


def least(body: Sequence) -> int:
    """At least so many characters a sequence takes, or 0 where that is not seen at once."""
    total = 0
    for node in body:
        if isinstance(node, Chars):
            total += 1
        elif isinstance(node, RegexGroup):
            total += least(node.body)
        elif isinstance(node, Repeat):
            total += node.least * least(node.body)
        elif isinstance(node, Branch):
            total += min(least(option) for option in node.options)
    return total
