"""How good healing is on labelled pairs of pages, measured as a user sees it: by what the written selectors find."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from time import process_time

from ..core.healing.columns import column_of, columns_of
from ..core.healing.deciding import Decision, Models, decide, shared_content
from ..core.healing.features import Survey
from ..core.healing.fields import find_old, run_path, run_selector
from ..core.healing.lists import ListModels, decide_lists, write_list
from ..core.healing.pages import Candidate, Page, seen_text, squeeze
from ..core.healing.proposals import SWITCH
from ..core.healing.writing import target_of, write_selectors
from .labelled import LabelledLists, LabelledPair, read_page
from .rowtruth import LINKS, RowTruth, field_texts, general_path

ACROSS = "pages of different sites"
SAME = 0.5
"""The value of `shared_content` from which on both pages show the same."""


@dataclass(frozen=True)
class Verdict:
    """What healing made of one field of a pair."""

    source: str
    pair: str
    field: str
    broken: bool
    survives: bool
    right: bool
    place: int
    """The rank of the truth among the best three, from 1 on; 0: it is not among them."""
    probability: float | None
    """None: nothing was proposed."""
    margin: float
    seconds: float
    """Seconds that the whole pair took."""
    share: float = 0.0
    """Of the field's own scores, as `JointChoice` has it."""
    same_content: bool = False
    """Whether both pages show the same, so that equal texts tell where a field is."""
    got: str = ""
    wanted: str = ""
    selector: str = ""

    @property
    def kind(self) -> str:
        return self.field.partition("[")[0]

    @property
    def among_top(self) -> bool:
        return self.place > 0

    def beside(self, other: Verdict) -> Verdict:
        """Both verdicts as one: the likelier choice, then the other's, then the second of the likelier one."""
        first, second = self, other
        if (other.probability or 0.0) > (self.probability or 0.0):
            first, second = other, self
        place = 1 if first.right else 2 if second.right else 3 if first.place == 2 else 0
        return replace(first, place=place, seconds=self.seconds + other.seconds)


@dataclass(frozen=True)
class ListVerdict:
    """What healing made of one column of a list."""

    pair: str
    field: str
    changed: bool
    """Whether no column of the pair is where it was."""
    rows: float
    """The lower one of precision and recall of its rows."""
    precision: float
    cells: float
    probability: float | None
    seconds: float
    selector: str = ""


Healed = Mapping[str, tuple[Decision, str]]
"""For each field what was decided, and the selector."""
Healer = Callable[[Survey, Survey, Mapping[str, Candidate], Mapping[str, str]], Healed]
"""Takes both pages, and the candidates and selectors of the fields before."""


def judge_pair(pair: LabelledPair, models: Models, *, blind: bool = False) -> list[Verdict]:
    """Heal a pair, and run what was written."""

    def heal(old: Survey, new: Survey, places: Mapping[str, Candidate], _: Mapping[str, str]) -> Healed:
        decided = decide(old, new, places, models, blind=blind)
        return {
            name: (one, write_selectors([target_of(new.page, one.candidate)])[0].text) for name, one in decided.items()
        }

    return judge_healer(pair, heal, blind=blind)


def judge_healer(pair: LabelledPair, heal: Healer, *, blind: bool = False) -> list[Verdict]:
    """The same with any healer; *blind*: equal texts do not count."""
    old_source, new_source = read_page(pair.old), read_page(pair.new)
    begin = process_time()
    old, new = Survey(Page(old_source)), Survey(Page(new_source))
    places = {}
    for name, one in pair.fields.items():
        candidate = find_old(old.page, one.selector, [one.old_value])
        if candidate is not None:
            places[name] = candidate
    healed = heal(old, new, places, {name: pair.fields[name].selector for name in places})
    seconds = process_time() - begin
    verdicts = []
    for name, one in pair.fields.items():
        decision, written = healed.get(name, (None, ""))
        hits = run_selector(new.page, written) if decision else []
        got = seen_text(hits[0]) if hits else ""
        wanted = squeeze(one.new_value)
        verdicts.append(
            Verdict(
                pair.source,
                pair.name,
                name,
                one.broken,
                one.state == "survives",
                bool(hits) and got.casefold() == wanted.casefold(),
                rank_of(wanted, decision.top if decision else ()),
                decision.probability if decision and hits else None,
                decision.margin if decision else 0.0,
                seconds,
                decision.share if decision else 0.0,
                not blind and shared_content(old, new, places.values()) >= SAME,
                got,
                wanted,
                written,
            )
        )
    return verdicts


def rank_of(wanted: str, top: Sequence[Candidate]) -> int:
    """The rank of a text among candidates, from 1 on; 0: it is not among them."""
    texts = [each.text.casefold() for each in top]
    return texts.index(wanted.casefold()) + 1 if wanted.casefold() in texts else 0


def judge_lists(one: LabelledLists, models: ListModels) -> list[ListVerdict]:
    """Heal a pair of lists, and run what was written."""
    old, new = Page(read_page(one.old)), Page(read_page(one.new))
    before, truths, ways = {}, {}, []
    for name in one.columns:
        links = name == LINKS
        seed = RowTruth(old, field_texts(one.old_rows, name), links=links).seed()
        truth = RowTruth(new, field_texts(one.new_rows, name), links=links)
        today = truth.seed()
        if seed is None or today is None:
            continue
        before[name] = column_of(old, run_path(old, general_path(seed)) or [seed])
        truths[name] = truth
        ways.append(_way(seed) != _way(today))
    addresses = frozenset({LINKS} & {name for name, column in before.items() if column.elements[0].tag == "a"})
    begin = process_time()
    decided = decide_lists(before, columns_of(new), models, links=addresses)
    written = {name: write_list(new, decision.column) for name, decision in decided.items()}
    seconds = process_time() - begin
    verdicts = []
    for name, truth in truths.items():
        path = written.get(name)
        elements = run_selector(new, path) if path else []
        rows = truth.judge(elements, rows=True)
        cells = truth.judge(elements, rows=False)
        probability = decided[name].probability if name in decided and elements else None
        verdicts.append(
            ListVerdict(one.name, name, all(ways), min(rows), rows[0], min(cells), probability, seconds, path or "")
        )
    return verdicts


def _way(element: object) -> list[str]:
    chain = [element, *list(element.iterancestors())[:4]]  # type: ignore[attr-defined]
    return [each.tag + "." + ".".join((each.get("class") or "").split()[:2]) for each in chain]


def field_table(verdicts: Iterable[Verdict]) -> list[tuple[str, str]]:
    """Measures of single fields, as rows of a name and a figure."""
    every = list(verdicts)
    broken = [one for one in every if one.broken]
    count = max(1, len(broken))
    sure = [one for one in broken if one.probability is not None and one.probability >= SWITCH]
    survivors = [one for one in every if one.survives]
    told = [one for one in broken if one.probability is not None]
    high = [one for one in told if one.probability is not None and one.probability >= 0.9]
    brier = sum(((one.probability or 0.0) - one.right) ** 2 for one in told) / max(1, len(told))
    kinds: dict[str, list[Verdict]] = defaultdict(list)
    for one in broken:
        kinds[one.kind].append(one)
    times = sorted({one.pair: one.seconds for one in every}.values()) or [0.0]
    return [
        ("broken fields", str(len(broken))),
        ("right when forced", _share(sum(one.right for one in broken), count)),
        (
            f"right / wrong in auto (P ≥ {SWITCH:.2f})",
            f"{_share(sum(one.right for one in sure), count)} / {_share(sum(not one.right for one in sure), count)}",
        ),
        ("truth among the top three", _share(sum(one.among_top for one in broken), count)),
        ("false alarms of surviving fields", f"{sum(not one.right for one in survivors)} of {len(survivors)}"),
        ("right of those with P ≥ .9", _share(sum(one.right for one in high), max(1, len(high)))),
        ("Brier", f"{brier:.3f}"),
        ("CPU seconds a pair, median / longest", f"{times[len(times) // 2]:.2f} / {times[-1]:.2f}"),
        *((f"  {kind}", _share(sum(one.right for one in found), len(found))) for kind, found in sorted(kinds.items())),
    ]


def list_table(verdicts: Sequence[ListVerdict]) -> list[tuple[str, str]]:
    """Measures of lists."""
    changed = [one for one in verdicts if one.changed]
    count = max(1, len(changed))
    counted = Counter(
        name
        for one in changed
        for name, holds in (
            ("rows whole (P, R ≥ .95)", one.rows >= 0.95),
            ("rows whole (P, R ≥ .90)", one.rows >= 0.90),
            ("cells whole", one.cells >= 0.95),
            ("wrong rows (P < .5)", one.probability is not None and one.precision < 0.5),
        )
        if holds
    )
    names = ("rows whole (P, R ≥ .95)", "rows whole (P, R ≥ .90)", "cells whole", "wrong rows (P < .5)")
    return [("changed columns", str(len(changed))), *((name, _share(counted[name], count)) for name in names)]


def share_of(each: Iterable[bool]) -> str:
    """How many of them hold, and of how many."""
    known = list(each)
    return _share(sum(known), len(known))


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({part / max(1, whole):.1%})"
