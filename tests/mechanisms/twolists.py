"""Lists of choices in which a word may stand for several things: the one that was sent tells which of them is meant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import KINDS, Asked, Mechanism, Row, Visitor, as_site, html, of_kind, rows_of, things

_NUMBERS: Mapping[str, str] = {kind: str(number) for number, kind in enumerate(KINDS, 1)}
_ARTICLES = (("7", "lamp"), ("8", "News"), ("2", "Guides"))
"""What is sent for the entries of a list of the whole site, and what they say: one of them is called as a kind is."""
_PLACES: Mapping[str, tuple[str, str]] = {
    "North Centre": ("1", "Centre"),
    "Harbour": ("2", "Harbour"),
    "South Centre": ("3", "Centre"),
    "Market": ("4", "Market"),
}
"""By what tells a place: its number, and what its entry says."""


def _table(kind: str) -> str:
    return "".join(f"<tr><td>{each.title}<td>{each.price}" for each in things(kind))


def _options(entries: Iterable[tuple[str, str]]) -> str:
    return "<option value=''>All" + "".join(f"<option value={value}>{label}" for value, label in entries)


def _two_forms_site() -> Site:
    """A form of the whole site, whose list is called as that of the form below it is."""

    def answer(asked: Asked) -> Answer:
        above = f"<form action=/articles><select name=kind>{_options(_ARTICLES)}</select><button>Go</button></form>"
        own = _options((number, kind) for kind, number in _NUMBERS.items())
        form = f"<form action=/found><select name=kind>{own}</select><button>Show</button></form>"
        kind = next((kind for kind, number in _NUMBERS.items() if number == asked.one("kind")), "none")
        return html(f"{above}{form}<table>{_table(kind) if asked.path == '/found' else ''}</table>")

    return as_site(answer)


def _browse_two_forms(visitor: Visitor, kind: str) -> None:
    visitor.visit("/")
    visitor.choose("kind", _NUMBERS[kind], kind)
    visitor.visit("/found", kind=_NUMBERS[kind])


def _twice_site() -> Site:
    """A form that stands twice, for wide and for narrow screens, and differs in its first entry and in counts."""

    def answer(asked: Asked) -> Answer:
        told = _NUMBERS.items()
        wide = "<option value=0>All kinds" + "".join(f"<option value={number}>{kind}" for kind, number in told)
        narrow = "<option value=0>Kind" + "".join(
            f"<option value={number}>{kind} ({len(things(kind))})" for kind, number in told
        )
        forms = "".join(
            f"<form action=/found class={name}><select name=kind>{own}</select><button>Show</button></form>"
            for name, own in (("wide", wide), ("narrow", narrow))
        )
        kind = next((kind for kind, number in told if number == asked.one("kind")), "none")
        return html(f"{forms}<table>{_table(kind) if asked.path == '/found' else ''}</table>")

    return as_site(answer)


def _counted_site() -> Site:
    """A list with how many there are of each kind, two entries of which say the same."""

    def answer(asked: Asked) -> Answer:
        counted = [(number, f"{kind} ({len(things(kind))})") for kind, number in _NUMBERS.items()]
        entries = _options([*counted, ("90", "Other (1)"), ("91", "Other (1)")])
        kind = next((kind for kind, number in _NUMBERS.items() if number == asked.one("kind")), "none")
        form = f"<form action=/found><select name=kind>{entries}</select></form>"
        return html(f"{form}<table>{_table(kind) if asked.path == '/found' else ''}</table>")

    return as_site(answer)


def _browse_counted(visitor: Visitor, kind: str) -> None:
    visitor.visit("/")
    visitor.choose("kind", _NUMBERS[kind], f"{kind} ({len(things(kind))})")
    visitor.visit("/found", kind=_NUMBERS[kind])


def _typed_site() -> Site:
    """A form with a field, and one with a list of that name: an entry says one word where another one is sent."""

    def answer(asked: Asked) -> Answer:
        entries = _options((("rope", "lamp"), ("kettle", "Pots")))
        forms = (
            f"<form action=/sorted><select name=q>{entries}</select></form><form action=/found><input name=q></form>"
        )
        return html(f"{forms}<table>{_table(asked.one('q', 'none')) if asked.path == '/found' else ''}</table>")

    return as_site(answer)


def _browse_typed(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.type("q", word)
    visitor.visit("/found", q=word)


def _months_site() -> Site:
    """A list of numbers, each of which is sent as the one before it."""

    def answer(asked: Asked) -> Answer:
        form = (
            f"<form><select name=m>{_options((str(month - 1), str(month)) for month in range(1, 13))}</select></form>"
        )
        shown = asked.one("m")
        rows = (
            "".join(f"<tr><td>{title}<td>{price}" for title, price in _of_month(str(int(shown) + 1))) if shown else ""
        )
        return html(f"{form}<table>{rows}</table>")

    return as_site(answer)


def _browse_months(visitor: Visitor, month: str) -> None:
    visitor.visit("/")
    visitor.choose("m", str(int(month) - 1), month)
    visitor.visit("/", m=str(int(month) - 1))


def _of_month(month: str) -> list[Row]:
    return [(f"Entry {7 * int(month) + place} of it", f"{month}.{place}0") for place in range(5)]


def _places_site() -> Site:
    """A list in two parts, each of which has an entry of one name."""

    def answer(asked: Asked) -> Answer:
        parts = {"North": ("North Centre", "Harbour"), "South": ("South Centre", "Market")}
        groups = "".join(
            f"<optgroup label={name}>"
            + "".join(f"<option value={_PLACES[own][0]}>{_PLACES[own][1]}</option>" for own in places)
            + "</optgroup>"
            for name, places in parts.items()
        )
        place = next((place for place, (number, _) in _PLACES.items() if number == asked.one("place")), "")
        rows = "".join(f"<tr><td>{title}<td>{price}" for title, price in _of_place(place)) if place else ""
        first = "<option value=''>-</option>"
        return html(f"<form><select name=place>{first}{groups}</select></form><table>{rows}</table>")

    return as_site(answer)


def _browse_places(visitor: Visitor, place: str) -> None:
    number, label = _PLACES[place]
    visitor.visit("/")
    visitor.choose("place", number, label)
    visitor.visit("/", place=number)


def _of_place(place: str) -> list[Row]:
    start = 5 * int(_PLACES[place][0])
    return rows_of(things()[start : start + 5])


def _of(kind: str = "", word: str = "") -> list[Row]:
    return of_kind(kind or word)


TWOLISTS = (
    Mechanism(
        "two lists of one name that have a word in common",
        _two_forms_site,
        _browse_two_forms,
        ({"kind": "rope"}, {"kind": "kettle"}),
        {"kind": "lamp"},
        _of,
    ),
    Mechanism(
        "a form that stands twice with another placeholder and counts",
        _twice_site,
        _browse_two_forms,
        ({"kind": "rope"}, {"kind": "kettle"}),
        {"kind": "lamp"},
        _of,
    ),
    Mechanism(
        "a list with counts that says one word twice",
        _counted_site,
        _browse_counted,
        ({"kind": "rope"}, {"kind": "kettle"}),
        {"kind": "lamp"},
        _of,
    ),
    Mechanism(
        "a word beside a list of the same name",
        _typed_site,
        _browse_typed,
        ({"word": "rope"}, {"word": "kettle"}),
        {"word": "lamp"},
        _of,
    ),
    Mechanism(
        "numbers that are sent as others are called",
        _months_site,
        _browse_months,
        ({"month": "3"}, {"month": "8"}),
        {"month": "5"},
        _of_month,
    ),
    Mechanism(
        "a word that stands in two parts of a list",
        _places_site,
        _browse_places,
        ({"place": "Harbour"}, {"place": "Market"}),
        {"place": "South Centre"},
        _of_place,
    ),
    Mechanism(
        "a word of two parts of a list that was chosen",
        _places_site,
        _browse_places,
        ({"place": "Harbour"}, {"place": "South Centre"}),
        {"place": "North Centre"},
        _of_place,
    ),
)
