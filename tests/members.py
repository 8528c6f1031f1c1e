"""A site whose pages are another for each member.

Its login answers a wrong password with the form again, and who is logged in with the welcome, whoever is sent.
"""

from __future__ import annotations

import threading
from collections import Counter
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs

PASSWORDS = {"ann": "apple", "bob": "banana"}
_FORM = '<form method="post" action="/login"><input name="user"><input type="password" name="password"></form>'


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: Members

    def do_GET(self):
        kind, _, number = self.path.strip("/").partition("/")
        user = self._user
        if kind == "orders" and user is None:
            return self._answer("", status=302, Location="/login")
        self.server.visits[kind, user or ""] += 1
        if kind == "login" and user is not None:
            return self._answer("", status=302, Location="/welcome")
        if kind == "login":
            return self._answer(_FORM)
        if kind == "welcome":
            return self._answer(f"<p>Welcome, {user}.</p>")
        return self._answer("".join(f'<li class="order">{user} {number}.{row}</li>' for row in (1, 2)))

    def do_POST(self):
        if self._user is not None:
            return self._answer("", status=303, Location="/welcome")
        sent = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
        user, password = sent["user"][0], sent["password"][0]
        self.server.visits["login", user] += 1
        if PASSWORDS.get(user) != password:
            return self._answer(f"<p>Wrong.</p>{_FORM}")
        key = f"{user}-{self.server.visits['login', user]}"
        self.server.logins[key] = user
        return self._answer("", status=303, Location="/welcome", **{"Set-Cookie": f"member={key}; Path=/"})

    @property
    def _user(self):
        return self.server.logins.get(self.headers.get("Cookie", "").partition("member=")[2])

    def _answer(self, text, *, status=200, **headers):
        body = f"<html><body>{text}</body></html>".encode()
        self.send_response(status)
        given = {"Content-Type": "text/html", "Content-Length": str(len(body)), **headers}
        for name, value in given.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Members(ThreadingHTTPServer):
    """*visits*: by kind of page and member; *logins*: members by cookie."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.visits = Counter()
        self.logins = {}

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}"


@contextmanager
def serving():
    """The site, as long as the block runs."""
    with Members() as site:
        threading.Thread(target=site.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        try:
            yield site
        finally:
            site.shutdown()
