"""The alerts and the dashboard: their metrics exist, promtool tries the rules, and each alert has its runbook."""

import json
import re
import shutil
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from deploy_contract import notes
from deploy_contract_gateway import metrics
from deploy_contract_gateway.decide.settings import DecideSettings
from deploy_contract_gateway.problems import REASONS
from deploy_contract_gateway.settings import GatewaySettings, Settings
from tests.support import guides, npm
from tests.support.commands import succeeded
from tests.support.fronts import RECIPES, installed

GUIDE = guides.ROOT / "src" / "deploy_contract_gateway" / "alerts.md"
FILE = RECIPES / "alerts.yaml"
GROUPS = {group["name"]: group["rules"] for group in yaml.safe_load(FILE.read_text())["groups"]}
DASHBOARD = json.loads((RECIPES / "dashboard.json").read_text("utf-8"))
PANELS = [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]
QUERIES = [(panel["title"], target) for panel in PANELS for target in panel["targets"]]
PROGRAMS = pytest.mark.parametrize(
    "program", [GatewaySettings, DecideSettings], ids=lambda program: program.program
)
RULES = [rule for rules in GROUPS.values() for rule in rules]
ONE_EVENT = [rule for rule in RULES if "increase" in rule["expr"]]
LASTING = [rule for rule in RULES if "rate(" in rule["expr"]]
CERTIFICATES = [rule for rule in RULES if "time()" in rule["expr"]]
PROMTOOL = shutil.which("promtool")
SELECTOR = re.compile(
    r"\b((?:deploy_contract_(?:gateway|decide)|envoy)_\w+)(?:\{([^}]*)\})?(?=[\[\s)])"
)
MATCHER = re.compile(r'(\w+)(=~|!=|=)"([^"]*)"')
# of Envoy itself; tests/promises/test_one_client.py reads them from it
FAILURES = {f"envoy_http_{name}_failure_mode_allowed" for name in ("ext_authz", "ext_proc")}
MODULE = "envoy_dynamicmodulescustom_deploy_contract_"
OF_MODULE = {
    f"{MODULE}verdicts": ("direction", "operation", "verdict", "refused"),
    f"{MODULE}violations": ("direction", "rule", "mode"),
    f"{MODULE}notes": ("note", "reason"),
}


def labels_of(program: type[Settings]) -> dict[str, tuple[str, ...]]:
    """Return the labels of each metric of a program."""
    prefix = program.metric("")
    found = {f"{prefix}{name}_total": labels for name, (_, labels) in metrics.COUNTERS.items()}
    found[f"{prefix}{metrics.HISTOGRAM}_bucket"] = ("operation", "le")
    return found | {prefix + name: labels for name, (_, labels) in metrics.GAUGES.items()}


LABELS = (
    labels_of(GatewaySettings) | labels_of(DecideSettings) | OF_MODULE | dict.fromkeys(FAILURES, ())
)


def require_names(query: str) -> None:
    """Check that the metrics of a query exist, with the labels and the known values that it names."""
    words = {notes.FAILED, notes.TIMEOUT, notes.UNKNOWN, notes.REFUSED, notes.FULL, "not-judged"}
    known = {"reason": REASONS.keys(), "note": words, "result": {"failed", "kept", "applied"}}
    used = SELECTOR.findall(query)
    assert used, query
    for metric, matchers in used:
        assert metric in LABELS, metric
        for label, _, value in MATCHER.findall(matchers):
            assert label in LABELS[metric], (metric, label)
            for pattern in value.split("|") if label in known else ():
                assert any(re.fullmatch(pattern, word) for word in known[label]), pattern
    for by in re.findall(r"by \(([^)]*)\)", query):
        given = {label for metric, _ in used for label in (*LABELS[metric], "instance")}
        assert set(by.split(", ")) <= given, query


def test_alerts_and_dashboard_use_metrics_labels_and_values_that_exist() -> None:
    queries = [rule["expr"] for rule in RULES]
    for program in ("gateway", "decide"):
        queries += [target["expr"].replace("${program}", program) for _, target in QUERIES]
    for query in queries:
        require_names(query)
    assert {rule["labels"]["severity"] for rule in RULES} == {"warning", "critical"}


@pytest.mark.parametrize(
    ("alert", "statuses"), [("ServiceUnreachable", (502, 504)), ("DecideFails", (500,))]
)
def test_each_fault_of_the_service_or_the_set_up_causes_an_alert(
    alert: str, statuses: tuple[int, ...]
) -> None:
    [rule] = [rule for rule in RULES if rule["alert"] == alert]
    for _, matchers in SELECTOR.findall(rule["expr"]):
        watched = {label: value for label, _, value in MATCHER.findall(matchers)}["reason"]
        for reason, problem in REASONS.items():
            assert bool(re.fullmatch(watched, reason)) == (problem.status in statuses), reason


@PROGRAMS
def test_the_counters_of_the_alerts_are_there_before_the_first_event(
    program: type[Settings],
) -> None:
    """Their series then begin with 0, so that a graph shows the first event."""
    text = metrics.TotalMetrics().expose(program, {})[1].decode()
    rows = [
        (sample.name, sample.labels, sample.value)
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    ]
    for rule in GROUPS[f"deploy-contract-{program.program}"]:
        for metric, matchers in SELECTOR.findall(rule["expr"]):
            if metric in FAILURES or rule in CERTIFICATES:
                continue
            wanted = [
                (label, value.split("|") if how == "=~" else [re.escape(value)])
                for label, how, value in MATCHER.findall(matchers)
            ]
            for values in product(*(patterns for _, patterns in wanted)):
                pairs = list(zip([label for label, _ in wanted], values, strict=True))
                found = [
                    value
                    for name, labels, value in rows
                    if name == metric and all(re.fullmatch(p, labels[label]) for label, p in pairs)
                ]
                assert found, (rule["alert"], pairs)
                assert set(found) == {0.0}


def test_each_alert_has_a_paragraph_of_the_runbook() -> None:
    text = GUIDE.read_text("utf-8")
    names = [rule["alert"] for rule in RULES]
    assert len(names) == len(set(names))
    headings = re.findall(r"(?m)^### (\w+)$", text)
    assert headings == names
    for name in names:
        body = guides.section(text, name)
        assert re.findall(r"\*\*(\w+)\*\*", body) == ["Means", "Look", "Do"], name


# --- the dashboard


def test_the_panels_of_the_dashboard_have_names_and_descriptions() -> None:
    for names in ([one["id"] for one in DASHBOARD["panels"]], [one["title"] for one in PANELS]):
        assert len(names) == len(set(names))
    for panel in PANELS:
        assert panel["description"]
        refs = [target["refId"] for target in panel["targets"]]
        assert len(refs) == len(set(refs))
    variables = {one["name"] for one in DASHBOARD["templating"]["list"]}
    used = set(re.findall(r"\$\{(\w+)\}", json.dumps(DASHBOARD)))
    assert used == variables


def test_grafanas_own_types_admit_the_dashboard(tmp_path: Path) -> None:
    types = npm.installed(guides.ROOT / "tests" / "support" / "grafana") / "node_modules"
    (tmp_path / "node_modules").symlink_to(types)
    text = json.dumps(DASHBOARD)
    program = (
        f'import type {{ Dashboard }} from "@grafana/schema";\nconst all: Dashboard = {text};\n'
    )
    (tmp_path / "dashboard.ts").write_text(program, "utf-8")
    compiler = ["node", "node_modules/typescript/bin/tsc", "--strict", "--noEmit", "--skipLibCheck"]
    succeeded(*compiler, "--module", "nodenext", "dashboard.ts", folder=tmp_path)


# --- promtool


def promtool(*arguments: str, folder: Path) -> None:
    succeeded(installed("promtool", PROMTOOL), *arguments, folder=folder)


# the series that a rule looks at with their values, and the labels that its alert has by them
Given = tuple[dict[str, str], dict[str, str]]
Sort = Callable[[dict[str, Any], str], Given]


def by_event(rule: dict[str, Any], values: str) -> Given:
    """Return the series of an alert that one event causes, with a value for each minute."""
    usual = {"instance": "a:1", "operation": "patch_deployment", "note": "lookup-failed"}
    given = {}
    for metric, matchers in SELECTOR.findall(rule["expr"]):
        words = {label: value.split("|")[0] for label, _, value in MATCHER.findall(matchers)}
        labels = usual | {label: word.replace(".*", "failed") for label, word in words.items()}
        given[series(metric, labels)] = values
    (by,) = re.findall(r"sum by \((\w+)\)", rule["expr"])
    return given, {by: labels[by]}


def by_rate(rule: dict[str, Any], share: str) -> Given:
    """Return the series of an alert on a rate that lasts. `share`: of bad events."""
    metric, matchers = SELECTOR.findall(rule["expr"])[0]
    pairs = {label: value.split("|")[0] for label, _, value in MATCHER.findall(matchers)}
    given = {series(metric, pairs): share}
    if "refused" in pairs:
        given[series(metric, {"direction": "request", "refused": "no"})] = "0+60x60"
    return given, {}


def by_certificate(rule: dict[str, Any], days: str) -> Given:
    [(metric, _)] = SELECTOR.findall(rule["expr"])
    labels = {"instance": "a:1", "setting": "cert_file"}
    return {series(metric, labels): f"{int(days) * 86400}x60"}, labels


def series(metric: str, labels: dict[str, str]) -> str:
    shown = ",".join([f'{name}="{value}"' for name, value in labels.items()])
    return f"{metric}{{{shown}}}"


ALERTS: dict[Sort, Any] = {by_event: ONE_EVENT, by_rate: LASTING, by_certificate: CERTIFICATES}


def tried(sort: Sort, values: str, minute: int = 30, *, fires: bool) -> dict[str, Any]:
    """Return the test of promtool for all alerts of a sort, which fire or stay quiet."""
    inputs: dict[str, str] = {}
    cases = []
    for rule in ALERTS[sort]:
        shown, labels = sort(rule, values)
        inputs |= shown
        text = rule["annotations"]["summary"]
        for label, value in labels.items():
            text = text.replace(f"{{{{ $labels.{label} }}}}", value)
        fired = {"exp_labels": labels | rule["labels"], "exp_annotations": {"summary": text}}
        case = {"alertname": rule["alert"], "eval_time": f"{minute}m"}
        cases.append(case | {"exp_alerts": [fired] if fires else []})
    rows = [{"series": name, "values": inputs[name]} for name in sorted(inputs)]
    return {"interval": "1m", "input_series": rows, "alert_rule_test": cases}


def test_promtool_sees_each_alert_fire_at_the_first_event_and_stay_quiet(tmp_path: Path) -> None:
    shutil.copy(FILE, tmp_path)
    promtool("check", "rules", FILE.name, folder=tmp_path)
    tests = [
        tried(by_event, "0x9 1x60", 12, fires=True),  # the series is there before its first event
        tried(by_event, "_x9 1x60", 12, fires=True),  # it begins with its first event
        tried(by_event, "7x9 1x60", 12, fires=True),  # after a restart of the program
        tried(by_event, "7x30 _x20 7x90", 60, fires=False),  # nothing but a gap in scraping
        tried(by_event, "0x90", 80, fires=False),
        tried(by_rate, "0+6x60", fires=True),
        tried(by_rate, "0+0x60", fires=False),
        tried(by_certificate, "13", fires=True),
        tried(by_certificate, "15", fires=False),
    ]
    whole = {"rule_files": [FILE.name], "evaluation_interval": "1m", "tests": tests}
    (tmp_path / "tests.yaml").write_text(yaml.safe_dump(whole), "utf-8")
    promtool("test", "rules", "tests.yaml", folder=tmp_path)


def test_promtool_reads_the_queries_of_the_dashboard(tmp_path: Path) -> None:
    exprs = [
        target["expr"].replace("${program}", "gateway").replace("$__rate_interval", "5m")
        for _, target in QUERIES
    ]
    rules = [{"record": f"panel:{number}", "expr": expr} for number, expr in enumerate(exprs)]
    text = yaml.safe_dump({"groups": [{"name": "panels", "rules": rules}]})
    (tmp_path / "panels.yaml").write_text(text, "utf-8")
    promtool("check", "rules", "panels.yaml", folder=tmp_path)
