"""Dataclasses of the documents, by datamodel-code-generator. Generated: edit spec/ and run `make generate`."""
from __future__ import annotations

# ruff: noqa

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias


@dataclass(kw_only=True)
class ContainerResources:
    """
    The resources of a container.
    """

    limits: dict[str, Any] | None = None
    requests: dict[str, Any] | None = None


class DeploymentStatus(StrEnum):
    """
    Status of a deployment. Read-only.
    """

    AWAITING_DATABASE = 'AWAITING_DATABASE'
    READY = 'READY'
    UNUSED = 'UNUSED'
    AWAITING_DELETE = 'AWAITING_DELETE'
    UNKNOWN = 'UNKNOWN'


@dataclass(kw_only=True)
class EnvVar:
    """
    An element of the env of a container.
    """

    name: str | None = None
    value: str | None = None
    valueFrom: dict[str, Any] | None = None


class Hosting(StrEnum):
    """
    Where a deployment runs: cloud is Cloud SaaS, self_hosted is self-hosted. Code-hosting, internal container, internal source and template deployments are available only for Cloud SaaS deployments. External container image deployments are available only for self-hosted deployments.
    """

    cloud = 'cloud'
    self_hosted = 'self_hosted'


@dataclass(kw_only=True)
class ImagePullSecret:
    """
    An element of image_pull_secrets.
    """

    name: str | None = None


@dataclass(kw_only=True)
class ListenerConfig:
    """
    The listener_config of a SourceConfig.
    """

    cluster_namespace: str | None = None


@dataclass(kw_only=True)
class Repository:
    """
    A code-hosting repository that an integration makes available for deployment. Element returned by the repository listing.
    """

    host_integration_id: str
    id: int
    name: str
    owner: str
    url: str
    default_branch: str


RepositoryList: TypeAlias = list[Repository]
"""
The repositories of the integration that are available to deploy.
"""


class RevisionSource(StrEnum):
    """
    A source that a patch may name for the revision it creates. It overrides the source for this revision. When omitted, the deployment's default source is used.
    """

    codehost = 'codehost'
    internal_container = 'internal_container'
    internal_source = 'internal_source'


@dataclass(kw_only=True)
class Secret:
    """
    A secret of a deployment.
    """

    name: str | None = None
    value: str | None = None


@dataclass(kw_only=True)
class SecretReference:
    """
    A cluster secret reference of a deployment. Applies only to source external_container.
    """

    name: str | None = None
    secret_name: str | None = None
    secret_key: str | None = None


class Source(StrEnum):
    """
    The source of a deployment, chosen when it is created and never changed afterwards. Cannot be changed after creation. codehost is a code-hosting repository, external_container an external container image, internal_container an image pushed through a command-line tool, internal_source uploaded source, internal_template a prebuilt template. codehost, internal_container, internal_source and internal_template deployments are available only for Cloud SaaS deployments; external_container deployments are available only for self-hosted deployments.
    """

    codehost = 'codehost'
    external_container = 'external_container'
    internal_container = 'internal_container'
    internal_source = 'internal_source'
    internal_template = 'internal_template'


@dataclass(kw_only=True)
class SourceRevisionConfig:
    """
    Source settings of a revision. In a Deployment, holds the values of the latest revision.
    """

    repo_ref: str | None = None
    graph_config_path: str | None = None
    image_uri: str | None = None
    source_tarball_path: str | None = None
    repo_commit_sha: str | None = None


@dataclass(kw_only=True)
class SourceRevisionConfigPatch:
    """
    The SourceRevisionConfig of a patch, without repo_commit_sha. Changes require a new revision. All fields nullable. Validated according to the source.
    """

    repo_ref: str | None = None
    graph_config_path: str | None = None
    image_uri: str | None = None
    source_tarball_path: str | None = None


class Mode(StrEnum):
    """
    Whether the violation refuses the document (enforce) or is only told (report).
    """

    enforce = 'enforce'
    report = 'report'


class Location(StrEnum):
    """
    Where the fault lies.
    """

    body = 'body'
    wire = 'wire'
    path = 'path'
    query = 'query'
    header = 'header'
    exchange = 'exchange'


@dataclass(kw_only=True)
class Violation:
    """
    One rule that is broken at one place. Its texts are made from the contract, never from the document.
    """

    rule: str
    mode: Mode
    location: Location
    pointer: str
    message: str
    hint: str


@dataclass(kw_only=True)
class Volume:
    """
    An element of volumes: a name and optional free-form objects.
    """

    name: str | None = None
    configMap: dict[str, Any] | None = None
    secret: dict[str, Any] | None = None
    emptyDir: dict[str, Any] | None = None
    persistentVolumeClaim: dict[str, Any] | None = None
    nfs: dict[str, Any] | None = None
    projected: dict[str, Any] | None = None
    downwardAPI: dict[str, Any] | None = None
    csi: dict[str, Any] | None = None


@dataclass(kw_only=True)
class VolumeMount:
    """
    An element of volume_mounts, and of the volumeMounts of a container.
    """

    name: str | None = None
    mountPath: str | None = None
    subPath: str | None = None
    mountPropagation: str | None = None
    subPathExpr: str | None = None
    readOnly: bool | None = None


@dataclass(kw_only=True)
class Container:
    """
    A container object: an element of init_containers and of sidecars.
    """

    name: str | None = None
    image: str | None = None
    imagePullPolicy: str | None = None
    workingDir: str | None = None
    restartPolicy: str | None = None
    command: list[str] | None = None
    args: list[str] | None = None
    env: list[EnvVar] | None = None
    envFrom: list[dict[str, Any]] | None = None
    resources: ContainerResources | None = None
    volumeMounts: list[VolumeMount] | None = None
    securityContext: dict[str, Any] | None = None


@dataclass(kw_only=True)
class Problem:
    """
    Answer to a request that is refused, of media type application/problem+json (RFC 9457).
    """

    type: str
    title: str
    status: int
    violations: list[Violation]
    detail: str | None = None


@dataclass(kw_only=True)
class ResourceSpec:
    """
    Resource settings of a deployment. CPU values are numbers. Memory values are in megabytes (suffix _mb). db_storage_gi is in gibibytes. Scale values are integers.
    """

    min_scale: int | None = None
    max_scale: int | None = None
    cpu: float | None = None
    cpu_limit: float | None = None
    memory_mb: int | None = None
    memory_limit_mb: int | None = None
    queue_min_scale: int | None = None
    queue_max_scale: int | None = None
    queue_cpu: float | None = None
    queue_cpu_limit: float | None = None
    queue_memory_mb: int | None = None
    queue_memory_limit_mb: int | None = None
    orchestrator_cpu: float | None = None
    orchestrator_cpu_limit: float | None = None
    orchestrator_memory_mb: int | None = None
    orchestrator_memory_limit_mb: int | None = None
    orchestrator_min_scale: int | None = None
    orchestrator_max_scale: int | None = None
    executor_cpu: float | None = None
    executor_cpu_limit: float | None = None
    executor_memory_mb: int | None = None
    executor_memory_limit_mb: int | None = None
    cache_cpu: float | None = None
    cache_cpu_limit: float | None = None
    cache_memory_mb: int | None = None
    cache_memory_limit_mb: int | None = None
    db_cpu: float | None = None
    db_cpu_limit: float | None = None
    db_memory_mb: int | None = None
    db_memory_limit_mb: int | None = None
    db_storage_gi: int | None = None
    db_max_connections: int | None = None
    labels: dict[str, Any] | None = None
    annotations: dict[str, Any] | None = None
    service_account_name: str | None = None
    image_pull_secrets: list[ImagePullSecret] | None = None
    volumes: list[Volume] | None = None
    volume_mounts: list[VolumeMount] | None = None
    init_containers: list[Container] | None = None
    sidecars: list[Container] | None = None


@dataclass(kw_only=True)
class SourceConfig:
    """
    Source settings that do not need a new revision when modified, or cannot be modified. All fields are nullable and are validated according to the source.
    """

    integration_id: str | None = None
    repo_url: str | None = None
    build_on_push: bool | None = None
    custom_url: str | None = None
    resource_spec: ResourceSpec | None = None
    listener_id: str | None = None
    listener_config: ListenerConfig | None = None
    install_command: str | None = None
    build_command: str | None = None


@dataclass(kw_only=True)
class Deployment:
    """
    A hosted application with a source, resource settings, secrets and a series of revisions. Creating a deployment creates a tracing project with the same name as the deployment. A deployment carries latest_revision_id and active_revision_id, which can differ.
    """

    name: str
    source: Source
    source_config: SourceConfig
    source_revision_config: SourceRevisionConfig
    secrets: list[Secret]
    id: str
    tenant_id: str
    created_at: str
    updated_at: str
    status: DeploymentStatus
    latest_revision_id: str | None
    active_revision_id: str | None
    secret_references: list[SecretReference] | None = None
    image_version: str | None = None


@dataclass(kw_only=True)
class DeploymentList:
    """
    A page of deployments.
    """

    resources: list[Deployment]
    offset: int


@dataclass(kw_only=True)
class DeploymentPatch:
    """
    Request body of a patch. A patch may trigger a new revision, depending on the source configurations provided.
    """

    revision_source: RevisionSource | None = None
    source_config: SourceConfig | None = None
    source_revision_config: SourceRevisionConfigPatch | None = None
    secrets: list[Secret] | None = None
    secret_references: list[SecretReference] | None = None
