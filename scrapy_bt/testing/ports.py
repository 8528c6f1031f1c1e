"""Ports of this machine for servers of tests and benchmarks."""

from __future__ import annotations

import random
import socket

HOST = "127.0.0.1"

PORTS = range(10_240, 32_768)
"""Below the ports that Linux gives to clients: while a server is down, no client of it may come to sit on its port."""

PORT_TRIES = 20
"""So often a server looks for another port: of two who found the same one free at once, one has to."""


def pick_port() -> int:
    """A port of this machine that nobody listens on now."""
    # Chance without a seed: many processes may look at the same moment.
    chance = random.SystemRandom()
    while not is_free(port := chance.choice(PORTS)):
        pass
    return port


def is_free(port: int) -> bool:
    """Whether nobody listens on a port of this machine now."""
    with socket.socket() as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind((HOST, port))
        except OSError:
            return False
    return True
