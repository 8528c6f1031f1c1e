"""Signals that cost nothing where nobody listens, and no task where nobody waits."""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from types import CodeType, FunctionType, MethodType
from typing import Any

from pydispatch import dispatcher
from pydispatch.dispatcher import WEAKREF_TYPES, getAllReceivers
from pydispatch.robustapply import robustApply
from pydispatch.saferef import BoundMethodWeakref
from scrapy.exceptions import StopDownload
from scrapy.signalmanager import SignalManager
from scrapy.utils.defer import ensure_awaitable
from scrapy.utils.python import global_object_name
from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from .equivalents import find_equivalent

logger = logging.getLogger("scrapy.utils.signal")

Results = list[tuple[Any, Any]]

_ACCEPTED: dict[CodeType, tuple[str, ...] | None] = {}
"""Names of the arguments that a function takes; None for all."""


@dataclass(frozen=True, eq=False)
class SignalReceiver:
    """A receiver as pydispatch holds it, mostly weakly, and what is known of it."""

    held: Any
    function: Any = None
    """What is called with the object of a method; None for what is held."""

    def find(self) -> tuple[Any, Any]:
        """The receiver, and what is called in its place; none if it is gone."""
        held = self.held
        if self.function is not None:
            owner, function = held.weakSelf(), held.weakFunc()
            if owner is None or function is None:
                return None, None
            receiver = MethodType(function, owner)
            return receiver, receiver if self.function is _ITSELF else MethodType(self.function, owner)
        receiver = held() if isinstance(held, WEAKREF_TYPES) else held
        return receiver, receiver


_STOPS = (StopDownload,)
_ITSELF = object()
"""A function that is the receiver's own: it is asked for at each call, so that it is held weakly."""


class LeanSignals(SignalManager):
    """Sends what Scrapy's sends, to the same listeners, in the same order."""

    def send_catch_log(self, signal: Any, **kwargs: Any) -> Results:
        sender = kwargs.pop("sender", self.sender)
        receivers = self._receivers(sender, signal)
        if not receivers:
            return []
        silent = (*_silent(kwargs), StopDownload) if "dont_log" in kwargs else _STOPS
        results: Results = []
        for each in receivers:
            receiver, called = each.find()
            if receiver is None:
                continue
            try:
                result = _call(called, signal, sender, kwargs)
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
        known = self._receivers(sender, signal)
        if not known:
            return []
        receivers = [both for both in [each.find() for each in known] if both[0] is not None]
        if any(_is_coroutine(receiver) for receiver, _ in receivers):
            return super().send_catch_log_async(signal, sender=sender, **kwargs)
        silent = _silent(kwargs)
        results = [(receiver, _answer(called, signal, sender, kwargs, silent)) for receiver, called in receivers]
        if any(isinstance(result, _Later) for _, result in results):
            return _wait_for(results, kwargs, silent)
        return results

    def _receivers(self, sender: Any, signal: Any) -> Sequence[SignalReceiver]:
        """Those that pydispatch has for a signal; it is asked anew only when its lists are others than they were."""
        connections = dispatcher.connections
        own, others = connections.get(id(sender)) or _NONE, connections.get(_ANYBODY) or _NONE
        lists = own.get(signal), own.get(dispatcher.Any), others.get(signal), others.get(dispatcher.Any)
        if lists == _NO_LISTS:
            return ()
        if sender is not self.sender:
            return _compile(sender, signal)
        known: dict[Any, tuple[Any, Sequence[SignalReceiver]]] = self.__dict__.setdefault("_known", {})
        entry = known.get(signal)
        if entry is None or entry[0] != lists:
            copies = tuple(None if receivers is None else list(receivers) for receivers in lists)
            entry = known[signal] = copies, _compile(sender, signal)
        return entry[1]


_NONE: dict[Any, Any] = {}
_NO_LISTS = (None, None, None, None)
_ANYBODY = id(dispatcher.Any)


def _compile(sender: Any, signal: Any) -> list[SignalReceiver]:
    return [_describe(held) for held in getAllReceivers(sender, signal)]


def _describe(held: Any) -> SignalReceiver:
    if type(held) is not BoundMethodWeakref:
        return SignalReceiver(held)
    method = held()
    if type(method) is not MethodType:
        return SignalReceiver(held)
    ours = find_equivalent(method)
    return SignalReceiver(held, _ITSELF if ours is method else ours.__func__)


class _Later:
    """What a plain function returned that is to be awaited."""

    def __init__(self, awaitable: Awaitable[Any]) -> None:
        self.awaitable = awaitable


def send_now(manager: SignalManager, signal: Any, **kwargs: Any) -> Results | Awaitable[Results]:
    """Send a signal of any manager now."""
    if isinstance(manager, LeanSignals):
        return manager.send_now(signal, **kwargs)
    return manager.send_catch_log_async(signal, **kwargs)


def has_listeners(sender: Any, signal: Any) -> bool:
    """Whether pydispatch has a receiver for them; one that is gone since may still count."""
    connections = dispatcher.connections
    for signals in (connections.get(id(sender)), connections.get(_ANYBODY)):
        if signals and (signals.get(signal) or signals.get(dispatcher.Any)):
            return True
    return False


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
        accepted = None if takes_all else code.co_varnames[first : code.co_argcount]
        _ACCEPTED[code] = accepted
    if accepted is None:
        return receiver(signal=signal, sender=sender, **named)
    given = {name: named[name] for name in accepted if name in named}
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
