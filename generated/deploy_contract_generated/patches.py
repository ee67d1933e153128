"""Types of patches for each source of a deployment, by datamodel-code-generator.

Generated: edit spec/ and run `make generate`.
"""
from __future__ import annotations

# ruff: noqa

from typing import Any, Literal, TypeAlias

from deploy_contract_generated.patch_model import UNSET, Model, Unset


class ImagePullSecret(Model):
    name: str | None | Unset = UNSET
    """Name of the secret. Example: `example-registry`."""


class Volume(Model):
    name: str | None | Unset = UNSET
    """Name of the volume. Volume mounts refer to it. Example: `scratch`."""
    configMap: dict[str, Any] | None | Unset = UNSET
    """Config map whose entries are the files of the volume, a free-form object. Example: `{\"name\": \"example-settings\"}`."""
    secret: dict[str, Any] | None | Unset = UNSET
    """Secret of the cluster whose entries are the files of the volume, a free-form object. Example: `{\"secretName\": \"example-secret\"}`."""
    emptyDir: dict[str, Any] | None | Unset = UNSET
    """Directory that is empty at the start, a free-form object. Example: `{}`."""
    persistentVolumeClaim: dict[str, Any] | None | Unset = UNSET
    """Claim of a persistent volume, a free-form object. Example: `{\"claimName\": \"example-data\"}`."""
    nfs: dict[str, Any] | None | Unset = UNSET
    """Directory of an NFS server, a free-form object. Example: `{\"server\": \"nfs.example.com\", \"path\": \"/data\"}`."""
    projected: dict[str, Any] | None | Unset = UNSET
    """Several sources in one directory, a free-form object. Example: `{\"sources\": []}`."""
    downwardAPI: dict[str, Any] | None | Unset = UNSET
    """Facts of the container as files, a free-form object. Example: `{\"items\": []}`."""
    csi: dict[str, Any] | None | Unset = UNSET
    """Volume of a storage driver, a free-form object. Example: `{\"driver\": \"csi.example.com\"}`."""


class VolumeMount(Model):
    name: str | None | Unset = UNSET
    """Name of the mounted volume. Example: `scratch`."""
    mountPath: str | None | Unset = UNSET
    """Path of the mount in the container. Example: `/scratch`."""
    subPath: str | None | Unset = UNSET
    """Path in the volume that is mounted in place of its root. Example: `logs`."""
    mountPropagation: str | None | Unset = UNSET
    """Whether mounts in the container reach the host and back, as in Kubernetes. Example: `None`."""
    subPathExpr: str | None | Unset = UNSET
    """As subPath, with references to environment variables in it. Example: `logs/$(NAME)`."""
    readOnly: bool | None | Unset = UNSET
    """Whether the container can only read the volume. Example: `true`."""


class EnvVar(Model):
    name: str | None | Unset = UNSET
    """Name of the environment variable. Example: `LOG_LEVEL`."""
    value: str | None | Unset = UNSET
    """Value of the environment variable. It may be a credential, so no page, log or report shows it. Example: `info`."""
    valueFrom: dict[str, Any] | None | Unset = UNSET
    """Place from which the value comes, a free-form object. Do not set value as well. Example: `{\"secretKeyRef\": {\"name\": \"example-secret\", \"key\": \"api-key\"}}`."""


class ContainerResources(Model):
    limits: dict[str, Any] | None | Unset = UNSET
    """Limits of the resources, a free-form object. Example: `{\"memory\": \"128Mi\"}`."""
    requests: dict[str, Any] | None | Unset = UNSET
    """Requested resources, a free-form object. Example: `{\"cpu\": \"250m\"}`."""


class Container(Model):
    name: str | None | Unset = UNSET
    """Name of the container. Example: `log-forwarder`."""
    image: str | None | Unset = UNSET
    """Image of the container. Example: `registry.example.com/log-forwarder:stable`."""
    imagePullPolicy: str | None | Unset = UNSET
    """When the image is pulled, as in Kubernetes. Example: `IfNotPresent`."""
    workingDir: str | None | Unset = UNSET
    """Working directory of the command in the container. Example: `/app`."""
    restartPolicy: str | None | Unset = UNSET
    """When the container is restarted, as in Kubernetes. Example: `Always`."""
    command: list[str] | None | Unset = UNSET
    """Command of the container, an array of strings. Example: `[\"python\", \"main.py\"]`."""
    args: list[str] | None | Unset = UNSET
    """Arguments of the container, an array of strings. Example: `[\"--verbose\"]`."""
    env: list[EnvVar] | None | Unset = UNSET
    """Environment variables of the container. An item has a value or a valueFrom, not both."""
    envFrom: list[dict[str, Any]] | None | Unset = UNSET
    """Sources of environment variables. Each item is a free-form object. Example: `[{\"configMapRef\": {\"name\": \"example-settings\"}}]`."""
    resources: ContainerResources | None | Unset = UNSET
    """Resources that the container requests, and their limits."""
    volumeMounts: list[VolumeMount] | None | Unset = UNSET
    """Volume mounts of the container. Each one names an item of volumes."""
    securityContext: dict[str, Any] | None | Unset = UNSET
    """Security settings of the container, a free-form object. Example: `{\"runAsNonRoot\": true}`."""


class ResourceSpec(Model):
    min_scale: int | None | Unset = UNSET
    """At least this many instances of the main service run. Example: `1`."""
    max_scale: int | None | Unset = UNSET
    """At most this many instances of the main service run. Example: `3`."""
    cpu: float | None | Unset = UNSET
    """CPU that is reserved for the main service, in cores; fractions are allowed. Example: `0.5`."""
    cpu_limit: float | None | Unset = UNSET
    """CPU that the main service uses at most, in cores; fractions are allowed. Example: `1`."""
    memory_mb: int | None | Unset = UNSET
    """Memory that is reserved for the main service, in megabytes. Example: `1024`."""
    memory_limit_mb: int | None | Unset = UNSET
    """Memory that the main service uses at most, in megabytes. Example: `2048`."""
    queue_min_scale: int | None | Unset = UNSET
    """At least this many instances of the queue run. Example: `1`."""
    queue_max_scale: int | None | Unset = UNSET
    """At most this many instances of the queue run. Example: `3`."""
    queue_cpu: float | None | Unset = UNSET
    """CPU that is reserved for the queue, in cores; fractions are allowed. Example: `0.5`."""
    queue_cpu_limit: float | None | Unset = UNSET
    """CPU that the queue uses at most, in cores; fractions are allowed. Example: `1`."""
    queue_memory_mb: int | None | Unset = UNSET
    """Memory that is reserved for the queue, in megabytes. Example: `1024`."""
    queue_memory_limit_mb: int | None | Unset = UNSET
    """Memory that the queue uses at most, in megabytes. Example: `2048`."""
    orchestrator_cpu: float | None | Unset = UNSET
    """CPU that is reserved for the orchestrator, in cores; fractions are allowed. Example: `0.5`."""
    orchestrator_cpu_limit: float | None | Unset = UNSET
    """CPU that the orchestrator uses at most, in cores; fractions are allowed. Example: `1`."""
    orchestrator_memory_mb: int | None | Unset = UNSET
    """Memory that is reserved for the orchestrator, in megabytes. Example: `1024`."""
    orchestrator_memory_limit_mb: int | None | Unset = UNSET
    """Memory that the orchestrator uses at most, in megabytes. Example: `2048`."""
    orchestrator_min_scale: int | None | Unset = UNSET
    """At least this many instances of the orchestrator run. Example: `1`."""
    orchestrator_max_scale: int | None | Unset = UNSET
    """At most this many instances of the orchestrator run. Example: `3`."""
    executor_cpu: float | None | Unset = UNSET
    """CPU that is reserved for the executor, in cores; fractions are allowed. Example: `0.5`."""
    executor_cpu_limit: float | None | Unset = UNSET
    """CPU that the executor uses at most, in cores; fractions are allowed. Example: `1`."""
    executor_memory_mb: int | None | Unset = UNSET
    """Memory that is reserved for the executor, in megabytes. Example: `1024`."""
    executor_memory_limit_mb: int | None | Unset = UNSET
    """Memory that the executor uses at most, in megabytes. Example: `2048`."""
    cache_cpu: float | None | Unset = UNSET
    """CPU that is reserved for the cache, in cores; fractions are allowed. Example: `0.5`."""
    cache_cpu_limit: float | None | Unset = UNSET
    """CPU that the cache uses at most, in cores; fractions are allowed. Example: `1`."""
    cache_memory_mb: int | None | Unset = UNSET
    """Memory that is reserved for the cache, in megabytes. Example: `1024`."""
    cache_memory_limit_mb: int | None | Unset = UNSET
    """Memory that the cache uses at most, in megabytes. Example: `2048`."""
    db_cpu: float | None | Unset = UNSET
    """CPU that is reserved for the database, in cores; fractions are allowed. Example: `0.5`."""
    db_cpu_limit: float | None | Unset = UNSET
    """CPU that the database uses at most, in cores; fractions are allowed. Example: `1`."""
    db_memory_mb: int | None | Unset = UNSET
    """Memory that is reserved for the database, in megabytes. Example: `1024`."""
    db_memory_limit_mb: int | None | Unset = UNSET
    """Memory that the database uses at most, in megabytes. Example: `2048`."""
    db_storage_gi: int | None | Unset = UNSET
    """Size of the disk of the database, in gibibytes. Example: `10`."""
    db_max_connections: int | None | Unset = UNSET
    """Number of connections that the database accepts at once. Example: `100`."""
    labels: dict[str, Any] | None | Unset = UNSET
    """Kubernetes labels of the deployment, a free-form object of names and values. Example: `{\"team\": \"example\"}`."""
    annotations: dict[str, Any] | None | Unset = UNSET
    """Kubernetes annotations of the deployment, a free-form object of names and values. Example: `{\"example.com/owner\": \"example-team\"}`."""
    service_account_name: str | None | Unset = UNSET
    """Name of the service account under which the containers run. Example: `example-service-account`."""
    image_pull_secrets: list[ImagePullSecret] | None | Unset = UNSET
    """Secrets of the cluster with which images are pulled from a registry."""
    volumes: list[Volume] | None | Unset = UNSET
    """Volumes. Volume mounts refer to them by name."""
    volume_mounts: list[VolumeMount] | None | Unset = UNSET
    """Volume mounts. Each one names an item of volumes."""
    init_containers: list[Container] | None | Unset = UNSET
    """Containers that run to their end before the deployment starts."""
    sidecars: list[Container] | None | Unset = UNSET
    """Containers that run beside the main service."""


class ListenerConfig(Model):
    cluster_namespace: str | None | Unset = UNSET
    """Namespace of the cluster in which the deployment runs. It cannot be changed after creation. Example: `agents`."""


class CodehostSourceConfig(Model):
    __refused__ = {'custom_url': 'custom_url can be set only for source external_container; remove custom_url; for codehost the service sets it itself'}
    integration_id: str | None | Unset = UNSET
    """Id of the code-hosting integration that offers the repository, the host_integration_id of a Repository. Example: `00000000-0000-4000-8000-000000000001`."""
    repo_url: str | None | Unset = UNSET
    """URL of the repository that is built. The create-deployment request body takes it from the url of a Repository. Example: `https://codehost.example.com/example-org/example-agent`."""
    build_on_push: bool | None | Unset = UNSET
    """Whether a push to the repository starts a build. It cannot be true if repo_ref is a tag, because a tag never moves. Example: `true`."""
    resource_spec: ResourceSpec | None | Unset = UNSET
    """CPU, memory, scale and Kubernetes-like settings of the deployment. A patch replaces them as a whole."""
    listener_id: str | None | Unset = UNSET
    """Id of the listener, which connects a cluster of a customer. It is expected for source external_container only. Example: `00000000-0000-4000-8000-000000000006`.

    listener_id is expected only for source external_container"""
    listener_config: ListenerConfig | None | Unset = UNSET
    """Settings of the listener. They are expected for source external_container only.

    listener_config is expected only for source external_container"""
    install_command: str | None | Unset = UNSET
    """Command that installs dependencies before the build, one line of a shell. It is expected for sources that are built: codehost and internal_source. Example: `make install`."""
    build_command: str | None | Unset = UNSET
    """Command that builds the application, one line of a shell. It is expected for sources that are built: codehost and internal_source. Example: `make build`."""


class CodehostSourceRevisionConfig(Model):
    __refused__ = {'image_uri': 'image_uri applies only to sources external_container and internal_container; remove image_uri, or set it to null', 'source_tarball_path': 'source_tarball_path applies only to source internal_source; remove source_tarball_path, or set it to null'}
    repo_ref: str | None | Unset = UNSET
    """Repository reference, such as the default branch of a Repository. Example: `main`."""
    graph_config_path: str | None | Unset = UNSET
    """Path of the graph configuration file. Example: `graph.json`."""


class PatchSecret(Model):
    name: str
    """Name of the secret, not empty and unique among the secrets of a deployment. Example: `EXAMPLE_API_KEY`."""
    value: str
    """Value of the secret. No page, log or report shows it. Example: `not-a-real-value`."""


class CodehostPatch(Model):
    """
    Request body of a patch. An absent or null field keeps its stored value. Whether the patch creates a revision depends on the source settings in it.
    """

    __kind__ = 'DeploymentPatch'
    __source__ = 'codehost'
    __refused__ = {'secret_references': 'secret_references applies only to source external_container; remove secret_references, or put the values into secrets', 'name': 'a patch cannot change it; leave it out', 'source': 'a patch cannot change it; leave it out', 'id': 'a patch cannot change it; leave it out', 'tenant_id': 'a patch cannot change it; leave it out', 'created_at': 'a patch cannot change it; leave it out', 'updated_at': 'a patch cannot change it; leave it out', 'status': 'a patch cannot change it; leave it out', 'latest_revision_id': 'a patch cannot change it; leave it out', 'active_revision_id': 'a patch cannot change it; leave it out', 'image_version': 'a patch cannot change it; leave it out'}
    revision_source: Literal['codehost'] | None | Unset = UNSET
    """Source of this revision. It overrides the deployment's source, which is used if revision_source is absent or null. Example: `internal_source`."""
    source_config: CodehostSourceConfig | None | Unset = UNSET
    """Source settings that cannot be modified, or need no new revision when modified. They are validated according to the source."""
    source_revision_config: CodehostSourceRevisionConfig | None | Unset = UNSET
    """Source settings of the new revision. Changes require a new revision. They have no repo_commit_sha and are validated according to the source."""
    secrets: list[PatchSecret] | None | Unset = UNSET
    """Secrets of the deployment. A non-empty list replaces all of them; an empty list changes nothing."""


class ExternalContainerSourceConfig(Model):
    __refused__ = {'integration_id': 'integration_id applies only to source codehost; remove integration_id, or set it to null', 'repo_url': 'repo_url applies only to source codehost; remove repo_url, or set it to null'}
    build_on_push: Literal[False] | None | Unset = UNSET
    """Whether a push to the repository starts a build. It cannot be true if repo_ref is a tag, because a tag never moves. Example: `true`."""
    custom_url: str | None | Unset = UNSET
    """URL of the deployment that its owner chose. A patch sets it for source external_container; for codehost the service sets it itself. Example: `https://agent.example.com`."""
    resource_spec: ResourceSpec | None | Unset = UNSET
    """CPU, memory, scale and Kubernetes-like settings of the deployment. A patch replaces them as a whole."""
    listener_id: str | None | Unset = UNSET
    """Id of the listener, which connects a cluster of a customer. It is expected for source external_container only. Example: `00000000-0000-4000-8000-000000000006`."""
    listener_config: ListenerConfig | None | Unset = UNSET
    """Settings of the listener. They are expected for source external_container only."""
    install_command: str | None | Unset = UNSET
    """Command that installs dependencies before the build, one line of a shell. It is expected for sources that are built: codehost and internal_source. Example: `make install`.

    install_command is expected only for sources codehost and internal_source, which are built"""
    build_command: str | None | Unset = UNSET
    """Command that builds the application, one line of a shell. It is expected for sources that are built: codehost and internal_source. Example: `make build`.

    build_command is expected only for sources codehost and internal_source, which are built"""


class ExternalContainerSourceRevisionConfig(Model):
    __refused__ = {'repo_ref': 'repo_ref applies only to source codehost; remove repo_ref, or set it to null', 'graph_config_path': 'graph_config_path applies only to sources codehost and internal_source; remove graph_config_path, or set it to null', 'source_tarball_path': 'source_tarball_path applies only to source internal_source; remove source_tarball_path, or set it to null'}
    image_uri: str | None | Unset = UNSET
    """Image URI."""


class PatchSecretReference(Model):
    name: str
    """Name under which the application reads the secret. Example: `EXAMPLE_API_KEY`."""
    secret_name: str
    """Name of the secret in the cluster. Example: `example-secret`."""
    secret_key: str
    """Key of the value in the secret of the cluster. Example: `api-key`."""


class ExternalContainerPatch(Model):
    """
    Request body of a patch. An absent or null field keeps its stored value. Whether the patch creates a revision depends on the source settings in it.
    """

    __kind__ = 'DeploymentPatch'
    __source__ = 'external_container'
    __refused__ = {'revision_source': 'revision_source can name only cloud sources, so it must be null on a self-hosted deployment; remove revision_source, or set it to null', 'name': 'a patch cannot change it; leave it out', 'source': 'a patch cannot change it; leave it out', 'id': 'a patch cannot change it; leave it out', 'tenant_id': 'a patch cannot change it; leave it out', 'created_at': 'a patch cannot change it; leave it out', 'updated_at': 'a patch cannot change it; leave it out', 'status': 'a patch cannot change it; leave it out', 'latest_revision_id': 'a patch cannot change it; leave it out', 'active_revision_id': 'a patch cannot change it; leave it out', 'image_version': 'a patch cannot change it; leave it out'}
    source_config: ExternalContainerSourceConfig | None | Unset = UNSET
    """Source settings that cannot be modified, or need no new revision when modified. They are validated according to the source."""
    source_revision_config: ExternalContainerSourceRevisionConfig | None | Unset = UNSET
    """Source settings of the new revision. Changes require a new revision. They have no repo_commit_sha and are validated according to the source."""
    secrets: list[PatchSecret] | None | Unset = UNSET
    """Secrets of the deployment. A non-empty list replaces all of them; an empty list changes nothing."""
    secret_references: list[PatchSecretReference] | None | Unset = UNSET
    """Cluster secret references. The list replaces all of them; an empty list removes them. They apply only to source external_container."""


class InternalContainerSourceConfig(Model):
    __refused__ = {'integration_id': 'integration_id applies only to source codehost; remove integration_id, or set it to null', 'repo_url': 'repo_url applies only to source codehost; remove repo_url, or set it to null', 'custom_url': 'custom_url can be set only for source external_container; remove custom_url; for codehost the service sets it itself'}
    build_on_push: Literal[False] | None | Unset = UNSET
    """Whether a push to the repository starts a build. It cannot be true if repo_ref is a tag, because a tag never moves. Example: `true`."""
    resource_spec: ResourceSpec | None | Unset = UNSET
    """CPU, memory, scale and Kubernetes-like settings of the deployment. A patch replaces them as a whole."""
    listener_id: str | None | Unset = UNSET
    """Id of the listener, which connects a cluster of a customer. It is expected for source external_container only. Example: `00000000-0000-4000-8000-000000000006`.

    listener_id is expected only for source external_container"""
    listener_config: ListenerConfig | None | Unset = UNSET
    """Settings of the listener. They are expected for source external_container only.

    listener_config is expected only for source external_container"""
    install_command: str | None | Unset = UNSET
    """Command that installs dependencies before the build, one line of a shell. It is expected for sources that are built: codehost and internal_source. Example: `make install`.

    install_command is expected only for sources codehost and internal_source, which are built"""
    build_command: str | None | Unset = UNSET
    """Command that builds the application, one line of a shell. It is expected for sources that are built: codehost and internal_source. Example: `make build`.

    build_command is expected only for sources codehost and internal_source, which are built"""


class InternalContainerSourceRevisionConfig(Model):
    __refused__ = {'repo_ref': 'repo_ref applies only to source codehost; remove repo_ref, or set it to null', 'graph_config_path': 'graph_config_path applies only to sources codehost and internal_source; remove graph_config_path, or set it to null', 'source_tarball_path': 'source_tarball_path applies only to source internal_source; remove source_tarball_path, or set it to null'}
    image_uri: str | None | Unset = UNSET
    """Image URI."""


class InternalContainerPatch(Model):
    """
    Request body of a patch. An absent or null field keeps its stored value. Whether the patch creates a revision depends on the source settings in it.
    """

    __kind__ = 'DeploymentPatch'
    __source__ = 'internal_container'
    __refused__ = {'secret_references': 'secret_references applies only to source external_container; remove secret_references, or put the values into secrets', 'name': 'a patch cannot change it; leave it out', 'source': 'a patch cannot change it; leave it out', 'id': 'a patch cannot change it; leave it out', 'tenant_id': 'a patch cannot change it; leave it out', 'created_at': 'a patch cannot change it; leave it out', 'updated_at': 'a patch cannot change it; leave it out', 'status': 'a patch cannot change it; leave it out', 'latest_revision_id': 'a patch cannot change it; leave it out', 'active_revision_id': 'a patch cannot change it; leave it out', 'image_version': 'a patch cannot change it; leave it out'}
    revision_source: Literal['internal_container'] | None | Unset = UNSET
    """Source of this revision. It overrides the deployment's source, which is used if revision_source is absent or null. Example: `internal_source`."""
    source_config: InternalContainerSourceConfig | None | Unset = UNSET
    """Source settings that cannot be modified, or need no new revision when modified. They are validated according to the source."""
    source_revision_config: InternalContainerSourceRevisionConfig | None | Unset = UNSET
    """Source settings of the new revision. Changes require a new revision. They have no repo_commit_sha and are validated according to the source."""
    secrets: list[PatchSecret] | None | Unset = UNSET
    """Secrets of the deployment. A non-empty list replaces all of them; an empty list changes nothing."""


class InternalSourceSourceConfig(Model):
    __refused__ = {'integration_id': 'integration_id applies only to source codehost; remove integration_id, or set it to null', 'repo_url': 'repo_url applies only to source codehost; remove repo_url, or set it to null', 'custom_url': 'custom_url can be set only for source external_container; remove custom_url; for codehost the service sets it itself'}
    build_on_push: Literal[False] | None | Unset = UNSET
    """Whether a push to the repository starts a build. It cannot be true if repo_ref is a tag, because a tag never moves. Example: `true`."""
    resource_spec: ResourceSpec | None | Unset = UNSET
    """CPU, memory, scale and Kubernetes-like settings of the deployment. A patch replaces them as a whole."""
    listener_id: str | None | Unset = UNSET
    """Id of the listener, which connects a cluster of a customer. It is expected for source external_container only. Example: `00000000-0000-4000-8000-000000000006`.

    listener_id is expected only for source external_container"""
    listener_config: ListenerConfig | None | Unset = UNSET
    """Settings of the listener. They are expected for source external_container only.

    listener_config is expected only for source external_container"""
    install_command: str | None | Unset = UNSET
    """Command that installs dependencies before the build, one line of a shell. It is expected for sources that are built: codehost and internal_source. Example: `make install`."""
    build_command: str | None | Unset = UNSET
    """Command that builds the application, one line of a shell. It is expected for sources that are built: codehost and internal_source. Example: `make build`."""


class InternalSourceSourceRevisionConfig(Model):
    __refused__ = {'repo_ref': 'repo_ref applies only to source codehost; remove repo_ref, or set it to null', 'image_uri': 'image_uri applies only to sources external_container and internal_container; remove image_uri, or set it to null'}
    graph_config_path: str | None | Unset = UNSET
    """Path of the graph configuration file. Example: `graph.json`."""
    source_tarball_path: str | None | Unset = UNSET
    """Path of the source tarball."""


class InternalSourcePatch(Model):
    """
    Request body of a patch. An absent or null field keeps its stored value. Whether the patch creates a revision depends on the source settings in it.
    """

    __kind__ = 'DeploymentPatch'
    __source__ = 'internal_source'
    __refused__ = {'secret_references': 'secret_references applies only to source external_container; remove secret_references, or put the values into secrets', 'name': 'a patch cannot change it; leave it out', 'source': 'a patch cannot change it; leave it out', 'id': 'a patch cannot change it; leave it out', 'tenant_id': 'a patch cannot change it; leave it out', 'created_at': 'a patch cannot change it; leave it out', 'updated_at': 'a patch cannot change it; leave it out', 'status': 'a patch cannot change it; leave it out', 'latest_revision_id': 'a patch cannot change it; leave it out', 'active_revision_id': 'a patch cannot change it; leave it out', 'image_version': 'a patch cannot change it; leave it out'}
    revision_source: Literal['internal_source'] | None | Unset = UNSET
    """Source of this revision. It overrides the deployment's source, which is used if revision_source is absent or null. Example: `internal_source`."""
    source_config: InternalSourceSourceConfig | None | Unset = UNSET
    """Source settings that cannot be modified, or need no new revision when modified. They are validated according to the source."""
    source_revision_config: InternalSourceSourceRevisionConfig | None | Unset = UNSET
    """Source settings of the new revision. Changes require a new revision. They have no repo_commit_sha and are validated according to the source."""
    secrets: list[PatchSecret] | None | Unset = UNSET
    """Secrets of the deployment. A non-empty list replaces all of them; an empty list changes nothing."""


class InternalTemplateSourceConfig(Model):
    __refused__ = {'integration_id': 'integration_id applies only to source codehost; remove integration_id, or set it to null', 'repo_url': 'repo_url applies only to source codehost; remove repo_url, or set it to null', 'custom_url': 'custom_url can be set only for source external_container; remove custom_url; for codehost the service sets it itself'}
    build_on_push: Literal[False] | None | Unset = UNSET
    """Whether a push to the repository starts a build. It cannot be true if repo_ref is a tag, because a tag never moves. Example: `true`."""
    resource_spec: ResourceSpec | None | Unset = UNSET
    """CPU, memory, scale and Kubernetes-like settings of the deployment. A patch replaces them as a whole."""
    listener_id: str | None | Unset = UNSET
    """Id of the listener, which connects a cluster of a customer. It is expected for source external_container only. Example: `00000000-0000-4000-8000-000000000006`.

    listener_id is expected only for source external_container"""
    listener_config: ListenerConfig | None | Unset = UNSET
    """Settings of the listener. They are expected for source external_container only.

    listener_config is expected only for source external_container"""
    install_command: str | None | Unset = UNSET
    """Command that installs dependencies before the build, one line of a shell. It is expected for sources that are built: codehost and internal_source. Example: `make install`.

    install_command is expected only for sources codehost and internal_source, which are built"""
    build_command: str | None | Unset = UNSET
    """Command that builds the application, one line of a shell. It is expected for sources that are built: codehost and internal_source. Example: `make build`.

    build_command is expected only for sources codehost and internal_source, which are built"""


class InternalTemplateSourceRevisionConfig(Model):
    __refused__ = {'repo_ref': 'repo_ref applies only to source codehost; remove repo_ref, or set it to null', 'graph_config_path': 'graph_config_path applies only to sources codehost and internal_source; remove graph_config_path, or set it to null', 'image_uri': 'image_uri applies only to sources external_container and internal_container; remove image_uri, or set it to null', 'source_tarball_path': 'source_tarball_path applies only to source internal_source; remove source_tarball_path, or set it to null'}


class InternalTemplatePatch(Model):
    """
    Request body of a patch. An absent or null field keeps its stored value. Whether the patch creates a revision depends on the source settings in it.
    """

    __kind__ = 'DeploymentPatch'
    __source__ = 'internal_template'
    __refused__ = {'revision_source': 'the types that name another source for the revision have revision_source', 'secret_references': 'secret_references applies only to source external_container; remove secret_references, or put the values into secrets', 'name': 'a patch cannot change it; leave it out', 'source': 'a patch cannot change it; leave it out', 'id': 'a patch cannot change it; leave it out', 'tenant_id': 'a patch cannot change it; leave it out', 'created_at': 'a patch cannot change it; leave it out', 'updated_at': 'a patch cannot change it; leave it out', 'status': 'a patch cannot change it; leave it out', 'latest_revision_id': 'a patch cannot change it; leave it out', 'active_revision_id': 'a patch cannot change it; leave it out', 'image_version': 'a patch cannot change it; leave it out'}
    source_config: InternalTemplateSourceConfig | None | Unset = UNSET
    """Source settings that cannot be modified, or need no new revision when modified. They are validated according to the source."""
    source_revision_config: InternalTemplateSourceRevisionConfig | None | Unset = UNSET
    """Source settings of the new revision. Changes require a new revision. They have no repo_commit_sha and are validated according to the source."""
    secrets: list[PatchSecret] | None | Unset = UNSET
    """Secrets of the deployment. A non-empty list replaces all of them; an empty list changes nothing."""


class CodehostPatchAsInternalContainer(Model):
    """
    Request body of a patch. An absent or null field keeps its stored value. Whether the patch creates a revision depends on the source settings in it.
    """

    __kind__ = 'DeploymentPatch'
    __source__ = 'codehost'
    __refused__ = {'secret_references': 'secret_references applies only to source external_container; remove secret_references, or put the values into secrets', 'name': 'a patch cannot change it; leave it out', 'source': 'a patch cannot change it; leave it out', 'id': 'a patch cannot change it; leave it out', 'tenant_id': 'a patch cannot change it; leave it out', 'created_at': 'a patch cannot change it; leave it out', 'updated_at': 'a patch cannot change it; leave it out', 'status': 'a patch cannot change it; leave it out', 'latest_revision_id': 'a patch cannot change it; leave it out', 'active_revision_id': 'a patch cannot change it; leave it out', 'image_version': 'a patch cannot change it; leave it out'}
    revision_source: Literal['internal_container'] = 'internal_container'
    """Source of this revision. It overrides the deployment's source, which is used if revision_source is absent or null. Example: `internal_source`."""
    source_config: CodehostSourceConfig | None | Unset = UNSET
    """Source settings that cannot be modified, or need no new revision when modified. They are validated according to the source."""
    source_revision_config: InternalContainerSourceRevisionConfig | None | Unset = UNSET
    """Source settings of the new revision. Changes require a new revision. They have no repo_commit_sha and are validated according to the source."""
    secrets: list[PatchSecret] | None | Unset = UNSET
    """Secrets of the deployment. A non-empty list replaces all of them; an empty list changes nothing."""


class CodehostPatchAsInternalSource(Model):
    """
    Request body of a patch. An absent or null field keeps its stored value. Whether the patch creates a revision depends on the source settings in it.
    """

    __kind__ = 'DeploymentPatch'
    __source__ = 'codehost'
    __refused__ = {'secret_references': 'secret_references applies only to source external_container; remove secret_references, or put the values into secrets', 'name': 'a patch cannot change it; leave it out', 'source': 'a patch cannot change it; leave it out', 'id': 'a patch cannot change it; leave it out', 'tenant_id': 'a patch cannot change it; leave it out', 'created_at': 'a patch cannot change it; leave it out', 'updated_at': 'a patch cannot change it; leave it out', 'status': 'a patch cannot change it; leave it out', 'latest_revision_id': 'a patch cannot change it; leave it out', 'active_revision_id': 'a patch cannot change it; leave it out', 'image_version': 'a patch cannot change it; leave it out'}
    revision_source: Literal['internal_source'] = 'internal_source'
    """Source of this revision. It overrides the deployment's source, which is used if revision_source is absent or null. Example: `internal_source`."""
    source_config: CodehostSourceConfig | None | Unset = UNSET
    """Source settings that cannot be modified, or need no new revision when modified. They are validated according to the source."""
    source_revision_config: InternalSourceSourceRevisionConfig | None | Unset = UNSET
    """Source settings of the new revision. Changes require a new revision. They have no repo_commit_sha and are validated according to the source."""
    secrets: list[PatchSecret] | None | Unset = UNSET
    """Secrets of the deployment. A non-empty list replaces all of them; an empty list changes nothing."""


class InternalContainerPatchAsCodehost(Model):
    """
    Request body of a patch. An absent or null field keeps its stored value. Whether the patch creates a revision depends on the source settings in it.
    """

    __kind__ = 'DeploymentPatch'
    __source__ = 'internal_container'
    __refused__ = {'secret_references': 'secret_references applies only to source external_container; remove secret_references, or put the values into secrets', 'name': 'a patch cannot change it; leave it out', 'source': 'a patch cannot change it; leave it out', 'id': 'a patch cannot change it; leave it out', 'tenant_id': 'a patch cannot change it; leave it out', 'created_at': 'a patch cannot change it; leave it out', 'updated_at': 'a patch cannot change it; leave it out', 'status': 'a patch cannot change it; leave it out', 'latest_revision_id': 'a patch cannot change it; leave it out', 'active_revision_id': 'a patch cannot change it; leave it out', 'image_version': 'a patch cannot change it; leave it out'}
    revision_source: Literal['codehost'] = 'codehost'
    """Source of this revision. It overrides the deployment's source, which is used if revision_source is absent or null. Example: `internal_source`."""
    source_config: CodehostSourceConfig | None | Unset = UNSET
    """Source settings that cannot be modified, or need no new revision when modified. They are validated according to the source."""
    source_revision_config: CodehostSourceRevisionConfig | None | Unset = UNSET
    """Source settings of the new revision. Changes require a new revision. They have no repo_commit_sha and are validated according to the source."""
    secrets: list[PatchSecret] | None | Unset = UNSET
    """Secrets of the deployment. A non-empty list replaces all of them; an empty list changes nothing."""


class InternalContainerPatchAsInternalSource(Model):
    """
    Request body of a patch. An absent or null field keeps its stored value. Whether the patch creates a revision depends on the source settings in it.
    """

    __kind__ = 'DeploymentPatch'
    __source__ = 'internal_container'
    __refused__ = {'secret_references': 'secret_references applies only to source external_container; remove secret_references, or put the values into secrets', 'name': 'a patch cannot change it; leave it out', 'source': 'a patch cannot change it; leave it out', 'id': 'a patch cannot change it; leave it out', 'tenant_id': 'a patch cannot change it; leave it out', 'created_at': 'a patch cannot change it; leave it out', 'updated_at': 'a patch cannot change it; leave it out', 'status': 'a patch cannot change it; leave it out', 'latest_revision_id': 'a patch cannot change it; leave it out', 'active_revision_id': 'a patch cannot change it; leave it out', 'image_version': 'a patch cannot change it; leave it out'}
    revision_source: Literal['internal_source'] = 'internal_source'
    """Source of this revision. It overrides the deployment's source, which is used if revision_source is absent or null. Example: `internal_source`."""
    source_config: InternalSourceSourceConfig | None | Unset = UNSET
    """Source settings that cannot be modified, or need no new revision when modified. They are validated according to the source."""
    source_revision_config: InternalSourceSourceRevisionConfig | None | Unset = UNSET
    """Source settings of the new revision. Changes require a new revision. They have no repo_commit_sha and are validated according to the source."""
    secrets: list[PatchSecret] | None | Unset = UNSET
    """Secrets of the deployment. A non-empty list replaces all of them; an empty list changes nothing."""


class InternalSourcePatchAsCodehost(Model):
    """
    Request body of a patch. An absent or null field keeps its stored value. Whether the patch creates a revision depends on the source settings in it.
    """

    __kind__ = 'DeploymentPatch'
    __source__ = 'internal_source'
    __refused__ = {'secret_references': 'secret_references applies only to source external_container; remove secret_references, or put the values into secrets', 'name': 'a patch cannot change it; leave it out', 'source': 'a patch cannot change it; leave it out', 'id': 'a patch cannot change it; leave it out', 'tenant_id': 'a patch cannot change it; leave it out', 'created_at': 'a patch cannot change it; leave it out', 'updated_at': 'a patch cannot change it; leave it out', 'status': 'a patch cannot change it; leave it out', 'latest_revision_id': 'a patch cannot change it; leave it out', 'active_revision_id': 'a patch cannot change it; leave it out', 'image_version': 'a patch cannot change it; leave it out'}
    revision_source: Literal['codehost'] = 'codehost'
    """Source of this revision. It overrides the deployment's source, which is used if revision_source is absent or null. Example: `internal_source`."""
    source_config: CodehostSourceConfig | None | Unset = UNSET
    """Source settings that cannot be modified, or need no new revision when modified. They are validated according to the source."""
    source_revision_config: CodehostSourceRevisionConfig | None | Unset = UNSET
    """Source settings of the new revision. Changes require a new revision. They have no repo_commit_sha and are validated according to the source."""
    secrets: list[PatchSecret] | None | Unset = UNSET
    """Secrets of the deployment. A non-empty list replaces all of them; an empty list changes nothing."""


class InternalSourcePatchAsInternalContainer(Model):
    """
    Request body of a patch. An absent or null field keeps its stored value. Whether the patch creates a revision depends on the source settings in it.
    """

    __kind__ = 'DeploymentPatch'
    __source__ = 'internal_source'
    __refused__ = {'secret_references': 'secret_references applies only to source external_container; remove secret_references, or put the values into secrets', 'name': 'a patch cannot change it; leave it out', 'source': 'a patch cannot change it; leave it out', 'id': 'a patch cannot change it; leave it out', 'tenant_id': 'a patch cannot change it; leave it out', 'created_at': 'a patch cannot change it; leave it out', 'updated_at': 'a patch cannot change it; leave it out', 'status': 'a patch cannot change it; leave it out', 'latest_revision_id': 'a patch cannot change it; leave it out', 'active_revision_id': 'a patch cannot change it; leave it out', 'image_version': 'a patch cannot change it; leave it out'}
    revision_source: Literal['internal_container'] = 'internal_container'
    """Source of this revision. It overrides the deployment's source, which is used if revision_source is absent or null. Example: `internal_source`."""
    source_config: InternalSourceSourceConfig | None | Unset = UNSET
    """Source settings that cannot be modified, or need no new revision when modified. They are validated according to the source."""
    source_revision_config: InternalContainerSourceRevisionConfig | None | Unset = UNSET
    """Source settings of the new revision. Changes require a new revision. They have no repo_commit_sha and are validated according to the source."""
    secrets: list[PatchSecret] | None | Unset = UNSET
    """Secrets of the deployment. A non-empty list replaces all of them; an empty list changes nothing."""


class InternalTemplatePatchAsCodehost(Model):
    """
    Request body of a patch. An absent or null field keeps its stored value. Whether the patch creates a revision depends on the source settings in it.
    """

    __kind__ = 'DeploymentPatch'
    __source__ = 'internal_template'
    __refused__ = {'secret_references': 'secret_references applies only to source external_container; remove secret_references, or put the values into secrets', 'name': 'a patch cannot change it; leave it out', 'source': 'a patch cannot change it; leave it out', 'id': 'a patch cannot change it; leave it out', 'tenant_id': 'a patch cannot change it; leave it out', 'created_at': 'a patch cannot change it; leave it out', 'updated_at': 'a patch cannot change it; leave it out', 'status': 'a patch cannot change it; leave it out', 'latest_revision_id': 'a patch cannot change it; leave it out', 'active_revision_id': 'a patch cannot change it; leave it out', 'image_version': 'a patch cannot change it; leave it out'}
    revision_source: Literal['codehost'] = 'codehost'
    """Source of this revision. It overrides the deployment's source, which is used if revision_source is absent or null. Example: `internal_source`."""
    source_config: CodehostSourceConfig | None | Unset = UNSET
    """Source settings that cannot be modified, or need no new revision when modified. They are validated according to the source."""
    source_revision_config: CodehostSourceRevisionConfig | None | Unset = UNSET
    """Source settings of the new revision. Changes require a new revision. They have no repo_commit_sha and are validated according to the source."""
    secrets: list[PatchSecret] | None | Unset = UNSET
    """Secrets of the deployment. A non-empty list replaces all of them; an empty list changes nothing."""


class InternalTemplatePatchAsInternalContainer(Model):
    """
    Request body of a patch. An absent or null field keeps its stored value. Whether the patch creates a revision depends on the source settings in it.
    """

    __kind__ = 'DeploymentPatch'
    __source__ = 'internal_template'
    __refused__ = {'secret_references': 'secret_references applies only to source external_container; remove secret_references, or put the values into secrets', 'name': 'a patch cannot change it; leave it out', 'source': 'a patch cannot change it; leave it out', 'id': 'a patch cannot change it; leave it out', 'tenant_id': 'a patch cannot change it; leave it out', 'created_at': 'a patch cannot change it; leave it out', 'updated_at': 'a patch cannot change it; leave it out', 'status': 'a patch cannot change it; leave it out', 'latest_revision_id': 'a patch cannot change it; leave it out', 'active_revision_id': 'a patch cannot change it; leave it out', 'image_version': 'a patch cannot change it; leave it out'}
    revision_source: Literal['internal_container'] = 'internal_container'
    """Source of this revision. It overrides the deployment's source, which is used if revision_source is absent or null. Example: `internal_source`."""
    source_config: InternalTemplateSourceConfig | None | Unset = UNSET
    """Source settings that cannot be modified, or need no new revision when modified. They are validated according to the source."""
    source_revision_config: InternalContainerSourceRevisionConfig | None | Unset = UNSET
    """Source settings of the new revision. Changes require a new revision. They have no repo_commit_sha and are validated according to the source."""
    secrets: list[PatchSecret] | None | Unset = UNSET
    """Secrets of the deployment. A non-empty list replaces all of them; an empty list changes nothing."""


class InternalTemplatePatchAsInternalSource(Model):
    """
    Request body of a patch. An absent or null field keeps its stored value. Whether the patch creates a revision depends on the source settings in it.
    """

    __kind__ = 'DeploymentPatch'
    __source__ = 'internal_template'
    __refused__ = {'secret_references': 'secret_references applies only to source external_container; remove secret_references, or put the values into secrets', 'name': 'a patch cannot change it; leave it out', 'source': 'a patch cannot change it; leave it out', 'id': 'a patch cannot change it; leave it out', 'tenant_id': 'a patch cannot change it; leave it out', 'created_at': 'a patch cannot change it; leave it out', 'updated_at': 'a patch cannot change it; leave it out', 'status': 'a patch cannot change it; leave it out', 'latest_revision_id': 'a patch cannot change it; leave it out', 'active_revision_id': 'a patch cannot change it; leave it out', 'image_version': 'a patch cannot change it; leave it out'}
    revision_source: Literal['internal_source'] = 'internal_source'
    """Source of this revision. It overrides the deployment's source, which is used if revision_source is absent or null. Example: `internal_source`."""
    source_config: InternalSourceSourceConfig | None | Unset = UNSET
    """Source settings that cannot be modified, or need no new revision when modified. They are validated according to the source."""
    source_revision_config: InternalSourceSourceRevisionConfig | None | Unset = UNSET
    """Source settings of the new revision. Changes require a new revision. They have no repo_commit_sha and are validated according to the source."""
    secrets: list[PatchSecret] | None | Unset = UNSET
    """Secrets of the deployment. A non-empty list replaces all of them; an empty list changes nothing."""


AnyPatch: TypeAlias = (
    CodehostPatch
    | ExternalContainerPatch
    | InternalContainerPatch
    | InternalSourcePatch
    | InternalTemplatePatch
    | CodehostPatchAsInternalContainer
    | CodehostPatchAsInternalSource
    | InternalContainerPatchAsCodehost
    | InternalContainerPatchAsInternalSource
    | InternalSourcePatchAsCodehost
    | InternalSourcePatchAsInternalContainer
    | InternalTemplatePatchAsCodehost
    | InternalTemplatePatchAsInternalContainer
    | InternalTemplatePatchAsInternalSource
)
"""A patch of a deployment of any source."""

PATCHES: dict[tuple[str, str | None], type[AnyPatch]] = {
    ('codehost', None): CodehostPatch,
    ('external_container', None): ExternalContainerPatch,
    ('internal_container', None): InternalContainerPatch,
    ('internal_source', None): InternalSourcePatch,
    ('internal_template', None): InternalTemplatePatch,
    ('codehost', 'internal_container'): CodehostPatchAsInternalContainer,
    ('codehost', 'internal_source'): CodehostPatchAsInternalSource,
    ('internal_container', 'codehost'): InternalContainerPatchAsCodehost,
    ('internal_container', 'internal_source'): InternalContainerPatchAsInternalSource,
    ('internal_source', 'codehost'): InternalSourcePatchAsCodehost,
    ('internal_source', 'internal_container'): InternalSourcePatchAsInternalContainer,
    ('internal_template', 'codehost'): InternalTemplatePatchAsCodehost,
    ('internal_template', 'internal_container'): InternalTemplatePatchAsInternalContainer,
    ('internal_template', 'internal_source'): InternalTemplatePatchAsInternalSource,
}
"""The type of each source, and of the other source that a patch names."""
