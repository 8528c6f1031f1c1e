"""What is chosen by a label, where the site is sent another word for it: both are given, one time each."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Row, Thing, Visitor, as_site, data, html, rows_of, things
from .paging import SHELL, plain

_WORDS = {"Lamps & lights": "lamp", "Ropes of hemp": "rope", "Kettles": "kettle", "All": "every"}
_SPELLED = {"Brass Lamp": "brass-lamp", "Hemp Rope": "hemp-rope", "Tin Kettle": "tin-kettle"}
_TWO_WORDS = ({"word": "lamp"}, {"word": "rope"})
_TWO_SPELLED = ({"word": "brass-lamp"}, {"word": "hemp-rope"})


def _kind(word: str) -> str:
    return word.rpartition("-")[2] or "none"


def _listed(word: str) -> str:
    return "".join(f"<tr><td>{each.title}<td>{each.price}" for each in things(_kind(word)))


def _site(entry: str, offered: Mapping[str, str]) -> Callable[[], Site]:
    def answer(asked: Asked) -> Answer:
        entries = "".join(entry.format(label=label, value=value) for label, value in offered.items())
        form = f"<form action=/list>{entries}<button>Show</button></form>"
        form = form.replace("<option", "<select name=kind><option", 1).replace("</form>", "</select></form>")
        return html(f"<table>{_listed(asked.one('kind'))}</table>" if asked.path == "/list" else form)

    return lambda: as_site(answer)


def _browse(offered: Mapping[str, str], *, is_list: bool = True) -> Callable[..., None]:
    labels = {value: label for label, value in offered.items()}

    def browse(visitor: Visitor, word: str) -> None:
        visitor.visit("/")
        (visitor.choose if is_list else visitor.pick)("kind", word, labels[word])
        visitor.visit("/list", kind=word)

    return browse


def _found(word: str) -> list[Thing]:
    """What is of a kind, or has a word in its title."""
    return [each for each in things() if word in each.title.lower().split()]


def _drawn_site() -> Site:
    """A script draws the list of choices, from data that have words for programs beside names."""

    def answer(asked: Asked) -> Answer:
        if asked.path == "/kinds":
            return data({"kinds": [{"code": value, "title": label} for label, value in _WORDS.items()]})
        if asked.path == "/goods":
            return data({"goods": list(map(plain, _found(asked.one("kind", "none"))))})
        return html(SHELL)

    return as_site(answer)


def _browse_drawn(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.fetch("/kinds")
    visitor.choose("", word, next(label for label, value in _WORDS.items() if value == word))
    visitor.fetch(f"/goods?kind={word}")


def _search_drawn(visitor: Visitor, word: str) -> None:
    """Type a word that is one of the choices, too."""
    visitor.visit("/")
    visitor.fetch("/kinds")
    visitor.type("kind", word)
    visitor.fetch(f"/goods?kind={word}")


def _of(offered: Mapping[str, str]) -> Callable[..., list[Row]]:
    return lambda word: rows_of(things(_kind(offered.get(word, word))))


_OPTION = "<option value='{value}'>{label}</option>"
_RADIO = "<label><input type=radio name=kind value={value}> {label}</label>"
GIVENCHOICES = tuple(
    Mechanism(f"{name}, given by {given}", serve, browse, inputs, {"word": third}, _of(offered))
    for name, serve, browse, inputs, offered in (
        ("a choice whose value is a word", _site(_OPTION, _WORDS), _browse(_WORDS), _TWO_WORDS, _WORDS),
        ("a button whose value is a word", _site(_RADIO, _WORDS), _browse(_WORDS, is_list=False), _TWO_WORDS, _WORDS),
        ("a choice spelled otherwise", _site(_OPTION, _SPELLED), _browse(_SPELLED), _TWO_SPELLED, _SPELLED),
        ("a choice that a script draws", _drawn_site, _browse_drawn, _TWO_WORDS, _WORDS),
    )
    for given, third in (("its label", list(offered)[2]), ("its value", list(offered.values())[2]))
)
"""Right either way."""
WORD_OF_CHOICES = Mechanism(
    "a typed word that is one of the choices of a script",
    _drawn_site,
    _search_drawn,
    _TWO_WORDS,
    {"word": "olive"},
    lambda word: rows_of(_found(word)),
)
