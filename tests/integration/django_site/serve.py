"""Serves Django's admin with a library of books: `serve.py FOLDER BOOKS`, until its standard input ends.

The database and a list of requests are in the folder; the address is the first line that is printed.
"""

import datetime as dt
import decimal
import os
import random
import socketserver
import sys
import threading
from pathlib import Path
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

import django
from django.conf import settings
from django.core.management import call_command
from django.core.wsgi import get_wsgi_application
from django.urls import path

FOLDER, BOOKS = Path(sys.argv[1]), int(sys.argv[2])
APPS = ("admin", "auth", "contenttypes", "sessions", "messages")
TEXTS = (
    "Trees & <b>leaves</b>",
    'Étude "naïve"',
    "书 and books",
    "A plain one",
    "Two\nlines, and\n\ta tab",
    "Ampersand &amp;",
)


def configure():
    sys.path.insert(0, str(Path(__file__).parent))
    settings.configure(
        SECRET_KEY="for tests only",  # a site that lives for seconds on this machine
        ALLOWED_HOSTS=["127.0.0.1"],
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": FOLDER / "library.sqlite"}},
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        INSTALLED_APPS=[*(f"django.contrib.{app}" for app in APPS), "library"],
        MIGRATION_MODULES=dict.fromkeys([*APPS, "library"]),  # the tables are made at once
        MIDDLEWARE=[
            "django.contrib.sessions.middleware.SessionMiddleware",
            "django.middleware.csrf.CsrfViewMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
            "django.contrib.messages.middleware.MessageMiddleware",
        ],
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
        ROOT_URLCONF=__name__,
        STATIC_URL="/static/",
        TEMPLATES=[
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "APP_DIRS": True,
                "OPTIONS": {
                    "context_processors": [
                        "django.template.context_processors.request",
                        "django.contrib.auth.context_processors.auth",
                        "django.contrib.messages.context_processors.messages",
                    ]
                },
            }
        ],
        USE_TZ=True,
    )
    django.setup()


def fill():
    from django.contrib.auth.models import User
    from library.models import Author, Book

    call_command("migrate", run_syncdb=True, verbosity=0)
    User.objects.create_superuser("librarian", password="quiet & please")
    chance = random.Random(0)
    authors = Author.objects.bulk_create(Author(name=f"Author {n} O'Neill & Søn") for n in range(12))
    Book.objects.bulk_create(
        Book(
            title=f"{chance.choice(TEXTS).splitlines()[0]}, volume {number}",
            author=chance.choice(authors),
            summary="" if number % 7 == 0 else f"{chance.choice(TEXTS)} ({number})",
            pages=chance.randrange(1, 2000),
            price=decimal.Decimal(chance.randrange(1, 99_999)) / 100,
            published=None if number % 11 == 0 else dt.date(1900, 1, 1) + dt.timedelta(number * 150),
            in_print=chance.random() < 0.5,
            language=chance.choice(("en", "fr", "zh")),
            homepage="" if number % 3 else f"https://books.test/?id={number}&lang=en",
        )
        for number in range(1, BOOKS + 1)
    )


def noting(application, log):
    """The application, which notes each request with its status."""

    def answer(environ, start_response):
        def start(status, headers, *rest):
            query = f"?{environ['QUERY_STRING']}" if environ["QUERY_STRING"] else ""
            log.write(f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']}{query} {status.split()[0]}\n")
            return start_response(status, headers, *rest)

        return application(environ, start)

    return answer


class Quiet(WSGIRequestHandler):
    def log_message(self, *arguments):
        pass


class Threads(socketserver.ThreadingMixIn, WSGIServer):
    daemon_threads = True
    request_queue_size = 128


def main():
    fill()
    with (FOLDER / "requests.log").open("a", buffering=1) as log:
        application = noting(get_wsgi_application(), log)
        with make_server("127.0.0.1", 0, application, server_class=Threads, handler_class=Quiet) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            print(f"http://127.0.0.1:{server.server_port}", flush=True)
            while os.read(sys.stdin.fileno(), 4096):
                pass
            server.shutdown()


configure()

from django.contrib import admin  # noqa: E402 - it needs the settings

urlpatterns = [path("admin/", admin.site.urls)]

if __name__ == "__main__":
    main()
