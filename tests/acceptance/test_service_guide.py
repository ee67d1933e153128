"""The guide of the reference service: its commands, files, options and messages are those of the program."""

import os
import re
import shlex
import sys
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

from deploy_contract_service.data_file import load
from deploy_contract_service.seeding import seed
from deploy_contract_service.settings import DATABASE, Settings
from deploy_contract_service.store import Store
from tests.support.commands import ran, run_python
from tests.support.guides import ROOT, blocks, commands
from tests.support.operations import not_served
from tests.support.postgres import Cluster
from tests.support.processes import NOT_SERVED, running

FOLDER = ROOT / "src" / "deploy_contract_service"
GUIDE = (FOLDER / "README.md").read_text("utf-8")
ADDRESS = "http://127.0.0.1:8081"
SERVE = "deploy-contract serve "


COMMANDS = [
    row for block in blocks(GUIDE) if block.language == "console" for row in commands(block.text)
]


def test_every_command_has_the_output_of_the_guide(tmp_path: Path, cluster: Cluster) -> None:
    (tmp_path / "spec").symlink_to(ROOT / "spec")
    database = cluster.database()
    port, variables = 0, ""
    done = []
    with ExitStack() as stack:
        for command, output in COMMANDS:
            if command.startswith("pip "):
                continue
            done.append(command)
            if command.startswith(SERVE):
                stack.close()  # one service at a time, as at one port
                line = command.replace("postgresql://deploy@db.example.com/deployments", database)
                options = shlex.split(line)[2:]
                service = stack.enter_context(running(tmp_path, *options))
                port = service.port
                lines = [line for line in service.said if NOT_SERVED not in line]
                said = "".join(lines).replace(f"http://127.0.0.1:{port}", ADDRESS)
                assert said == output, command
                assert bool(not_served()) == (lines != service.said), "said only if there are any"
            elif re.match(r"[A-Z_]+=", command):
                variables += command + "\n"
            else:
                script = (variables + command).replace(ADDRESS, f"http://127.0.0.1:{port}")
                path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
                environment = {**os.environ, "PATH": path}
                result = ran("sh", "-c", script, folder=tmp_path, env=environment)
                assert (result.returncode, result.stdout) == (0, output), command
        stack.close()
        secrets = stored_secrets(tmp_path)
        (script,) = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
        assert run_python(script, folder=tmp_path).returncode == 0
        assert not (tmp_path / "new.key").exists()
        assert stored_secrets(tmp_path) == secrets
    assert len(done) > 10
    assert len([command for command in done if command.startswith(SERVE)]) == 3


def stored_secrets(folder: Path) -> list[Any]:
    """Return the secrets of all deployments in the default database, by the key beside it."""
    with closing(Store(Settings(str(folder / DATABASE)))) as store:
        secrets = [one["secrets"] for one in store.page({"limit": 100, "offset": 0})]
    assert any(secrets)
    return secrets


def test_the_data_file_of_the_guide_is_one_that_the_service_starts_with(tmp_path: Path) -> None:
    (block,) = re.findall(r"```yaml\n(.*?)```", GUIDE, re.DOTALL)
    (tmp_path / "data.yaml").write_text(block)
    with closing(Store(Settings(":memory:"))) as store:
        assert seed(store, load(str(tmp_path / "data.yaml")), 3600) == (1, 1)
        (deployment,) = store.page({"limit": 1, "offset": 0})
        assert deployment["secrets"] == [{"name": "TOKEN", "value": "made up"}]
        revisions = store.revisions(deployment["id"]) or []
        assert [one.rolled_out_at is None for one in revisions] == [True, False]
