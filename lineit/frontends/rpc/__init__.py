"""The protocol for frontends that are not in Python: JSON-RPC 2.0, one message a line.

A wrong line never ends the process and never changes a game. `docs/protocol.md` describes the
methods. `params` and `results` have the models of what is sent, `methods` is the table of methods,
`play`, `look` and `rules` have what they do, `errors` has the errors, and `server` answers the
lines.
"""

from lineit.frontends.rpc.methods import METHODS, PROTOCOL
from lineit.frontends.rpc.server import MOST_BYTES, MOST_IN_BATCH, Server, serve

__all__ = ["METHODS", "MOST_BYTES", "MOST_IN_BATCH", "PROTOCOL", "Server", "serve"]
