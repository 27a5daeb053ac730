"""The protocol for frontends that are not in Python: JSON-RPC 2.0, one message a line.

A wrong line never ends the process and never changes a game. `docs/protocol.md` describes the
methods. `models` has their parameters and results, `methods` says what each does, `errors` has the
errors, and `server` reads and answers the lines.
"""

from lineit.frontends.rpc.methods import METHODS, PROTOCOL
from lineit.frontends.rpc.server import MOST_BYTES, MOST_IN_BATCH, Server, serve

__all__ = ["METHODS", "MOST_BYTES", "MOST_IN_BATCH", "PROTOCOL", "Server", "serve"]
