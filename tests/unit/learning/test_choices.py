"""Which selectors are proposed for a field."""

from scrapy_bt.core.healing.perception.observations import Observation
from scrapy_bt.learning.cases import Case
from scrapy_bt.learning.choices import choose
from scrapy_bt.learning.trials import KeptPage

TITLES = [
    "Storm at sea",
    "Rain in town",
    "Snow on hills",
    "Wind from east",
    "Sun over all",
    "Fog by night",
    "Hail at noon",
]


def kept(number, state, heading):
    meta = f'<meta property="og:title" content="{TITLES[number]}"><meta property="og:type" content="article">'
    body = f"<body>{heading.format(TITLES[number])}<p>Read on</p></body>"
    return KeptPage(f"https://a.test/{number}", state, f"<html><head>{meta}</head>{body}</html>")


def choices(*, refused=(), today="<canvas></canvas>", written=()):
    pages = [kept(number, "good", "<h1>{}</h1>") for number in range(3)]
    pages += [kept(number, "failing", today) for number in range(3, 7)]
    one = Observation("parse", "title", "h1::text", 1, 0, (TITLES[0],))
    case = Case(pages[0], [one], pages, {}, {"title": {"words"}}, {}, lambda _, selector: selector in refused)
    return choose(one, written, case, "", "")


META = 'meta[property="og:title"]::attr(content)'


def test_what_has_told_all_values_before_is_chosen_and_nothing_that_was_refused():
    (best,) = choices()
    assert (best.selector, best.trial.found, best.trial.fitting) == (META, 4, 4)
    assert best.probability >= 0.8
    assert choices(refused=[META]) == ()


def test_a_visible_text_that_is_what_machines_are_told_comes_first():
    found = choices(today="<h2>Weather</h2><h2 class=top>{}</h2>", written=[("h2::text", 0.4), (".top::text", 0.4)])
    assert [one.trial.example for one in found] == [TITLES[3]] * 3
    assert META not in [one.selector for one in found]
    assert found[0].probability > 0.95


def test_what_still_fits_is_not_replaced():
    assert choices(today="<h1>{}</h1>", written=[("h1", 0.99)]) == ()


def test_what_only_fits_one_page_of_several_is_not_proposed():
    today = "<h2 id='{0}'>{0}</h2>"
    written = [(f"//h2[@id='{TITLES[3]}']", 0.9), ("h2::text", 0.7)]
    found = [one.selector for one in choices(today=today, written=written)]
    assert found[0] == "h2::text"
    assert written[0][0] not in found


def test_what_gives_the_same_is_as_likely_and_a_plain_selector_comes_before_a_reading():
    today = "<div>{} is new<b>Go on</b></div><h2>{0}</h2>".replace("{}", "{0}")
    found = choices(today=today, written=[("div::text", 0.7), ("h2::text", 0.82)])
    assert (found[0].selector, len({one.trial.example for one in found})) == ("h2::text", 1)
    assert len({one.probability for one in found}) == 1
