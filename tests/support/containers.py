"""Containers, built and run by Podman or Docker, whichever can do it here.

If no registry can be reached, a base image can be made by hand. It needs a Python with pip that may
install packages:

    debootstrap --variant=minbase --include=ca-certificates,python3-pip trixie rootfs
    rm rootfs/usr/lib/python3*/EXTERNALLY-MANAGED && ln -s python3 rootfs/usr/bin/python
    tar -C rootfs -c . | docker import --change 'ENV PATH=/usr/local/bin:/usr/bin:/bin' - python:3.13-slim
"""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.support.commands import ran
from tests.support.gateways import process

UNREACHABLE = r"dial tcp|no such host|pinging container registry"


def builder() -> str:
    """Return a program that builds containers here. Skip the test if there is none."""
    for name in ("podman", "docker"):
        if shutil.which(name) and ran(name, "info").returncode == 0:
            return name
    pytest.skip("neither Podman nor Docker can be used here")


class Running(NamedTuple):
    """A container: the process of its program, and the start of a command inside of it."""

    process: subprocess.Popen[bytes]
    inside: tuple[str, ...]

    def call(self, *command: str) -> subprocess.CompletedProcess[str]:
        return ran(*self.inside, *command)


class Image(NamedTuple):
    """An image, and the program that has it."""

    program: str
    name: str

    @property
    def config(self) -> dict[str, Any]:
        """The settings of the image, with the names that Docker gives them."""
        (image,) = json.loads(ran(self.program, "inspect", "--type", "image", self.name).stdout)
        return {"Healthcheck": image.get("Healthcheck"), **image["Config"]}  # Podman has it outside

    @contextmanager
    def started(
        self, environment: Mapping[str, str], *arguments: str, log: Path
    ) -> Iterator[Running]:
        """Run the image with read-only files in the network of the host.

        Args:
            environment: variables beside those of the image.
            arguments: arguments of the entrypoint.
            log: the file for its output.
        """
        name = re.sub(r"\W+", "-", self.name)
        variables = [f"--env={name}={value}" for name, value in environment.items()]
        options = ("--rm", "--name", name, "--network", "host", "--read-only", *variables)
        command = (self.program, "run", *options, self.name, *arguments)
        try:
            with log.open("wb") as output, process([*command], stdout=output) as started:
                yield Running(started, (self.program, "exec", name))
        finally:
            ran(self.program, "rm", "--force", name)


@contextmanager
def built(recipe: Path, name: str) -> Iterator[Image]:
    """Build an image of a recipe and the files beside it, and remove it at the end.

    Skip the test if the base image is not there and no registry can be reached.
    """
    program = builder()
    kind = ("--format", "docker") if program == "podman" else ()
    command = (program, "build", *kind, "--file", str(recipe), "--tag", name, str(recipe.parent))
    done = ran(*command, seconds=None)
    if done.returncode and re.search(UNREACHABLE, done.stderr):
        pytest.skip(f"{program} cannot get the base image: {done.stderr.strip()[-100:]}")
    assert done.returncode == 0, done.stderr[-2000:]
    try:
        yield Image(program, name)
    finally:
        ran(program, "rmi", name)
