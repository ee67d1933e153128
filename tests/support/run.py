"""The service and a gateway in front of it, on loopback with the example data, until Ctrl-C.

`make run` starts `deploy-contract gateway`. `make envoy` starts Envoy with the contract inside it; with FRONT=decide, Envoy and
`deploy-contract decide`, to which Envoy shows all messages.
"""

import json
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from deploy_contract import Contract
from tests.support.envoy_module import BUILT, recipe, with_admin, write_contract
from tests.support.fronts import ENVOY, envoy_recipe, free
from tests.support.gateways import process

DATA = Path(__file__).parents[2] / "spec" / "examples" / "service.yaml"
PORTS = {"service": 8081, "gateway": 8080, "admin": 9180, "decide": 9001, "processing": 9002}
COMMAND = (sys.executable, "-m", "deploy_contract")
SECONDS = 30.0  # that a program may take until it answers
TRIES = {  # what to try, and the body of the patch
    "allowed, and nothing new is rolled out": {"source_config": {"build_on_push": False}},
    "refused: these belong to another source": {
        "secret_references": [{"name": "A", "secret_name": "b", "secret_key": "c"}]
    },
    "allowed, and creates a revision": {"source_revision_config": {"repo_ref": "release-8"}},
}


def main(front: str = "gateway", ports: str = "usual") -> int:
    """Run the programs. Return 0 after Ctrl-C, and 1 if a program does not start or ends by itself.

    Args:
        front: "gateway", "envoy" or "decide".
        ports: "usual", or "own": ports that no other test is given.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    given = {name: _port(wanted) if ports == "usual" else free() for name, wanted in PORTS.items()}
    at = {name: f"127.0.0.1:{port}" for name, port in given.items()}
    listing, ready, metrics = f"http://{at['gateway']}/v2/deployments", "/-/ready", "/-/metrics"
    if front == "envoy":
        ready, metrics = "/ready", "/stats/prometheus?filter=deploy_contract"
    try:
        with ExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="deploy-contract-"))
            # in groups of their own: Ctrl-C reaches this process alone, which stops the last one first
            programs = [
                stack.enter_context(process(command, start_new_session=True))
                for command in _commands(front, at, Path(folder))
            ]
            for address in (f"http://{at['admin']}{ready}", listing):
                wait(programs, address)
            with urlopen(listing, timeout=SECONDS) as answer:
                listed = json.load(answer)["resources"]
            identity = next(one["id"] for one in listed if one["source"] == "codehost")
            _tell(
                f"http://{at['service']}",
                f"http://{at['gateway']}",
                at["admin"] + metrics,
                identity,
            )
            while all(program.poll() is None for program in programs):
                time.sleep(0.2)
            return 1
    except KeyboardInterrupt:
        return 0
    except FileNotFoundError as missing:
        print(f"deploy-contract: {missing}", file=sys.stderr)
    except (StopIteration, URLError, TimeoutError):
        print("deploy-contract: a program did not start", file=sys.stderr)
    return 1


def _port(wanted: int) -> int:
    """Return the port, or any that is free where it is taken."""
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(("127.0.0.1", wanted))
        except OSError:
            return free()
    return wanted


def _commands(front: str, at: dict[str, str], folder: Path) -> list[list[str]]:
    """Return the commands of the service and of the programs in front of it."""
    ports = {name: int(address.rpartition(":")[2]) for name, address in at.items()}
    database, service = ("--database", f"{folder}/deployments.db"), f"http://{at['service']}"
    serve = [*COMMAND, "serve", "--port", str(ports["service"]), *database, "--data", str(DATA)]
    listen = ("--listen", at["gateway"], "--admin", at["admin"])
    if front == "gateway":
        return [serve, [*COMMAND, "gateway", "--upstream", service, *listen]]
    if front == "decide":  # by the recipe of the guide
        options = ("--dialect", "envoy", "--lookups", "learned", "--grpc-listen", at["processing"])
        listen = ("--listen", at["decide"], "--admin", at["admin"])
        sites = {"listen": "gateway", "service": "service", "decide": "processing"}
        text = envoy_recipe(
            "envoy-processing.yaml", {site: ports[name] for site, name in sites.items()}
        )
        return [serve, [*COMMAND, "decide", *options, *listen], _envoy(text, folder)]
    if not BUILT.exists():
        raise FileNotFoundError("the module is not built: that needs cargo")
    contract = write_contract(Contract(), folder / "gateway.contract.json")
    settings = {"contract": str(contract), "responses": "enforce"}
    text = with_admin(recipe(ports["gateway"], ports["service"], settings), ports["admin"])
    return [serve, _envoy(text, folder)]


def _envoy(text: str, folder: Path) -> list[str]:
    if ENVOY is None:
        raise FileNotFoundError("Envoy is not installed")
    file = folder / "envoy.yaml"
    file.write_text(text, "utf-8")
    modules = f"ENVOY_DYNAMIC_MODULES_SEARCH_PATH={BUILT.parent}"
    return ["env", modules, ENVOY, "-c", str(file), "--use-dynamic-base-id", "-l", "error"]


def wait(programs: list[subprocess.Popen[bytes]], address: str) -> None:
    """Wait until a program answers at an address; raise TimeoutError if one ends before."""
    until = time.monotonic() + SECONDS
    while time.monotonic() < until and all(program.poll() is None for program in programs):
        with suppress(OSError), urlopen(address, timeout=5):  # noqa: S310
            return
        time.sleep(0.1)
    raise TimeoutError


def _tell(service: str, gateway: str, metrics: str, identity: str) -> None:
    print(f"\nservice   {service}   (its pages are for a browser)")
    print(f"gateway   {gateway}   in front of it; its metrics: http://{metrics}\n\nTry:")
    for number, (what, body) in enumerate(TRIES.items(), 1):
        print(f"\n  {number}. {what}")
        print(f"  curl -i -X PATCH {gateway}/v2/deployments/{identity} \\")
        print(f"    -H 'Content-Type: application/json' -d '{json.dumps(body)}'")
    print("\nCtrl-C stops both.\n", flush=True)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
