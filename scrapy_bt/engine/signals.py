"""Signals that cost nothing where nobody listens, and no task where nobody waits."""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Awaitable
from types import CodeType, FunctionType, MethodType
from typing import Any

from pydispatch import dispatcher
from pydispatch.dispatcher import getAllReceivers, liveReceivers
from pydispatch.robustapply import robustApply
from scrapy.exceptions import StopDownload
from scrapy.signalmanager import SignalManager
from scrapy.utils.defer import ensure_awaitable
from scrapy.utils.python import global_object_name
from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

logger = logging.getLogger("scrapy.utils.signal")

Results = list[tuple[Any, Any]]

_ACCEPTED: dict[CodeType, frozenset[str] | None] = {}
"""Names of the arguments that a function takes; none: all."""


class LeanSignals(SignalManager):
    """Sends what Scrapy's sends, to the same listeners, in the same order."""

    def send_catch_log(self, signal: Any, **kwargs: Any) -> Results:
        sender = kwargs.pop("sender", self.sender)
        if not has_listeners(sender, signal):
            return []
        silent = (*_silent(kwargs), StopDownload)
        results: Results = []
        for receiver in liveReceivers(getAllReceivers(sender, signal)):
            try:
                result = _call(receiver, signal, sender, kwargs)
            except silent:
                result = Failure()
            except Exception:  # noqa: BLE001  # whatever a listener raises is told, and ends nothing
                result = Failure()
                _log_error(receiver, kwargs)
            else:
                if isinstance(result, Deferred):
                    _log(f"Cannot return deferreds from signal handler: {receiver}", kwargs)
            results.append((receiver, result))
        return results

    def send_now(self, signal: Any, **kwargs: Any) -> Results | Awaitable[Results]:
        """Send a signal whose listeners may be asynchronous; what is returned is to be awaited only if one is."""
        sender = kwargs.pop("sender", self.sender)
        if not has_listeners(sender, signal):
            return []
        receivers = list(liveReceivers(getAllReceivers(sender, signal)))
        if any(_is_coroutine(receiver) for receiver in receivers):
            return super().send_catch_log_async(signal, sender=sender, **kwargs)
        silent = _silent(kwargs)
        results = [(receiver, _answer(receiver, signal, sender, kwargs, silent)) for receiver in receivers]
        if any(isinstance(result, _Later) for _, result in results):
            return _wait_for(results, kwargs, silent)
        return results


class _Later:
    """What a plain function returned that is to be awaited."""

    def __init__(self, awaitable: Awaitable[Any]) -> None:
        self.awaitable = awaitable


def send_now(manager: SignalManager, signal: Any, **kwargs: Any) -> Results | Awaitable[Results]:
    """The same of any manager."""
    if isinstance(manager, LeanSignals):
        return manager.send_now(signal, **kwargs)
    return manager.send_catch_log_async(signal, **kwargs)


def has_listeners(sender: Any, signal: Any) -> bool:
    """Whether pydispatch has a receiver for them; one that is gone since may still count."""
    connections = dispatcher.connections
    return any(
        signals and (signals.get(signal) or signals.get(dispatcher.Any))
        for signals in (connections.get(id(sender)), connections.get(id(dispatcher.Any)))
    )


def _call(receiver: Any, signal: Any, sender: Any, named: dict[str, Any]) -> Any:
    """Call a receiver with those arguments that it takes."""
    function = receiver.__func__ if type(receiver) is MethodType else receiver
    if type(function) is not FunctionType:
        return robustApply(receiver, signal=signal, sender=sender, **named)
    code = function.__code__
    try:
        accepted = _ACCEPTED[code]
    except KeyError:
        first = 1 if function is not receiver else 0
        takes_all = code.co_flags & inspect.CO_VARKEYWORDS
        accepted = None if takes_all else frozenset(code.co_varnames[first : code.co_argcount])
        _ACCEPTED[code] = accepted
    if accepted is None:
        return receiver(signal=signal, sender=sender, **named)
    given = {name: value for name, value in named.items() if name in accepted}
    if "signal" in accepted:
        given["signal"] = signal
    if "sender" in accepted:
        given["sender"] = sender
    return receiver(**given)


def _answer(receiver: Any, signal: Any, sender: Any, named: dict[str, Any], silent: tuple[Any, ...]) -> Any:
    try:
        result = _call(receiver, signal, sender, named)
        if result is not None and inspect.isawaitable(result):
            return _Later(ensure_awaitable(result, _warn=global_object_name(receiver)))
    except silent as error:
        return error
    except Exception as error:  # noqa: BLE001  # as above
        _log_error(receiver, named)
        return error
    return result


async def _wait_for(results: Results, named: dict[str, Any], silent: tuple[Any, ...]) -> Results:
    async def finish(receiver: Any, result: Any) -> tuple[Any, Any]:
        if not isinstance(result, _Later):
            return receiver, result
        try:
            return receiver, await result.awaitable
        except silent as error:
            return receiver, error
        except Exception as error:  # noqa: BLE001  # as above
            _log_error(receiver, named)
            return receiver, error

    return list(await asyncio.gather(*(finish(receiver, result) for receiver, result in results)))


def _is_coroutine(receiver: Any) -> bool:
    code = getattr(receiver, "__code__", None)
    return bool(code.co_flags & inspect.CO_COROUTINE) if code is not None else inspect.iscoroutinefunction(receiver)


def _silent(named: dict[str, Any]) -> tuple[Any, ...]:
    """The exceptions that are not logged, taken out of the arguments."""
    given = named.pop("dont_log", ())
    return tuple(given) if isinstance(given, (tuple, list)) else (given,)


def _log(message: str, named: dict[str, Any], **how: Any) -> None:
    logger.error(message, extra={"spider": named.get("spider")}, **how)


def _log_error(receiver: Any, named: dict[str, Any]) -> None:
    logger.error(
        "Error caught on signal handler: %(receiver)s",
        {"receiver": receiver},
        exc_info=True,  # noqa: LOG014  # called where the exception is handled
        extra={"spider": named.get("spider")},
    )
