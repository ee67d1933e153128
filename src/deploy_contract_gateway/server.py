"""The HTTP server of the supervisor and of the workers."""

import contextlib
from collections.abc import Iterator

from deploy_contract_serving import server

RESERVED_DESCRIPTORS = 64  # besides those for clients and upstream


class GatewayServer(server.Server):
    """A server that leaves signals to the supervisor."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture no signals."""
        yield
