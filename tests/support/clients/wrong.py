"""An implementation that has one number of the rules wrong: `python wrong.py price=2`."""

from __future__ import annotations

import json
import sys

from lineit.frontends.rpc import Server


def main(limit: str, value: str) -> None:
    server = Server()
    for line in sys.stdin:
        request = json.loads(line)
        if request["method"] == "new":
            name = request["params"]["ruleset"]
            wrong = {"format": 2, "name": name, "extends": name, "limits": {limit: int(value)}}
            request["params"]["ruleset"] = wrong
        print(server.answer(json.dumps(request)), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1].split("="))
