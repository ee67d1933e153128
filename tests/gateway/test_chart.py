"""The chart and the manifests: three sets of values are rendered, all are judged, and impossible values are refused."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import jsonschema
import kubernetes_validate
import pytest
import yaml

from deploy_contract import Contract
from deploy_contract.cli.command import main
from tests.support import guides
from tests.support.commands import ran
from tests.support.envoy_module import library, program, write_contract
from tests.support.fronts import LOOPBACK, RECIPES, free, installed, running
from tests.support.gateways import Shared, soon

CHART = RECIPES / "chart"
GUIDE = guides.ROOT / "src" / "deploy_contract_gateway" / "chart.md"
HELM = shutil.which("helm")
VERSION = "1.31"  # of Kubernetes
SCHEMA = json.loads((CHART / "values.schema.json").read_text("utf-8"))
VALUES = yaml.safe_load((CHART / "values.yaml").read_text("utf-8"))
ENVOY_ON = {"enabled": True, "moduleImage": "registry.example.com/module:1"}
SETS: dict[str, dict[str, Any]] = {
    "default": {},
    "everything": {
        "lookups": ["shared", "upstream"],
        "shared": {"secret": "redis"},
        "gateway": {
            "settings": {"policies": [], "requests": {"patch_deployment": "report"}, "workers": 2, "modes": {"parameter-unknown": "report"}},
        },
        "decide": {"enabled": True, "grpcPort": 9002, "settings": {"log": "refused"}},
        "envoy": {**ENVOY_ON, "requests": "report", "whenIndeterminate": "deny"},
        "files": {"configMap": "policies", "secret": "tls"},
        "autoscaling": {"enabled": True},
        "networkPolicy": {
            "from": [{"podSelector": {"matchLabels": {"app": "front"}}}],
            "monitoringFrom": [{"namespaceSelector": {}}],
        },
        "serviceMonitor": {"enabled": True, "labels": {"release": "prometheus"}},
        "podAnnotations": {"example.com/team": "a"},
        "nodeSelector": {"kubernetes.io/arch": "amd64"},
        "tolerations": [{"key": "a", "operator": "Exists"}],
        "imagePullSecrets": ["registry"],
    },
    "decision server alone": {
        "gateway": {"enabled": False},
        "decide": {
            "enabled": True, "dialect": "traefik", "replicas": 1,
            "secretSettings": {"shared_url": {"name": "redis", "key": "url"}},
        },
        "hosting": "",
        "topologyKey": "",
        "networkPolicy": {"enabled": False},
    },
}  # fmt: skip
KINDS = {
    "default": {"Deployment": 1, "Service": 2, "PodDisruptionBudget": 1, "NetworkPolicy": 1},
    "everything": {
        "ConfigMap": 1, "Deployment": 3, "Service": 6, "PodDisruptionBudget": 3, "NetworkPolicy": 3, "HorizontalPodAutoscaler": 3, "ServiceMonitor": 3,
    },
    "decision server alone": {"Deployment": 1, "Service": 2, "PodDisruptionBudget": 1},
}  # fmt: skip


# manifests of the recipes, and the program that each runs
MANIFESTS = {
    "kubernetes.yaml": "gateway",
    "kubernetes-sidecar.yaml": "gateway",
    "kubernetes-decide.yaml": "decide",
    "kubernetes-decide-sidecar.yaml": "decide",
}


def helm(values: dict[str, Any], *, fails: bool = False) -> str:
    """Return the rendered chart, or the error."""
    options = ("--kube-version", VERSION, "--values", "-")
    command = [installed("helm", HELM), "template", "try", str(CHART), *options]
    done = ran(*command, text=yaml.safe_dump(values))
    assert (done.returncode != 0) == fails, done.stderr
    return done.stderr if fails else done.stdout


def rendered(name: str) -> list[dict[str, Any]]:
    """Return the manifests of a set of values, or of a recipe."""
    text = helm(SETS[name]) if name in SETS else (RECIPES / name).read_text("utf-8")
    return [one for one in yaml.safe_load_all(text) if one]


def pods_of(manifests: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [one["spec"]["template"]["spec"] for one in manifests if one["kind"] == "Deployment"]


def containers_of(pod: dict[str, Any]) -> list[dict[str, Any]]:
    return [*pod.get("initContainers", ()), *pod["containers"]]


@pytest.mark.parametrize("name", [*SETS, *MANIFESTS])
def test_a_rendered_chart_and_a_manifest_are_as_kubernetes_wants_them(name: str) -> None:
    manifests = rendered(name)
    assert len(manifests) >= 2
    kinds = [manifest["kind"] for manifest in manifests]
    of_recipe = {"Deployment": 1, "Service": len(manifests) - 1}
    assert {kind: kinds.count(kind) for kind in kinds} == KINDS.get(name, of_recipe)
    for manifest in manifests:
        if manifest["kind"] != "ServiceMonitor":  # not of Kubernetes itself
            kubernetes_validate.validate(manifest, VERSION, strict=True)
    names = [(manifest["kind"], manifest["metadata"]["name"]) for manifest in manifests]
    assert len(names) == len(set(names))
    pods = [one["spec"]["template"] for one in manifests if one["kind"] == "Deployment"]
    for manifest in manifests:
        spec = manifest.get("spec", {})
        selector = spec.get("selector") or spec.get("podSelector") or {}
        wanted = selector.get("matchLabels", selector)
        assert wanted or manifest["kind"] not in ("Deployment", "Service"), manifest
        if manifest["kind"] == "ServiceMonitor":
            services = [one for one in manifests if one["kind"] == "Service"]
            chosen = [
                one for one in services if wanted.items() <= one["metadata"]["labels"].items()
            ]
            assert [one["spec"]["clusterIP"] for one in chosen] == ["None"]
        elif wanted:
            chosen = [one for one in pods if wanted.items() <= one["metadata"]["labels"].items()]
            assert len(chosen) == 1, manifest
            several = [one.get("ports", ()) for one in containers_of(chosen[0]["spec"])]
            ports = {port["name"] for each in several for port in each}
            if manifest["kind"] == "Service":
                assert {port["targetPort"] for port in spec["ports"]} <= ports
            for rule in spec.get("ingress", ()):
                assert {port["port"] for port in rule["ports"]} <= ports


@pytest.mark.parametrize("name", [*SETS, *MANIFESTS])
def test_the_programs_start_with_the_settings_of_a_chart_or_a_manifest(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = 0
    pods = pods_of(rendered(name))
    for pod, container in [(each, one) for each in pods for one in containers_of(each)]:
        # otherwise Kubernetes sets variables for the Service, which are unknown settings
        assert pod["enableServiceLinks"] is False
        assert name in MANIFESTS or container["securityContext"]["readOnlyRootFilesystem"]
        program = container["name"]
        probes = {probe["httpGet"]["port"] for key, probe in container.items() if "Probe" in key}
        has_probes = program in ("gateway", "decide") or (name in SETS and program == "envoy")
        assert probes == {"admin"} or not has_probes
        if program not in ("gateway", "decide"):
            continue
        for one in container["env"]:
            secret = "redis://127.0.0.1:1" if one["name"].endswith("URL") else "t" * 32
            monkeypatch.setenv(one["name"], secret if "valueFrom" in one else one["value"])
        command = container.get("command", ["deploy-contract", "gateway"])  # the image's
        assert command == ["deploy-contract", program]
        assert main([program, "--check-config"]) == 0
        prefix = f"DEPLOY_CONTRACT_{program.upper()}"
        # until no endpoint list names the pod; the caller of a sidecar is in the pod itself
        hook = (
            {"exec": {"command": [0]}} if "sidecar" in name else container["lifecycle"]["preStop"]
        )
        seconds = float(os.environ[f"{prefix}_DRAIN_SECONDS"]) + float(hook["exec"]["command"][-1])
        assert pod["terminationGracePeriodSeconds"] > seconds
        # replicas are several: no fact that may change
        assert f"{prefix}_LEARN_MUTABLE" not in os.environ
        started += 1
    assert started == (2 if name == "everything" else 1)


@pytest.mark.parametrize("name", MANIFESTS)
def test_a_manifest_has_addresses_and_probes_of_its_program(
    name: str, common: Shared, common_decide: Shared
) -> None:
    program, (pod,) = MANIFESTS[name], pods_of(rendered(name))
    (container,) = [one for one in containers_of(pod) if one["name"] == program]
    prefix = f"DEPLOY_CONTRACT_{program.upper()}_"
    said = {one["name"].removeprefix(prefix): one.get("value") for one in container["env"]}
    ports = {one["name"]: one["containerPort"] for one in container["ports"]}
    named = {"http": "LISTEN", "admin": "ADMIN", "grpc": "GRPC_LISTEN"}
    for port, number in ports.items():  # the kubelet and other pods are not on loopback
        assert said[named[port]] == f"0.0.0.0:{number}"
    assert "http" in ports or said["LISTEN"] == "127.0.0.1:9001"
    probes = {key: probe["httpGet"] for key, probe in container.items() if "Probe" in key}
    paths = {key: probe["path"] for key, probe in probes.items()}
    assert paths.get("livenessProbe", "/-/healthy") == "/-/healthy"
    down = {"upstream": "http://127.0.0.1:1"}  # a service that is down ends no program
    if program == "gateway":
        assert paths.keys() >= {"startupProbe", "readinessProbe"}
        assert {common.set().watch(path).status for path in paths.values()} == {200}
        assert common.set(**down).watch(paths["startupProbe"]).status == 200
    else:
        assert paths.keys() >= {"startupProbe", "livenessProbe"}
        decide = common_decide.set(**(down if "UPSTREAM" in said else {}))
        assert {decide.watch(path).status for path in paths.values()} == {200}


def test_envoy_runs_with_the_module_of_the_init_container_and_an_admin_port_to_read(
    tmp_path: Path,
) -> None:
    manifests = rendered("everything")
    (config,) = [one["data"]["envoy.yaml"] for one in manifests if one["kind"] == "ConfigMap"]
    for said in ('"requests": "report"', '"when_indeterminate": "deny"', "address: deployments"):
        assert said in config
    contract = write_contract(Contract(), tmp_path / "gateway.contract.json")
    port, admin = free(), free()
    here = {
        "/etc/deploy-contract/gateway.contract.json": str(contract),
        "0.0.0.0": LOOPBACK,  # noqa: S104 - it is what the test replaces
        "port_value: 8080": f"port_value: {port}",
        "port_value: 9901": f"port_value: {admin}",
        "@admin": f"@admin-{admin}",
    }
    for there, one in here.items():
        assert there in config
        config = config.replace(there, one)
    (tmp_path / "envoy.yaml").write_text(config, "utf-8")
    command = [program(), "-c", str(tmp_path / "envoy.yaml"), "--use-dynamic-base-id"]
    environment = {"ENVOY_DYNAMIC_MODULES_SEARCH_PATH": str(library())}
    with running(command, port, tmp_path / "envoy.log", environment) as front:
        assert soon(lambda: front.ask("GET", "/ready", port=admin).status == 200)
        live = front.ask("GET", "/stats/prometheus?filter=server.live", port=admin)
        assert (live.status, b"envoy_server_live{} 1" in live.body) == (200, True)
        for method, path in (
            ("POST", "/quitquitquit"), ("POST", "/ready"), ("GET", "/config_dump"), ("GET", "/stats"), ("GET", "/ready/../config_dump"), ("GET", "/"), ("POST", "/stats/prometheus"),
        ):  # fmt: skip
            assert front.ask(method, path, port=admin).status == 404, path
    (pod,) = [one["spec"]["template"]["spec"] for one in manifests if one["metadata"]["name"] == "try-envoy" and one["kind"] == "Deployment"]  # fmt: skip
    (init,), (container,) = pod["initContainers"], pod["containers"]
    (folder,) = [one["mountPath"] for one in init["volumeMounts"]]
    assert {one["name"]: one["value"] for one in container["env"]} == {
        "ENVOY_DYNAMIC_MODULES_SEARCH_PATH": folder
    }


BLOCKS = list(guides.blocks(GUIDE.read_text("utf-8")))


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_the_values_of_the_guide_are_rendered(number: int) -> None:
    block = BLOCKS[number]
    if block.language == "sh":
        assert "helm upgrade --install contract dist/deploy-contract-" in block.text
        version = yaml.safe_load((CHART / "Chart.yaml").read_text("utf-8"))["version"]
        assert f"dist/deploy-contract-{version}.tgz" in block.text
        return
    text = helm(yaml.safe_load(block.text))
    assert text != helm({})


IMPOSSIBLE: dict[str, dict[str, Any]] = {  # what the error names -> the values
    "nothing is enabled": {"gateway": {"enabled": False}},
    "shared.secret": {"lookups": ["shared"]},
    "envoy.moduleImage": {"envoy": {"enabled": True}},
    "begins with http://": {"envoy": ENVOY_ON, "upstream": "https://deployments"},
    "decide.dialect envoy": {"decide": {"enabled": True, "dialect": "nginx", "grpcPort": 9002}},
    "gateway.adminPort must differ": {"gateway": {"adminPort": 8080}},
    "autoscaling.maxReplicas": {"autoscaling": {"enabled": True, "maxReplicas": 1}},
    "disruptionBudget.maxUnavailable": {"disruptionBudget": {"maxUnavailable": 2}},
    "learn_mutable": {"gateway": {"settings": {"learn_mutable": "on"}}},
    "/gateway/port": {"gateway": {"port": 80}},
    "/image/tag": {"image": {"tag": "latest"}},
    "'repicas'": {"gateway": {"repicas": 3}},
    "'listen'": {"gateway": {"settings": {"listen": "0.0.0.0:1"}}},
    "'admin_cert_file'": {"gateway": {"settings": {"admin_cert_file": "a.pem"}}},  # probes: HTTP
    "'admin_token'": {"decide": {"settings": {"admin_token": "t" * 32}}},  # of a Secret
    "/upstream": {"upstream": "deployments"},
    "/lookups/0": {"lookups": ["guessed"]},
    "/adminToken/secret": {"adminToken": {"secret": ""}},
}


@pytest.mark.parametrize("named", IMPOSSIBLE)
def test_impossible_values_are_refused_with_a_line_that_names_them(named: str) -> None:
    said = helm(IMPOSSIBLE[named], fails=True)
    assert len([line for line in said.splitlines() if named in line]) == 1, said


def test_every_value_has_its_default_and_its_explanation() -> None:
    validator = jsonschema.Draft7Validator(SCHEMA)
    validator.check_schema(SCHEMA)
    assert not list(validator.iter_errors(VALUES))

    def compare(schema: dict[str, Any], values: dict[str, Any], where: str) -> None:
        known = schema["properties"].keys() - {"global"}
        assert known == values.keys(), where
        for name in known:
            one = schema["properties"][name]
            assert one["description"], f"{where}.{name}"
            if "properties" in one:
                compare(one, values[name], f"{where}.{name}")

    compare(SCHEMA, VALUES, "")


def test_helm_finds_no_fault_in_the_packed_chart(tmp_path: Path) -> None:
    """`make dist` packs it in this way."""
    archive = tmp_path / "deploy-contract.tgz"
    pack = ["tar", "--create", "--gzip", "--dereference", "--file", str(archive), "--directory", str(RECIPES)]  # fmt: skip
    subprocess.run([*pack, "--transform", "s,^chart,deploy-contract,", "chart"], check=True)
    for command in (["lint", "--strict"], ["show", "values"]):
        done = ran(installed("helm", HELM), *command, archive)
        assert done.returncode == 0, done.stdout + done.stderr
    assert "symbolic link" not in done.stderr
