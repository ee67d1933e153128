"""The service and a gateway in front of it, on loopback with the example data, until Ctrl-C.

`make run` starts `deploy-contract gateway`; `make envoy` starts Envoy, and `deploy-contract decide`, to which Envoy shows all messages.
"""

import json
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

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
            if front == "envoy":
                running += _envoy(at, Path(folder))
            else:
                options = ("--upstream", service, "--listen", at["gateway"], "--admin", at["admin"])
                running.append(_start("gateway", *options))
            _wait(running[1], f"http://{at['admin']}/-/ready")
            _wait(running[-1], f"{gateway}/v2/deployments")
            with urlopen(  # noqa: S310 - loopback
                f"{gateway}/v2/deployments", timeout=SECONDS
            ) as answer:
                listed = json.load(answer)["resources"]
            _tell(
                service,
                gateway,
                at["admin"],
                next(one["id"] for one in listed if one["source"] == "codehost"),
            )
            while all(program.poll() is None for program in running):
                time.sleep(0.2)
            return 1
        except KeyboardInterrupt:
            return 0
        except (StopIteration, URLError, TimeoutError, FileNotFoundError):
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


def _envoy(at: dict[str, str], folder: Path) -> list[subprocess.Popen[bytes]]:
    """Start the decision server and Envoy, by the recipe of the guide."""
    if ENVOY is None:
        raise FileNotFoundError("Envoy is not installed")
    options = ("--dialect", "envoy", "--lookups", "learned", "--grpc-listen", at["processing"])
    decide = _start("decide", *options, "--listen", at["decide"], "--admin", at["admin"])
    sites = {"listen": "gateway", "service": "service", "decide": "processing"}
    ports = {site: int(at[name].rpartition(":")[2]) for site, name in sites.items()}
    file = folder / "envoy.yaml"
    file.write_text(envoy_recipe("envoy-processing.yaml", ports), "utf-8")
    command = [ENVOY, "-c", str(file), "--use-dynamic-base-id", "-l", "error"]
    return [decide, subprocess.Popen(command, start_new_session=True)]


def _wait(program: subprocess.Popen[bytes], address: str) -> None:
    until = time.monotonic() + SECONDS
    while program.poll() is None and time.monotonic() < until:
        try:
            with urlopen(address, timeout=5):  # noqa: S310
                return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError


def _tell(service: str, gateway: str, admin: str, identity: str) -> None:
    print(f"\nservice   {service}   (its pages are for a browser)")
    print(f"gateway   {gateway}   in front of it; its metrics: http://{admin}/-/metrics\n\nTry:")
    for number, (what, body) in enumerate(TRIES.items(), 1):
        print(f"\n  {number}. {what}")
        print(f"  curl -i -X PATCH {gateway}/v2/deployments/{identity} \\")
        print(f"    -H 'Content-Type: application/json' -d '{json.dumps(body)}'")
    print("\nCtrl-C stops both.\n", flush=True)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
