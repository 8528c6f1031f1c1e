"""What is the right answer of a target, and what is not."""

from json import dumps

import pytest

from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.inference.findings import Records
from scrapy_bt.core.inference.replay.experiment import ReplayTrial
from scrapy_bt.core.inference.replay.oracle import Oracle, echo, resembles
from scrapy_bt.core.inference.replay.verdicts import Doubt
from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.samples.traffic import Answer

ROWS = "".join(f"<li class=row>row {number}</li>" for number in range(60))
TWO_OTHERS = ROWS.replace(">row 1<", ">ROW<").replace(">row 2<", ">R<")


def html(body: str, *, status: int = 200, url: str = "https://shop.test/list") -> Answer:
    return Answer(status, url, (("Content-Type", "text/html"),), f"<html><body>{body}</body></html>".encode())


def data(body: str, status: int = 200) -> Answer:
    return Answer(status, "https://shop.test/list", (("Content-Type", "application/json"),), body.encode())


LIST = html(f"<title>Things</title><h1>Things</h1><ul>{ROWS}</ul><p>12:00</p>")


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (LIST, ""),
        (html(f"<title>Things</title><h1>Other</h1><ul>{ROWS}</ul><p>x</p>"), ""),
        (html("no", status=403), "status 403 instead of 200"),
        (data("{}"), "json instead of html"),
        (html("<h1>x</h1><form><input type=password></form>"), "a login page"),
        (
            html(f"<title>Please sign in</title><h1>Things</h1><ul>{ROWS}</ul><p>x</p>"),
            "a page titled “Please sign in”",
        ),
        (html("<div><div><table><tr><td>1</table></div></div>"), "another shape"),
        (
            html(f"<title>Things</title><h1>x</h1><ul>{ROWS}</ul><p>x</p>", url="https://shop.test/login?next=/list"),
            "it was redirected to the login",
        ),
    ],
)
def test_status_type_shape_and_marks_are_compared(answer: Answer, reason: str) -> None:
    oracle = Oracle(3, LIST, login_urls=["https://shop.test/login"])
    assert oracle.unlike(answer) == reason
    assert oracle.judge_answer(answer).is_right is not bool(reason)


def test_the_expected_text_has_to_be_there_white_space_aside() -> None:
    oracle = Oracle(3, LIST, expect=["row  7"])
    assert oracle.unlike(LIST) == ""
    assert oracle.unlike(html(f"<title>Things</title><h1>Things</h1><ul>{ROWS.replace('7', 'x')}</ul><p>1</p>")) == (
        "without the expected text “row  7”"
    )


def test_records_have_to_be_there() -> None:
    oracle = Oracle(3, LIST, records=[Records(3, Extraction("css", "li.row"), ())])
    assert oracle.unlike(html("<title>Things</title><h1>Things</h1><ul><li></ul><p>1</p>")) == "without records"


def test_json_is_compared_by_its_keys() -> None:
    recorded = data('{"items": [{"id": 1, "title": "a"}], "next": "x"}')
    assert (
        resembles(recorded, data('{"items": [{"id": 2, "title": "b"}, {"id": 3, "title": "c"}], "next": null}')) == ""
    )
    assert resembles(recorded, data('{"error": "no token"}')) == "another shape"
    assert resembles(recorded, data('{"items": [], "next": null}')) == "another shape"


def test_not_modified_counts_as_the_answer_that_was_there_before() -> None:
    assert resembles(Answer(304, "https://shop.test/list"), LIST) == ""


def learned(*pages: Answer) -> Oracle:
    oracle = Oracle(3, LIST)
    for each in pages:
        oracle.learn(ReplayTrial(1, ((3, each),)))
    return oracle


def test_what_changes_by_itself_does_not_count() -> None:
    later = html(f"<title>Things</title><h1>Things</h1><ul>{ROWS}</ul><p>12:01</p>")
    latest = html(f"<title>Things</title><h1>Things</h1><ul>{ROWS}</ul><p>12:02</p>")
    oracle = learned(LIST, later)
    assert oracle.has_learned
    assert oracle.judge_answer(latest).is_right


def test_other_rows_are_another_answer() -> None:
    oracle = learned(LIST, LIST)
    other = oracle.judge_answer(
        html(f"<title>Things</title><h1>Things</h1><ul>{ROWS.replace('row', 'ROW')}</ul><p>1</p>")
    )
    assert (other.is_right, other.reason, other.is_near) == (False, "it says something else", False)
    few = oracle.judge_answer(
        html(f"<title>Things</title><h1>Things</h1><ul>{ROWS.replace('row 1', 'ROW')}</ul><p>1</p>")
    )
    assert (few.is_right, few.is_near) == (False, False)
    two = oracle.judge_answer(html(f"<title>Things</title><h1>Things</h1><ul>{TWO_OTHERS}</ul><p>1</p>"))
    assert (two.is_right, two.is_near) == (False, True)


def test_another_order_is_another_answer() -> None:
    turned = "".join(f"<li class=row>row {number}</li>" for number in reversed(range(60)))
    verdict = learned(LIST, LIST).judge_answer(
        html(f"<title>Things</title><h1>Things</h1><ul>{turned}</ul><p>12:00</p>")
    )
    assert (verdict.is_right, verdict.reason) == (False, "it says the same in another order")


def test_a_trial_is_judged_by_the_target() -> None:
    oracle = Oracle(3, LIST)
    assert oracle.judge(ReplayTrial(1, ((2, html("x")), (3, LIST)))).is_right
    missing = oracle.judge(ReplayTrial(1, (), "step 2 (GET /): no connection"))
    assert (missing.is_right, missing.doubt) == (False, Doubt(-1))
    value = oracle.judge(
        ReplayTrial(1, (), "step 2 (GET /): no value for form t: it is not there", missing=Key("form", "t"))
    )
    assert (value.is_right, value.doubt) == (False, None)
    assert oracle.judge(ReplayTrial(1)).reason == "the target was not sent"
    assert oracle.judge(ReplayTrial(1, ((3, html("busy", status=503)),))).doubt == Doubt(3, 503)


def test_learning_is_kept_for_the_same_target_only() -> None:
    first = learned(LIST, LIST)
    assert Oracle(3, LIST, learned=first.learned).has_learned
    assert not Oracle(3, data("{}"), learned=first.learned).has_learned


def test_the_order_of_an_echo_is_that_of_what_both_say_once() -> None:
    """The number of a call, `4` here, may be one of a row as well."""
    recorded, came = "<p>4</p><p>9</p><p>a</p><p>4</p><p>b</p>", "<p>9</p><p>a</p><p>4</p><p>b</p>"
    assert echo(html(recorded), html(came)) == (0.8, True)
    assert echo(html(recorded), html("<p>b</p><p>a</p><p>4</p>"))[1] is False


def test_an_echo_tells_how_much_is_said_again() -> None:
    assert echo(LIST, LIST) == (1.0, True)
    share, in_order = echo(html("<p>b</p><p>a</p>"), html("<p>a</p><p>b</p><p>c</p>"))
    assert (share, in_order) == (1.0, False)
    assert echo(html("<p>a</p><p>just now</p>"), html("<p>a</p><p>1 minute ago</p>")) == (1.0, True)
    told = [html(f"<p>{who} moved a boat {age}</p>") for who, age in (("Ada", "just now"), ("Ben", "1 minute ago"))]
    assert echo(*told) == (0.0, True)


def test_the_lists_that_lead_to_a_detail_have_to_say_the_same() -> None:
    detail = html("<title>One</title><h1>one</h1><p>text</p>")
    oracle = Oracle(3, detail, lists={1: LIST})
    oracle.learn(ReplayTrial(1, ((1, LIST), (3, detail))))
    oracle.learn(ReplayTrial(2, ((1, LIST), (3, detail))))
    other = html(f"<title>Things</title><h1>Things</h1><ul>{ROWS.replace('row', 'ROW')}</ul><p>12:00</p>")
    verdict = oracle.judge(ReplayTrial(3, ((1, other), (3, detail))))
    assert (verdict.is_right, verdict.reason) == (False, "the list of step 2: it says something else")
    assert oracle.judge(ReplayTrial(4, ((3, detail),))).is_right
    assert (
        not Oracle(3, detail, lists={1: LIST}, learned=oracle.learned)
        .judge(ReplayTrial(3, ((1, other), (3, detail))))
        .is_right
    )


def found(word: str, around: str, count: int = 30) -> Answer:
    rows = "".join(f'<div class="hit"><b>{word} {number}</b><i>{around}</i></div>' for number in range(count))
    trail = "".join(f"<nav>{around} {number}</nav>" for number in range(20))
    return html(f"<title>Found</title>{trail}{rows}<p>one</p>")


def test_records_that_go_by_the_input_tell_more_than_what_is_around_them() -> None:
    lamps, records = (
        found("lamp", "a"),
        Records(3, Extraction("css", "div.hit"), (("word", Extraction("css", "b::text")),)),
    )
    plain = "".join(f"<p>{number}</p>" for number in range(60))

    def with_plain(answer: Answer) -> Answer:
        return html((answer.body or b"").decode().replace("<p>one</p>", plain))

    def oracle(*others: Answer) -> Oracle:
        made = Oracle(3, lamps, records=[records], others=others)
        for _ in range(2):
            made.learn(ReplayTrial(1, ((3, with_plain(lamps)),)))
        return made

    later = with_plain(found("lamp", "b"))
    assert oracle(found("chair", "a")).judge_answer(later).is_right
    assert oracle().judge_answer(later).reason == "it says something else"
    assert oracle(found("lamp", "c")).judge_answer(later).reason == "it says something else"
    judged = oracle(found("chair", "a"))
    assert judged.judge_answer(with_plain(found("chair", "a"))).reason == "other records"
    assert judged.judge_answer(with_plain(found("lamp", "a", 40))).reason == "values of records: 40 instead of 30"
    turned = Answer(
        200,
        lamps.url,
        lamps.headers,
        (lamps.body or b"").replace(b"lamp 3<", b"-").replace(b"lamp 4<", b"lamp 3<").replace(b"-", b"lamp 4<"),
    )
    assert judged.judge_answer(with_plain(turned)).reason == "the same records in another order"


def test_what_a_crawl_would_end_at_is_not_right() -> None:
    oracle = Oracle(3, LIST, served={2: html("fine")})
    failed = oracle.judge(ReplayTrial(1, ((1, html("x", status=404)), (2, html("x", status=404)), (3, LIST))))
    assert (failed.is_right, failed.reason, failed.doubt) == (False, "step 3: status 404", None)
    assert failed.difference is not None
    assert (failed.difference.step, failed.difference.right.texts, failed.difference.came.texts) == (
        2,
        ("fine",),
        ("x",),
    )
    assert oracle.judge(ReplayTrial(1, ((2, html("x", status=503)), (3, LIST)))).doubt == Doubt(2, 503)
    assert oracle.judge(ReplayTrial(1, ((1, html("x", status=404)), (2, html("x")), (3, LIST)))).is_right


def test_a_login_that_shows_its_form_again_is_refused_for_a_crawl() -> None:
    """As where the field that says where to go on is left out, though the session has begun."""
    form = html("<form><input type=password></form>")
    oracle = Oracle(3, LIST, served={1: html("home"), 2: form}, logins=[1, 2])
    told = oracle.judge(ReplayTrial(1, ((1, form), (3, LIST))))
    assert (told.is_right, told.reason, told.step) == (False, "step 2: it asks for the password again", 1)
    assert oracle.judge(ReplayTrial(1, ((1, html("hello")), (2, form), (3, LIST)))).is_right


@pytest.mark.parametrize(
    ("recorded", "first", "later"),
    [
        ("2 hours ago", "2 hours ago", "3 hours ago"),
        ("3 分钟前", "3 分钟前", "4 分钟前"),
        ("1小时前", "1小时前", "2小时前"),
        ("3 个月前", "3 个月前", "4 个月前"),
        ("刚刚", "刚刚", "1 分钟之前"),
        ("seen 7 times", "seen 9 times", "seen 11 times"),
    ],
)
def test_how_old_a_row_is_and_what_no_replay_says_again_tell_nothing(recorded: str, first: str, later: str) -> None:
    def page(word: str, age: str) -> Answer:
        rows = "".join(
            f"<div class=hit><b>{word} {number}</b><i>{age}</i><u>of {word}</u></div>" for number in range(9)
        )
        return html(f"<title>Found</title>{rows}")

    fields = (("word", "b::text"), ("age", "i::text"), ("kind", "u::text"))
    records = Records(
        3, Extraction("css", "div.hit"), tuple((name, Extraction("css", where)) for name, where in fields)
    )
    oracle = Oracle(3, page("lamp", recorded), records=[records], others=[page("chair", recorded)])
    for _ in range(2):
        oracle.learn(ReplayTrial(1, ((3, page("lamp", first)),)))
    assert oracle.judge_answer(page("lamp", later)).is_right
    assert not oracle.judge_answer(page("chair", later)).is_right


def test_rows_that_are_others_each_time_leave_the_rest_of_the_page_to_tell() -> None:
    def page(word: str, visit: int) -> Answer:
        around = "".join(f"<p>{number} of {word}</p>" for number in range(20))
        rows = "".join(f"<div class=hit><b>{visit}.{number}</b></div>" for number in range(9))
        return html(f"<title>Found</title>{'<p>about</p>' * 40}{around}{rows}")

    records = Records(3, Extraction("css", "div.hit"), (("price", Extraction("css", "b::text")),))
    oracle = Oracle(3, page("lamp", 0), records=[records], others=[page("chair", 1)])
    for visit in (2, 3):
        oracle.learn(ReplayTrial(1, ((3, page("lamp", visit)),)))
    assert oracle.judge_answer(page("lamp", 4)).is_right
    assert oracle.judge_answer(page("chair", 5)).reason == "it says something else"


def test_a_page_within_data_is_looked_into() -> None:
    def page(word: str, clock: str, rows: int = 9) -> Answer:
        found = "".join(f"<li>{word} {number}</li>" for number in range(rows))
        return data(dumps({"ok": True, "shown": f"<div>{'<p>about</p>' * 20}<ul>{found}</ul><p>{clock}</p></div>"}))

    records = Records(
        3, Extraction("css", "li"), (("word", Extraction("css", "li::text")),), within=Extraction("json", "shown")
    )
    for others, reason in (((), "it says something else"), ((page("chair", "12:00"),), "other records")):
        oracle = Oracle(3, page("lamp", "12:00"), records=[records], others=others)
        assert oracle.unlike(page("lamp", "12:01", 0)) == "without records"
        for clock in ("12:02", "12:03"):
            oracle.learn(ReplayTrial(1, ((3, page("lamp", clock)),)))
        assert oracle.judge_answer(page("lamp", "12:04")).is_right
        assert oracle.judge_answer(page("chair", "12:05")).reason == reason
