"""django-machina from PyPI: forums with topics and posts on numbered pages, and a search over titles and texts."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, turn

THINGS = ("windmill", "footbridge", "quarry")
TOPICS = 135
POSTS = 37
"""In one topic of each forum; one in the others."""
_SETTINGS = """
from machina import MACHINA_MAIN_STATIC_DIR, MACHINA_MAIN_TEMPLATE_DIR
BASE = __file__.rsplit("/", 1)[0]
SECRET_KEY, DEBUG, ALLOWED_HOSTS, SITE_ID, USE_TZ = "for tests", True, ["*"], 1, True
ROOT_URLCONF, STATIC_URL, MEDIA_URL, MEDIA_ROOT = "forums", "/static/", "/media/", BASE + "/media"
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": BASE + "/forums.sqlite"}}
CACHES = {name: {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"} for name in
    ("default", "machina_attachments")}
INSTALLED_APPS = ["django.contrib." + name for name in ("admin", "auth", "contenttypes", "sessions", "messages",
    "staticfiles", "sites", "humanize")] + ["mptt", "haystack", "widget_tweaks", "machina", "machina.apps.forum",
    "machina.apps.forum_conversation", "machina.apps.forum_conversation.forum_attachments",
    "machina.apps.forum_conversation.forum_polls", "machina.apps.forum_feeds", "machina.apps.forum_moderation",
    "machina.apps.forum_search", "machina.apps.forum_tracking", "machina.apps.forum_member",
    "machina.apps.forum_permission"]
MIDDLEWARE = ["django.contrib.sessions.middleware.SessionMiddleware", "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware", "django.contrib.messages.middleware.MessageMiddleware",
    "machina.apps.forum_permission.middleware.ForumPermissionMiddleware"]
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True,
    "DIRS": [MACHINA_MAIN_TEMPLATE_DIR], "OPTIONS": {"context_processors": [
    "django.template.context_processors.request", "django.contrib.auth.context_processors.auth",
    "django.contrib.messages.context_processors.messages", "machina.core.context_processors.metadata"]}}]
STATICFILES_DIRS = [MACHINA_MAIN_STATIC_DIR]
HAYSTACK_CONNECTIONS = {"default": {"ENGINE": "haystack.backends.whoosh_backend.WhooshEngine", "PATH": BASE + "/index"}}
DEFAULT_AUTO_FIELD = "django.db.models.AutoField"
MACHINA_DEFAULT_AUTHENTICATED_USER_FORUM_PERMISSIONS = ["can_see_forum", "can_read_forum"]
MACHINA_TOPIC_POSTS_NUMBER_PER_PAGE = 10
"""
_FORUMS = """
from django.urls import include, path
urlpatterns = [path("accounts/", include("django.contrib.auth.urls")), path("", include("machina.urls"))]
"""
_FILL = """
import sys
import django
django.setup()
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser
from django.core.management import call_command
from machina.apps.forum.models import Forum
from machina.apps.forum_conversation.models import Post, Topic
from machina.apps.forum_permission.models import ForumPermission, UserForumPermission

topics, posts, things = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
call_command("migrate", verbosity=0)
walkers = [get_user_model().objects.create_user(f"walker{n}") for n in range(7)]
forums = [Forum.objects.create(name=f"About {thing}s", type=Forum.FORUM_POST) for thing in things]
for codename in ("can_see_forum", "can_read_forum"):
    permission = ForumPermission.objects.get(codename=codename)
    UserForumPermission.objects.create(permission=permission, anonymous_user=True, has_perm=True)
for n in range(topics):
    thing, place, walker = things[n % len(things)], n % len(things), walkers[n % len(walkers)]
    topic = Topic.objects.create(forum=forums[place], subject=f"Question {n} on a {thing}", poster=walker,
        type=Topic.TOPIC_POST, status=Topic.TOPIC_UNLOCKED)
    for post in range(posts if n < len(things) else 1):
        Post.objects.create(topic=topic, subject=topic.subject, poster=walkers[(n + post) % len(walkers)],
            content=f"Who has seen {thing} {n}, {post} times?", approved=True)
call_command("rebuild_index", interactive=False, verbosity=0)
"""


@contextlib.contextmanager
def machina(folder: Path) -> Iterator[Application]:
    """A forum about each of three things."""
    needed = ("django-machina==1.3.1", "django<5.2", "django-haystack", "whoosh", "setuptools<80")
    python = installed("machina", *needed) / "python"
    (folder / "settings.py").write_text(_SETTINGS)
    (folder / "forums.py").write_text(_FORUMS)
    own = {"DJANGO_SETTINGS_MODULE": "settings", "PYTHONPATH": str(folder), "PYTHONWARNINGS": "ignore"}
    fill = [python, "-c", _FILL, str(TOPICS), str(POSTS), *THINGS]
    subprocess.run(fill, check=True, capture_output=True, cwd=folder, env={**os.environ, **own})
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [python, "-m", "django", "runserver", "--noreload", url.removeprefix("http://")]
    with served(serve, url, folder, own):
        yield Application(url, "", "", folder)


_NEXT = "ul.pagination li:not(.disabled) a:has-text('»'), a[rel=next]"


async def topics(page: Page, _: Application, forum: str) -> None:
    await follow(page, f"a:text-is('{forum}') >> nth=0")
    await turn(page, f"{_NEXT} >> nth=0")


async def search(page: Page, _: Application, word: str) -> None:
    await follow(page, "a[href*='/search/'] >> nth=0")
    await page.fill("input[name=q]", word)
    await follow(page, "form:has(input[name=q]) [type=submit]")
    await turn(page, f"{_NEXT} >> nth=0")


def of_forum(_: Application, forum: str) -> Sequence[Row]:
    thing = forum.split()[1].removesuffix("s")
    return [(f"Question {n} on a {thing}", f"walker{n % 7}") for n in range(TOPICS) if THINGS[n % 3] == thing]


def found(_: Application, word: str) -> Sequence[Row]:
    numbers = [n for n in range(TOPICS) if THINGS[n % 3] == word]
    told = [(n, post) for n in numbers for post in range(POSTS if n < len(THINGS) else 1)]
    return [(f"Question {n} on a {word}", f"...{word} Who has seen {word} {n}, {post} times?") for n, post in told]


EXHIBIT = Exhibit(
    "machina",
    "a forum in Django",
    machina,
    (
        Workflow(
            "topics",
            topics,
            ({"forum": "About windmills"}, {"forum": "About quarrys"}),
            {"forum": "About footbridges"},
            of_forum,
        ),
        Workflow("search", search, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, found),
    ),
)
