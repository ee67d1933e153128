"""Nothing is fetched: no socket, no process, and no file but the package's own, while a contract is made and judges."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.promise(24)

WATCHED = """
import sys, os
seen = []
def watch(event, arguments):
    if event.startswith(("socket.", "subprocess.", "os.exec", "os.posix_spawn", "urllib.", "http.", "ftplib.")):
        seen.append(event)
    elif event == "open" and isinstance(arguments[0], str) and not arguments[0].endswith((".py", ".pyc", ".so", ".pth")):
        if not any(part in arguments[0] for part in ("deploy_contract_generated", "/lib/python", "pyvenv.cfg")):
            seen.append((event, os.path.basename(arguments[0])))
sys.addaudithook(watch)
from deploy_contract import Contract, Request, Response
contract = Contract(engine=sys.argv[1])
headers = [("content-type", "application/json")]
path = "/v2/deployments/9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21"
for body in (b"{}", b'{"secrets": [{"name": "https://example.com/x.json", "value": "$ref"}], "$ref": "https://example.com/a"}', b"{"):
    for _ in range(4):
        contract.check(body, "DeploymentPatch", source="codehost").to_dict()
        asked = contract.check_request(Request("PATCH", path, "", headers, body))
        contract.check_response(Response(200, headers, body), asked).to_dict()
print(seen)
"""


def test_no_socket_and_no_foreign_file_is_opened(engine: str) -> None:
    done = subprocess.run(
        [sys.executable, "-B", "-c", WATCHED, engine], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
