import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.priority.capacity import Allowance, Damping, LoadSample, Resource, count_tasks

percents = st.floats(0, 100)
resources = st.builds(Resource, percents, percents, percents)
counts = st.integers(0, 1000)


@pytest.mark.parametrize(
    ("in_progress", "memory", "cpu", "expected"),
    [
        # (90 − 40)/10 = 5 and (90 − 30)/20 = 3: 4 · 3
        (4, (40, 10), (30, 20), 12),
        # (90 − 84)/12 = 0.5: 5 · 0.5 = 2.5
        (5, (84, 12), (10, 10), 2),
        # (90 − 87)/10 · 10 = 3, which floating point numbers must not make 2
        (10, (87, 10), (0, 1), 3),
        # exactly at the limit, and above it
        (8, (90, 30), (0, 1), 0),
        (8, (95, 30), (0, 1), 0),
        (8, (0, 1), (100, 100), 0),
        # one task, half as much again fits
        (1, (60, 60), (0, 1), 0),
        (2, (60, 60), (0, 1), 1),
    ],
)
def test_hand_worked_cases(in_progress, memory, cpu, expected):
    used = [Resource(*memory, 90), Resource(*cpu, 90)]
    assert count_tasks(in_progress, used, cap=1000) == expected


def test_lag_is_a_resource_like_the_others():
    ample = Resource(10, 1, 90)
    assert count_tasks(10, [ample, Resource(0.25, 0.25, 0.5)], cap=1000) == 10
    assert count_tasks(10, [ample, Resource(0.4, 0.4, 0.5)], cap=1000) == 2
    assert count_tasks(10, [ample, Resource(0.6, 0.6, 0.5)], cap=1000) == 0


def test_nothing_in_progress_takes_the_initial_number():
    assert count_tasks(0, [Resource(40, 10, 90)], cap=100) == 5
    assert count_tasks(0, [Resource(40, 10, 90)], cap=100, initial=7) == 7
    assert count_tasks(0, [Resource(40, 10, 90)], cap=3) == 3
    assert count_tasks(0, [], cap=100) == 5


def test_a_worker_without_tasks_takes_one_wherever_there_is_no_room():
    assert count_tasks(0, [Resource(95, 1, 90)], cap=100) == 1
    assert count_tasks(0, [Resource(90, 1, 90), Resource(0, 0, 90)], cap=100) == 1
    assert count_tasks(0, [Resource(0, 0, 0)], cap=100) == 1
    assert count_tasks(0, [Resource(95, 1, 90)], cap=0) == 0


def test_tasks_that_use_nothing_are_held_back_by_the_cap_alone_until_the_limit_is_reached():
    assert count_tasks(4, [Resource(50, 0, 90)], cap=16) == 12
    assert count_tasks(4, [], cap=16) == 12
    assert count_tasks(4, [Resource(90, 0, 90)], cap=16) == 0
    assert count_tasks(4, [Resource(91, 0, 90)], cap=16) == 0


@pytest.mark.parametrize("measures", [(-1, 1, 90), (1, -1, 90), (nan, 1, 90), (1, inf, 90), (1, 1, nan), (1, 1, -1)])
def test_what_is_no_measure_is_refused(measures):
    with pytest.raises(ValueError, match="no measures of a resource"):
        Resource(*measures)


def test_an_infinite_limit_holds_nothing_back():
    assert count_tasks(4, [Resource(100, 100, inf)], cap=16) == 12


@given(counts, st.lists(resources, max_size=3), counts, st.integers(0, 20))
def test_the_number_is_never_negative_and_never_above_the_cap(in_progress, used, cap, initial):
    taken = count_tasks(in_progress, used, cap=cap, initial=initial)
    assert taken >= 0
    assert taken == 0 or in_progress + taken <= cap


@given(st.integers(1, 100), resources, percents, percents, percents)
def test_more_in_use_or_a_lower_limit_never_allow_more(in_progress, used, more, own, limit):
    def taken(resource: Resource) -> int:
        return count_tasks(in_progress, [resource, Resource(10, 5, 90)], cap=500)

    assert taken(replace(used, used=used.used + more)) <= taken(used)
    assert taken(replace(used, own=used.own + own)) <= taken(used)
    assert taken(replace(used, limit=used.limit + limit)) >= taken(used)


@given(st.integers(1, 100), st.integers(0, 100), st.lists(resources, max_size=3))
def test_more_tasks_for_the_same_use_and_a_higher_cap_never_allow_less(in_progress, more, used):
    before, after = (count_tasks(working, used, cap=10**6) for working in (in_progress, in_progress + more))
    assert after >= before or in_progress + more + after == 10**6
    assert count_tasks(in_progress, used, cap=50 + more) >= count_tasks(in_progress, used, cap=50)


def run(
    measure: Callable[[float], LoadSample], *, seconds: float, allowance: Allowance, interval: float = 1.0
) -> Iterator[Allowance]:
    """Yield the allowance after each sample, one every *interval* seconds from 0 on."""
    for number in range(round(seconds / interval) + 1):
        allowance = allowance.after(measure(number * interval))
        yield allowance


class Worker:
    """A worker that always takes what it may; a task uses *each* percent, the rest of the machine uses *others*."""

    def __init__(self, *, each: float, others: float = 10.0, cap: int = 100, top: float = 100.0, noise: float = 0.0):
        self.each, self.others, self.top, self.noise = each, others, top, noise
        self.chance = random.Random(7)
        self.allowance = Allowance(cap)
        self.limits: list[int] = []

    def work(self, seconds: float, *, interval: float = 1.0) -> list[int]:
        """Go on for so long; return the numbers in progress, one for each sample."""
        start = self.allowance.smooth.time if self.allowance.smooth else 0.0
        limits = []
        for number in range(1, round(seconds / interval) + 1):
            working = self.allowance.limit
            own = min(self.each * working, self.top) * (1 + self.noise * self.chance.uniform(-1, 1))
            used = min(100.0, self.others + own)
            sample = LoadSample(start + number * interval, working, {"cpu": Resource(used, own, 90)})
            self.allowance = self.allowance.after(sample)
            limits.append(self.allowance.limit)
        return limits


def test_ample_room_is_taken_within_seconds():
    assert Worker(each=0.5, cap=16).work(3)[-1] == 16
    assert Worker(each=0.5, cap=100).work(6)[-1] == 100
    assert Worker(each=0.0, cap=100).work(6)[-1] == 100


def test_it_starts_with_the_initial_number_and_doubles_each_second():
    worker = Worker(each=0.01, cap=100)
    assert worker.allowance.limit == 5
    assert worker.work(5) == [5, 10, 20, 40, 80]
    assert Allowance(100, initial=8).room(3) == 5
    assert Allowance(3).limit == 3


def test_few_tasks_of_little_use_allow_the_cap():
    measures = run(lambda at: LoadSample(at, 1, {"cpu": Resource(11, 1, 90)}), seconds=5, allowance=Allowance(32))
    assert list(measures)[-1].limit == 32


def test_it_settles_where_the_limit_is_reached_without_passing_it():
    limits = Worker(each=4.0).work(40)  # (90 − 10) / 4
    assert max(limits) <= 20
    assert set(limits[10:]) <= {19, 20}
    assert len(set(limits[10:])) == 1


def test_a_step_up_and_a_step_down_are_followed_within_five_seconds():
    worker = Worker(each=4.0)
    assert worker.work(20)[-1] >= 18
    worker.others = 20.0  # (90 − 20) / 4
    assert worker.work(5)[-1] <= 18
    worker.each = 1.0
    assert worker.work(5)[-1] >= 60


def test_a_machine_that_others_use_up_is_left_to_them_step_by_step():
    worker = Worker(each=4.0)
    worker.work(20)
    worker.others = 70.0  # (90 − 70) / 4
    limits = worker.work(20)
    assert limits[1] < 20
    assert limits[-1] in {4, 5}
    assert limits == sorted(limits, reverse=True)


def test_no_more_is_taken_from_the_second_in_which_the_machine_is_full():
    worker = Worker(each=1.0, cap=16)
    worker.work(10)
    worker.others = 100.0
    worker.work(2)
    assert worker.allowance.room(16) == 0
    assert worker.work(5)[-1] == 1


def test_a_worker_that_fills_its_only_core_stays_busy():
    worker = Worker(each=30.0, others=0.0, cap=16)
    limits = worker.work(60)
    assert set(limits[20:]) == {3}  # 90 % of it: below no task would be too few
    worker = Worker(each=100.0, others=0.0, cap=16)
    assert worker.work(60)[-1] == 1
    assert worker.allowance.room(0) == 1
    assert worker.allowance.room(1) == 0


@pytest.mark.parametrize("noise", [0.02, 0.05, 0.1, 0.3])
def test_noise_of_a_constant_load_never_swings_between_nothing_and_too_many(noise):
    limits = Worker(each=4.0, noise=noise).work(600)[20:]
    assert min(limits) >= 20 * (1 - 1.5 * noise) - 1
    assert max(limits) <= 20 * (1 + 1.5 * noise) + 1
    assert max(abs(a - b) for a, b in pairwise(limits)) <= 20 * noise + 2


def test_small_noise_is_still_after_a_while():
    limits = Worker(each=4.0, noise=0.05).work(600)
    assert len(set(limits[60:])) <= 2


@pytest.mark.parametrize("late", [1, 2, 3])
def test_tasks_whose_cost_shows_late_do_not_make_it_swing(late):
    shown: list[float] = [0.0] * late
    allowance, limits = Allowance(200), []
    for second in range(60):
        shown.append(2.0 * allowance.limit)
        used = min(100.0, 10 + shown[-1 - late])
        allowance = allowance.after(LoadSample(second, allowance.limit, {"memory": Resource(used, used - 10, 90)}))
        limits.append(allowance.limit)
    assert max(limits) <= 40 * 2**late  # what is taken before the first of them shows
    sinking = limits[limits.index(max(limits)) :]
    assert min(sinking) >= 33
    assert max(limits[-20:]) <= 44
    assert max(limits[-10:]) <= 40


def test_after_a_rest_the_initial_number_counts_again():
    worker = Worker(each=1.0, cap=50)
    assert worker.work(10)[-1] == 50
    end = worker.allowance.smooth.time

    def rest(at: float) -> LoadSample:
        return LoadSample(end + 1 + at, 0, {"cpu": Resource(10, 0, 90)})

    assert list(run(rest, seconds=30, allowance=worker.allowance))[-1].limit == 5


def test_a_machine_that_is_full_before_the_first_task_allows_one():
    full = LoadSample(0.0, 0, {"memory": Resource(97, 0.5, 90)})
    assert Allowance(16).after(full).limit == 1


def test_only_the_latest_of_samples_at_one_time_or_before_is_kept_out():
    first = Allowance(16).after(LoadSample(10.0, 4, {"cpu": Resource(20, 10, 90)}))
    assert first.after(LoadSample(10.0, 4, {"cpu": Resource(99, 10, 90)})) is first
    assert first.after(LoadSample(9.0, 4, {"cpu": Resource(99, 10, 90)})) is first


def test_a_sleep_of_years_is_no_trouble():
    allowance = Allowance(16).after(LoadSample(0.0, 4, {"cpu": Resource(20, 10, 90)}))
    late = allowance.after(LoadSample(1e9, 8, {"cpu": Resource(30, 10, 90)}))
    assert late.limit == 16
    assert late.smooth.in_progress == pytest.approx(8)


def test_a_resource_comes_and_goes():
    allowance = Allowance(16).after(LoadSample(0.0, 4, {"cpu": Resource(20, 10, 90)}))
    allowance = allowance.after(LoadSample(1.0, 4, {"cpu": Resource(20, 10, 90), "memory": Resource(80, 40, 90)}))
    assert allowance.smooth.resources["memory"] == Resource(80, 40, 90)
    assert allowance.tightest == "memory"
    allowance = allowance.after(LoadSample(2.0, 4, {"cpu": Resource(20, 10, 90)}))
    assert allowance.tightest == "cpu"
    assert allowance.after(LoadSample(3.0, 4, {})).tightest is None
    assert Allowance(16).tightest is None
    assert Allowance(16).after(LoadSample(3.0, 4, {"cpu": Resource(20, 0, 90)})).tightest is None


def test_no_measures_hold_nothing_back():
    assert list(run(lambda at: LoadSample(at, 3, {}), seconds=2, allowance=Allowance(16)))[-1].limit == 16


def test_a_cap_of_nothing_allows_nothing():
    assert Allowance(0).limit == 0
    assert Allowance(0).after(LoadSample(0.0, 0, {})).room(0) == 0


samples = st.builds(
    LoadSample,
    st.floats(0, 1e4),
    st.floats(0, 500),
    st.dictionaries(st.sampled_from(["memory", "cpu", "lag"]), resources),
)


@given(st.lists(samples, max_size=30), st.integers(1, 300), st.integers(1, 20), st.integers(0, 400))
def test_the_allowance_is_at_least_one_and_never_above_the_cap(series, cap, initial, in_progress):
    allowance = Allowance(cap, initial=initial)
    for sample in sorted(series, key=lambda each: each.time):
        before = allowance
        allowance = allowance.after(sample)
        assert 1 <= allowance.limit <= cap
        assert 0 <= allowance.room(in_progress) <= cap
        assert allowance.room(0) >= 1
        passed = min(60.0, sample.time - before.smooth.time) if before.smooth else 0.0
        assert allowance.tasks <= before.tasks * 2**passed + 1e-6


@given(st.floats(1, 100), resources)
def test_constant_measures_converge_to_what_fits(in_progress, used):
    allowance = list(run(lambda at: LoadSample(at, in_progress, {"cpu": used}), seconds=60, allowance=Allowance(100)))
    fits = min(100.0, max(1.0, in_progress + used.room(in_progress)))
    assert allowance[-1].tasks == allowance[-2].tasks
    assert fits / 1.1 - 1e-6 <= allowance[-1].tasks <= fits + 1e-6


def test_how_fast_it_follows_can_be_set():
    slow = Allowance(100, damping=Damping(pace=1.5))
    samples = run(lambda at: LoadSample(at, 5, {"cpu": Resource(11, 1, 90)}), seconds=2, allowance=slow)
    assert [each.limit for each in samples] == [5, 7, 11]


def test_a_resource_that_is_used_up_leaves_what_it_leaves_at_least() -> None:
    allowance = Allowance(32)
    for second in range(60):
        full = {"cpu": Resource(100, 50, 90, least=8)}
        allowance = allowance.after(LoadSample(float(second), float(allowance.limit), full))
    assert allowance.limit == 8
    for second in range(60, 120):
        full = {"cpu": Resource(100, 50, 90, least=8), "memory": Resource(95, 10, 90)}
        allowance = allowance.after(LoadSample(float(second), float(allowance.limit), full))
    assert allowance.limit == 1
