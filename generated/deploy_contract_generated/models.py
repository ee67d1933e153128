"""Dataclasses of the documents, by datamodel-code-generator.

Generated: edit spec/ and run `make generate`.
"""
from __future__ import annotations

# ruff: noqa

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias


@dataclass(kw_only=True)
class ContainerResources:
    """
    The resources that a container requests, and their limits.
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
    An environment variable of a container.
    """

    name: str | None = None
    value: str | None = None
    valueFrom: dict[str, Any] | None = None


class Hosting(StrEnum):
    """
    Where a deployment runs: cloud means Cloud SaaS, self_hosted means self-hosted. Deployments of source external_container run on self_hosted only; deployments of every other source run on cloud only.
    """

    CLOUD = 'cloud'
    SELF_HOSTED = 'self_hosted'


@dataclass(kw_only=True)
class ImagePullSecret:
    """
    A secret with which images are pulled: an item of image_pull_secrets.
    """

    name: str | None = None


@dataclass(kw_only=True)
class ListenerConfig:
    """
    Configuration of the listener of a deployment.
    """

    cluster_namespace: str | None = None


@dataclass(kw_only=True)
class Repository:
    """
    A repository that an integration offers for deployment: an item of the repository listing.
    """

    host_integration_id: str
    id: int
    name: str
    owner: str
    url: str
    default_branch: str


RepositoryList: TypeAlias = list[Repository]
"""
The repositories that can be deployed through one integration.
"""


class RevisionSource(StrEnum):
    """
    A source that a patch may name for the revision that it creates, in place of the deployment's own source.
    """

    CODEHOST = 'codehost'
    INTERNAL_CONTAINER = 'internal_container'
    INTERNAL_SOURCE = 'internal_source'


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
    A cluster secret reference. It applies only to source external_container.
    """

    name: str | None = None
    secret_name: str | None = None
    secret_key: str | None = None


class Source(StrEnum):
    """
    Where the code of a deployment comes from. It is chosen at creation and cannot be changed. codehost: a repository at the code-hosting provider. external_container: a container image from outside the service. internal_container: a container image pushed with a command-line tool. internal_source: uploaded source code. internal_template: a prebuilt template. external_container runs on self-hosted deployments only, every other source on Cloud SaaS only.
    """

    CODEHOST = 'codehost'
    EXTERNAL_CONTAINER = 'external_container'
    INTERNAL_CONTAINER = 'internal_container'
    INTERNAL_SOURCE = 'internal_source'
    INTERNAL_TEMPLATE = 'internal_template'


@dataclass(kw_only=True)
class SourceRevisionConfig:
    """
    Source settings of one revision. A deployment shows those of its latest revision.
    """

    repo_ref: str | None = None
    graph_config_path: str | None = None
    image_uri: str | None = None
    source_tarball_path: str | None = None
    repo_commit_sha: str | None = None


@dataclass(kw_only=True)
class SourceRevisionConfigPatch:
    """
    Source settings of the revision that a patch creates. Changes require a new revision. All fields are nullable. They are validated according to the source.
    """

    repo_ref: str | None = None
    graph_config_path: str | None = None
    image_uri: str | None = None
    source_tarball_path: str | None = None


class Mode(StrEnum):
    """
    enforce: the violation denies the document. report: it is listed only. Example: `enforce`.
    """

    ENFORCE = 'enforce'
    REPORT = 'report'


class Location(StrEnum):
    """
    Part of the message in which the violation lies. body: the document. wire: the bytes of the body. exchange: the response compared with its request. Example: `body`.
    """

    BODY = 'body'
    WIRE = 'wire'
    PATH = 'path'
    QUERY = 'query'
    HEADER = 'header'
    EXCHANGE = 'exchange'


@dataclass(kw_only=True)
class Violation:
    """
    One rule that is violated at one place. Its texts come from the contract, never from the document.
    """

    rule: str
    mode: Mode
    location: Location
    pointer: str
    message: str
    hint: str
    fix: list[dict[str, Any]] | None = None


@dataclass(kw_only=True)
class Volume:
    """
    A volume: an item of volumes. It has a name, and optional free-form objects that describe it.
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
    A volume mount: an item of volume_mounts, or of the volumeMounts of a container.
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
    A container: an item of init_containers or sidecars.
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
    Problem details (RFC 9457): the answer to a refused request. Its media type is application/problem+json.
    """

    type: str
    title: str
    status: int
    violations: list[Violation]
    detail: str | None = None


@dataclass(kw_only=True)
class ResourceSpec:
    """
    Resource settings of a deployment. A CPU value is a number. A memory value is an integer in megabytes (suffix _mb). Storage is an integer in gibibytes (suffix _gi). A scale is an integer.
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
    Source settings that cannot be modified, or need no new revision when modified. All fields are nullable. They are validated according to the source.
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
    A hosted application with a source, resource settings, secrets and a series of revisions. The latest revision and the currently deployed one can differ. Creating a deployment creates a tracing project with the same name.
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
    One page of deployments.
    """

    resources: list[Deployment]
    offset: int


@dataclass(kw_only=True)
class DeploymentPatch:
    """
    Request body of a patch. An absent or null field keeps its stored value. Whether the patch creates a revision depends on the source settings in it.
    """

    revision_source: RevisionSource | None = None
    source_config: SourceConfig | None = None
    source_revision_config: SourceRevisionConfigPatch | None = None
    secrets: list[Secret] | None = None
    secret_references: list[SecretReference] | None = None
