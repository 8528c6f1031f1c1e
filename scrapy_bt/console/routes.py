"""Every address of the console: method, path, who answers, and the least role; a page is one row here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from starlette.routing import Route, compile_path

from .access.roles import Role
from .api import crawls as crawls_api
from .api import description, orders, sessions, stream
from .api import entities as entities_api
from .api import files as files_api
from .api import healing as healing_api
from .api import inferences as inferences_api
from .api import jobs as jobs_api
from .api import library as library_api
from .api import people as people_api
from .api import records as records_api
from .api import runs as runs_api
from .api import samples as samples_api
from .api import trials as trials_api
from .api.answers import answering
from .views import (
    crawls,
    entities,
    files,
    healing,
    inferences,
    library,
    login,
    overview,
    records,
    runs,
    samples,
    settings,
    tasks,
    trials,
)

API = "/api/v1"
STATIC = "/static/"


@dataclass(frozen=True)
class ConsoleRoute:
    """*endpoint*: a coroutine function of a request; that of a page gives its whole answer, that of the API data."""

    method: str
    path: str
    endpoint: Callable[..., Any]
    role: Role


PAGES = (
    ConsoleRoute("GET", "/", overview.show, Role.VIEWER),
    ConsoleRoute("GET", "/crawls/{id}", crawls.show, Role.VIEWER),
    ConsoleRoute("GET", "/crawls/{id}/tasks", tasks.show_tasks, Role.VIEWER),
    ConsoleRoute("GET", "/crawls/{id}/tasks/{task:int}", tasks.show_task, Role.VIEWER),
    ConsoleRoute("GET", "/crawls/{id}/letters", tasks.show_letters, Role.VIEWER),
    ConsoleRoute("GET", "/runs", runs.show_runs, Role.VIEWER),
    ConsoleRoute("GET", "/runs/compare", runs.compare, Role.VIEWER),
    ConsoleRoute("GET", "/runs/{id}", runs.show_run, Role.VIEWER),
    ConsoleRoute("GET", "/trees", files.show_trees, Role.VIEWER),
    ConsoleRoute("GET", "/trees/{name}", files.show_tree, Role.VIEWER),
    ConsoleRoute("GET", "/trees/{name}/picture.svg", files.draw_tree, Role.VIEWER),
    ConsoleRoute("GET", "/rules", files.show_rules, Role.VIEWER),
    ConsoleRoute("GET", "/rules/{name}", files.show_rule, Role.VIEWER),
    ConsoleRoute("GET", "/schemes", files.show_schemes, Role.VIEWER),
    ConsoleRoute("GET", "/schemes/{name}", files.show_scheme, Role.VIEWER),
    ConsoleRoute("GET", "/rules/{name}/try", trials.show_try, Role.VIEWER),
    ConsoleRoute("GET", "/trees/{name}/try", trials.show_try_tree, Role.VIEWER),
    ConsoleRoute("GET", "/pages/{hash}/frame", trials.show_page, Role.VIEWER),
    ConsoleRoute("GET", "/pages/{hash}/elements", trials.show_elements, Role.VIEWER),
    ConsoleRoute("GET", "/samples", samples.show_all, Role.EDITOR),
    ConsoleRoute("GET", "/samples/{name}", samples.show_one, Role.EDITOR),
    ConsoleRoute("GET", "/inferences", inferences.show_all, Role.VIEWER),
    ConsoleRoute("GET", "/inferences/{name}", inferences.show_one, Role.VIEWER),
    ConsoleRoute("GET", "/inferences/{name}/evidence", inferences.show_evidence, Role.EDITOR),
    ConsoleRoute("GET", "/healing", healing.show_cases, Role.VIEWER),
    ConsoleRoute("GET", "/healing/{id}", healing.show_case, Role.VIEWER),
    ConsoleRoute("GET", "/healing/{id}/pages/{page}/frame", healing.show_page, Role.VIEWER),
    ConsoleRoute("GET", "/healing/{id}/case.json.gz", healing.export, Role.VIEWER),
    ConsoleRoute("GET", "/library", library.show, Role.VIEWER),
    ConsoleRoute("GET", "/records", records.show_tables, Role.VIEWER),
    ConsoleRoute("GET", "/records/{table}", records.show_records, Role.VIEWER),
    ConsoleRoute("GET", "/records/{table}/{key}", records.show_record, Role.VIEWER),
    ConsoleRoute("GET", "/entities", entities.show, Role.VIEWER),
    ConsoleRoute("GET", "/settings", settings.show, Role.VIEWER),
    ConsoleRoute("GET", "/login", login.show, Role.NOBODY),
)

QUESTIONS = (
    ConsoleRoute("POST", f"{API}/login", sessions.log_in, Role.NOBODY),
    ConsoleRoute("POST", f"{API}/logout", sessions.log_out, Role.VIEWER),
    ConsoleRoute("GET", f"{API}/people", people_api.list_people, Role.ADMIN),
    ConsoleRoute("POST", f"{API}/users", people_api.set_user, Role.ADMIN),
    ConsoleRoute("POST", f"{API}/users/remove", people_api.remove_user, Role.ADMIN),
    ConsoleRoute("POST", f"{API}/tokens", people_api.add_token, Role.ADMIN),
    ConsoleRoute("POST", f"{API}/tokens/remove", people_api.remove_token, Role.ADMIN),
    ConsoleRoute("GET", f"{API}/openapi.json", description.describe_api, Role.VIEWER),
    ConsoleRoute("GET", f"{API}/stream", stream.stream, Role.VIEWER),
    ConsoleRoute("GET", f"{API}/crawls", crawls_api.list_crawls, Role.VIEWER),
    ConsoleRoute("GET", f"{API}/crawls/{{id}}", crawls_api.get_crawl, Role.VIEWER),
    ConsoleRoute("GET", f"{API}/crawls/{{id}}/dispatch", crawls_api.get_dispatch, Role.VIEWER),
    ConsoleRoute("GET", f"{API}/crawls/{{id}}/history", crawls_api.get_history, Role.VIEWER),
    ConsoleRoute("GET", f"{API}/crawls/{{id}}/tasks", crawls_api.list_tasks, Role.VIEWER),
    ConsoleRoute("GET", f"{API}/crawls/{{id}}/tasks/{{task:int}}", crawls_api.get_task, Role.VIEWER),
    ConsoleRoute("GET", f"{API}/crawls/{{id}}/letters", crawls_api.list_letters, Role.VIEWER),
    ConsoleRoute("POST", f"{API}/crawls/{{id}}/orders/plan", orders.plan_order, Role.OPERATOR),
    ConsoleRoute("POST", f"{API}/crawls/{{id}}/orders/apply", orders.apply_plan, Role.OPERATOR),
    ConsoleRoute("POST", f"{API}/crawls/{{id}}/letters/plan", orders.plan_treatment, Role.OPERATOR),
    ConsoleRoute("POST", f"{API}/crawls/{{id}}/letters/apply", orders.apply_plan, Role.OPERATOR),
    ConsoleRoute("GET", f"{API}/runs", runs_api.list_runs, Role.VIEWER),
    ConsoleRoute("POST", f"{API}/runs", runs_api.start_run, Role.OPERATOR),
    ConsoleRoute("GET", f"{API}/runs/{{id}}", runs_api.get_run, Role.VIEWER),
    ConsoleRoute("POST", f"{API}/runs/{{id}}/end", runs_api.plan_end, Role.OPERATOR),
    ConsoleRoute("POST", f"{API}/runs/{{id}}/apply", runs_api.apply_end, Role.OPERATOR),
    ConsoleRoute("GET", f"{API}/files", files_api.list_files, Role.VIEWER),
    ConsoleRoute("GET", f"{API}/files/{{kind}}/{{name}}", files_api.get_file, Role.VIEWER),
    ConsoleRoute("GET", f"{API}/files/{{kind}}/{{name}}/part", files_api.get_part, Role.VIEWER),
    ConsoleRoute("POST", f"{API}/files/{{kind}}/{{name}}/place", files_api.find_place, Role.EDITOR),
    ConsoleRoute("POST", f"{API}/files/{{kind}}/{{name}}/plan", files_api.plan_edit, Role.EDITOR),
    ConsoleRoute("POST", f"{API}/files/{{kind}}/{{name}}/apply", files_api.apply_edit, Role.EDITOR),
    ConsoleRoute("POST", f"{API}/files/{{kind}}/{{name}}/merge", files_api.merge_edit, Role.EDITOR),
    ConsoleRoute("GET", f"{API}/pages", trials_api.list_pages, Role.VIEWER),
    ConsoleRoute("POST", f"{API}/pages", trials_api.add_page, Role.EDITOR),
    ConsoleRoute("GET", f"{API}/pages/{{hash}}", trials_api.get_page, Role.VIEWER),
    ConsoleRoute("POST", f"{API}/try", trials_api.try_on_page, Role.VIEWER),
    ConsoleRoute("POST", f"{API}/try/all", trials_api.try_on_all, Role.VIEWER),
    ConsoleRoute("POST", f"{API}/try/node", trials_api.try_node, Role.VIEWER),
    ConsoleRoute("POST", f"{API}/try/node/all", trials_api.try_nodes_on_all, Role.VIEWER),
    ConsoleRoute("POST", f"{API}/suggest", trials_api.suggest, Role.VIEWER),
    ConsoleRoute("POST", f"{API}/suggest/selector", trials_api.suggest_selectors, Role.VIEWER),
    ConsoleRoute("GET", f"{API}/samples", samples_api.list_all, Role.EDITOR),
    ConsoleRoute("POST", f"{API}/samples", samples_api.upload, Role.EDITOR),
    ConsoleRoute("GET", f"{API}/samples/{{name}}", samples_api.get_one, Role.EDITOR),
    ConsoleRoute("POST", f"{API}/samples/{{name}}/pages", samples_api.keep_page, Role.EDITOR),
    ConsoleRoute("GET", f"{API}/inferences", inferences_api.list_all, Role.VIEWER),
    ConsoleRoute("GET", f"{API}/inferences/{{name}}", inferences_api.get_one, Role.VIEWER),
    ConsoleRoute("GET", f"{API}/inferences/{{name}}/evidence", inferences_api.get_evidence, Role.EDITOR),
    ConsoleRoute("POST", f"{API}/inferences/{{name}}/prove", inferences_api.plan_proof, Role.EDITOR),
    ConsoleRoute("POST", f"{API}/inferences/{{name}}/apply", inferences_api.apply_plan, Role.EDITOR),
    ConsoleRoute("POST", f"{API}/inferences/{{name}}/code", inferences_api.plan_generating, Role.EDITOR),
    ConsoleRoute("POST", f"{API}/inferences/{{name}}/take", inferences_api.plan_taking, Role.EDITOR),
    ConsoleRoute("GET", f"{API}/jobs", jobs_api.list_jobs, Role.VIEWER),
    ConsoleRoute("GET", f"{API}/jobs/{{id}}", jobs_api.get_job, Role.VIEWER),
    ConsoleRoute("POST", f"{API}/jobs/{{id}}/end", jobs_api.end_job, Role.EDITOR),
    ConsoleRoute("GET", f"{API}/healing", healing_api.list_cases, Role.VIEWER),
    ConsoleRoute("GET", f"{API}/healing/{{id}}", healing_api.get_case, Role.VIEWER),
    ConsoleRoute("GET", f"{API}/healing/{{id}}/compare", healing_api.compare, Role.VIEWER),
    ConsoleRoute("POST", f"{API}/healing/{{id}}/try", healing_api.try_selector, Role.VIEWER),
    ConsoleRoute("POST", f"{API}/healing/{{id}}/decide", healing_api.plan_decision, Role.EDITOR),
    ConsoleRoute("POST", f"{API}/healing/{{id}}/apply", healing_api.apply_decision, Role.EDITOR),
    ConsoleRoute("GET", f"{API}/library", library_api.list_library, Role.VIEWER),
    ConsoleRoute("GET", f"{API}/library/search", library_api.search, Role.VIEWER),
    ConsoleRoute("GET", f"{API}/library/updates", library_api.list_updates, Role.VIEWER),
    ConsoleRoute("POST", f"{API}/library/plan", library_api.plan_taking, Role.EDITOR),
    ConsoleRoute("POST", f"{API}/library/apply", library_api.apply_taking, Role.EDITOR),
    ConsoleRoute("GET", f"{API}/records", records_api.list_tables, Role.VIEWER),
    ConsoleRoute("GET", f"{API}/records/{{table}}", records_api.list_records, Role.VIEWER),
    ConsoleRoute("GET", f"{API}/records/{{table}}/values", records_api.list_values, Role.VIEWER),
    ConsoleRoute("GET", f"{API}/records/{{table}}/export.{{kind}}", records_api.export, Role.VIEWER),
    ConsoleRoute("GET", f"{API}/records/{{table}}/record/{{key}}", records_api.get_record, Role.VIEWER),
    ConsoleRoute("GET", f"{API}/entities", entities_api.list_entities, Role.VIEWER),
    ConsoleRoute("GET", f"{API}/entities/graph", entities_api.get_graph, Role.VIEWER),
    ConsoleRoute("GET", f"{API}/entities/graph.{{kind}}", entities_api.export, Role.VIEWER),
    ConsoleRoute("GET", f"{API}/preferences", entities_api.list_preferences, Role.VIEWER),
    ConsoleRoute("POST", f"{API}/preferences/plan", entities_api.plan_change, Role.EDITOR),
    ConsoleRoute("POST", f"{API}/preferences/apply", entities_api.apply_change, Role.EDITOR),
    ConsoleRoute("POST", f"{API}/language/check", files_api.check, Role.EDITOR),
    ConsoleRoute("POST", f"{API}/language/complete", files_api.complete, Role.EDITOR),
    ConsoleRoute("POST", f"{API}/language/rename", files_api.rename, Role.EDITOR),
    ConsoleRoute("POST", f"{API}/language/format", files_api.lay_out, Role.EDITOR),
)

ADDRESSES = (*PAGES, *QUESTIONS)

_PATTERNS = [(address, compile_path(address.path)[0]) for address in ADDRESSES]


def make_routes() -> list[Route]:
    """The routes for Starlette."""
    pages = [Route(page.path, page.endpoint, methods=[page.method]) for page in PAGES]
    return pages + [
        Route(question.path, answering(question.endpoint), methods=[question.method]) for question in QUESTIONS
    ]


def needed_role(method: str, path: str) -> Role:
    """The least role of a request; where there is nothing, that is told to viewers alone."""
    if path.startswith(STATIC):
        return Role.NOBODY
    asked = "GET" if method == "HEAD" else method
    roles = [address.role for address, pattern in _PATTERNS if address.method == asked and pattern.match(path)]
    return roles[0] if roles else Role.VIEWER
