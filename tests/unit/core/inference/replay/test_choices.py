"""What a parameter can get its value from."""

from scrapy_bt.core.inference.answers.values import Argument, Coded, Constant, Each, Extraction, Now, Random, Taken
from scrapy_bt.core.inference.findings import Loop, NeedsPerson, Origin, Typed
from scrapy_bt.core.inference.origins.likelihoods import SUPERFLUOUS
from scrapy_bt.core.inference.replay.drafts import Draft
from scrapy_bt.core.samples.parameters import WHOLE_URL, Key
from scrapy_bt.core.samples.traffic import Answer, Exchange, Recording, Sent
from tests.login_site import TOKEN
from tests.plans import plan_of, planner, visits


def test_what_was_typed_and_coded_is_what_its_origin_says() -> None:
    key = Key("query", "q")
    typed = Typed(4, key, "word", ("lamp", "desk"), is_direct=False)
    origin = Origin(4, key, Coded(Argument("word"), "md5"))
    assert planner(typed, origin).options((4, key))[0] == origin.value


def test_what_varies_and_comes_from_nowhere_has_to_be_given() -> None:
    known = planner(TOKEN)
    assert known.options((4, Key("query", "q"))) == (Argument("q"),)
    assert known.options((2, Key("form", "secret"))) == (Argument("secret", is_secret=True),)
    assert known.argument_value("q", 1) == "desk"


def test_two_arguments_have_two_names() -> None:
    recordings = [visits("/a?id=1", "/b?id=2"), visits("/a?id=3", "/b?id=4")]
    known = plan_of(recordings)
    assert known.options((0, Key("query", "id"))) == (Argument("id"),)
    assert known.options((1, Key("query", "id"))) == (Argument("id2"),)


def test_one_value_is_one_argument_wherever_it_is_sent() -> None:
    recordings = [visits("/a?id=1&x=7", "/b?of=1"), visits("/a?id=3&x=7", "/b?of=3")]
    known = plan_of(recordings)
    assert known.options((0, Key("query", "id"))) == known.options((1, Key("query", "of"))) == (Argument("id"),)
    typed = plan_of(recordings, Typed(0, Key("query", "id"), "thing", ("1", "3")))
    assert typed.options((1, Key("query", "of"))) == (Argument("thing"),)


def test_where_the_first_page_of_a_loop_is_always_another_its_origins_are_tried() -> None:
    key = Key("query", "page")
    origin = Origin(1, key, Taken(0, Extraction("css", "a::attr(data-page)")))
    loop = Loop(1, (), "counter", key, Each(1))
    fixed = plan_of([visits("/", "/l?page=1"), visits("/", "/l?page=1")], origin, loop)
    assert fixed.options((1, key)) == (Constant("1"), origin.value)
    varying = plan_of([visits("/", "/l?page=4"), visits("/", "/l?page=7")], origin, loop)
    assert varying.options((1, key)) == (origin.value,)


def test_better_origins_come_first_and_constants_last() -> None:
    key = Key("query", "view")
    worse = Origin(4, key, Taken(1, Extraction("css", "b::text")), 0.3)
    better = Origin(4, key, Taken(1, Extraction("css", "a::text")), 0.6)
    assert planner(worse, better).options((4, key)) == (better.value, worse.value, Constant("wide"))


def test_a_value_of_a_later_step_is_no_origin() -> None:
    key = Key("form", "remember")
    assert planner(Origin(2, key, Taken(3, Extraction("css", "a")))).options((2, key)) == (Constant("1"),)


def test_a_key_that_has_an_origin_is_never_frozen() -> None:
    text = "9f86d081884c7d659a2feaa0c55ad015"
    recordings = [visits("/form", f"/go?t={text}"), visits("/form", f"/go?t={text}")]
    origin = Origin(1, Key("query", "t"), Taken(0, Extraction("css", "input::attr(value)")))
    known = plan_of(recordings, origin)
    assert known.options((1, Key("query", "t"))) == (origin.value,)
    assert known.value((1, Key("query", "t")), Draft((1,))) is None


def test_a_key_from_before_the_recording_is_a_secret_argument() -> None:
    sent = Sent("GET", "https://site.test/", (("Authorization", "Bearer9f86d081884c7d659a2f"),))
    recording = Recording("one", (Exchange(0, sent, Answer(200, sent.url)),))
    known = plan_of([recording])
    assert known.options((0, Key("header", "authorization"))) == (Argument("authorization", is_secret=True),)


def test_what_a_person_has_to_give_is_an_argument() -> None:
    key = Key("form", "remember")
    assert planner(NeedsPerson(2, key, "one-time code", "")).options((2, key))[0] == Argument("remember")


def test_a_link_that_differs_is_taken_as_a_whole() -> None:
    recordings = [visits("/list", "/item/one"), visits("/list", "/item/two")]
    origin = Origin(1, WHOLE_URL, Taken(0, Extraction("css", "a.new::attr(href)")))
    known = plan_of(recordings, origin)
    assert (1, WHOLE_URL) in known.places(1)
    assert known.closure(1).steps == (0, 1)
    same = plan_of([visits("/list", "/item/one"), visits("/list", "/item/one")], origin)
    assert (1, WHOLE_URL) not in same.places(1)


def test_what_a_script_made_up_is_hardly_needed_least_in_a_cookie() -> None:
    sent = [Sent("GET", "https://site.test/?n=1", (("Cookie", f"visitor=v{number}"),)) for number in range(2)]
    recordings = [Recording("one", (Exchange(0, each, Answer(200, each.url)),)) for each in sent]
    cookie, field = (0, Key("cookie", "visitor")), (0, Key("query", "n"))
    known = plan_of(
        recordings,
        Origin(*cookie, Random("hex", 8), 0.5),
        Origin(*field, Now("ms"), 0.5),
        Origin(*field, Now("s"), 0.4),
    )
    assert known.likelihood(cookie) <= SUPERFLUOUS
    assert SUPERFLUOUS < known.likelihood(field) <= 0.3


def test_a_cookie_that_nobody_sets_is_rather_not_needed_unless_it_is_a_key() -> None:
    def recording(visitor: str, session: str) -> Recording:
        sent = Sent("GET", "https://site.test/", (("Cookie", f"visitor={visitor}; session={session}"),))
        return Recording("one", (Exchange(0, sent, Answer(200, sent.url)),))

    known = plan_of([recording("a1", "9f86d081884c7d659a2f"), recording("b2", "1b4f0e9851971998e732")])
    assert known.likelihood((0, Key("cookie", "visitor"))) == 0.2
    assert known.likelihood((0, Key("cookie", "session"))) > 0.5


def test_a_password_that_is_a_word_of_an_address_is_nothing_to_hide() -> None:
    key = Key("form", "password")
    for path, secrets in (("/harbour.php", frozenset()), ("/harbours.php", {"harbour"}), ("/?of=harbour", {"harbour"})):
        known = plan_of([visits(path)], Typed(0, key, "password", ("harbour",), is_secret=True))
        assert known.secrets() == secrets


def test_a_password_that_is_sent_in_an_address_is_hidden() -> None:
    typed = Typed(0, Key("path", "1"), "password", ("harbour", "lantern"), is_secret=True)
    known = plan_of([visits("/unlock/harbour"), visits("/unlock/lantern")], typed)
    assert known.secrets() == {"harbour", "lantern"}
