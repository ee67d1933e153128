// Generated from spec/ by `make generate`; never edited.

/** A secret with which images are pulled: an item of image_pull_secrets. */
export interface ImagePullSecret {
  /** Name of the secret. Example: `example-registry`. */
  name?: string | null;
}

/** A volume: an item of volumes. It has a name, and optional free-form objects that describe it. */
export interface Volume {
  /** Name of the volume. Volume mounts refer to it. Example: `scratch`. */
  name?: string | null;
  /** Config map whose entries are the files of the volume, a free-form object. Example: `{"name": "example-settings"}`. */
  configMap?: { [name: string]: JsonValue } | null;
  /** Secret of the cluster whose entries are the files of the volume, a free-form object. Example: `{"secretName": "example-secret"}`. */
  secret?: { [name: string]: JsonValue } | null;
  /** Directory that is empty at the start, a free-form object. Example: `{}`. */
  emptyDir?: { [name: string]: JsonValue } | null;
  /** Claim of a persistent volume, a free-form object. Example: `{"claimName": "example-data"}`. */
  persistentVolumeClaim?: { [name: string]: JsonValue } | null;
  /** Directory of an NFS server, a free-form object. Example: `{"server": "nfs.example.com", "path": "/data"}`. */
  nfs?: { [name: string]: JsonValue } | null;
  /** Several sources in one directory, a free-form object. Example: `{"sources": []}`. */
  projected?: { [name: string]: JsonValue } | null;
  /** Facts of the container as files, a free-form object. Example: `{"items": []}`. */
  downwardAPI?: { [name: string]: JsonValue } | null;
  /** Volume of a storage driver, a free-form object. Example: `{"driver": "csi.example.com"}`. */
  csi?: { [name: string]: JsonValue } | null;
}

/** A volume mount: an item of volume_mounts, or of the volumeMounts of a container. */
export interface VolumeMount {
  /** Name of the mounted volume. Example: `scratch`. */
  name?: string | null;
  /** Path of the mount in the container. Example: `/scratch`. */
  mountPath?: string | null;
  /** Path in the volume that is mounted in place of its root. Example: `logs`. */
  subPath?: string | null;
  /** Whether mounts in the container reach the host and back, as in Kubernetes. Example: `None`. */
  mountPropagation?: string | null;
  /** As subPath, with references to environment variables in it. Example: `logs/$(NAME)`. */
  subPathExpr?: string | null;
  /** Whether the container can only read the volume. Example: `true`. */
  readOnly?: boolean | null;
}

/** An environment variable of a container. */
export interface EnvVar {
  /** Name of the environment variable. Example: `LOG_LEVEL`. */
  name?: string | null;
  /** Value of the environment variable. It may be a credential, so no page, log or report shows it. Example: `info`. */
  value?: string | null;
  /** Place from which the value comes, a free-form object. Do not set value as well. Example: `{"secretKeyRef": {"name": "example-secret", "key": "api-key"}}`. */
  valueFrom?: { [name: string]: JsonValue } | null;
}

/** The resources that a container requests, and their limits. */
export interface ContainerResources {
  /** Limits of the resources, a free-form object. Example: `{"memory": "128Mi"}`. */
  limits?: { [name: string]: JsonValue } | null;
  /** Requested resources, a free-form object. Example: `{"cpu": "250m"}`. */
  requests?: { [name: string]: JsonValue } | null;
}

/** A container: an item of init_containers or sidecars. */
export interface Container {
  /** Name of the container. Example: `log-forwarder`. */
  name?: string | null;
  /** Image of the container. Example: `registry.example.com/log-forwarder:stable`. */
  image?: string | null;
  /** When the image is pulled, as in Kubernetes. Example: `IfNotPresent`. */
  imagePullPolicy?: string | null;
  /** Working directory of the command in the container. Example: `/app`. */
  workingDir?: string | null;
  /** When the container is restarted, as in Kubernetes. Example: `Always`. */
  restartPolicy?: string | null;
  /** Command of the container, an array of strings. Example: `["python", "main.py"]`. */
  command?: string[] | null;
  /** Arguments of the container, an array of strings. Example: `["--verbose"]`. */
  args?: string[] | null;
  /** Environment variables of the container. An item has a value or a valueFrom, not both. */
  env?: EnvVar[] | null;
  /** Sources of environment variables. Each item is a free-form object. Example: `[{"configMapRef": {"name": "example-settings"}}]`. */
  envFrom?: ({ [name: string]: JsonValue })[] | null;
  /** Resources that the container requests, and their limits. */
  resources?: ContainerResources | null;
  /** Volume mounts of the container. Each one names an item of volumes. */
  volumeMounts?: VolumeMount[] | null;
  /** Security settings of the container, a free-form object. Example: `{"runAsNonRoot": true}`. */
  securityContext?: { [name: string]: JsonValue } | null;
}

/** Resource settings of a deployment. A CPU value is a number. A memory value is an integer in megabytes (suffix _mb). Storage is an integer in gibibytes (suffix _gi). A scale is an integer. */
export interface ResourceSpec {
  /** At least this many instances of the main service run. Example: `1`. */
  min_scale?: number | null;
  /** At most this many instances of the main service run. Example: `3`. */
  max_scale?: number | null;
  /** CPU that is reserved for the main service, in cores; fractions are allowed. Example: `0.5`. */
  cpu?: number | null;
  /** CPU that the main service uses at most, in cores; fractions are allowed. Example: `1`. */
  cpu_limit?: number | null;
  /** Memory that is reserved for the main service, in megabytes. Example: `1024`. */
  memory_mb?: number | null;
  /** Memory that the main service uses at most, in megabytes. Example: `2048`. */
  memory_limit_mb?: number | null;
  /** At least this many instances of the queue run. Example: `1`. */
  queue_min_scale?: number | null;
  /** At most this many instances of the queue run. Example: `3`. */
  queue_max_scale?: number | null;
  /** CPU that is reserved for the queue, in cores; fractions are allowed. Example: `0.5`. */
  queue_cpu?: number | null;
  /** CPU that the queue uses at most, in cores; fractions are allowed. Example: `1`. */
  queue_cpu_limit?: number | null;
  /** Memory that is reserved for the queue, in megabytes. Example: `1024`. */
  queue_memory_mb?: number | null;
  /** Memory that the queue uses at most, in megabytes. Example: `2048`. */
  queue_memory_limit_mb?: number | null;
  /** CPU that is reserved for the orchestrator, in cores; fractions are allowed. Example: `0.5`. */
  orchestrator_cpu?: number | null;
  /** CPU that the orchestrator uses at most, in cores; fractions are allowed. Example: `1`. */
  orchestrator_cpu_limit?: number | null;
  /** Memory that is reserved for the orchestrator, in megabytes. Example: `1024`. */
  orchestrator_memory_mb?: number | null;
  /** Memory that the orchestrator uses at most, in megabytes. Example: `2048`. */
  orchestrator_memory_limit_mb?: number | null;
  /** At least this many instances of the orchestrator run. Example: `1`. */
  orchestrator_min_scale?: number | null;
  /** At most this many instances of the orchestrator run. Example: `3`. */
  orchestrator_max_scale?: number | null;
  /** CPU that is reserved for the executor, in cores; fractions are allowed. Example: `0.5`. */
  executor_cpu?: number | null;
  /** CPU that the executor uses at most, in cores; fractions are allowed. Example: `1`. */
  executor_cpu_limit?: number | null;
  /** Memory that is reserved for the executor, in megabytes. Example: `1024`. */
  executor_memory_mb?: number | null;
  /** Memory that the executor uses at most, in megabytes. Example: `2048`. */
  executor_memory_limit_mb?: number | null;
  /** CPU that is reserved for the cache, in cores; fractions are allowed. Example: `0.5`. */
  cache_cpu?: number | null;
  /** CPU that the cache uses at most, in cores; fractions are allowed. Example: `1`. */
  cache_cpu_limit?: number | null;
  /** Memory that is reserved for the cache, in megabytes. Example: `1024`. */
  cache_memory_mb?: number | null;
  /** Memory that the cache uses at most, in megabytes. Example: `2048`. */
  cache_memory_limit_mb?: number | null;
  /** CPU that is reserved for the database, in cores; fractions are allowed. Example: `0.5`. */
  db_cpu?: number | null;
  /** CPU that the database uses at most, in cores; fractions are allowed. Example: `1`. */
  db_cpu_limit?: number | null;
  /** Memory that is reserved for the database, in megabytes. Example: `1024`. */
  db_memory_mb?: number | null;
  /** Memory that the database uses at most, in megabytes. Example: `2048`. */
  db_memory_limit_mb?: number | null;
  /** Size of the disk of the database, in gibibytes. Example: `10`. */
  db_storage_gi?: number | null;
  /** Number of connections that the database accepts at once. Example: `100`. */
  db_max_connections?: number | null;
  /** Kubernetes labels of the deployment, a free-form object of names and values. Example: `{"team": "example"}`. */
  labels?: { [name: string]: JsonValue } | null;
  /** Kubernetes annotations of the deployment, a free-form object of names and values. Example: `{"example.com/owner": "example-team"}`. */
  annotations?: { [name: string]: JsonValue } | null;
  /** Name of the service account under which the containers run. Example: `example-service-account`. */
  service_account_name?: string | null;
  /** Secrets of the cluster with which images are pulled from a registry. */
  image_pull_secrets?: ImagePullSecret[] | null;
  /** Volumes. Volume mounts refer to them by name. */
  volumes?: Volume[] | null;
  /** Volume mounts. Each one names an item of volumes. */
  volume_mounts?: VolumeMount[] | null;
  /** Containers that run to their end before the deployment starts. */
  init_containers?: Container[] | null;
  /** Containers that run beside the main service. */
  sidecars?: Container[] | null;
}

/** Configuration of the listener of a deployment. */
export interface ListenerConfig {
  /** Namespace of the cluster in which the deployment runs. It cannot be changed after creation. Example: `agents`. */
  cluster_namespace?: string | null;
}

export interface CodehostSourceConfig {
  /** Id of the code-hosting integration that offers the repository, the host_integration_id of a Repository. Example: `00000000-0000-4000-8000-000000000001`. */
  integration_id?: string | null;
  /** URL of the repository that is built. The create-deployment request body takes it from the url of a Repository. Example: `https://codehost.example.com/example-org/example-agent`. */
  repo_url?: string | null;
  /** Whether a push to the repository starts a build. It cannot be true if repo_ref is a tag, because a tag never moves. Example: `true`. */
  build_on_push?: boolean | null;
  /** custom_url can be set only for source external_container */
  custom_url?: null;
  /** CPU, memory, scale and Kubernetes-like settings of the deployment. A patch replaces them as a whole. */
  resource_spec?: ResourceSpec | null;
  /** Id of the listener, which connects a cluster of a customer. It is expected for source external_container only. Example: `00000000-0000-4000-8000-000000000006`. listener_id is expected only for source external_container */
  listener_id?: string | null;
  /** Settings of the listener. They are expected for source external_container only. listener_config is expected only for source external_container */
  listener_config?: ListenerConfig | null;
  /** Command that installs dependencies before the build, one line of a shell. It is expected for sources that are built: codehost and internal_source. Example: `make install`. */
  install_command?: string | null;
  /** Command that builds the application, one line of a shell. It is expected for sources that are built: codehost and internal_source. Example: `make build`. */
  build_command?: string | null;
}

export interface CodehostSourceRevisionConfig {
  /** Repository reference, such as the default branch of a Repository. Example: `main`. */
  repo_ref?: string | null;
  /** Path of the graph configuration file. Example: `graph.json`. */
  graph_config_path?: string | null;
  /** image_uri applies only to sources external_container and internal_container */
  image_uri?: null;
  /** source_tarball_path applies only to source internal_source */
  source_tarball_path?: null;
}

export interface PatchSecret {
  /** Name of the secret, not empty and unique among the secrets of a deployment. Example: `EXAMPLE_API_KEY`. */
  name: string;
  /** Value of the secret. No page, log or report shows it. Example: `not-a-real-value`. */
  value: string;
}

/** Request body of a patch. An absent or null field keeps its stored value. Whether the patch creates a revision depends on the source settings in it. */
export interface CodehostPatch {
  /** Source of this revision. It overrides the deployment's source, which is used if revision_source is absent or null. Example: `internal_source`. */
  revision_source?: "codehost" | null;
  /** Source settings that cannot be modified, or need no new revision when modified. They are validated according to the source. */
  source_config?: CodehostSourceConfig | null;
  /** Source settings of the new revision. Changes require a new revision. They have no repo_commit_sha and are validated according to the source. */
  source_revision_config?: CodehostSourceRevisionConfig | null;
  /** Secrets of the deployment. A non-empty list replaces all of them; an empty list changes nothing. */
  secrets?: PatchSecret[] | null;
  /** secret_references applies only to source external_container */
  secret_references?: null;
}

export interface ExternalContainerSourceConfig {
  /** integration_id applies only to source codehost */
  integration_id?: null;
  /** repo_url applies only to source codehost */
  repo_url?: null;
  /** Whether a push to the repository starts a build. It cannot be true if repo_ref is a tag, because a tag never moves. Example: `true`. */
  build_on_push?: false | null;
  /** URL of the deployment that its owner chose. A patch sets it for source external_container; for codehost the service sets it itself. Example: `https://agent.example.com`. */
  custom_url?: string | null;
  /** CPU, memory, scale and Kubernetes-like settings of the deployment. A patch replaces them as a whole. */
  resource_spec?: ResourceSpec | null;
  /** Id of the listener, which connects a cluster of a customer. It is expected for source external_container only. Example: `00000000-0000-4000-8000-000000000006`. */
  listener_id?: string | null;
  /** Settings of the listener. They are expected for source external_container only. */
  listener_config?: ListenerConfig | null;
  /** Command that installs dependencies before the build, one line of a shell. It is expected for sources that are built: codehost and internal_source. Example: `make install`. install_command is expected only for sources codehost and internal_source, which are built */
  install_command?: string | null;
  /** Command that builds the application, one line of a shell. It is expected for sources that are built: codehost and internal_source. Example: `make build`. build_command is expected only for sources codehost and internal_source, which are built */
  build_command?: string | null;
}

export interface ExternalContainerSourceRevisionConfig {
  /** repo_ref applies only to source codehost */
  repo_ref?: null;
  /** graph_config_path applies only to sources codehost and internal_source */
  graph_config_path?: null;
  /** Image URI. */
  image_uri?: string | null;
  /** source_tarball_path applies only to source internal_source */
  source_tarball_path?: null;
}

export interface PatchSecretReference {
  /** Name under which the application reads the secret. Example: `EXAMPLE_API_KEY`. */
  name: string;
  /** Name of the secret in the cluster. Example: `example-secret`. */
  secret_name: string;
  /** Key of the value in the secret of the cluster. Example: `api-key`. */
  secret_key: string;
}

/** Request body of a patch. An absent or null field keeps its stored value. Whether the patch creates a revision depends on the source settings in it. */
export interface ExternalContainerPatch {
  /** revision_source can name only cloud sources, so it must be null on a self-hosted deployment */
  revision_source?: null;
  /** Source settings that cannot be modified, or need no new revision when modified. They are validated according to the source. */
  source_config?: ExternalContainerSourceConfig | null;
  /** Source settings of the new revision. Changes require a new revision. They have no repo_commit_sha and are validated according to the source. */
  source_revision_config?: ExternalContainerSourceRevisionConfig | null;
  /** Secrets of the deployment. A non-empty list replaces all of them; an empty list changes nothing. */
  secrets?: PatchSecret[] | null;
  /** Cluster secret references. The list replaces all of them; an empty list removes them. They apply only to source external_container. */
  secret_references?: PatchSecretReference[] | null;
}

export interface InternalContainerSourceConfig {
  /** integration_id applies only to source codehost */
  integration_id?: null;
  /** repo_url applies only to source codehost */
  repo_url?: null;
  /** Whether a push to the repository starts a build. It cannot be true if repo_ref is a tag, because a tag never moves. Example: `true`. */
  build_on_push?: false | null;
  /** custom_url can be set only for source external_container */
  custom_url?: null;
  /** CPU, memory, scale and Kubernetes-like settings of the deployment. A patch replaces them as a whole. */
  resource_spec?: ResourceSpec | null;
  /** Id of the listener, which connects a cluster of a customer. It is expected for source external_container only. Example: `00000000-0000-4000-8000-000000000006`. listener_id is expected only for source external_container */
  listener_id?: string | null;
  /** Settings of the listener. They are expected for source external_container only. listener_config is expected only for source external_container */
  listener_config?: ListenerConfig | null;
  /** Command that installs dependencies before the build, one line of a shell. It is expected for sources that are built: codehost and internal_source. Example: `make install`. install_command is expected only for sources codehost and internal_source, which are built */
  install_command?: string | null;
  /** Command that builds the application, one line of a shell. It is expected for sources that are built: codehost and internal_source. Example: `make build`. build_command is expected only for sources codehost and internal_source, which are built */
  build_command?: string | null;
}

export interface InternalContainerSourceRevisionConfig {
  /** repo_ref applies only to source codehost */
  repo_ref?: null;
  /** graph_config_path applies only to sources codehost and internal_source */
  graph_config_path?: null;
  /** Image URI. */
  image_uri?: string | null;
  /** source_tarball_path applies only to source internal_source */
  source_tarball_path?: null;
}

/** Request body of a patch. An absent or null field keeps its stored value. Whether the patch creates a revision depends on the source settings in it. */
export interface InternalContainerPatch {
  /** Source of this revision. It overrides the deployment's source, which is used if revision_source is absent or null. Example: `internal_source`. */
  revision_source?: "internal_container" | null;
  /** Source settings that cannot be modified, or need no new revision when modified. They are validated according to the source. */
  source_config?: InternalContainerSourceConfig | null;
  /** Source settings of the new revision. Changes require a new revision. They have no repo_commit_sha and are validated according to the source. */
  source_revision_config?: InternalContainerSourceRevisionConfig | null;
  /** Secrets of the deployment. A non-empty list replaces all of them; an empty list changes nothing. */
  secrets?: PatchSecret[] | null;
  /** secret_references applies only to source external_container */
  secret_references?: null;
}

export interface InternalSourceSourceConfig {
  /** integration_id applies only to source codehost */
  integration_id?: null;
  /** repo_url applies only to source codehost */
  repo_url?: null;
  /** Whether a push to the repository starts a build. It cannot be true if repo_ref is a tag, because a tag never moves. Example: `true`. */
  build_on_push?: false | null;
  /** custom_url can be set only for source external_container */
  custom_url?: null;
  /** CPU, memory, scale and Kubernetes-like settings of the deployment. A patch replaces them as a whole. */
  resource_spec?: ResourceSpec | null;
  /** Id of the listener, which connects a cluster of a customer. It is expected for source external_container only. Example: `00000000-0000-4000-8000-000000000006`. listener_id is expected only for source external_container */
  listener_id?: string | null;
  /** Settings of the listener. They are expected for source external_container only. listener_config is expected only for source external_container */
  listener_config?: ListenerConfig | null;
  /** Command that installs dependencies before the build, one line of a shell. It is expected for sources that are built: codehost and internal_source. Example: `make install`. */
  install_command?: string | null;
  /** Command that builds the application, one line of a shell. It is expected for sources that are built: codehost and internal_source. Example: `make build`. */
  build_command?: string | null;
}

export interface InternalSourceSourceRevisionConfig {
  /** repo_ref applies only to source codehost */
  repo_ref?: null;
  /** Path of the graph configuration file. Example: `graph.json`. */
  graph_config_path?: string | null;
  /** image_uri applies only to sources external_container and internal_container */
  image_uri?: null;
  /** Path of the source tarball. */
  source_tarball_path?: string | null;
}

/** Request body of a patch. An absent or null field keeps its stored value. Whether the patch creates a revision depends on the source settings in it. */
export interface InternalSourcePatch {
  /** Source of this revision. It overrides the deployment's source, which is used if revision_source is absent or null. Example: `internal_source`. */
  revision_source?: "internal_source" | null;
  /** Source settings that cannot be modified, or need no new revision when modified. They are validated according to the source. */
  source_config?: InternalSourceSourceConfig | null;
  /** Source settings of the new revision. Changes require a new revision. They have no repo_commit_sha and are validated according to the source. */
  source_revision_config?: InternalSourceSourceRevisionConfig | null;
  /** Secrets of the deployment. A non-empty list replaces all of them; an empty list changes nothing. */
  secrets?: PatchSecret[] | null;
  /** secret_references applies only to source external_container */
  secret_references?: null;
}

export interface InternalTemplateSourceConfig {
  /** integration_id applies only to source codehost */
  integration_id?: null;
  /** repo_url applies only to source codehost */
  repo_url?: null;
  /** Whether a push to the repository starts a build. It cannot be true if repo_ref is a tag, because a tag never moves. Example: `true`. */
  build_on_push?: false | null;
  /** custom_url can be set only for source external_container */
  custom_url?: null;
  /** CPU, memory, scale and Kubernetes-like settings of the deployment. A patch replaces them as a whole. */
  resource_spec?: ResourceSpec | null;
  /** Id of the listener, which connects a cluster of a customer. It is expected for source external_container only. Example: `00000000-0000-4000-8000-000000000006`. listener_id is expected only for source external_container */
  listener_id?: string | null;
  /** Settings of the listener. They are expected for source external_container only. listener_config is expected only for source external_container */
  listener_config?: ListenerConfig | null;
  /** Command that installs dependencies before the build, one line of a shell. It is expected for sources that are built: codehost and internal_source. Example: `make install`. install_command is expected only for sources codehost and internal_source, which are built */
  install_command?: string | null;
  /** Command that builds the application, one line of a shell. It is expected for sources that are built: codehost and internal_source. Example: `make build`. build_command is expected only for sources codehost and internal_source, which are built */
  build_command?: string | null;
}

export interface InternalTemplateSourceRevisionConfig {
  /** repo_ref applies only to source codehost */
  repo_ref?: null;
  /** graph_config_path applies only to sources codehost and internal_source */
  graph_config_path?: null;
  /** image_uri applies only to sources external_container and internal_container */
  image_uri?: null;
  /** source_tarball_path applies only to source internal_source */
  source_tarball_path?: null;
}

/** Request body of a patch. An absent or null field keeps its stored value. Whether the patch creates a revision depends on the source settings in it. */
export interface InternalTemplatePatch {
  /** the types that name another source for the revision have revision_source */
  revision_source?: null;
  /** Source settings that cannot be modified, or need no new revision when modified. They are validated according to the source. */
  source_config?: InternalTemplateSourceConfig | null;
  /** Source settings of the new revision. Changes require a new revision. They have no repo_commit_sha and are validated according to the source. */
  source_revision_config?: InternalTemplateSourceRevisionConfig | null;
  /** Secrets of the deployment. A non-empty list replaces all of them; an empty list changes nothing. */
  secrets?: PatchSecret[] | null;
  /** secret_references applies only to source external_container */
  secret_references?: null;
}

/** Request body of a patch. An absent or null field keeps its stored value. Whether the patch creates a revision depends on the source settings in it. */
export interface CodehostPatchAsInternalContainer {
  /** Source of this revision. It overrides the deployment's source, which is used if revision_source is absent or null. Example: `internal_source`. */
  revision_source: "internal_container";
  /** Source settings that cannot be modified, or need no new revision when modified. They are validated according to the source. */
  source_config?: CodehostSourceConfig | null;
  /** Source settings of the new revision. Changes require a new revision. They have no repo_commit_sha and are validated according to the source. */
  source_revision_config?: InternalContainerSourceRevisionConfig | null;
  /** Secrets of the deployment. A non-empty list replaces all of them; an empty list changes nothing. */
  secrets?: PatchSecret[] | null;
  /** secret_references applies only to source external_container */
  secret_references?: null;
}

/** Request body of a patch. An absent or null field keeps its stored value. Whether the patch creates a revision depends on the source settings in it. */
export interface CodehostPatchAsInternalSource {
  /** Source of this revision. It overrides the deployment's source, which is used if revision_source is absent or null. Example: `internal_source`. */
  revision_source: "internal_source";
  /** Source settings that cannot be modified, or need no new revision when modified. They are validated according to the source. */
  source_config?: CodehostSourceConfig | null;
  /** Source settings of the new revision. Changes require a new revision. They have no repo_commit_sha and are validated according to the source. */
  source_revision_config?: InternalSourceSourceRevisionConfig | null;
  /** Secrets of the deployment. A non-empty list replaces all of them; an empty list changes nothing. */
  secrets?: PatchSecret[] | null;
  /** secret_references applies only to source external_container */
  secret_references?: null;
}

/** Request body of a patch. An absent or null field keeps its stored value. Whether the patch creates a revision depends on the source settings in it. */
export interface InternalContainerPatchAsCodehost {
  /** Source of this revision. It overrides the deployment's source, which is used if revision_source is absent or null. Example: `internal_source`. */
  revision_source: "codehost";
  /** Source settings that cannot be modified, or need no new revision when modified. They are validated according to the source. */
  source_config?: CodehostSourceConfig | null;
  /** Source settings of the new revision. Changes require a new revision. They have no repo_commit_sha and are validated according to the source. */
  source_revision_config?: CodehostSourceRevisionConfig | null;
  /** Secrets of the deployment. A non-empty list replaces all of them; an empty list changes nothing. */
  secrets?: PatchSecret[] | null;
  /** secret_references applies only to source external_container */
  secret_references?: null;
}

/** Request body of a patch. An absent or null field keeps its stored value. Whether the patch creates a revision depends on the source settings in it. */
export interface InternalContainerPatchAsInternalSource {
  /** Source of this revision. It overrides the deployment's source, which is used if revision_source is absent or null. Example: `internal_source`. */
  revision_source: "internal_source";
  /** Source settings that cannot be modified, or need no new revision when modified. They are validated according to the source. */
  source_config?: InternalSourceSourceConfig | null;
  /** Source settings of the new revision. Changes require a new revision. They have no repo_commit_sha and are validated according to the source. */
  source_revision_config?: InternalSourceSourceRevisionConfig | null;
  /** Secrets of the deployment. A non-empty list replaces all of them; an empty list changes nothing. */
  secrets?: PatchSecret[] | null;
  /** secret_references applies only to source external_container */
  secret_references?: null;
}

/** Request body of a patch. An absent or null field keeps its stored value. Whether the patch creates a revision depends on the source settings in it. */
export interface InternalSourcePatchAsCodehost {
  /** Source of this revision. It overrides the deployment's source, which is used if revision_source is absent or null. Example: `internal_source`. */
  revision_source: "codehost";
  /** Source settings that cannot be modified, or need no new revision when modified. They are validated according to the source. */
  source_config?: CodehostSourceConfig | null;
  /** Source settings of the new revision. Changes require a new revision. They have no repo_commit_sha and are validated according to the source. */
  source_revision_config?: CodehostSourceRevisionConfig | null;
  /** Secrets of the deployment. A non-empty list replaces all of them; an empty list changes nothing. */
  secrets?: PatchSecret[] | null;
  /** secret_references applies only to source external_container */
  secret_references?: null;
}

/** Request body of a patch. An absent or null field keeps its stored value. Whether the patch creates a revision depends on the source settings in it. */
export interface InternalSourcePatchAsInternalContainer {
  /** Source of this revision. It overrides the deployment's source, which is used if revision_source is absent or null. Example: `internal_source`. */
  revision_source: "internal_container";
  /** Source settings that cannot be modified, or need no new revision when modified. They are validated according to the source. */
  source_config?: InternalSourceSourceConfig | null;
  /** Source settings of the new revision. Changes require a new revision. They have no repo_commit_sha and are validated according to the source. */
  source_revision_config?: InternalContainerSourceRevisionConfig | null;
  /** Secrets of the deployment. A non-empty list replaces all of them; an empty list changes nothing. */
  secrets?: PatchSecret[] | null;
  /** secret_references applies only to source external_container */
  secret_references?: null;
}

/** Request body of a patch. An absent or null field keeps its stored value. Whether the patch creates a revision depends on the source settings in it. */
export interface InternalTemplatePatchAsCodehost {
  /** Source of this revision. It overrides the deployment's source, which is used if revision_source is absent or null. Example: `internal_source`. */
  revision_source: "codehost";
  /** Source settings that cannot be modified, or need no new revision when modified. They are validated according to the source. */
  source_config?: CodehostSourceConfig | null;
  /** Source settings of the new revision. Changes require a new revision. They have no repo_commit_sha and are validated according to the source. */
  source_revision_config?: CodehostSourceRevisionConfig | null;
  /** Secrets of the deployment. A non-empty list replaces all of them; an empty list changes nothing. */
  secrets?: PatchSecret[] | null;
  /** secret_references applies only to source external_container */
  secret_references?: null;
}

/** Request body of a patch. An absent or null field keeps its stored value. Whether the patch creates a revision depends on the source settings in it. */
export interface InternalTemplatePatchAsInternalContainer {
  /** Source of this revision. It overrides the deployment's source, which is used if revision_source is absent or null. Example: `internal_source`. */
  revision_source: "internal_container";
  /** Source settings that cannot be modified, or need no new revision when modified. They are validated according to the source. */
  source_config?: InternalTemplateSourceConfig | null;
  /** Source settings of the new revision. Changes require a new revision. They have no repo_commit_sha and are validated according to the source. */
  source_revision_config?: InternalContainerSourceRevisionConfig | null;
  /** Secrets of the deployment. A non-empty list replaces all of them; an empty list changes nothing. */
  secrets?: PatchSecret[] | null;
  /** secret_references applies only to source external_container */
  secret_references?: null;
}

/** Request body of a patch. An absent or null field keeps its stored value. Whether the patch creates a revision depends on the source settings in it. */
export interface InternalTemplatePatchAsInternalSource {
  /** Source of this revision. It overrides the deployment's source, which is used if revision_source is absent or null. Example: `internal_source`. */
  revision_source: "internal_source";
  /** Source settings that cannot be modified, or need no new revision when modified. They are validated according to the source. */
  source_config?: InternalSourceSourceConfig | null;
  /** Source settings of the new revision. Changes require a new revision. They have no repo_commit_sha and are validated according to the source. */
  source_revision_config?: InternalSourceSourceRevisionConfig | null;
  /** Secrets of the deployment. A non-empty list replaces all of them; an empty list changes nothing. */
  secrets?: PatchSecret[] | null;
  /** secret_references applies only to source external_container */
  secret_references?: null;
}

/** A hosted application with a source, resource settings, secrets and a series of revisions. The latest revision and the currently deployed one can differ. Creating a deployment creates a tracing project with the same name. */
export interface Deployment {
  /** Name of the deployment. It cannot be changed after creation. Example: `example-agent`. */
  name: string;
  /** Source of the deployment: where its code comes from. It cannot be changed after creation. Example: `codehost`. */
  source: Source;
  /** Source settings that cannot be modified, or need no new revision when modified. */
  source_config: SourceConfig;
  /** Source settings of the latest revision. */
  source_revision_config: SourceRevisionConfig;
  /** Secrets of the deployment, each with a name and a value. */
  secrets: Secret[];
  /** Id of the deployment. Read-only. Example: `00000000-0000-4000-8000-000000000002`. */
  id: string;
  /** Id of the tenant that owns the deployment. Read-only. Example: `00000000-0000-4000-8000-000000000003`. */
  tenant_id: string;
  /** Time of creation, RFC 3339 with an offset. Read-only. Example: `2030-01-15T09:30:00Z`. */
  created_at: string;
  /** Time of the last update, RFC 3339 with an offset. Read-only. Example: `2030-01-16T10:45:00Z`. */
  updated_at: string;
  /** Status of the deployment. Read-only. */
  status: DeploymentStatus;
  /** Id of the revision that was created last, or null. Read-only. Example: `00000000-0000-4000-8000-000000000005`. */
  latest_revision_id: string | null;
  /** Id of the currently deployed revision, or null. It can differ from latest_revision_id. Read-only. Example: `00000000-0000-4000-8000-000000000004`. */
  active_revision_id: string | null;
  /** References to secrets of the cluster. They apply only to source external_container. */
  secret_references?: SecretReference[] | null;
  /** Image version of the deployment, a text by which deployments can be filtered. Example: `1.0.0`. */
  image_version?: string | null;
}

/** One page of deployments. */
export interface DeploymentList {
  /** Deployments of this page, at most as many as the parameter limit. */
  resources: Deployment[];
  /** Offset of the next page. Pass it as the query parameter offset of the next request. Example: `20`. */
  offset: number;
}

/** Request body of a patch. An absent or null field keeps its stored value. Whether the patch creates a revision depends on the source settings in it. */
export interface DeploymentPatch {
  /** Source of this revision. It overrides the deployment's source, which is used if revision_source is absent or null. Example: `internal_source`. */
  revision_source?: RevisionSource | null;
  /** Source settings that cannot be modified, or need no new revision when modified. They are validated according to the source. */
  source_config?: SourceConfig | null;
  /** Source settings of the new revision. Changes require a new revision. They have no repo_commit_sha and are validated according to the source. */
  source_revision_config?: SourceRevisionConfigPatch | null;
  /** Secrets of the deployment. A non-empty list replaces all of them; an empty list changes nothing. */
  secrets?: Secret[] | null;
  /** Cluster secret references. The list replaces all of them; an empty list removes them. They apply only to source external_container. */
  secret_references?: SecretReference[] | null;
}

/** Status of a deployment. Read-only. */
export type DeploymentStatus = "AWAITING_DATABASE" | "READY" | "UNUSED" | "AWAITING_DELETE" | "UNKNOWN";

/** A repository that an integration offers for deployment: an item of the repository listing. */
export interface Repository {
  /** Id of the code-hosting integration that offers the repository. It is used as integration_id in the create-deployment request body. Example: `00000000-0000-4000-8000-000000000001`. */
  host_integration_id: string;
  /** Id of the repository. Example: `1001`. */
  id: number;
  /** Name of the repository, without its owner. Example: `example-agent`. */
  name: string;
  /** User or organisation that owns the repository. Example: `example-org`. */
  owner: string;
  /** Repository URL. It is used as source_config.repo_url in the create-deployment request body. Example: `https://codehost.example.com/example-org/example-agent`. */
  url: string;
  /** Default branch. It is used as source_revision_config.repo_ref in the create-deployment request body. Example: `main`. */
  default_branch: string;
}

/** The repositories that can be deployed through one integration. */
export type RepositoryList = Repository[];

/** A source that a patch may name for the revision that it creates, in place of the deployment's own source. */
export type RevisionSource = "codehost" | "internal_container" | "internal_source";

/** A secret of a deployment. */
export interface Secret {
  /** Name of the secret, not empty and unique among the secrets of a deployment. Example: `EXAMPLE_API_KEY`. */
  name?: string;
  /** Value of the secret. No page, log or report shows it. Example: `not-a-real-value`. */
  value?: string;
}

/** A cluster secret reference. It applies only to source external_container. */
export interface SecretReference {
  /** Name under which the application reads the secret. Example: `EXAMPLE_API_KEY`. */
  name?: string;
  /** Name of the secret in the cluster. Example: `example-secret`. */
  secret_name?: string;
  /** Key of the value in the secret of the cluster. Example: `api-key`. */
  secret_key?: string;
}

/** Where the code of a deployment comes from. It is chosen at creation and cannot be changed. codehost: a repository at the code-hosting provider. external_container: a container image from outside the service. internal_container: a container image pushed with a command-line tool. internal_source: uploaded source code. internal_template: a prebuilt template. external_container runs on self-hosted deployments only, every other source on Cloud SaaS only. */
export type Source = "codehost" | "external_container" | "internal_container" | "internal_source" | "internal_template";

/** Source settings that cannot be modified, or need no new revision when modified. All fields are nullable. They are validated according to the source. */
export interface SourceConfig {
  /** Id of the code-hosting integration that offers the repository, the host_integration_id of a Repository. Example: `00000000-0000-4000-8000-000000000001`. */
  integration_id?: string | null;
  /** URL of the repository that is built. The create-deployment request body takes it from the url of a Repository. Example: `https://codehost.example.com/example-org/example-agent`. */
  repo_url?: string | null;
  /** Whether a push to the repository starts a build. It cannot be true if repo_ref is a tag, because a tag never moves. Example: `true`. */
  build_on_push?: boolean | null;
  /** URL of the deployment that its owner chose. A patch sets it for source external_container; for codehost the service sets it itself. Example: `https://agent.example.com`. */
  custom_url?: string | null;
  /** CPU, memory, scale and Kubernetes-like settings of the deployment. A patch replaces them as a whole. */
  resource_spec?: ResourceSpec | null;
  /** Id of the listener, which connects a cluster of a customer. It is expected for source external_container only. Example: `00000000-0000-4000-8000-000000000006`. */
  listener_id?: string | null;
  /** Settings of the listener. They are expected for source external_container only. */
  listener_config?: ListenerConfig | null;
  /** Command that installs dependencies before the build, one line of a shell. It is expected for sources that are built: codehost and internal_source. Example: `make install`. */
  install_command?: string | null;
  /** Command that builds the application, one line of a shell. It is expected for sources that are built: codehost and internal_source. Example: `make build`. */
  build_command?: string | null;
}

/** Source settings of one revision. A deployment shows those of its latest revision. */
export interface SourceRevisionConfig {
  /** Reference of the repository from which the revision is built: a branch, such as the default branch of a Repository, or a tag that begins with refs/tags/. Example: `main`. */
  repo_ref?: string | null;
  /** Path of the graph configuration file, relative to the root of the source. Example: `graph.json`. */
  graph_config_path?: string | null;
  /** URI of the container image that the revision runs, with its tag. Example: `registry.example.com/example-org/example-agent:1.0`. */
  image_uri?: string | null;
  /** Path of the tarball with the uploaded source. Example: `uploads/example-agent.tar.gz`. */
  source_tarball_path?: string | null;
  /** Commit to which repo_ref was resolved. Present in responses, absent from the patch request body. Example: `feedfacefeedfacefeedfacefeedfacefeedface`. */
  repo_commit_sha?: string | null;
}

/** Source settings of the revision that a patch creates. Changes require a new revision. All fields are nullable. They are validated according to the source. */
export interface SourceRevisionConfigPatch {
  /** Repository reference, such as the default branch of a Repository. Example: `main`. */
  repo_ref?: string | null;
  /** Path of the graph configuration file. Example: `graph.json`. */
  graph_config_path?: string | null;
  /** Image URI. */
  image_uri?: string | null;
  /** Path of the source tarball. */
  source_tarball_path?: string | null;
}

/** A kind of document. */
export type DocumentKind =
  | "RepositoryList"
  | "DeploymentList"
  | "DeploymentPatch"
  | "Deployment";

/** The source of a deployment. */
export type SourceName =
  | "codehost"
  | "external_container"
  | "internal_container"
  | "internal_source"
  | "internal_template";

/** The hosting of a deployment. */
export type HostingName = "cloud" | "self_hosted";

/** The id of an operation. */
export type OperationName = "list_repositories" | "list_deployments" | "patch_deployment";

/** The verdict of a report. */
export type Verdict = "allow" | "deny" | "indeterminate";

/** The mode of a rule, or of judging requests and responses. */
export type RuleMode = "enforce" | "report" | "off";

/** The mode of a violation: rules that are off yield none. */
export type ViolationMode = "enforce" | "report";

/** The part of a message that a violation is in. */
export type Location =
  | "body"
  | "wire"
  | "path"
  | "query"
  | "header"
  | "exchange";

/** A fact that would settle an indeterminate verdict. */
export type Need = "source" | "hosting" | "deployment";

/** Whether a patch creates a revision. */
export type RevisionAnswer = "yes" | "no" | "unknown";

/** The value of `unknown_operations`, and of `unknown_fields` in files. */
export type UnknownChoice = "allow" | "report" | "reject";

/** The value of `unknown_fields`. */
export type UnknownFields =
  | "allow"
  | "report-requests"
  | "report"
  | "reject";

/** The id of a rule. */
export type RuleId =
  | "secret-references-source"
  | "integration-id-source"
  | "repo-url-source"
  | "build-on-push-source"
  | "custom-url-source"
  | "listener-id-source"
  | "listener-config-source"
  | "install-command-source"
  | "build-command-source"
  | "repo-ref-source"
  | "graph-config-path-source"
  | "image-uri-source"
  | "source-tarball-path-source"
  | "repo-commit-sha-in-request"
  | "deployment-secret-references-source"
  | "deployment-repo-commit-sha-source"
  | "source-hosting"
  | "revision-source-hosting"
  | "context-hosting"
  | "tag-never-moves"
  | "immutable-field"
  | "immutable-field-unknown"
  | "read-only-field"
  | "secret-complete"
  | "secret-reference-complete"
  | "secret-name-empty"
  | "secret-names-unique"
  | "cpu-within-limit"
  | "memory-within-limit"
  | "scale-order"
  | "volume-names-unique"
  | "volume-mount-volume"
  | "env-value-or-value-from"
  | "revision-by-revision-config"
  | "revision-by-secrets"
  | "revision-by-secret-references"
  | "revision-by-install-command"
  | "revision-by-build-command"
  | "revision-by-resource-spec"
  | "unknown-field"
  | "confusable-field"
  | "schema-type"
  | "schema-required"
  | "schema-enum"
  | "schema-format"
  | "schema-minimum"
  | "schema-maximum"
  | "schema-items"
  | "json-size"
  | "json-encoding"
  | "json-syntax"
  | "json-constant"
  | "json-duplicate-key"
  | "json-surrogate"
  | "json-depth"
  | "json-string-length"
  | "json-number"
  | "json-objects"
  | "json-value"
  | "yaml-syntax"
  | "yaml-ambiguous"
  | "yaml-scalar"
  | "yaml-size"
  | "unjudged"
  | "path-ambiguous"
  | "operation-unknown"
  | "method-unknown"
  | "query-size"
  | "parameter-repeated"
  | "parameter-encoding"
  | "parameter-required"
  | "parameter-type"
  | "parameter-format"
  | "parameter-enum"
  | "parameter-minimum"
  | "parameter-maximum"
  | "parameter-unknown"
  | "parameter-confusable"
  | "parameter-value"
  | "parameter-item"
  | "method-override"
  | "content-type"
  | "content-charset"
  | "content-encoding"
  | "content-decoding"
  | "content-unread"
  | "body-missing"
  | "body-incomplete"
  | "body-timeout"
  | "buffer-full"
  | "response-incomplete"
  | "body-unexpected"
  | "list-within-limit"
  | "patched-deployment"
  | "deployment-name-kept"
  | "deployment-source-kept"
  | "repository-integration"
  | "list-status"
  | "list-deployment-ids"
  | "list-image-version"
  | "list-name-contains";

/** The type of each kind of document. */
export interface Documents {
  RepositoryList: RepositoryList;
  DeploymentList: DeploymentList;
  DeploymentPatch: DeploymentPatch;
  Deployment: Deployment;
}

/** The types of patches of each source. A patch may name another source for its revision. */
export interface Patches {
  codehost: CodehostPatch | CodehostPatchAsInternalContainer | CodehostPatchAsInternalSource;
  external_container: ExternalContainerPatch;
  internal_container: InternalContainerPatch | InternalContainerPatchAsCodehost | InternalContainerPatchAsInternalSource;
  internal_source: InternalSourcePatch | InternalSourcePatchAsCodehost | InternalSourcePatchAsInternalContainer;
  internal_template: InternalTemplatePatch | InternalTemplatePatchAsCodehost | InternalTemplatePatchAsInternalContainer | InternalTemplatePatchAsInternalSource;
}

/**
 * A patch of a deployment of a source. It has the fields that the source may set; the others may
 * only be null, which changes nothing.
 */
export type PatchOf<Source extends SourceName> = Patches[Source];

/** A JSON value. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [name: string]: JsonValue };

/** Options of a contract. The names are those of the Python library. */
export interface ContractOptions {
  /**
   * The file that `deploy-contract compile` wrote: its text, its bytes or its JSON value. The file has
   * policies and options. The other options here replace those of the file. Default: the contract of
   * this package.
   */
  contract?: string | Uint8Array | object | null;
  /** Where deployments run, if all of them run in one place. */
  hosting?: HostingName | null;
  /** What to do with fields and query parameters that the contract does not declare. Default: "allow". */
  unknown_fields?: UnknownFields | null;
  /** What to do with requests that lead to no operation of the contract. Default: "allow". */
  unknown_operations?: UnknownChoice | null;
  /** The prefix of all paths, such as "/api-host". Default: "". */
  base_path?: string | null;
  /**
   * Other modes of rules, by id; `OPERATION:RULE` is for the messages of one operation. Rules of
   * the wire cannot be relaxed.
   */
  modes?: { readonly [Rule in RuleId | `${OperationName}:${RuleId}`]?: RuleMode } | undefined;
  limits?: Limits | undefined;
}

/** Bounds on messages and reports. */
export interface Limits {
  /** Bytes of a request body. Default: 1 MiB. */
  request_body?: number;
  /** Bytes of a response body. Default: 16 MiB. */
  response_body?: number;
  /** Arrays and objects of a request body. Default: 50,000. */
  request_objects?: number;
  /** Arrays and objects of a response body. Default: 150,000. */
  response_objects?: number;
  /** Items of one array, or members of one object. Default: 10,000. */
  items?: number;
  /** Characters of one string. Default: 2^20. */
  string?: number;
  /** Violations of one report. Default: 20. */
  violations?: number;
  /** Characters of a query. Default: 65,536. */
  query?: number;
}

/** The known facts about the deployment of a document or request. */
export interface Context {
  /** The source of the deployment, if the document does not hold it. */
  source?: SourceName | null;
  /** The stored deployment, as far as it is known. Fields that it does not hold are unknown. */
  deployment?: object | null;
}

/** The headers of a message: pairs, or an object such as those of fetch and of Node.js. */
export type MessageHeaders =
  | Iterable<readonly [string, string]>
  | { forEach(callback: (value: string, name: string) => void): void } // `Headers` of fetch
  | { readonly [name: string]: string | readonly string[] | undefined };

/** The body of a message, still with its content coding. */
export type MessageBody = string | ArrayBuffer | ArrayBufferView | null;

interface MessageParts {
  readonly method: string;
  readonly headers?: MessageHeaders;
  readonly body?: MessageBody;
}

/**
 * A request. `url` is the target as it came, or a whole address: `url` of Node.js and of fetch. With
 * `path` and `query` in its place, both are percent-encoded, and the query has no "?".
 */
export type RequestMessage =
  | (MessageParts & { readonly url: string })
  | (MessageParts & { readonly path: string; readonly query?: string });

/** A response. */
export interface ResponseMessage {
  readonly status: number;
  readonly headers?: MessageHeaders;
  readonly body?: MessageBody;
}

/** The known facts about a response, beside its message. */
export interface ResponseContext {
  /** The request of this response, or the report on that request. For HEAD, give the request. */
  request?: RequestMessage | MessageReport;
  /** The operation of the response, if there is no request. */
  operation?: OperationName | null;
  /** The stored deployment that the request addresses, as it was before. */
  deployment?: object | null;
  /** Returns the deployment with an id as it was before, for responses that hold several. */
  known?: ((id: string) => object | null | undefined) | null;
}

/** One rule that is broken at one place. Its texts hold no value of the message. */
export interface Violation {
  readonly rule: RuleId;
  readonly mode: ViolationMode;
  /** "wire" for a body that cannot be read. */
  readonly location: Location;
  /** The JSON Pointer of the value (RFC 6901), empty for the whole document; or the name of a
   * parameter or header. */
  readonly pointer: string;
  readonly message: string;
  readonly hint: string;
  /** How to mend the document: a JSON Patch (RFC 6902) without values of the document. It is left out
   * if the rule knows no repair that is sure. */
  readonly fix?: readonly [FixOperation];
}

/** Remove a field, set it to null, or move it to its right name. */
export type FixOperation =
  | { readonly op: "remove"; readonly path: string }
  | { readonly op: "replace"; readonly path: string; readonly value: null }
  | { readonly op: "move"; readonly from: string; readonly path: string };

interface Findings {
  readonly sources: readonly SourceName[];
  /** The facts that would settle an indeterminate verdict. */
  readonly needs: readonly Need[];
  readonly creates_revision: RevisionAnswer;
  readonly revision_rules: readonly RuleId[];
  /** Enforced violations first. */
  readonly violations: readonly Violation[];
  /** The enforced violations on which an indeterminate verdict depends. */
  readonly undecided: readonly Violation[];
  /** True if there are more violations than the limit lets through. */
  readonly truncated: boolean;
  /** The HTTP status to answer with; 200 if the verdict is "allow". */
  readonly status: number;
  /** Return the report without values of the message. */
  toJSON(): object;
}

/**
 * The report on a document. Its JSON holds no value of the document.
 *
 * `value` has the type of the kind unless `modes` only report faults of the structure.
 */
export type Report<Kind extends DocumentKind = DocumentKind> = Findings & {
  readonly kind: Kind;
  readonly operation: null;
} & (
    | { readonly verdict: "deny"; readonly ok: false; readonly value: unknown }
    | { readonly verdict: "allow" | "indeterminate"; readonly ok: true; readonly value: Documents[Kind] }
  );

/** The report on a request or a response. Its JSON holds no value of the message. */
export interface MessageReport extends Findings {
  readonly verdict: Verdict;
  /** False if the verdict is "deny". */
  readonly ok: boolean;
  /** The kind of the body; null if it has none. */
  readonly kind: DocumentKind | null;
  /** Null if the request leads to no operation of the contract. */
  readonly operation: OperationName | null;
  /** The parameters of the request by name, with defaults. Those that are wrong are null. */
  readonly parameters: { readonly [name: string]: JsonValue } | undefined;
  /** The parsed body; undefined if there is none, or if it cannot be read. */
  readonly value: unknown;
}

/** The contract's judgement under options. */
export declare class Contract {
  /**
   * @throws {ContractError} if an option is wrong, or if the policy of a page forbids WebAssembly.
   */
  constructor(options?: ContractOptions);
  readonly hosting: HostingName | undefined;
  /**
   * Return the report on JSON as text or bytes. A bad document never throws.
   *
   * @throws {ContractError} if `kind` or `context` is wrong.
   */
  check<Kind extends DocumentKind>(
    document: string | ArrayBuffer | ArrayBufferView,
    kind: Kind,
    context?: Context,
  ): Report<Kind>;
  /**
   * Return the report on JSON that is parsed already. JSON.parse hides keys that come twice.
   *
   * A value that JSON lacks is refused, also undefined. To judge what JSON.stringify makes of a
   * value, give its text to `check`.
   *
   * @throws {ContractError} as for `check`.
   */
  checkValue<Kind extends DocumentKind>(value: unknown, kind: Kind, context?: Context): Report<Kind>;
  /**
   * Return the report on a request. A bad request never throws.
   *
   * @throws {ContractError} if an argument has a wrong type, or `context` is wrong.
   */
  checkRequest(request: RequestMessage, context?: Context): MessageReport;
  /**
   * Return the report on a response. A bad response never throws.
   *
   * @throws {ContractError} if an argument has a wrong type, or `context` is wrong.
   */
  checkResponse(response: ResponseMessage, context?: ResponseContext): MessageReport;
}

/** A mistake of the caller. */
export declare class ContractError extends Error {
  readonly name: "ContractError";
}

/** The version of the contract of this package. */
export declare const version: string;
