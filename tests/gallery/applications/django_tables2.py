"""django-tables2 with django-filter from PyPI: a shop's catalogue, filtered by a form and sorted by its columns."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application
from ..djangoproject import django_project
from ..workflow import Exhibit, Row, Workflow, follow, read_two, turn

MAKERS = ("Bergmann & Sons", "Holt Tools", "Okafor Works", "Rossi")
KINDS = ("chisel", "hammer", "saw")
TOOLS = 156
_MODELS = """
from django.db import models
class Maker(models.Model):
    name = models.CharField(max_length=99)
    def __str__(self):
        return self.name
class Tool(models.Model):
    KINDS = [(word, word.title()) for word in ("chisel", "hammer", "saw")]
    name = models.CharField(max_length=99)
    kind = models.CharField(max_length=9, choices=KINDS)
    maker = models.ForeignKey(Maker, on_delete=models.CASCADE)
    price = models.DecimalField(max_digits=9, decimal_places=2)
    is_new = models.BooleanField("New")
    told = models.TextField()
    def get_absolute_url(self):
        return f"/tools/{self.pk}/"
    class Meta:
        ordering = ("name",)
"""
_URLS = """
import django_filters
import django_tables2 as tables
from django.views.generic import DetailView
from django_filters.views import FilterView
from shop.models import Tool
class ToolTable(tables.Table):
    name = tables.Column(linkify=True)
    class Meta:
        model = Tool
        fields = ("name", "kind", "maker", "price", "is_new")
        template_name = "django_tables2/bootstrap5-responsive.html"
class ToolFilter(django_filters.FilterSet):
    price = django_filters.RangeFilter()
    class Meta:
        model = Tool
        fields = {"name": ["icontains"], "kind": ["exact"], "maker": ["exact"], "is_new": ["exact"]}
class Tools(tables.SingleTableMixin, FilterView):
    table_class, model, filterset_class, template_name = ToolTable, Tool, ToolFilter, "tools.html"
    table_pagination = {"per_page": 12}
class OneTool(DetailView):
    model, template_name = Tool, "tool.html"
urlpatterns = [path("tools/", Tools.as_view()), path("tools/<int:pk>/", OneTool.as_view())]
"""
_TOOLS = """{% extends "base.html" %}{% load render_table from django_tables2 %}{% block content %}<h1>Tools</h1>
<form method="get" class="row">{{ filter.form.as_p }}<button type="submit" class="btn btn-primary">Filter</button>
<a href="/tools/" class="btn btn-secondary">Reset</a></form>{% render_table table %}{% endblock %}"""
_TOOL = """{% extends "base.html" %}{% block content %}<h1>{{ tool.name }}</h1><p class="lead">{{ tool.told }}</p>
<dl class="row"><dt>Kind</dt><dd>{{ tool.get_kind_display }}</dd><dt>Maker</dt><dd>{{ tool.maker }}</dd>
<dt>Price</dt><dd>{{ tool.price }} &euro;</dd></dl><a href="/tools/">All tools</a>{% endblock %}"""
_BASE = """<!doctype html><html lang="en"><head><title>Tool shop</title></head><body><nav class="navbar">
<a class="navbar-brand" href="/tools/">Tool shop</a><ul class="navbar-nav">
<li><a href="/tools/?is_new=true">New</a></li><li><a href="/tools/?sort=price">Cheapest</a></li></ul></nav>
<main class="container">{% block content %}{% endblock %}
</main><footer>Prices with taxes</footer></body></html>"""
_FILL = """
from shop.models import Maker, Tool
call_command("migrate", "--run-syncdb", verbosity=0)
count, kinds, makers = int(sys.argv[1]), sys.argv[2].split(), sys.argv[3:]
made = [Maker.objects.create(name=name) for name in makers]
for n in range(count):
    Tool.objects.create(name=f"{kinds[n % 3].title()} No. {n * 7 % count + 100}", kind=kinds[n % 3],
        told=f"Kept in drawer {n * 3}.", maker=made[n // 3 % len(made)],
        price=f"{n * 37 % 211 + 3}.{n % 10}0", is_new=n % 4 == 1)
"""


@contextlib.contextmanager
def django_tables2(folder: Path) -> Iterator[Application]:
    """Tools of three kinds by four makers."""
    (folder / "shop").mkdir()
    (folder / "shop" / "__init__.py").touch()
    (folder / "shop" / "models.py").write_text(_MODELS)
    needed = ("django>=5.2,<6", "django-tables2==2.7.5", "django-filter==25.1")
    words = (str(TOOLS), " ".join(KINDS), *MAKERS)
    pages = {"base.html": _BASE, "tools.html": _TOOLS, "tool.html": _TOOL}
    own = ("django_tables2", "django_filters", "shop")
    with django_project("django_tables2", folder, needed, own, _URLS, _FILL, words, pages) as app:
        yield app


async def of_maker(page: Page, _: Application, maker: str) -> None:
    await page.select_option("select[name=maker]", label=maker)
    await follow(page, "button:text-is('Filter')")
    await turn(page, "ul.pagination a:text-is('next')")


async def cheapest(page: Page, _: Application, kind: str) -> None:
    await page.select_option("select[name=kind]", value=kind)
    await follow(page, "button:text-is('Filter')")
    await follow(page, "thead a:text-is('Price')")
    await turn(page, "ul.pagination a:text-is('next')")


async def details(page: Page, _: Application, word: str) -> None:
    await page.fill("input[name=name__icontains]", word)
    await follow(page, "button:text-is('Filter')")
    await read_two(page, "tbody tr td:first-child a", 1, 4)


def name(number: int) -> str:
    return f"{KINDS[number % 3].title()} No. {number * 7 % TOOLS + 100}"


def price(number: int) -> str:
    return f"{number * 37 % 211 + 3}.{number % 10}0"


def by_maker(_: Application, maker: str) -> Sequence[Row]:
    own = [n for n in range(TOOLS) if MAKERS[n // 3 % 4] == maker]
    return [(name(n), KINDS[n % 3].title(), maker, price(n)) for n in own]


def of_kind(_: Application, kind: str) -> Sequence[Row]:
    own = [n for n in range(TOOLS) if KINDS[n % 3] == kind]
    return [(name(n), kind.title(), MAKERS[n // 3 % 4], price(n)) for n in own]


def told_of(_: Application, word: str) -> Sequence[Row]:
    """What the first page of the word leads to."""
    own = sorted((name(n), n) for n in range(TOOLS) if word in KINDS[n % 3])[:12]
    return [(title, f"Kept in drawer {n * 3}.", MAKERS[n // 3 % 4], f"{price(n)} €") for title, n in own]


EXHIBIT = Exhibit(
    "django_tables2",
    "a catalogue with filters and sorted columns",
    django_tables2,
    (
        Workflow(
            "maker",
            of_maker,
            ({"maker": "Holt Tools"}, {"maker": "Rossi"}),
            {"maker": "Okafor Works"},
            by_maker,
            "/tools/",
        ),
        Workflow("cheapest", cheapest, ({"kind": "chisel"}, {"kind": "saw"}), {"kind": "hammer"}, of_kind, "/tools/"),
        Workflow("details", details, ({"word": "hammer"}, {"word": "saw"}), {"word": "chisel"}, told_of, "/tools/"),
    ),
)
