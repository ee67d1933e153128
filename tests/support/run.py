"""The service and a gateway in front of it, on loopback with the example data, until Ctrl-C.

`make run` starts `deploy-contract gateway`. `make envoy` starts Envoy with the contract inside it; with FRONT=decide, Envoy and
`deploy-contract decide`, to which Envoy shows all messages.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from deploy_contract import Contract
from tests.support.envoy_module import BUILT, recipe, with_admin, write_contract
from tests.support.fronts import ENVOY, envoy_recipe

DATA = Path(__file__).parents[2] / "spec" / "examples" / "service.yaml"
PORTS = {"service": 8081, "gateway": 8080, "admin": 9180, "decide": 9001, "processing": 9002}
SECONDS = 30.0  # that a program may take until it answers
TRIES = {  # what to try, and the body of the patch
    "allowed, and nothing new is rolled out": {"source_config": {"build_on_push": False}},
    "refused: these belong to another source": {
        "secret_references": [{"name": "A", "secret_name": "b", "secret_key": "c"}]
    },
    "allowed, and creates a revision": {"source_revision_config": {"repo_ref": "release-8"}},
}


def main(front: str = "gateway") -> int:
    """Exit status: 0 stopped, 1 a program did not start or has ended by itself."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    at = {name: f"127.0.0.1:{_port(wanted)}" for name, wanted in PORTS.items()}
    service, gateway = f"http://{at['service']}", f"http://{at['gateway']}"
    running: list[subprocess.Popen[bytes]] = []
    with tempfile.TemporaryDirectory(prefix="deploy-contract-") as folder:
        try:
            port = at["service"].rpartition(":")[2]
            running.append(
                _start(
                    "serve",
                    "--port",
                    port,
                    "--database",
                    f"{folder}/deployments.db",
                    "--data",
                    str(DATA),
                )
            )
            _wait(running[-1], f"{service}/v2/deployments")
            ready, metrics = "/-/ready", "/-/metrics"
            if front == "envoy":
                running.append(_module(at, Path(folder)))
                ready, metrics = "/ready", "/stats/prometheus?filter=deploy_contract"
            elif front == "decide":
                running += _decide(at, Path(folder))
            else:
                options = ("--upstream", service, "--listen", at["gateway"], "--admin", at["admin"])
                running.append(_start("gateway", *options))
            _wait(running[1], f"http://{at['admin']}{ready}")
            _wait(running[-1], f"{gateway}/v2/deployments")
            with urlopen(  # noqa: S310 - loopback
                f"{gateway}/v2/deployments", timeout=SECONDS
            ) as answer:
                listed = json.load(answer)["resources"]
            _tell(
                service,
                gateway,
                at["admin"] + metrics,
                next(one["id"] for one in listed if one["source"] == "codehost"),
            )
            while all(program.poll() is None for program in running):
                time.sleep(0.2)
            return 1
        except KeyboardInterrupt:
            return 0
        except FileNotFoundError as missing:
            print(f"deploy-contract: {missing}", file=sys.stderr)
            return 1
        except (StopIteration, URLError, TimeoutError):
            print("deploy-contract: a program did not start", file=sys.stderr)
            return 1
        finally:
            for program in reversed(running):
                program.terminate()
            for program in running:
                try:
                    program.wait(SECONDS)
                except subprocess.TimeoutExpired:
                    program.kill()
                    program.wait()


def _port(wanted: int) -> int:
    """Return the port, or any that is free where it is taken."""
    for port in (wanted, 0):
        with socket.socket() as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                trial.bind(("127.0.0.1", port))
            except OSError:
                continue
            taken: int = trial.getsockname()[1]
            return taken
    return wanted


def _start(*arguments: str) -> subprocess.Popen[bytes]:
    # a group of its own: Ctrl-C reaches this process alone, which stops the gateway before the service
    return subprocess.Popen(
        [sys.executable, "-m", "deploy_contract.cli.command", *arguments], start_new_session=True
    )


def _decide(at: dict[str, str], folder: Path) -> list[subprocess.Popen[bytes]]:
    """Start the decision server and Envoy, by the recipe of the guide."""
    options = ("--dialect", "envoy", "--lookups", "learned", "--grpc-listen", at["processing"])
    decide = _start("decide", *options, "--listen", at["decide"], "--admin", at["admin"])
    sites = {"listen": "gateway", "service": "service", "decide": "processing"}
    ports = {site: int(at[name].rpartition(":")[2]) for site, name in sites.items()}
    return [decide, _envoy(envoy_recipe("envoy-processing.yaml", ports), folder)]


def _module(at: dict[str, str], folder: Path) -> subprocess.Popen[bytes]:
    """Start Envoy with the contract inside it, by the recipe of the guide."""
    if not BUILT.exists():
        raise FileNotFoundError("the module is not built: that needs cargo")
    contract = write_contract(Contract(), folder / "gateway.contract.json")
    listen, service, admin = (
        int(at[name].rpartition(":")[2]) for name in ("gateway", "service", "admin")
    )
    text = recipe(listen, service, {"contract": str(contract), "responses": "enforce"})
    return _envoy(
        with_admin(text, admin), folder, ENVOY_DYNAMIC_MODULES_SEARCH_PATH=str(BUILT.parent)
    )


def _envoy(text: str, folder: Path, **environment: str) -> subprocess.Popen[bytes]:
    if ENVOY is None:
        raise FileNotFoundError("Envoy is not installed")
    file = folder / "envoy.yaml"
    file.write_text(text, "utf-8")
    command = [ENVOY, "-c", str(file), "--use-dynamic-base-id", "-l", "error"]
    return subprocess.Popen(command, start_new_session=True, env={**os.environ, **environment})


def _wait(program: subprocess.Popen[bytes], address: str) -> None:
    until = time.monotonic() + SECONDS
    while program.poll() is None and time.monotonic() < until:
        try:
            with urlopen(address, timeout=5):  # noqa: S310
                return
        except OSError:
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
