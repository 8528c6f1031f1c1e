import json
import subprocess
import sys

PROGRAM = """
import asyncio
from scrapy_bt.testing.orders import take_orders

class Servant:
    async def do_add(self, one, other):
        return one + other

    async def do_nothing(self):
        return None

asyncio.run(take_orders(Servant()))
"""


def test_each_line_is_answered_by_a_line_until_the_input_ends():
    orders = [{"command": "add", "one": 1, "other": 2}, {"command": "nothing"}]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input="".join(json.dumps(order) + "\n" for order in orders),
        capture_output=True,
        check=True,
        text=True,
        timeout=150,
    )
    assert (done.stdout, done.stderr) == ("3\nnull\n", "")
