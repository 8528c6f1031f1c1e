"""Forms over several pages by Django and formtools, from PyPI: what was chosen stands in the session until the end."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, turn

KINDS = ("rooms", "huts", "tents")
REGIONS = ("north", "south", "east", "west")
OFFERS, SIZE = 240, 8
_SERVE = """
import sys
from django import forms
from django.conf import settings
from django.core.management import execute_from_command_line
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect
from django.template import engines
from django.urls import path, reverse

port, offers, size = map(int, sys.argv[1:4])
kinds, regions = sys.argv[4].split(), sys.argv[5].split()
settings.configure(DEBUG=False, SECRET_KEY="walks", ALLOWED_HOSTS=["127.0.0.1"], ROOT_URLCONF=__name__, USE_TZ=True,
    INSTALLED_APPS=["django.contrib.sessions", "django.contrib.staticfiles", "formtools"], STATIC_URL="static/",
    SESSION_ENGINE="django.contrib.sessions.backends.file", SESSION_FILE_PATH=".",
    MIDDLEWARE=["django.contrib.sessions.middleware.SessionMiddleware", "django.middleware.csrf.CsrfViewMiddleware"],
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates"}])
import django
django.setup()
from formtools.wizard.views import SessionWizardView

HEAD = "<!doctype html><title>Places to sleep</title><nav><a href='/'>Start</a> <a href='/about/'>About</a></nav>"
STEP = HEAD + '''<h1>Step {{ wizard.steps.step1 }} of {{ wizard.steps.count }}</h1>
<form method="post">{% csrf_token %}{{ wizard.management_form }}{{ wizard.form.as_p }}
{% if wizard.steps.prev %}<button name="wizard_goto_step" value="{{ wizard.steps.prev }}" formnovalidate>Back</button>
{% endif %}<button type="submit" class="on">Continue</button></form>'''
OFFERS = HEAD + '''<h1>{{ page.paginator.count }} offers</h1><div class="offers">
{% for each in page %}<section class="offer">
<h2>{{ each.name }}</h2><dl><dt>Price</dt><dd>{{ each.price }} a night</dd><dt>Beds</dt><dd>{{ each.beds }}</dd></dl>
<a href="{% url 'offer' each.number %}">More of it</a></section>{% endfor %}</div>
<p>{% if page.has_previous %}<a href="?page={{ page.previous_page_number }}">Earlier</a>{% endif %}
Page {{ page.number }}
{% if page.has_next %}<a class="next" href="?page={{ page.next_page_number }}">Later</a>{% endif %}</p>'''
OFFER = HEAD + '''<h1>{{ each.name }}</h1><p class="told">{{ each.told }}</p><p>{{ each.price }} a night</p>'''
ALL = [{"number": n, "name": f"The {regions[n % 4]} {kinds[n // 4 % 3]}, number {n}", "kind": kinds[n // 4 % 3],
    "region": regions[n % 4], "price": f"{20 + n * 7 % 90}.50", "beds": 1 + n // 12 % 4,
    "told": f"Reached by road {n * 7}"}
    for n in range(offers)]


class Kind(forms.Form):
    kind = forms.ChoiceField(choices=[(each, each) for each in kinds], widget=forms.RadioSelect)


class Region(forms.Form):
    region = forms.ChoiceField(choices=[(each, each) for each in regions])


class People(forms.Form):
    beds = forms.IntegerField(min_value=1)
    name = forms.CharField(required=False)


class Wizard(SessionWizardView):
    form_list = [("kind", Kind), ("region", Region), ("people", People)]

    def render(self, form=None, **given):
        context = self.get_context_data(form=form or self.get_form(), **given)
        return show(self.request, STEP, **context)

    def done(self, form_list, **given):
        self.request.session["chosen"] = self.get_all_cleaned_data()
        return redirect("offers")


def show(request, template, **context):
    return HttpResponse(engines["django"].from_string(template).render(context, request))


def list_offers(request):
    if not (chosen := request.session.get("chosen")):
        return redirect("start")
    found = [each for each in ALL if each["kind"] == chosen["kind"] and each["region"] == chosen["region"]
        and each["beds"] >= chosen["beds"]]
    return show(request, OFFERS, page=Paginator(found, size).get_page(request.GET.get("page")))


def offer(request, number):
    return show(request, OFFER, each=ALL[number])


urlpatterns = [path("", Wizard.as_view(), name="start"), path("offers/", list_offers, name="offers"),
    path("offers/<int:number>/", offer, name="offer")]
execute_from_command_line(["walks", "runserver", "--noreload", f"127.0.0.1:{port}"])
"""


@contextlib.contextmanager
def formtools(folder: Path) -> Iterator[Application]:
    """Offers of three kinds in four regions, which three forms ask for."""
    python = installed("formtools", "django>=5,<6", "django-formtools") / "python"
    url = f"http://127.0.0.1:{free_port(folder)}"
    words = [url.rpartition(":")[2], str(OFFERS), str(SIZE), " ".join(KINDS), " ".join(REGIONS)]
    with served([python, "-c", _SERVE, *words], url, folder):
        yield Application(url, "", "", folder)


async def _choose(page: Page, kind: str, region: str, beds: str) -> None:
    await page.check(f"input[type=radio][value={kind}]")
    await follow(page, "button.on")
    await page.select_option("select", region)
    await follow(page, "button.on")
    await page.fill("input[type=number]", beds)
    await follow(page, "button.on")


async def offers(page: Page, _: Application, kind: str, region: str, beds: str) -> None:
    await _choose(page, kind, region, beds)
    await turn(page, "a.next")


async def details(page: Page, _: Application, kind: str, region: str, beds: str) -> None:
    await _choose(page, kind, region, beds)
    await follow(page, "a:text-is('More of it') >> nth=1")
    await page.go_back()
    await follow(page, "a.next")
    await follow(page, "a:text-is('More of it') >> nth=0")


def _found(kind: str, region: str, beds: str) -> list[int]:
    own = [n for n in range(OFFERS) if KINDS[n // 4 % 3] == kind and REGIONS[n % 4] == region]
    return [n for n in own if 1 + n // 12 % 4 >= int(beds)]


def _name(number: int) -> str:
    return f"The {REGIONS[number % 4]} {KINDS[number // 4 % 3]}, number {number}"


def found(_: Application, kind: str, region: str, beds: str) -> Sequence[Row]:
    return [(_name(n), f"{20 + n * 7 % 90}.50 a night", str(1 + n // 12 % 4)) for n in _found(kind, region, beds)]


def told(_: Application, kind: str, region: str, beds: str) -> Sequence[Row]:
    return [(_name(n), f"Reached by road {n * 7}") for n in _found(kind, region, beds)]


_INPUTS = ({"kind": "rooms", "region": "south", "beds": "2"}, {"kind": "huts", "region": "west", "beds": "1"})
_OTHER = {"kind": "tents", "region": "east", "beds": "3"}
EXHIBIT = Exhibit(
    "formtools",
    "forms over several pages",
    formtools,
    (
        Workflow("offers", offers, _INPUTS, _OTHER, found),
        Workflow("details", details, _INPUTS, _OTHER, told),
    ),
)
