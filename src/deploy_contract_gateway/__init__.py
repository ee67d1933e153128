"""The gateway: a reverse proxy that judges requests and responses by the contract."""

from importlib.util import find_spec

if find_spec("aiohttp") is None:
    # The supervisor does not import it at its start, and each worker would fail.
    raise ModuleNotFoundError("No module named 'aiohttp'", name="aiohttp")
