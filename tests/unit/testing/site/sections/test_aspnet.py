import base64
import re

import pytest
from parsel import Selector

from scrapy_bt.testing.site.content.filings import make_filings
from scrapy_bt.testing.site.exchange import Ask
from scrapy_bt.testing.site.sections.aspnet import PATH, WebForms

HIDDEN = ("__VIEWSTATE", "__VIEWSTATEGENERATOR", "__EVENTVALIDATION")


@pytest.fixture
def forms():
    return WebForms("practice")


def read(reply):
    assert reply.status == 200
    return Selector(reply.body.decode())


def fields_of(page):
    return {each.attrib["name"]: each.attrib["value"] for each in page.css("form input[type=hidden]")}


def post(forms, form):
    return forms.answer(Ask(PATH, method="POST", form=form))


def turn(forms, page, argument):
    return post(forms, {**fields_of(page), "__EVENTTARGET": "ctl00$Main$Grid", "__EVENTARGUMENT": argument})


def references(page):
    return page.css("tr.row td.reference::text").getall()


def test_the_form_has_the_fields_of_webforms(forms):
    page = read(forms.fixed["/aspnet/"])
    assert set(fields_of(page)) == {"__EVENTTARGET", "__EVENTARGUMENT", *HIDDEN}
    assert all(fields_of(page)[name] for name in HIDDEN)


def test_next_leads_through_all_rows(forms):
    page, rows = read(forms.fixed["/aspnet/"]), []
    while True:
        rows += [tuple(row.css("td::text").getall()) for row in page.css("tr.row")]
        link = page.css("a.next::attr(href)").get()
        if link is None:
            break
        target, argument = re.fullmatch(r"javascript:__doPostBack\('([^']+)','([^']+)'\)", link).groups()
        page = read(post(forms, {**fields_of(page), "__EVENTTARGET": target, "__EVENTARGUMENT": argument}))
    assert rows == [(each.reference, each.subject, each.state, each.filed) for each in make_filings("practice")]


def test_a_number_leads_to_any_page_and_back(forms):
    first = read(forms.fixed["/aspnet/"])
    fifth = read(turn(forms, first, "Page$5"))
    assert references(fifth)[0].endswith("-041")
    assert references(read(turn(forms, fifth, "Page$1"))) == references(first)


def test_posting_without_an_event_shows_the_same_page(forms):
    second = read(turn(forms, read(forms.fixed["/aspnet/"]), "Page$2"))
    assert references(read(post(forms, fields_of(second)))) == references(second)


@pytest.mark.parametrize("name", HIDDEN)
@pytest.mark.parametrize("value", [None, "", "x", "é", base64.b64encode(b"{}" * 40).decode()])
def test_a_changed_field_gives_an_error_page(forms, name, value):
    form = fields_of(read(forms.fixed["/aspnet/"]))
    form |= {"__EVENTTARGET": "ctl00$Main$Grid", "__EVENTARGUMENT": "Page$2"}
    del form[name]
    reply = post(forms, form if value is None else {**form, name: value})
    assert reply.status == 500
    expected = "Invalid postback" if name == "__EVENTVALIDATION" else "Validation of viewstate MAC failed."
    assert expected in reply.body.decode()


def test_a_changed_byte_of_the_state_is_noticed(forms):
    form = fields_of(read(forms.fixed["/aspnet/"]))
    state = bytearray(base64.b64decode(form["__VIEWSTATE"]))
    state[-3] ^= 1
    assert post(forms, {**form, "__VIEWSTATE": base64.b64encode(state).decode()}).status == 500


def test_the_validation_of_another_page_is_refused(forms):
    first = read(forms.fixed["/aspnet/"])
    second = read(turn(forms, first, "Page$2"))
    mixed = {**fields_of(first), "__EVENTVALIDATION": fields_of(second)["__EVENTVALIDATION"]}
    assert b"Invalid postback" in post(forms, mixed).body


@pytest.mark.parametrize("argument", ["Page$1", "Page$6", "Page$x", "Select$0", ""])
def test_what_the_page_did_not_offer_is_refused(forms, argument):
    reply = turn(forms, read(forms.fixed["/aspnet/"]), argument)
    assert reply.status == 500
    assert b"Invalid postback" in reply.body


def test_the_last_page_offers_no_next(forms):
    last = read(turn(forms, read(forms.fixed["/aspnet/"]), "Page$5"))
    assert last.css("a.next").get() is None
    assert turn(forms, last, "Page$Next").status == 500


def test_the_state_of_another_site_is_refused(forms):
    other = WebForms("other")
    assert post(forms, fields_of(read(other.fixed["/aspnet/"]))).status == 500


def test_other_methods_and_paths_are_refused(forms):
    assert forms.answer(Ask(PATH, method="PUT")).status == 405
    assert forms.answer(Ask("/aspnet/Other.aspx")).status == 404
