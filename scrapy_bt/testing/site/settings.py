"""What can be set on the practice site."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field, fields, replace
from typing import Any, TypeAlias

SettingValue: TypeAlias = int | float | str | Mapping[str, float]

# Every page is kept ready, about 15 KB for a product.
MOST_PRODUCTS = 50_000


class SettingError(ValueError):
    """A setting was asked for that the site does not have or cannot take; the message is for who asked."""


def _setting(default: object, meaning: str, *, at_start: bool = False, choices: tuple[str, ...] = ()) -> Any:
    metadata = {"meaning": meaning, "at_start": at_start, "choices": choices}
    if isinstance(default, dict):
        return field(default_factory=dict, metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass(frozen=True)
class SiteSettings:
    """The practice site's settings; all times are seconds."""

    _: KW_ONLY
    products: int = _setting(300, "how many products the shop, the plain shop and the API have", at_start=True)
    seed: str = _setting("practice", "what the made-up content is drawn from", at_start=True)
    noise: str = _setting(
        "off", "whether every page loads pictures, styles, scripts and a tracker", at_start=True, choices=("off", "on")
    )
    latency: float = _setting(0.0, "wait before every answer")
    latency_by_prefix: Mapping[str, float] = _setting(
        {}, "wait for paths that begin so, instead of latency; the longest prefix counts"
    )
    answers: float = _setting(1e9, "how many requests are answered in all; the others wait until this is set anew")
    session_seconds: float = _setting(1800.0, "how long a login lasts")
    login_wall: str = _setting(
        "forbidden", "what a list of quotes answers without a login: 403 or the way to /login",
        choices=("forbidden", "redirect"),
    )  # fmt: skip
    token_seconds: float = _setting(300.0, "how long a bearer token of the API lasts")
    retry_after: float = _setting(1.0, "how long /trouble/429 wants to be left alone")
    hang_seconds: float = _setting(60.0, "how long /trouble/timeout says nothing")
    redesign: str = _setting(
        "off", "what the layout of /makeover/ is changed by",
        choices=("off", "layout", "siblings", "level", "tag", "attributes", "format", "gone", "mixed"),
    )  # fmt: skip
    redesign_from: int = _setting(1, "the number of the page of /makeover/ that is the first in the new layout")
    single_seconds: float = _setting(0.05, "how long /single/ works on a request")

    def latency_for(self, path: str) -> float:
        """Return how long to wait before the answer for a path."""
        best = ""
        for prefix in self.latency_by_prefix:
            if path.startswith(prefix) and len(prefix) >= len(best):
                best = prefix
        return self.latency_by_prefix.get(best, self.latency)

    def changed(self, changes: Mapping[str, object], *, is_running: bool = False) -> SiteSettings:
        """Return these settings with the changes.

        Raises:
            SettingError: A setting or its value is not one.
        """
        known = {each.name: each for each in fields(self)}
        checked: dict[str, Any] = {}
        for name, value in changes.items():
            if name not in known:
                raise SettingError(f"there is no setting {name!r}; the settings are {', '.join(known)}")
            if is_running and known[name].metadata["at_start"]:
                raise SettingError(f"{name} can only be set when the site starts")
            checked[name] = _check(name, value, getattr(SiteSettings(), name), known[name].metadata["choices"])
        return replace(self, **checked)


def _check(name: str, value: object, default: object, choices: tuple[str, ...]) -> object:
    if isinstance(default, str):
        if not isinstance(value, str) or (choices and value not in choices):
            raise SettingError(f"{name} must be {' or '.join(choices) or 'text'}, not {value!r}")
        return value
    if isinstance(default, dict):
        if not isinstance(value, Mapping):
            raise SettingError(f"{name} must map path prefixes to seconds, not be {value!r}")
        for prefix in value:
            if not isinstance(prefix, str) or not prefix.startswith("/"):
                raise SettingError(f"{name}: the path prefix {prefix!r} must begin with /")
        return {prefix: _number(f"{name} of {prefix}", seconds) for prefix, seconds in value.items()}
    if isinstance(default, int):
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MOST_PRODUCTS:
            raise SettingError(f"{name} must be a whole number from 1 to {MOST_PRODUCTS}, not {value!r}")
        return value
    return _number(name, value)


def _number(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value) or value < 0:
        raise SettingError(f"{name} must be a number from 0 on, not {value!r}")
    return float(value)
