"""An implementation that does not keep to the protocol: `python broken.py wrong-id`."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from typing import Any

from lineit.frontends.rpc import Server

NO_ANSWERS = {
    "no-json": b"Good morning!\n",
    "not-utf-8": b'{"\xff": 1}\n',
    "too-deep": b"[" * 100_000 + b"\n",
    "no-object": b"[1]\n",
    "long": b'"' + b"x" * 5_000_000 + b'"\n',
}

RESULTS: dict[str, dict[str, Any]] = {
    "no-game": {"new": 1},
    "deep": {"new": {"game": json.loads("[" * 200 + "]" * 200)}},
    "no-table": {"new": {"game": 1}},
    "odd-table": {"new": {"game": 1}, "table": {"deck": 1}, "legal": []},
}


right = Server()


def answers(how: str, request: dict[str, Any]) -> Iterator[bytes]:
    """What is written for a request, piece by piece."""
    result = RESULTS.get(how, {"new": {"game": 1}}).get(request["method"])
    answer = {"jsonrpc": "2.0", "id": request["id"], "result": result}
    if how == "odd-legal" and request["method"] == "legal":
        answer["result"] = [1]
    elif how == "odd-legal":
        answer = json.loads(right.answer(json.dumps(request)) or "")
    if how in ("refuses-legal", "refuses-table"):
        answer = json.loads(right.answer(json.dumps(request)) or "")
        if request["method"] == how.removeprefix("refuses-"):
            answer = {"jsonrpc": "2.0", "id": request["id"], "error": {"code": -32601}}
    if how == "wrong-id":
        answer["id"] = 0
    if how == "no-id":
        del answer["id"]
    yield NO_ANSWERS.get(how) or json.dumps(answer).encode()
    while how in ("drips", "endless"):
        yield b" " * (1 if how == "drips" else 100_000)
        time.sleep(0.1 if how == "drips" else 0)
    if how != "no-line":
        yield b"\n"


def main(how: str) -> None:
    if how == "ends-at-once":
        return
    for line in sys.stdin:
        if how == "ends-early":
            return
        if how == "ends-at-score":
            request = json.loads(line)
            if request["method"] == "apply" and request["params"]["action"] == "score":
                return
            print(right.answer(line), flush=True)
            continue
        for part in answers(how, json.loads(line)) if how != "silent" else ():
            sys.stdout.buffer.write(part)
            sys.stdout.buffer.flush()


if __name__ == "__main__":
    main(sys.argv[1])
