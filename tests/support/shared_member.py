"""A process of a fleet that shares what it knows: `python -m tests.support.shared_member URL`.

It reads lines of JSON, each a list of a command and its arguments, and answers each with a line.
"""

import json
import subprocess
import sys
from typing import Any

from deploy_contract import Report, Request
from deploy_contract.knowledge import SharedDeployments


class Member:
    """The test's end of such a process."""

    def __init__(self, url: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__, url],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __call__(self, *command: Any) -> Any:
        """Give a command, and return the answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(command) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def end(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()


def main(url: str) -> None:
    """Obey the commands on standard input."""
    shared = SharedDeployments(url, timeout=5, learn_mutable=True)
    shared.start()
    begun: float | None = None
    for line in sys.stdin:
        name, *arguments = json.loads(line)
        answer: Any = None
        if name == "begin":  # a request is passed on
            begun = shared.clock()
        elif name == "learn":  # its response
            document, addressed = arguments
            report = Report("allow", document="Deployment", value=document)
            answer = shared.learn(report, begun, addressed)
        elif name == "invalidate":
            shared.invalidate(arguments[0])
        elif name == "known":  # in memory
            answer = shared.find(arguments[0])
        else:
            answer = shared.find(arguments[0], Request("PATCH", "/"))
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
