"""The groups in which `--help` lists the settings of both programs."""

GROUPS: dict[str, tuple[str, ...]] = {  # title -> names of settings, in the order of the help
    "addresses and processes": (
        "upstream", "dialect", "path_prefix", "listen", "grpc_listen", "admin", "workers",
        "drain_seconds",
    ),
    "contract": (
        "contract", "hosting", "unknown_fields", "unknown_operations", "modes", "policies",
        "base_path", "engine", "candidate",
    ),
    "enforcement": ("requests", "responses", "sample", "advice", "when_indeterminate"),
    "knowledge of deployments": (
        "lookups", "lookup_headers", "lookup_seconds", "learn_mutable", "shared_url",
        "shared_namespace", "redis_seconds",
    ),
    "limits of messages": (
        "request_bytes", "response_bytes", "request_objects", "response_objects", "items",
        "string", "query", "violations", "buffer_bytes",
    ),
    "clients": (
        "trust_forwarded", "connections", "backlog", "header_bytes", "header_seconds",
        "body_seconds", "client_seconds", "keep_alive_seconds",
    ),
    "service behind": (
        "host", "ca_file", "ready_path", "connect_seconds", "upstream_seconds", "idle_seconds",
        "pool", "pool_seconds",
    ),
    "observation": ("log", "traces", "coverage"),
}  # fmt: skip
