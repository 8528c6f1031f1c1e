"""django-todo from PyPI: lists of tasks behind a login, a page for each task, a search with paragraphs as hits."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application
from ..djangoproject import django_project
from ..workflow import Exhibit, Row, Workflow, follow, read_two

THINGS = ("windmill", "footbridge", "quarry")
PLACES = ("North", "South", "East")
WALKERS = ("Ada", "Bert")
TASKS = 63
_URLS = """from django.contrib.auth.views import LoginView
urlpatterns = [path("login/", LoginView.as_view(template_name="login.html"), name="login"),
    path("todo/", include("todo.urls", namespace="todo"))]
"""
_BASE = """{% load static %}<html><head>
<title>{% block title %}{% endblock %}</title>{% block extrahead %}{% endblock %}
</head><body><div class="menu"><a href="{% url 'todo:lists' %}">All lists</a> <a href="{% url 'todo:mine' %}">Mine</a>
<form action="{% url 'todo:search' %}"><input name="q" type="text"><input type="submit" value="Search"></form></div>
{% block content_title %}{% endblock %}{% block content %}{% endblock %}</body></html>"""
_LOGIN = '<html><form method="post">{% csrf_token %}{{ form }}<input type="submit" value="Log in"></form></html>'
_FILL = """
from django.contrib.auth.models import Group, User
from todo.models import Task, TaskList
number, secret, things, places, walkers = int(sys.argv[1]), sys.argv[2], *(each.split() for each in sys.argv[3:])
keeper = User.objects.create_user("keeper", "keeper@hills.test", secret, is_staff=True)
group = Group.objects.create(name="Walks")
keeper.groups.add(group)
people = [User.objects.create_user(name, f"{name}@hills.test", secret) for name in walkers]
lists = [TaskList.objects.create(name=f"{place} hills", slug=place.lower(), group=group) for place in places]
for n in range(number):
    task = Task.objects.create(title=f"Mend the {things[n // 3 % 3]} {n}", task_list=lists[n % 3], created_by=keeper,
        note=f"Seen from road {n * 7}.", priority=n, created_date=f"2021-03-{n % 28 + 1:02}",
        due_date=f"2021-04-{n % 28 + 1:02}")
    if n % 4:
        task.assigned_to.add(people[n % 2])
"""


@contextlib.contextmanager
def django_todo(folder: Path) -> Iterator[Application]:
    """Tasks on three things in three lists."""
    needed = ("django-todo==2.7", "django<6", "setuptools<80")
    own = ("dal", "dal_select2", "django.contrib.humanize", "todo")
    words = (str(TASKS), "quiet & please", *map(" ".join, (THINGS, PLACES, WALKERS)))
    templates = {"base.html": _BASE, "login.html": _LOGIN}
    with django_project("django_todo", folder, needed, own, _URLS, _FILL, words, templates) as app:
        yield app


async def log_in(page: Page, app: Application) -> None:
    await page.fill("input[name=username]", app.user)
    await page.fill("input[name=password]", app.secret)
    await follow(page, "input[type=submit][value='Log in']")


async def search(page: Page, app: Application, word: str) -> None:
    await log_in(page, app)
    await page.fill("input[name=q]", word)
    await follow(page, "input[type=submit][value=Search]")


async def listed(page: Page, app: Application, place: str) -> None:
    await log_in(page, app)
    await follow(page, f"ul.list-group a:has-text('{place}')")
    await read_two(page, "#tasktable td:first-child a", 0, 1)


def bearer(number: int) -> str:
    return WALKERS[number % 2] if number % 4 else "Anyone"


def found(_: Application, word: str) -> Sequence[Row]:
    titles = {n: f"Mend the {THINGS[n // 3 % 3]} {n}" for n in range(TASKS)}
    return [(title, f"{PLACES[n % 3]} hills") for n, title in titles.items() if word in title]


def tasks(_: Application, place: str) -> Sequence[Row]:
    numbers = [n for n in range(TASKS) if place.startswith(PLACES[n % 3])]
    return [(f"Mend the {THINGS[n // 3 % 3]} {n}", f"Seen from road {n * 7}.") for n in numbers]


EXHIBIT = Exhibit(
    "django_todo",
    "tasks in lists",
    django_todo,
    (
        Workflow("search", search, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, found, "/todo/"),
        Workflow(
            "listed",
            listed,
            ({"place": "North hills"}, {"place": "East hills"}),
            {"place": "South hills"},
            tasks,
            "/todo/",
        ),
    ),
)
