"""What is kept without a replay that leaves it out, and how likely a step is needed."""

from __future__ import annotations

import re
from collections.abc import Collection
from enum import Enum, auto

from ...samples.parameters import Key
from ...samples.requestparts import IN_ADDRESS, IN_FORM_BODIES, IN_HEADERS
from ..answers.pages.forms import are_of_one_form, is_filled
from ..answers.requests.shapes import values_of
from ..answers.values import Constant, Value, arguments_in
from ..origins.days import is_of_day
from ..origins.likelihoods import SUPERFLUOUS
from .drafts import Draft, StepKey
from .planning import Planner

_LANGUAGE = re.compile(
    r"(?:\w{0,10}(?:lang|language|locale)|hl|lc|lng|l10n|culture|country|region|currency|curr)(?:code|id)?",
    re.IGNORECASE,
)
"""Names of parameters that say in which language, for which country or in which currency."""
_CODE = re.compile(r"[a-z]{2,3}(?:[-_][a-z]{2,4})?", re.IGNORECASE)
"""What they say."""
_MEANT = re.compile(r"_method|x-(?:http-)?method(?:-override)?", re.IGNORECASE)
"""Names under which a request by POST says which method is meant."""
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class Untried(Enum):
    """Why a step or a parameter is kept without a replay that leaves it out."""

    LISTS = auto()
    """A loop goes through what the step lists."""
    BEGINS = auto()
    """The step's page holds the first rows of the target's list."""
    MAKES_ADDRESS = auto()
    """An address is made of what the step gives."""
    IN_ADDRESS = auto()
    """The parameter is a piece of the address."""
    COUNTS = auto()
    """A loop counts in the parameter."""
    OF_FORM = auto()
    """It is sent by the form in which the person typed something."""
    CHOSEN = auto()
    """The person chose it, and the same in each recording: with other input it may matter."""
    OF_LOGIN = auto()
    """The person typed it to log in: attempts without it count against an account, and tell nothing else."""
    NO_BUDGET = auto()
    """The budget of replays was used up."""
    SPEAKS = auto()
    """It says in which language or currency, or for which country, the answer is: elsewhere none may mean another."""
    MEANS = auto()
    """It says which method is meant: without it, what only reads may make or change something."""
    OF_DAY = auto()
    """The step's page tells the day, which is sent on: another day needs another one."""
    WISHED = auto()
    """The person keeps it."""


def untried_step(planner: Planner, step: int, draft: Draft) -> Untried | None:
    """Why a step is kept; None if it is tried."""
    if any(planner.is_looped(place) for place in planner.feeds(step, draft)):
        return Untried.LISTS
    if step in planner.firsts.values() or step in planner.begins(draft.steps[-1]):
        return Untried.BEGINS
    if any(_is_of_day(planner, place) for place in planner.feeds(step, draft)):
        return Untried.OF_DAY
    return None if planner.is_whole(draft.without_steps([step])) else Untried.MAKES_ADDRESS


def untried_parameter(planner: Planner, place: StepKey, draft: Draft, typed: Collection[StepKey]) -> Untried | None:
    """Why a parameter is kept; None if it is tried; *typed*: those that the person typed."""
    if place[1].where in ("path", "url"):
        return Untried.IN_ADDRESS
    if planner.is_looped(place):
        return Untried.COUNTS
    if planner.is_login(place[0]) and place in typed:
        return Untried.OF_LOGIN
    if _says_language(place[1], planner.value(place, draft)):
        return Untried.SPEAKS
    if _says_method(place[1], planner.value(place, draft)):
        return Untried.MEANS
    if _is_chosen_alike(planner, place, typed):
        return Untried.CHOSEN
    return Untried.OF_FORM if _is_of_search(planner, place, draft) else None


def step_likelihood(planner: Planner, step: int, draft: Draft) -> float:
    """How likely it is that the target needs a step, 0 to 1."""
    fed = [planner.likelihood(place) for place in planner.feeds(step, draft)]
    if planner.is_login(step):
        return 0.9
    if fed:
        return 0.95 * max(fed)
    cookies = {name for other in draft.steps for name in planner.jar_cookies(other)}
    if any(planner.setter(other, name) == step for name in cookies for other in draft.steps if other > step):
        return 0.5
    return 0.15 if planner.is_safe(step) else 0.4


def _is_of_day(planner: Planner, place: StepKey) -> bool:
    """Whether the day of the recording was sent there, as a part of what was asked."""
    asked = planner.first(place[0])
    return place[1].where not in IN_HEADERS and is_of_day(values_of(asked.sent).get(place[1], ""), asked.started)


def _says_language(key: Key, value: Value | None) -> bool:
    """Whether it never changes, and asks for an answer in a language, in a currency or for a country."""
    is_asked = key.where in IN_ADDRESS or key.where in IN_FORM_BODIES
    return (
        is_asked
        and isinstance(value, Constant)
        and _LANGUAGE.fullmatch(key.name.replace("_", "")) is not None
        and _CODE.fullmatch(value.text) is not None
    )


def _says_method(key: Key, value: Value | None) -> bool:
    return isinstance(value, Constant) and value.text.upper() in _METHODS and _MEANT.fullmatch(key.name) is not None


def _is_chosen_alike(planner: Planner, place: StepKey, typed: Collection[StepKey]) -> bool:
    """Whether the person chose the same in each recording, in place of what the form of a page held."""
    step, key = place
    if not (key.where in IN_ADDRESS or key.where in IN_FORM_BODIES) or planner.is_login(step):
        return False
    sent = planner.first(step).sent
    text = values_of(sent).get(key, "")
    if not text or planner.is_varied(place):
        return False
    before = (planner.first(each).answer for each in planner.steps if each < step)
    return place in typed or any(answer and is_filled(answer, sent, key.name, text) for answer in before)


def _is_given(value: Value | None) -> bool:
    """Whether it is what the person gave, or is made of that."""
    return value is not None and bool(arguments_in(value))


def _is_of_search(planner: Planner, place: StepKey, draft: Draft) -> bool:
    """Whether it never changes, and is sent by the form of a GET in which the person typed something.

    Which button was pressed may matter for other words only, as where some lead to a page and others to a list.
    """
    step, key = place
    value = planner.value(place, draft)
    if key.where != "query" or not isinstance(value, Constant) or not value.text:
        return False
    if planner.likelihood(place) <= SUPERFLUOUS:
        return False
    typed = [
        other.name
        for _, other in planner.places(step)
        if other.where == "query" and _is_given(planner.value((step, other), draft))
    ]
    before = (planner.first(each).answer for each in planner.steps if each < step)
    return bool(typed) and any(answer and are_of_one_form([key.name, *typed], answer) for answer in before)
