"""The settings of the decision server."""

import dataclasses

from deploy_contract_gateway import setting_types as types
from deploy_contract_gateway.decide.dialects import DIALECTS
from deploy_contract_gateway.setting_types import UpstreamUrl
from deploy_contract_gateway.settings import Settings, knowledge_row, process_row, service_row
from deploy_contract_serving.addresses import Address


@dataclasses.dataclass(frozen=True, kw_only=True)
class DecideSettings(Settings):
    """The operator's settings of the decision server."""

    # ruff: noqa: RUF009 - setting returns a field

    dialect: str = process_row(
        "", types.choice(*DIALECTS), "gateway that asks, and so the form of its requests (required)"
    )
    path_prefix: str = process_row(
        "", types.text("PATH"), "path that Envoy puts before the original one (path_prefix)"
    )
    upstream: UpstreamUrl | None = process_row(
        None, types.UPSTREAM, "URL of the service, for lookups and readiness"
    )
    listen: Address = process_row(
        Address("127.0.0.1", 9001),
        types.ADDRESS,
        "address for the gateway's questions",
        restart=True,
    )
    admin: Address = process_row(
        Address("127.0.0.1", 9181),
        types.ADDRESS,
        "address for /-/healthy, /-/ready, /-/metrics and /-/coverage",
        restart=True,
    )
    grpc_listen: Address | None = process_row(
        None,
        types.ADDRESS,
        "address for Envoy's external processing (ext_proc), which shows responses too",
        restart=True,
    )
    lookups: tuple[str, ...] = knowledge_row(
        (),
        types.list_of("learned|shared|upstream"),
        "origin of facts about stored deployments: learned from responses (with --grpc-listen), "
        "shared with other processes, requested from upstream",
    )
    pool: int = service_row(100, types.count(), "most lookups under way at upstream")
