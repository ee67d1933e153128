// Generated from spec/ by `make generate`; never edited.

const TABLES = {
"version":"1.0.0",
"most_items":10000,
"sources":{
"codehost":["cloud"],
"external_container":["self_hosted"],
"internal_container":["cloud"],
"internal_source":["cloud"],
"internal_template":["cloud"]
},
"hostings":["cloud", "self_hosted"],
"kinds":{
"RepositoryList":{"directions":["response"],"source":null,"definitions":{"closed":"RepositoryList-1-closed","open":"RepositoryList-1-open"},"effects":[]},
"DeploymentList":{"directions":["response"],"source":null,"definitions":{"closed":"DeploymentList-1-closed","open":"DeploymentList-1-open"},"effects":[]},
"DeploymentPatch":{"directions":["request"],"source":"context","definitions":{"closed":"DeploymentPatch-1-closed","open":"DeploymentPatch-1-open"},"effects":[["/source_config","merged"],["/source_config/listener_config","merged"],["/source_revision_config","merged"],["/secrets","replaced_unless_empty"]]},
"Deployment":{"directions":["response"],"source":"/source","definitions":{"closed":"Deployment-1-closed","open":"Deployment-1-open"},"effects":[]}
},
"rules":[
{"rule":"secret-references-source","shape":"field","on":["DeploymentPatch"],"mode":"enforce","message":"secret_references applies only to source external_container","hint":"remove secret_references, or put the values into secrets","parameters":{"field":"/secret_references","sources":["external_container"]}},
{"rule":"integration-id-source","shape":"field","on":["DeploymentPatch"],"mode":"enforce","message":"integration_id applies only to source codehost","hint":"remove integration_id, or set it to null","parameters":{"field":"/source_config/integration_id","sources":["codehost"]}},
{"rule":"repo-url-source","shape":"field","on":["DeploymentPatch"],"mode":"enforce","message":"repo_url applies only to source codehost","hint":"remove repo_url, or set it to null","parameters":{"field":"/source_config/repo_url","sources":["codehost"]}},
{"rule":"build-on-push-source","shape":"field","on":["DeploymentPatch"],"mode":"enforce","message":"build_on_push can be true only for source codehost","hint":"set build_on_push to false, or remove it","parameters":{"field":"/source_config/build_on_push","sources":["codehost"],"when":{"type":"boolean","const":true}}},
{"rule":"custom-url-source","shape":"field","on":["DeploymentPatch"],"mode":"enforce","message":"custom_url can be set only for source external_container","hint":"remove custom_url; for codehost the service sets it itself","parameters":{"field":"/source_config/custom_url","sources":["external_container"]}},
{"rule":"listener-id-source","shape":"field","on":["DeploymentPatch"],"mode":"report","message":"listener_id is expected only for source external_container","hint":"remove listener_id, or set it to null","parameters":{"field":"/source_config/listener_id","sources":["external_container"]}},
{"rule":"listener-config-source","shape":"field","on":["DeploymentPatch"],"mode":"report","message":"listener_config is expected only for source external_container","hint":"remove listener_config, or set it to null","parameters":{"field":"/source_config/listener_config","sources":["external_container"]}},
{"rule":"install-command-source","shape":"field","on":["DeploymentPatch"],"mode":"report","message":"install_command is expected only for sources codehost and internal_source, which are built","hint":"remove install_command, or set it to null","parameters":{"field":"/source_config/install_command","sources":["codehost","internal_source"]}},
{"rule":"build-command-source","shape":"field","on":["DeploymentPatch"],"mode":"report","message":"build_command is expected only for sources codehost and internal_source, which are built","hint":"remove build_command, or set it to null","parameters":{"field":"/source_config/build_command","sources":["codehost","internal_source"]}},
{"rule":"repo-ref-source","shape":"field","on":["DeploymentPatch"],"mode":"enforce","message":"repo_ref applies only to source codehost","hint":"remove repo_ref, or set it to null","parameters":{"field":"/source_revision_config/repo_ref","sources":["codehost"]}},
{"rule":"graph-config-path-source","shape":"field","on":["DeploymentPatch"],"mode":"enforce","message":"graph_config_path applies only to sources codehost and internal_source","hint":"remove graph_config_path, or set it to null","parameters":{"field":"/source_revision_config/graph_config_path","sources":["codehost","internal_source"]}},
{"rule":"image-uri-source","shape":"field","on":["DeploymentPatch"],"mode":"enforce","message":"image_uri applies only to sources external_container and internal_container","hint":"remove image_uri, or set it to null","parameters":{"field":"/source_revision_config/image_uri","sources":["external_container","internal_container"]}},
{"rule":"source-tarball-path-source","shape":"field","on":["DeploymentPatch"],"mode":"enforce","message":"source_tarball_path applies only to source internal_source","hint":"remove source_tarball_path, or set it to null","parameters":{"field":"/source_revision_config/source_tarball_path","sources":["internal_source"]}},
{"rule":"repo-commit-sha-in-request","shape":"field","on":["DeploymentPatch"],"mode":"enforce","message":"repo_commit_sha appears in responses only; a request cannot set it","hint":"remove repo_commit_sha; use repo_ref to choose the revision of the code","parameters":{"field":"/source_revision_config/repo_commit_sha","sources":[]}},
{"rule":"deployment-secret-references-source","shape":"field","on":["Deployment"],"mode":"enforce","message":"secret_references applies only to a deployment of source external_container","hint":"check the source and the secret_references of the deployment","parameters":{"field":"/secret_references","sources":["external_container"],"when":{"type":"array","minItems":1}}},
{"rule":"deployment-repo-commit-sha-source","shape":"field","on":["Deployment"],"mode":"report","message":"repo_commit_sha is expected only on a deployment of source codehost","hint":"check the source and the repo_commit_sha of the deployment","parameters":{"field":"/source_revision_config/repo_commit_sha","sources":["codehost"]}},
{"rule":"source-hosting","shape":"admitted","on":["Deployment"],"mode":"enforce","message":"a deployment of this source cannot run on this hosting","hint":"external_container runs on self_hosted; every other source runs on cloud","parameters":{"admitted":"/source"}},
{"rule":"revision-source-hosting","shape":"admitted","on":["DeploymentPatch"],"mode":"enforce","message":"revision_source can name only cloud sources, so it must be null on a self-hosted deployment","hint":"remove revision_source, or set it to null","parameters":{"admitted":"/revision_source"}},
{"rule":"context-hosting","shape":"admitted","on":["DeploymentPatch"],"mode":"report","message":"a deployment of the given source cannot run on the given hosting","hint":"give the hosting of the deployment, or no hosting if both occur","parameters":{"admitted":"context"}},
{"rule":"tag-never-moves","shape":"never","on":["DeploymentPatch"],"mode":"enforce","message":"build_on_push cannot be true if repo_ref is a tag, because a tag never moves","hint":"set build_on_push to false, or set repo_ref to a branch","parameters":{"never":{"/source_config/build_on_push":{"type":"boolean","const":true},"/source_revision_config/repo_ref":{"type":"string","pattern":"^refs/tags/"}}}},
{"rule":"immutable-field","shape":"equals_stored","on":["DeploymentPatch"],"mode":"enforce","message":"cannot be changed after creation, but differs from the stored value","hint":"remove the field, or send the stored value","parameters":{"fields":["/name","/source","/source_config/integration_id","/source_config/repo_url","/source_config/listener_id","/source_config/listener_config/cluster_namespace"]}},
{"rule":"immutable-field-unknown","shape":"stored_unknown","on":["DeploymentPatch"],"mode":"report","message":"cannot be changed after creation; the stored value is unknown, so this may be a change","hint":"remove the field, or give the stored deployment to compare with","parameters":{"fields":["/name","/source","/source_config/integration_id","/source_config/repo_url","/source_config/listener_id","/source_config/listener_config/cluster_namespace"]}},
{"rule":"read-only-field","shape":"schema","on":["DeploymentPatch"],"mode":"report","message":"is read-only and cannot be patched","hint":"remove the field","parameters":{"schema":{"type":"object","properties":{"id":{"type":"null"},"tenant_id":{"type":"null"},"created_at":{"type":"null"},"updated_at":{"type":"null"},"status":{"type":"null"},"latest_revision_id":{"type":"null"},"active_revision_id":{"type":"null"}}}}},
{"rule":"secret-complete","shape":"schema","on":["DeploymentPatch"],"mode":"enforce","message":"a secret needs a name and a value","hint":"write {\"name\": ..., \"value\": ...}","parameters":{"schema":{"type":"object","required":["name","value"]},"each":["/secrets/*"]}},
{"rule":"secret-reference-complete","shape":"schema","on":["DeploymentPatch"],"mode":"enforce","message":"a secret reference needs name, secret_name and secret_key","hint":"write {\"name\": ..., \"secret_name\": ..., \"secret_key\": ...}","parameters":{"schema":{"type":"object","required":["name","secret_name","secret_key"]},"each":["/secret_references/*"]}},
{"rule":"secret-name-empty","shape":"schema","on":["DeploymentPatch"],"mode":"report","message":"the name of a secret should not be empty","hint":"give the secret a name","parameters":{"schema":{"type":"string","minLength":1},"each":["/secrets/*/name"]}},
{"rule":"secret-names-unique","shape":"unique_by","on":["DeploymentPatch"],"mode":"report","message":"another secret has the same name","hint":"give each secret a different name","parameters":{"array":"/secrets","key":"name"}},
{"rule":"cpu-within-limit","shape":"at_most","on":["DeploymentPatch"],"mode":"report","message":"the CPU request is above its limit","hint":"lower the request or raise the limit","parameters":{"within":"/source_config/resource_spec","pairs":[["cpu","cpu_limit"],["queue_cpu","queue_cpu_limit"],["orchestrator_cpu","orchestrator_cpu_limit"],["executor_cpu","executor_cpu_limit"],["cache_cpu","cache_cpu_limit"],["db_cpu","db_cpu_limit"]]}},
{"rule":"memory-within-limit","shape":"at_most","on":["DeploymentPatch"],"mode":"report","message":"the memory request is above its limit","hint":"lower the request or raise the limit","parameters":{"within":"/source_config/resource_spec","pairs":[["memory_mb","memory_limit_mb"],["queue_memory_mb","queue_memory_limit_mb"],["orchestrator_memory_mb","orchestrator_memory_limit_mb"],["executor_memory_mb","executor_memory_limit_mb"],["cache_memory_mb","cache_memory_limit_mb"],["db_memory_mb","db_memory_limit_mb"]]}},
{"rule":"scale-order","shape":"at_most","on":["DeploymentPatch"],"mode":"report","message":"the minimum scale is above the maximum scale","hint":"lower the minimum or raise the maximum","parameters":{"within":"/source_config/resource_spec","pairs":[["min_scale","max_scale"],["queue_min_scale","queue_max_scale"],["orchestrator_min_scale","orchestrator_max_scale"]]}},
{"rule":"volume-names-unique","shape":"unique_by","on":["DeploymentPatch"],"mode":"report","message":"another volume has the same name","hint":"give each volume a different name","parameters":{"array":"/source_config/resource_spec/volumes","key":"name"}},
{"rule":"volume-mount-volume","shape":"exists_in","on":["DeploymentPatch"],"mode":"report","message":"no item of volumes has this name","hint":"add the volume to volumes, or correct the name","parameters":{"names":["/source_config/resource_spec/volume_mounts/*/name","/source_config/resource_spec/init_containers/*/volumeMounts/*/name","/source_config/resource_spec/sidecars/*/volumeMounts/*/name"],"array":"/source_config/resource_spec/volumes","key":"name"}},
{"rule":"env-value-or-value-from","shape":"schema","on":["DeploymentPatch"],"mode":"report","message":"value and valueFrom should not both be set","hint":"keep only one of them","parameters":{"schema":{"not":{"type":"object","required":["value","valueFrom"],"properties":{"value":{"type":"string"},"valueFrom":{"type":"object"}}}},"each":["/source_config/resource_spec/init_containers/*/env/*","/source_config/resource_spec/sidecars/*/env/*"]}},
{"rule":"revision-by-revision-config","shape":"revision","on":["DeploymentPatch"],"mode":"enforce","message":"a change of source_revision_config requires a new revision","hint":"leave source_revision_config out to keep the running revision","parameters":{"field":"/source_revision_config/*","creates":"yes"}},
{"rule":"revision-by-secrets","shape":"revision","on":["DeploymentPatch"],"mode":"enforce","message":"a non-empty list of secrets creates a revision","hint":"leave secrets out to keep the running revision","parameters":{"field":"/secrets","creates":"yes","when":{"type":"array","minItems":1}}},
{"rule":"revision-by-secret-references","shape":"revision","on":["DeploymentPatch"],"mode":"enforce","message":"secret_references creates a revision, even if the list is empty","hint":"leave secret_references out to keep the running revision","parameters":{"field":"/secret_references","creates":"yes"}},
{"rule":"revision-by-install-command","shape":"revision","on":["DeploymentPatch"],"mode":"enforce","message":"an install_command creates a revision","hint":"leave install_command out to keep the running revision","parameters":{"field":"/source_config/install_command","creates":"yes"}},
{"rule":"revision-by-build-command","shape":"revision","on":["DeploymentPatch"],"mode":"enforce","message":"a build_command creates a revision","hint":"leave build_command out to keep the running revision","parameters":{"field":"/source_config/build_command","creates":"yes"}},
{"rule":"revision-by-resource-spec","shape":"revision","on":["DeploymentPatch"],"mode":"enforce","message":"the interface lists resource_spec as a setting that needs no revision, but services create one","hint":"expect that a revision may be created","parameters":{"field":"/source_config/resource_spec","creates":"unknown"}},
{"rule":"unknown-field","shape":"undeclared","on":[],"mode":"report","message":"is not a field of {title}","hint":"check the spelling, or remove the field","parameters":{}},
{"rule":"confusable-field","shape":"undeclared","on":[],"mode":"enforce","message":"differs from a declared field of {title} only in letter case, Unicode form or NULs","hint":"write {name}; some programs read this key as {name}","parameters":{}},
{"rule":"schema-type","shape":"keyword","on":[],"mode":"enforce","message":"must be {type}","hint":"write a value of that type; values are not converted","parameters":{"keyword":"type"}},
{"rule":"schema-required","shape":"keyword","on":[],"mode":"enforce","message":"the field {name} is required","hint":"add {name}","parameters":{"keyword":"required"}},
{"rule":"schema-enum","shape":"keyword","on":[],"mode":"enforce","message":"must be one of {enum}","hint":"write one of them exactly, letter case included","parameters":{"keyword":"enum"}},
{"rule":"schema-format","shape":"keyword","on":[],"mode":"enforce","message":"must be a {format}","hint":"a uuid is 8-4-4-4-12 hexadecimal digits; a date-time is RFC 3339 with an offset, such as 2026-01-31T12:00:00Z","parameters":{"keyword":"pattern"}},
{"rule":"schema-minimum","shape":"keyword","on":[],"mode":"enforce","message":"must be at least {minimum}","hint":"raise the number; programs differ on numbers outside +-(2^53 - 1)","parameters":{"keyword":"minimum"}},
{"rule":"schema-maximum","shape":"keyword","on":[],"mode":"enforce","message":"must be at most {maximum}","hint":"lower the number; programs differ on numbers outside +-(2^53 - 1)","parameters":{"keyword":"maximum"}},
{"rule":"schema-items","shape":"keyword","on":[],"mode":"enforce","message":"must have at most {limit} items","hint":"send fewer items","parameters":{"keyword":"maxItems"}},
{"rule":"json-size","shape":"wire","on":[],"mode":"enforce","message":"the document is longer than {limit} bytes","hint":"send a smaller document, or raise the limit","parameters":{"status":413}},
{"rule":"json-encoding","shape":"wire","on":[],"mode":"enforce","message":"the document is not UTF-8, or begins with a byte order mark","hint":"encode it as UTF-8, without a byte order mark","parameters":{"status":400}},
{"rule":"json-syntax","shape":"wire","on":[],"mode":"enforce","message":"the document is not JSON","hint":"JSON needs double quotes around keys and strings, and allows no comments and no comma after the last item; see line {line}, column {column}","parameters":{"status":400}},
{"rule":"json-constant","shape":"wire","on":[],"mode":"enforce","message":"NaN and Infinity are not JSON","hint":"write a number, or null","parameters":{"status":400}},
{"rule":"json-duplicate-key","shape":"wire","on":[],"mode":"enforce","message":"an object has the same key twice","hint":"keep one of the two; programs differ in which one they use","parameters":{"status":400}},
{"rule":"json-surrogate","shape":"wire","on":[],"mode":"enforce","message":"a string contains half of a surrogate pair","hint":"escape the whole pair, or write the character itself","parameters":{"status":400}},
{"rule":"json-depth","shape":"wire","on":[],"mode":"enforce","message":"arrays and objects are nested deeper than {limit}","hint":"use fewer levels","parameters":{"status":400}},
{"rule":"json-string-length","shape":"wire","on":[],"mode":"enforce","message":"a string is longer than {limit} characters","hint":"shorten the string","parameters":{"status":400}},
{"rule":"json-number","shape":"wire","on":[],"mode":"enforce","message":"a number is longer than {limit} characters, or its exponent has more than 4 digits","hint":"write the number with fewer digits; programs differ in how they read longer ones","parameters":{"status":400}},
{"rule":"json-objects","shape":"wire","on":[],"mode":"enforce","message":"the document contains more than {limit} arrays and objects","hint":"send fewer arrays and objects, or raise the limit","parameters":{"status":413}},
{"rule":"json-value","shape":"wire","on":[],"mode":"enforce","message":"the value is not a JSON value","hint":"keys are strings, each with a value (`key: value`); values are objects, arrays, strings, finite numbers, booleans and null","parameters":{"status":400}},
{"rule":"yaml-syntax","shape":"wire","on":[],"mode":"enforce","message":"the file is not YAML","hint":"indent with spaces, not tabs; close quotes and brackets; put values that contain `: ` or ` #` in quotes","parameters":{"status":400}},
{"rule":"yaml-ambiguous","shape":"wire","on":[],"mode":"enforce","message":"programs read this YAML text differently","hint":"write out the members that a merge key << adds; write U+0085, U+2028 and similar characters as escapes in double quotes; use no %YAML directive but 1.2, a space after ? and around names of anchors, and no tag that changes a value; end the file with a line break","parameters":{"status":400}},
{"rule":"yaml-scalar","shape":"wire","on":[],"mode":"enforce","message":"programs read this plain YAML text as different values","hint":"put it in quotes if it is text; write a number as decimal digits, such as 10 or 1000.0, and a boolean as true or false","parameters":{"status":400}},
{"rule":"yaml-size","shape":"wire","on":[],"mode":"enforce","message":"the file contains more than {limit} values after its aliases are resolved","hint":"use fewer aliases, or split the file","parameters":{"status":400}},
{"rule":"unjudged","shape":"wire","on":[],"mode":"enforce","message":"the document could not be judged, so it is refused","hint":"report this as a bug in the validator","parameters":{"status":400}},
{"rule":"path-ambiguous","shape":"http","on":[],"mode":"enforce","message":"the path leads to an operation in another reading, but not as it is written","hint":"write the path exactly as the contract does: the same letter case, and no dot segments, semicolons, backslashes, double encoding or format suffix such as .json","parameters":{"location":"path","status":400}},
{"rule":"operation-unknown","shape":"http","on":[],"mode":"off","message":"no operation of the contract has this path","hint":"compare the path and its prefix with the operations on the reference page","parameters":{"location":"path","status":404}},
{"rule":"method-unknown","shape":"http","on":[],"mode":"off","message":"no operation of the contract has this method at this path","hint":"use {methods}","parameters":{"location":"path","status":405}},
{"rule":"query-size","shape":"http","on":[],"mode":"enforce","message":"the query string is longer than {limit} characters","hint":"send fewer or shorter parameters, or raise the limit","parameters":{"location":"query","status":400,"fixed":true}},
{"rule":"parameter-repeated","shape":"http","on":[],"mode":"enforce","message":"the parameter is given more than once","hint":"give {name} once; programs differ in which one they use","parameters":{"location":"query","status":400}},
{"rule":"parameter-encoding","shape":"http","on":[],"mode":"enforce","message":"the value is not percent-encoded UTF-8","hint":"encode {name} as UTF-8, then percent-encode it once","parameters":{"location":"query","status":400}},
{"rule":"parameter-required","shape":"http","on":[],"mode":"enforce","message":"the parameter {name} is required","hint":"add {name}","parameters":{"location":"query","status":400}},
{"rule":"parameter-type","shape":"http","on":[],"mode":"enforce","message":"must be {type}","hint":"an integer is written as -?(0|[1-9][0-9]*) in ASCII digits, a boolean as true or false","parameters":{"location":"query","status":400}},
{"rule":"parameter-format","shape":"http","on":[],"mode":"enforce","message":"must be a {format}","hint":"a uuid is 8-4-4-4-12 hexadecimal digits, without percent-encoding","parameters":{"location":"path","status":400}},
{"rule":"parameter-enum","shape":"http","on":[],"mode":"enforce","message":"must be one of {enum}","hint":"write one of them exactly, letter case included, or leave {name} out","parameters":{"location":"query","status":400}},
{"rule":"parameter-minimum","shape":"http","on":[],"mode":"enforce","message":"must be at least {minimum}","hint":"raise {name}, or leave it out","parameters":{"location":"query","status":400}},
{"rule":"parameter-maximum","shape":"http","on":[],"mode":"enforce","message":"must be at most {maximum}","hint":"lower {name}, or leave it out","parameters":{"location":"query","status":400}},
{"rule":"parameter-unknown","shape":"http","on":[],"mode":"report","message":"is not a parameter of {operation}","hint":"check the spelling, or remove the parameter","parameters":{"location":"query","status":400}},
{"rule":"parameter-confusable","shape":"http","on":[],"mode":"enforce","message":"some programs read this name as {name}","hint":"write {name} exactly and separate parameters with &, or choose a clearly different name","parameters":{"location":"query","status":400}},
{"rule":"parameter-value","shape":"http","on":[],"mode":"report","message":"is not one of the known values: {values}","hint":"check the spelling; newer services may accept more values","parameters":{"location":"query","status":400}},
{"rule":"parameter-item","shape":"http","on":[],"mode":"report","message":"an item of the list is not a {format}, so it cannot match anything","hint":"separate the items with single commas, and check each item","parameters":{"location":"query","status":400}},
{"rule":"method-override","shape":"http","on":[],"mode":"enforce","message":"some frameworks treat this request as one with another method","hint":"send the request with the intended method, without _method and without a header that overrides the method","parameters":{"location":"query","status":400}},
{"rule":"content-type","shape":"http","on":[],"mode":"enforce","message":"Content-Type must be {media_type}, given once","hint":"send Content-Type: {media_type}","parameters":{"location":"header","status":415}},
{"rule":"content-charset","shape":"http","on":[],"mode":"enforce","message":"the charset in Content-Type must be utf-8, in a plain charset parameter","hint":"encode the request as UTF-8; the charset may be left out","parameters":{"location":"header","status":415}},
{"rule":"content-encoding","shape":"http","on":[],"mode":"enforce","message":"Content-Encoding must be gzip or deflate, given once, or be left out","hint":"send the body as it is, or compress it once","parameters":{"location":"header","status":415,"fixed":true}},
{"rule":"content-decoding","shape":"http","on":[],"mode":"enforce","message":"the body does not match its Content-Encoding, or extra bytes follow it","hint":"compress the whole body as one gzip member or zlib stream","parameters":{"location":"wire","status":400,"fixed":true}},
{"rule":"content-unread","shape":"http","on":[],"mode":"report","message":"the response has a Content-Encoding that is not supported here, so its body was not judged","hint":"judge the response before it is encoded, or use gzip or deflate","parameters":{"location":"header","status":400}},
{"rule":"body-missing","shape":"http","on":[],"mode":"enforce","message":"the body is missing","hint":"send a JSON document, such as {{}}","parameters":{"location":"wire","status":400}},
{"rule":"body-incomplete","shape":"http","on":[],"mode":"enforce","message":"the body ends before its Content-Length, or its Content-Length cannot be read","hint":"send the whole body, and its length in decimal digits","parameters":{"location":"wire","status":400,"fixed":true}},
{"rule":"body-timeout","shape":"http","on":[],"mode":"enforce","message":"the body did not arrive in time","hint":"send the whole body without pauses, or raise the time limit","parameters":{"location":"wire","status":408,"fixed":true}},
{"rule":"buffer-full","shape":"http","on":[],"mode":"enforce","message":"too many bodies are in memory to judge this one too","hint":"try again later, or raise the middleware's buffer_bytes","parameters":{"location":"wire","status":503,"fixed":true}},
{"rule":"response-incomplete","shape":"http","on":[],"mode":"enforce","message":"the service sent no complete response","hint":"look in the log of the service","parameters":{"location":"exchange","status":502}},
{"rule":"body-unexpected","shape":"http","on":[],"mode":"report","message":"{operation} takes no body","hint":"leave out the body; a service may refuse or ignore it","parameters":{"location":"wire","status":400}},
{"rule":"list-within-limit","shape":"count_at_most","on":[],"mode":"enforce","message":"the list has more resources than the request's limit","hint":"the service must return at most that many; without a limit, the default applies","parameters":{"operation":"list_deployments","array":"/resources","parameter":"limit"}},
{"rule":"patched-deployment","shape":"equals_parameter","on":[],"mode":"report","message":"the id of the deployment differs from the id in the request's path","hint":"the service must return the deployment in the path","parameters":{"operation":"patch_deployment","field":"/id","parameter":"deployment_id"}},
{"rule":"deployment-name-kept","shape":"equals_known","on":["Deployment"],"mode":"enforce","message":"the name differs from the known one, but it cannot be changed after creation","hint":"the service must keep the name","parameters":{"field":"/name"}},
{"rule":"deployment-source-kept","shape":"equals_known","on":["Deployment"],"mode":"enforce","message":"the source differs from the known one, but it cannot be changed after creation","hint":"the service must keep the source","parameters":{"field":"/source"}},
{"rule":"repository-integration","shape":"equals_parameter","on":[],"mode":"report","message":"the repository does not belong to the integration in the path","hint":"the service must list the repositories of the integration in the path","parameters":{"operation":"list_repositories","field":"/*/host_integration_id","parameter":"integration_id"}},
{"rule":"list-status","shape":"equals_parameter","on":[],"mode":"report","message":"the status differs from the status that the request filters by","hint":"the service must apply the filter","parameters":{"operation":"list_deployments","field":"/resources/*/status","parameter":"status"}},
{"rule":"list-deployment-ids","shape":"among_parameter","on":[],"mode":"report","message":"the id is not among the ids that the request filters by","hint":"the service must apply the filter","parameters":{"operation":"list_deployments","field":"/resources/*/id","parameter":"deployment_ids"}},
{"rule":"list-image-version","shape":"equals_parameter","on":[],"mode":"report","message":"the image_version differs from the image_version that the request filters by","hint":"the service must apply the filter","parameters":{"operation":"list_deployments","field":"/resources/*/image_version","parameter":"image_version"}},
{"rule":"list-name-contains","shape":"contains_parameter","on":[],"mode":"report","message":"the name does not contain the text that the request filters by","hint":"the service must apply the filter","parameters":{"operation":"list_deployments","field":"/resources/*/name","parameter":"name_contains"}}
],
"overlays":{
"RepositoryList":{"any":{"any":[],"cloud":[],"self_hosted":[]}},
"DeploymentList":{"any":{"any":[["deployment-secret-references-source","schema",0],["deployment-repo-commit-sha-source","schema",1]],"cloud":[["deployment-secret-references-source","schema",0],["deployment-repo-commit-sha-source","schema",1],["source-hosting","schema",2]],"self_hosted":[["deployment-secret-references-source","schema",0],["deployment-repo-commit-sha-source","schema",1],["source-hosting","schema",3]]}},
"DeploymentPatch":{"codehost":{"any":[["secret-references-source","schema",4],["custom-url-source","schema",5],["listener-id-source","schema",6],["listener-config-source","schema",7],["repo-ref-source","schema",8],["graph-config-path-source","schema",9],["image-uri-source","schema",10],["source-tarball-path-source","schema",11],["repo-commit-sha-in-request","schema",12],["revision-source-hosting","schema",13],["tag-never-moves","clear",14],["immutable-field","clear",15],["immutable-field-unknown","clear",15],["read-only-field","schema",16],["secret-complete","schema",17],["secret-reference-complete","schema",18],["secret-name-empty","schema",19],["env-value-or-value-from","schema",20]],"cloud":[["secret-references-source","schema",4],["custom-url-source","schema",5],["listener-id-source","schema",6],["listener-config-source","schema",7],["repo-ref-source","schema",8],["graph-config-path-source","schema",9],["image-uri-source","schema",10],["source-tarball-path-source","schema",11],["repo-commit-sha-in-request","schema",12],["revision-source-hosting","schema",13],["tag-never-moves","clear",14],["immutable-field","clear",15],["immutable-field-unknown","clear",15],["read-only-field","schema",16],["secret-complete","schema",17],["secret-reference-complete","schema",18],["secret-name-empty","schema",19],["env-value-or-value-from","schema",20]],"self_hosted":[["secret-references-source","schema",4],["custom-url-source","schema",5],["listener-id-source","schema",6],["listener-config-source","schema",7],["repo-ref-source","schema",8],["graph-config-path-source","schema",9],["image-uri-source","schema",10],["source-tarball-path-source","schema",11],["repo-commit-sha-in-request","schema",12],["revision-source-hosting","schema",21],["context-hosting","schema",22],["tag-never-moves","clear",14],["immutable-field","clear",15],["immutable-field-unknown","clear",15],["read-only-field","schema",16],["secret-complete","schema",17],["secret-reference-complete","schema",18],["secret-name-empty","schema",19],["env-value-or-value-from","schema",20]]},"external_container":{"any":[["integration-id-source","schema",23],["repo-url-source","schema",24],["build-on-push-source","schema",25],["install-command-source","schema",26],["build-command-source","schema",27],["repo-ref-source","schema",28],["graph-config-path-source","schema",29],["image-uri-source","schema",30],["source-tarball-path-source","schema",11],["repo-commit-sha-in-request","schema",12],["revision-source-hosting","schema",31],["tag-never-moves","clear",14],["immutable-field","clear",15],["immutable-field-unknown","clear",15],["read-only-field","schema",16],["secret-complete","schema",17],["secret-reference-complete","schema",18],["secret-name-empty","schema",19],["env-value-or-value-from","schema",20]],"cloud":[["integration-id-source","schema",23],["repo-url-source","schema",24],["build-on-push-source","schema",25],["install-command-source","schema",26],["build-command-source","schema",27],["repo-ref-source","schema",28],["graph-config-path-source","schema",29],["image-uri-source","schema",30],["source-tarball-path-source","schema",11],["repo-commit-sha-in-request","schema",12],["revision-source-hosting","schema",21],["context-hosting","schema",22],["tag-never-moves","clear",14],["immutable-field","clear",15],["immutable-field-unknown","clear",15],["read-only-field","schema",16],["secret-complete","schema",17],["secret-reference-complete","schema",18],["secret-name-empty","schema",19],["env-value-or-value-from","schema",20]],"self_hosted":[["integration-id-source","schema",23],["repo-url-source","schema",24],["build-on-push-source","schema",25],["install-command-source","schema",26],["build-command-source","schema",27],["repo-ref-source","schema",28],["graph-config-path-source","schema",29],["image-uri-source","schema",30],["source-tarball-path-source","schema",11],["repo-commit-sha-in-request","schema",12],["revision-source-hosting","schema",31],["tag-never-moves","clear",14],["immutable-field","clear",15],["immutable-field-unknown","clear",15],["read-only-field","schema",16],["secret-complete","schema",17],["secret-reference-complete","schema",18],["secret-name-empty","schema",19],["env-value-or-value-from","schema",20]]},"internal_container":{"any":[["secret-references-source","schema",4],["integration-id-source","schema",23],["repo-url-source","schema",24],["build-on-push-source","schema",25],["custom-url-source","schema",5],["listener-id-source","schema",6],["listener-config-source","schema",7],["install-command-source","schema",26],["build-command-source","schema",27],["repo-ref-source","schema",28],["graph-config-path-source","schema",29],["image-uri-source","schema",30],["source-tarball-path-source","schema",11],["repo-commit-sha-in-request","schema",12],["revision-source-hosting","schema",13],["tag-never-moves","clear",14],["immutable-field","clear",15],["immutable-field-unknown","clear",15],["read-only-field","schema",16],["secret-complete","schema",17],["secret-reference-complete","schema",18],["secret-name-empty","schema",19],["env-value-or-value-from","schema",20]],"cloud":[["secret-references-source","schema",4],["integration-id-source","schema",23],["repo-url-source","schema",24],["build-on-push-source","schema",25],["custom-url-source","schema",5],["listener-id-source","schema",6],["listener-config-source","schema",7],["install-command-source","schema",26],["build-command-source","schema",27],["repo-ref-source","schema",28],["graph-config-path-source","schema",29],["image-uri-source","schema",30],["source-tarball-path-source","schema",11],["repo-commit-sha-in-request","schema",12],["revision-source-hosting","schema",13],["tag-never-moves","clear",14],["immutable-field","clear",15],["immutable-field-unknown","clear",15],["read-only-field","schema",16],["secret-complete","schema",17],["secret-reference-complete","schema",18],["secret-name-empty","schema",19],["env-value-or-value-from","schema",20]],"self_hosted":[["secret-references-source","schema",4],["integration-id-source","schema",23],["repo-url-source","schema",24],["build-on-push-source","schema",25],["custom-url-source","schema",5],["listener-id-source","schema",6],["listener-config-source","schema",7],["install-command-source","schema",26],["build-command-source","schema",27],["repo-ref-source","schema",28],["graph-config-path-source","schema",29],["image-uri-source","schema",30],["source-tarball-path-source","schema",11],["repo-commit-sha-in-request","schema",12],["revision-source-hosting","schema",21],["context-hosting","schema",22],["tag-never-moves","clear",14],["immutable-field","clear",15],["immutable-field-unknown","clear",15],["read-only-field","schema",16],["secret-complete","schema",17],["secret-reference-complete","schema",18],["secret-name-empty","schema",19],["env-value-or-value-from","schema",20]]},"internal_source":{"any":[["secret-references-source","schema",4],["integration-id-source","schema",23],["repo-url-source","schema",24],["build-on-push-source","schema",25],["custom-url-source","schema",5],["listener-id-source","schema",6],["listener-config-source","schema",7],["repo-ref-source","schema",28],["graph-config-path-source","schema",9],["image-uri-source","schema",10],["source-tarball-path-source","schema",32],["repo-commit-sha-in-request","schema",12],["revision-source-hosting","schema",13],["tag-never-moves","clear",14],["immutable-field","clear",15],["immutable-field-unknown","clear",15],["read-only-field","schema",16],["secret-complete","schema",17],["secret-reference-complete","schema",18],["secret-name-empty","schema",19],["env-value-or-value-from","schema",20]],"cloud":[["secret-references-source","schema",4],["integration-id-source","schema",23],["repo-url-source","schema",24],["build-on-push-source","schema",25],["custom-url-source","schema",5],["listener-id-source","schema",6],["listener-config-source","schema",7],["repo-ref-source","schema",28],["graph-config-path-source","schema",9],["image-uri-source","schema",10],["source-tarball-path-source","schema",32],["repo-commit-sha-in-request","schema",12],["revision-source-hosting","schema",13],["tag-never-moves","clear",14],["immutable-field","clear",15],["immutable-field-unknown","clear",15],["read-only-field","schema",16],["secret-complete","schema",17],["secret-reference-complete","schema",18],["secret-name-empty","schema",19],["env-value-or-value-from","schema",20]],"self_hosted":[["secret-references-source","schema",4],["integration-id-source","schema",23],["repo-url-source","schema",24],["build-on-push-source","schema",25],["custom-url-source","schema",5],["listener-id-source","schema",6],["listener-config-source","schema",7],["repo-ref-source","schema",28],["graph-config-path-source","schema",9],["image-uri-source","schema",10],["source-tarball-path-source","schema",32],["repo-commit-sha-in-request","schema",12],["revision-source-hosting","schema",21],["context-hosting","schema",22],["tag-never-moves","clear",14],["immutable-field","clear",15],["immutable-field-unknown","clear",15],["read-only-field","schema",16],["secret-complete","schema",17],["secret-reference-complete","schema",18],["secret-name-empty","schema",19],["env-value-or-value-from","schema",20]]},"internal_template":{"any":[["secret-references-source","schema",4],["integration-id-source","schema",23],["repo-url-source","schema",24],["build-on-push-source","schema",25],["custom-url-source","schema",5],["listener-id-source","schema",6],["listener-config-source","schema",7],["install-command-source","schema",26],["build-command-source","schema",27],["repo-ref-source","schema",28],["graph-config-path-source","schema",29],["image-uri-source","schema",10],["source-tarball-path-source","schema",11],["repo-commit-sha-in-request","schema",12],["revision-source-hosting","schema",13],["tag-never-moves","clear",14],["immutable-field","clear",15],["immutable-field-unknown","clear",15],["read-only-field","schema",16],["secret-complete","schema",17],["secret-reference-complete","schema",18],["secret-name-empty","schema",19],["env-value-or-value-from","schema",20]],"cloud":[["secret-references-source","schema",4],["integration-id-source","schema",23],["repo-url-source","schema",24],["build-on-push-source","schema",25],["custom-url-source","schema",5],["listener-id-source","schema",6],["listener-config-source","schema",7],["install-command-source","schema",26],["build-command-source","schema",27],["repo-ref-source","schema",28],["graph-config-path-source","schema",29],["image-uri-source","schema",10],["source-tarball-path-source","schema",11],["repo-commit-sha-in-request","schema",12],["revision-source-hosting","schema",13],["tag-never-moves","clear",14],["immutable-field","clear",15],["immutable-field-unknown","clear",15],["read-only-field","schema",16],["secret-complete","schema",17],["secret-reference-complete","schema",18],["secret-name-empty","schema",19],["env-value-or-value-from","schema",20]],"self_hosted":[["secret-references-source","schema",4],["integration-id-source","schema",23],["repo-url-source","schema",24],["build-on-push-source","schema",25],["custom-url-source","schema",5],["listener-id-source","schema",6],["listener-config-source","schema",7],["install-command-source","schema",26],["build-command-source","schema",27],["repo-ref-source","schema",28],["graph-config-path-source","schema",29],["image-uri-source","schema",10],["source-tarball-path-source","schema",11],["repo-commit-sha-in-request","schema",12],["revision-source-hosting","schema",21],["context-hosting","schema",22],["tag-never-moves","clear",14],["immutable-field","clear",15],["immutable-field-unknown","clear",15],["read-only-field","schema",16],["secret-complete","schema",17],["secret-reference-complete","schema",18],["secret-name-empty","schema",19],["env-value-or-value-from","schema",20]]}},
"Deployment":{"any":{"any":[["deployment-secret-references-source","schema",33],["deployment-repo-commit-sha-source","schema",34]],"cloud":[["deployment-secret-references-source","schema",33],["deployment-repo-commit-sha-source","schema",34],["source-hosting","schema",35]],"self_hosted":[["deployment-secret-references-source","schema",33],["deployment-repo-commit-sha-source","schema",34],["source-hosting","schema",36]]}}
},
"schemas":[
{"properties":{"resources":{"items":{"anyOf":[{"properties":{"secret_references":{"not":{"type":"array","minItems":1}}}},{"properties":{"source":{"enum":["external_container"]}}}]}}}},
{"properties":{"resources":{"items":{"anyOf":[{"properties":{"source_revision_config":{"properties":{"repo_commit_sha":{"type":"null"}}}}},{"properties":{"source":{"enum":["codehost"]}}}]}}}},
{"properties":{"resources":{"items":{"properties":{"source":{"enum":["codehost","internal_container","internal_source","internal_template",null]}}}}}},
{"properties":{"resources":{"items":{"properties":{"source":{"enum":["external_container",null]}}}}}},
{"properties":{"secret_references":{"type":"null"}}},
{"properties":{"source_config":{"properties":{"custom_url":{"type":"null"}}}}},
{"properties":{"source_config":{"properties":{"listener_id":{"type":"null"}}}}},
{"properties":{"source_config":{"properties":{"listener_config":{"type":"null"}}}}},
{"anyOf":[{"properties":{"source_revision_config":{"properties":{"repo_ref":{"type":"null"}}}}},{"properties":{"revision_source":{"enum":["codehost",null]}}}]},
{"anyOf":[{"properties":{"source_revision_config":{"properties":{"graph_config_path":{"type":"null"}}}}},{"properties":{"revision_source":{"enum":["codehost","internal_source",null]}}}]},
{"anyOf":[{"properties":{"source_revision_config":{"properties":{"image_uri":{"type":"null"}}}}},{"type":"object","required":["revision_source"],"properties":{"revision_source":{"enum":["internal_container"]}}}]},
{"anyOf":[{"properties":{"source_revision_config":{"properties":{"source_tarball_path":{"type":"null"}}}}},{"type":"object","required":["revision_source"],"properties":{"revision_source":{"enum":["internal_source"]}}}]},
{"properties":{"source_revision_config":{"properties":{"repo_commit_sha":{"type":"null"}}}}},
{"properties":{"revision_source":{"enum":["codehost","internal_container","internal_source","internal_template",null]}}},
{"anyOf":[{"properties":{"source_config":{"properties":{"build_on_push":{"not":{"type":"boolean","const":true}}}},"source_revision_config":{"properties":{"repo_ref":{"not":{"type":"string","pattern":"^refs/tags/"}}}}}},{"type":"object","required":["source_config"],"properties":{"source_config":{"type":"object","required":["build_on_push"],"properties":{"build_on_push":{"not":{"anyOf":[{"type":"null"},{"type":"boolean","const":true}]}}}}}},{"type":"object","required":["source_revision_config"],"properties":{"source_revision_config":{"type":"object","required":["repo_ref"],"properties":{"repo_ref":{"not":{"anyOf":[{"type":"null"},{"type":"string","pattern":"^refs/tags/"}]}}}}}}]},
{"properties":{"name":{"type":"null"},"source":{"type":"null"},"source_config":{"properties":{"integration_id":{"type":"null"},"repo_url":{"type":"null"},"listener_id":{"type":"null"},"listener_config":{"properties":{"cluster_namespace":{"type":"null"}}}}}}},
{"type":"object","properties":{"id":{"type":"null"},"tenant_id":{"type":"null"},"created_at":{"type":"null"},"updated_at":{"type":"null"},"status":{"type":"null"},"latest_revision_id":{"type":"null"},"active_revision_id":{"type":"null"}}},
{"properties":{"secrets":{"items":{"type":"object","required":["name","value"]}}}},
{"properties":{"secret_references":{"items":{"type":"object","required":["name","secret_name","secret_key"]}}}},
{"properties":{"secrets":{"items":{"properties":{"name":{"type":"string","minLength":1}}}}}},
{"properties":{"source_config":{"properties":{"resource_spec":{"properties":{"init_containers":{"items":{"properties":{"env":{"items":{"not":{"type":"object","required":["value","valueFrom"],"properties":{"value":{"type":"string"},"valueFrom":{"type":"object"}}}}}}}},"sidecars":{"items":{"properties":{"env":{"items":{"not":{"type":"object","required":["value","valueFrom"],"properties":{"value":{"type":"string"},"valueFrom":{"type":"object"}}}}}}}}}}}}}},
{"properties":{"revision_source":{"enum":["codehost","external_container","internal_container","internal_source","internal_template",null]}}},
{"not":{}},
{"anyOf":[{"properties":{"source_config":{"properties":{"integration_id":{"type":"null"}}}}},{"type":"object","required":["revision_source"],"properties":{"revision_source":{"enum":["codehost"]}}}]},
{"anyOf":[{"properties":{"source_config":{"properties":{"repo_url":{"type":"null"}}}}},{"type":"object","required":["revision_source"],"properties":{"revision_source":{"enum":["codehost"]}}}]},
{"anyOf":[{"properties":{"source_config":{"properties":{"build_on_push":{"not":{"type":"boolean","const":true}}}}}},{"type":"object","required":["revision_source"],"properties":{"revision_source":{"enum":["codehost"]}}}]},
{"anyOf":[{"properties":{"source_config":{"properties":{"install_command":{"type":"null"}}}}},{"type":"object","required":["revision_source"],"properties":{"revision_source":{"enum":["codehost","internal_source"]}}}]},
{"anyOf":[{"properties":{"source_config":{"properties":{"build_command":{"type":"null"}}}}},{"type":"object","required":["revision_source"],"properties":{"revision_source":{"enum":["codehost","internal_source"]}}}]},
{"anyOf":[{"properties":{"source_revision_config":{"properties":{"repo_ref":{"type":"null"}}}}},{"type":"object","required":["revision_source"],"properties":{"revision_source":{"enum":["codehost"]}}}]},
{"anyOf":[{"properties":{"source_revision_config":{"properties":{"graph_config_path":{"type":"null"}}}}},{"type":"object","required":["revision_source"],"properties":{"revision_source":{"enum":["codehost","internal_source"]}}}]},
{"anyOf":[{"properties":{"source_revision_config":{"properties":{"image_uri":{"type":"null"}}}}},{"properties":{"revision_source":{"enum":["internal_container",null]}}}]},
{"properties":{"revision_source":{"enum":["external_container",null]}}},
{"anyOf":[{"properties":{"source_revision_config":{"properties":{"source_tarball_path":{"type":"null"}}}}},{"properties":{"revision_source":{"enum":["internal_source",null]}}}]},
{"anyOf":[{"properties":{"secret_references":{"not":{"type":"array","minItems":1}}}},{"properties":{"source":{"enum":["external_container"]}}}]},
{"anyOf":[{"properties":{"source_revision_config":{"properties":{"repo_commit_sha":{"type":"null"}}}}},{"properties":{"source":{"enum":["codehost"]}}}]},
{"properties":{"source":{"enum":["codehost","internal_container","internal_source","internal_template",null]}}},
{"properties":{"source":{"enum":["external_container",null]}}}
],
"definitions":{
"RepositoryList-1-closed":{"title":"RepositoryList","type":"array","maxItems":10000,"items":{"$ref":"#/$defs/Repository-2-closed"}},
"Repository-2-closed":{"title":"Repository","type":"object","properties":{"host_integration_id":{"type":"string","pattern":"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$","x-format":"uuid"},"id":{"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991},"name":{"type":"string"},"owner":{"type":"string"},"url":{"type":"string"},"default_branch":{"type":"string"}},"required":["host_integration_id","id","name","owner","url","default_branch"],"additionalProperties":false,"maxProperties":10000},
"RepositoryList-1-open":{"title":"RepositoryList","type":"array","maxItems":10000,"items":{"$ref":"#/$defs/Repository-2-open"}},
"Repository-2-open":{"title":"Repository","type":"object","properties":{"host_integration_id":{"type":"string","pattern":"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$","x-format":"uuid"},"id":{"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991},"name":{"type":"string"},"owner":{"type":"string"},"url":{"type":"string"},"default_branch":{"type":"string"}},"required":["host_integration_id","id","name","owner","url","default_branch"],"additionalProperties":{"$ref":"#/$defs/Any-3"},"maxProperties":10000},
"Any-3":{"type":["array","boolean","null","number","object","string"],"minimum":-9007199254740991,"maximum":9007199254740991,"maxItems":10000,"maxProperties":10000,"items":{"$ref":"#/$defs/Any-4"},"additionalProperties":{"$ref":"#/$defs/Any-4"}},
"Any-4":{"type":["array","boolean","null","number","object","string"],"minimum":-9007199254740991,"maximum":9007199254740991,"maxItems":10000,"maxProperties":10000,"items":{"$ref":"#/$defs/Any-5"},"additionalProperties":{"$ref":"#/$defs/Any-5"}},
"Any-5":{"type":["array","boolean","null","number","object","string"],"minimum":-9007199254740991,"maximum":9007199254740991,"maxItems":10000,"maxProperties":10000,"items":{"$ref":"#/$defs/Any-6"},"additionalProperties":{"$ref":"#/$defs/Any-6"}},
"Any-6":{"type":["array","boolean","null","number","object","string"],"minimum":-9007199254740991,"maximum":9007199254740991,"maxItems":10000,"maxProperties":10000,"items":{"$ref":"#/$defs/Any-7"},"additionalProperties":{"$ref":"#/$defs/Any-7"}},
"Any-7":{"type":["array","boolean","null","number","object","string"],"minimum":-9007199254740991,"maximum":9007199254740991,"maxItems":10000,"maxProperties":10000,"items":{"$ref":"#/$defs/Any-8"},"additionalProperties":{"$ref":"#/$defs/Any-8"}},
"Any-8":{"type":["array","boolean","null","number","object","string"],"minimum":-9007199254740991,"maximum":9007199254740991,"maxItems":10000,"maxProperties":10000,"items":{"$ref":"#/$defs/Any-9"},"additionalProperties":{"$ref":"#/$defs/Any-9"}},
"Any-9":{"type":["array","boolean","null","number","object","string"],"minimum":-9007199254740991,"maximum":9007199254740991,"maxItems":10000,"maxProperties":10000,"items":{"$ref":"#/$defs/Any-10"},"additionalProperties":{"$ref":"#/$defs/Any-10"}},
"Any-10":{"type":["array","boolean","null","number","object","string"],"minimum":-9007199254740991,"maximum":9007199254740991,"maxItems":10000,"maxProperties":10000,"items":{"$ref":"#/$defs/Any-11"},"additionalProperties":{"$ref":"#/$defs/Any-11"}},
"Any-11":{"type":["array","boolean","null","number","object","string"],"minimum":-9007199254740991,"maximum":9007199254740991,"maxItems":10000,"maxProperties":10000,"items":{"$ref":"#/$defs/Any-12"},"additionalProperties":{"$ref":"#/$defs/Any-12"}},
"Any-12":{"type":["array","boolean","null","number","object","string"],"minimum":-9007199254740991,"maximum":9007199254740991,"maxItems":10000,"maxProperties":10000,"items":{"$ref":"#/$defs/Any-13"},"additionalProperties":{"$ref":"#/$defs/Any-13"}},
"Any-13":{"type":["array","boolean","null","number","object","string"],"minimum":-9007199254740991,"maximum":9007199254740991,"maxItems":10000,"maxProperties":10000,"items":{"$ref":"#/$defs/Any-14"},"additionalProperties":{"$ref":"#/$defs/Any-14"}},
"Any-14":{"type":["array","boolean","null","number","object","string"],"minimum":-9007199254740991,"maximum":9007199254740991,"maxItems":10000,"maxProperties":10000,"items":{"$ref":"#/$defs/Any-15"},"additionalProperties":{"$ref":"#/$defs/Any-15"}},
"Any-15":{"type":["array","boolean","null","number","object","string"],"minimum":-9007199254740991,"maximum":9007199254740991,"maxItems":10000,"maxProperties":10000,"items":{"$ref":"#/$defs/Any-16"},"additionalProperties":{"$ref":"#/$defs/Any-16"}},
"Any-16":{"type":["array","boolean","null","number","object","string"],"minimum":-9007199254740991,"maximum":9007199254740991,"maxItems":10000,"maxProperties":10000,"items":{"$ref":"#/$defs/Any-17"},"additionalProperties":{"$ref":"#/$defs/Any-17"}},
"Any-17":{"type":["array","boolean","null","number","object","string"],"minimum":-9007199254740991,"maximum":9007199254740991,"maxItems":10000,"maxProperties":10000,"items":{"$ref":"#/$defs/Any-18"},"additionalProperties":{"$ref":"#/$defs/Any-18"}},
"Any-18":{"type":["array","boolean","null","number","object","string"],"minimum":-9007199254740991,"maximum":9007199254740991,"maxItems":10000,"maxProperties":10000,"items":{"$ref":"#/$defs/Any-19"},"additionalProperties":{"$ref":"#/$defs/Any-19"}},
"Any-19":{"type":["array","boolean","null","number","object","string"],"minimum":-9007199254740991,"maximum":9007199254740991,"maxItems":10000,"maxProperties":10000,"items":{"$ref":"#/$defs/Any-20"},"additionalProperties":{"$ref":"#/$defs/Any-20"}},
"Any-20":{"type":["array","boolean","null","number","object","string"],"minimum":-9007199254740991,"maximum":9007199254740991,"maxItems":10000,"maxProperties":10000,"items":{"$ref":"#/$defs/Any-21"},"additionalProperties":{"$ref":"#/$defs/Any-21"}},
"Any-21":{"type":["array","boolean","null","number","object","string"],"minimum":-9007199254740991,"maximum":9007199254740991,"maxItems":10000,"maxProperties":10000,"items":{"$ref":"#/$defs/Any-22"},"additionalProperties":{"$ref":"#/$defs/Any-22"}},
"Any-22":{"type":["array","boolean","null","number","object","string"],"minimum":-9007199254740991,"maximum":9007199254740991,"maxItems":10000,"maxProperties":10000,"items":{"$ref":"#/$defs/Any-23"},"additionalProperties":{"$ref":"#/$defs/Any-23"}},
"Any-23":{"type":["array","boolean","null","number","object","string"],"minimum":-9007199254740991,"maximum":9007199254740991,"maxItems":10000,"maxProperties":10000,"items":{"$ref":"#/$defs/Any-24"},"additionalProperties":{"$ref":"#/$defs/Any-24"}},
"Any-24":{"type":["array","boolean","null","number","object","string"],"minimum":-9007199254740991,"maximum":9007199254740991,"maxItems":10000,"maxProperties":10000,"items":{"$ref":"#/$defs/Any-25"},"additionalProperties":{"$ref":"#/$defs/Any-25"}},
"Any-25":{"type":["array","boolean","null","number","object","string"],"minimum":-9007199254740991,"maximum":9007199254740991,"maxItems":10000,"maxProperties":10000,"items":{"$ref":"#/$defs/Any-26"},"additionalProperties":{"$ref":"#/$defs/Any-26"}},
"Any-26":{"type":["array","boolean","null","number","object","string"],"minimum":-9007199254740991,"maximum":9007199254740991,"maxItems":10000,"maxProperties":10000,"items":{"$ref":"#/$defs/Any-27"},"additionalProperties":{"$ref":"#/$defs/Any-27"}},
"Any-27":{"type":["array","boolean","null","number","object","string"],"minimum":-9007199254740991,"maximum":9007199254740991,"maxItems":10000,"maxProperties":10000,"items":{"$ref":"#/$defs/Any-28"},"additionalProperties":{"$ref":"#/$defs/Any-28"}},
"Any-28":{"type":["array","boolean","null","number","object","string"],"minimum":-9007199254740991,"maximum":9007199254740991,"maxItems":10000,"maxProperties":10000,"items":{"$ref":"#/$defs/Any-29"},"additionalProperties":{"$ref":"#/$defs/Any-29"}},
"Any-29":{"type":["array","boolean","null","number","object","string"],"minimum":-9007199254740991,"maximum":9007199254740991,"maxItems":10000,"maxProperties":10000,"items":{"$ref":"#/$defs/Any-30"},"additionalProperties":{"$ref":"#/$defs/Any-30"}},
"Any-30":{"type":["array","boolean","null","number","object","string"],"minimum":-9007199254740991,"maximum":9007199254740991,"maxItems":10000,"maxProperties":10000,"items":{"$ref":"#/$defs/Any-31"},"additionalProperties":{"$ref":"#/$defs/Any-31"}},
"Any-31":{"type":["array","boolean","null","number","object","string"],"minimum":-9007199254740991,"maximum":9007199254740991,"maxItems":10000,"maxProperties":10000,"items":{"$ref":"#/$defs/Any-32"},"additionalProperties":{"$ref":"#/$defs/Any-32"}},
"Any-32":{"type":["array","boolean","null","number","object","string"],"minimum":-9007199254740991,"maximum":9007199254740991,"maxItems":10000,"maxProperties":10000,"items":{"$ref":"#/$defs/Any-33"},"additionalProperties":{"$ref":"#/$defs/Any-33"}},
"Any-33":{"type":["boolean","null","number","string"],"minimum":-9007199254740991,"maximum":9007199254740991},
"DeploymentList-1-closed":{"title":"DeploymentList","type":"object","properties":{"resources":{"$ref":"#/$defs/DeploymentList.resources-2-closed"},"offset":{"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991}},"required":["resources","offset"],"additionalProperties":false,"maxProperties":10000},
"DeploymentList.resources-2-closed":{"type":"array","maxItems":10000,"items":{"$ref":"#/$defs/Deployment-3-closed"}},
"Deployment-3-closed":{"title":"Deployment","type":"object","properties":{"name":{"type":"string"},"source":{"type":"string","enum":["codehost","external_container","internal_container","internal_source","internal_template"]},"source_config":{"$ref":"#/$defs/SourceConfig-4-closed"},"source_revision_config":{"$ref":"#/$defs/SourceRevisionConfig-4-closed"},"secrets":{"$ref":"#/$defs/Deployment.secrets-4-closed"},"id":{"type":"string","pattern":"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$","x-format":"uuid"},"tenant_id":{"type":"string","pattern":"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$","x-format":"uuid"},"created_at":{"type":"string","pattern":"^(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])|23:59:60(?:\\.[0-9]+)?(?:[Zz]|[+-]00:00)|11:59:60(?:\\.[0-9]+)?[-]12:00|12:14:60(?:\\.[0-9]+)?[-]11:45|12:29:60(?:\\.[0-9]+)?[-]11:30|12:44:60(?:\\.[0-9]+)?[-]11:15|12:59:60(?:\\.[0-9]+)?[-]11:00|13:14:60(?:\\.[0-9]+)?[-]10:45|13:29:60(?:\\.[0-9]+)?[-]10:30|13:44:60(?:\\.[0-9]+)?[-]10:15|13:59:60(?:\\.[0-9]+)?[-]10:00|14:14:60(?:\\.[0-9]+)?[-]09:45|14:29:60(?:\\.[0-9]+)?[-]09:30|14:44:60(?:\\.[0-9]+)?[-]09:15|14:59:60(?:\\.[0-9]+)?[-]09:00|15:14:60(?:\\.[0-9]+)?[-]08:45|15:29:60(?:\\.[0-9]+)?[-]08:30|15:44:60(?:\\.[0-9]+)?[-]08:15|15:59:60(?:\\.[0-9]+)?[-]08:00|16:14:60(?:\\.[0-9]+)?[-]07:45|16:29:60(?:\\.[0-9]+)?[-]07:30|16:44:60(?:\\.[0-9]+)?[-]07:15|16:59:60(?:\\.[0-9]+)?[-]07:00|17:14:60(?:\\.[0-9]+)?[-]06:45|17:29:60(?:\\.[0-9]+)?[-]06:30|17:44:60(?:\\.[0-9]+)?[-]06:15|17:59:60(?:\\.[0-9]+)?[-]06:00|18:14:60(?:\\.[0-9]+)?[-]05:45|18:29:60(?:\\.[0-9]+)?[-]05:30|18:44:60(?:\\.[0-9]+)?[-]05:15|18:59:60(?:\\.[0-9]+)?[-]05:00|19:14:60(?:\\.[0-9]+)?[-]04:45|19:29:60(?:\\.[0-9]+)?[-]04:30|19:44:60(?:\\.[0-9]+)?[-]04:15|19:59:60(?:\\.[0-9]+)?[-]04:00|20:14:60(?:\\.[0-9]+)?[-]03:45|20:29:60(?:\\.[0-9]+)?[-]03:30|20:44:60(?:\\.[0-9]+)?[-]03:15|20:59:60(?:\\.[0-9]+)?[-]03:00|21:14:60(?:\\.[0-9]+)?[-]02:45|21:29:60(?:\\.[0-9]+)?[-]02:30|21:44:60(?:\\.[0-9]+)?[-]02:15|21:59:60(?:\\.[0-9]+)?[-]02:00|22:14:60(?:\\.[0-9]+)?[-]01:45|22:29:60(?:\\.[0-9]+)?[-]01:30|22:44:60(?:\\.[0-9]+)?[-]01:15|22:59:60(?:\\.[0-9]+)?[-]01:00|23:14:60(?:\\.[0-9]+)?[-]00:45|23:29:60(?:\\.[0-9]+)?[-]00:30|23:44:60(?:\\.[0-9]+)?[-]00:15|00:14:60(?:\\.[0-9]+)?[+]00:15|00:29:60(?:\\.[0-9]+)?[+]00:30|00:44:60(?:\\.[0-9]+)?[+]00:45|00:59:60(?:\\.[0-9]+)?[+]01:00|01:14:60(?:\\.[0-9]+)?[+]01:15|01:29:60(?:\\.[0-9]+)?[+]01:30|01:44:60(?:\\.[0-9]+)?[+]01:45|01:59:60(?:\\.[0-9]+)?[+]02:00|02:14:60(?:\\.[0-9]+)?[+]02:15|02:29:60(?:\\.[0-9]+)?[+]02:30|02:44:60(?:\\.[0-9]+)?[+]02:45|02:59:60(?:\\.[0-9]+)?[+]03:00|03:14:60(?:\\.[0-9]+)?[+]03:15|03:29:60(?:\\.[0-9]+)?[+]03:30|03:44:60(?:\\.[0-9]+)?[+]03:45|03:59:60(?:\\.[0-9]+)?[+]04:00|04:14:60(?:\\.[0-9]+)?[+]04:15|04:29:60(?:\\.[0-9]+)?[+]04:30|04:44:60(?:\\.[0-9]+)?[+]04:45|04:59:60(?:\\.[0-9]+)?[+]05:00|05:14:60(?:\\.[0-9]+)?[+]05:15|05:29:60(?:\\.[0-9]+)?[+]05:30|05:44:60(?:\\.[0-9]+)?[+]05:45|05:59:60(?:\\.[0-9]+)?[+]06:00|06:14:60(?:\\.[0-9]+)?[+]06:15|06:29:60(?:\\.[0-9]+)?[+]06:30|06:44:60(?:\\.[0-9]+)?[+]06:45|06:59:60(?:\\.[0-9]+)?[+]07:00|07:14:60(?:\\.[0-9]+)?[+]07:15|07:29:60(?:\\.[0-9]+)?[+]07:30|07:44:60(?:\\.[0-9]+)?[+]07:45|07:59:60(?:\\.[0-9]+)?[+]08:00|08:14:60(?:\\.[0-9]+)?[+]08:15|08:29:60(?:\\.[0-9]+)?[+]08:30|08:44:60(?:\\.[0-9]+)?[+]08:45|08:59:60(?:\\.[0-9]+)?[+]09:00|09:14:60(?:\\.[0-9]+)?[+]09:15|09:29:60(?:\\.[0-9]+)?[+]09:30|09:44:60(?:\\.[0-9]+)?[+]09:45|09:59:60(?:\\.[0-9]+)?[+]10:00|10:14:60(?:\\.[0-9]+)?[+]10:15|10:29:60(?:\\.[0-9]+)?[+]10:30|10:44:60(?:\\.[0-9]+)?[+]10:45|10:59:60(?:\\.[0-9]+)?[+]11:00|11:14:60(?:\\.[0-9]+)?[+]11:15|11:29:60(?:\\.[0-9]+)?[+]11:30|11:44:60(?:\\.[0-9]+)?[+]11:45|11:59:60(?:\\.[0-9]+)?[+]12:00|12:14:60(?:\\.[0-9]+)?[+]12:15|12:29:60(?:\\.[0-9]+)?[+]12:30|12:44:60(?:\\.[0-9]+)?[+]12:45|12:59:60(?:\\.[0-9]+)?[+]13:00|13:14:60(?:\\.[0-9]+)?[+]13:15|13:29:60(?:\\.[0-9]+)?[+]13:30|13:44:60(?:\\.[0-9]+)?[+]13:45|13:59:60(?:\\.[0-9]+)?[+]14:00)$","x-format":"date-time"},"updated_at":{"type":"string","pattern":"^(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])|23:59:60(?:\\.[0-9]+)?(?:[Zz]|[+-]00:00)|11:59:60(?:\\.[0-9]+)?[-]12:00|12:14:60(?:\\.[0-9]+)?[-]11:45|12:29:60(?:\\.[0-9]+)?[-]11:30|12:44:60(?:\\.[0-9]+)?[-]11:15|12:59:60(?:\\.[0-9]+)?[-]11:00|13:14:60(?:\\.[0-9]+)?[-]10:45|13:29:60(?:\\.[0-9]+)?[-]10:30|13:44:60(?:\\.[0-9]+)?[-]10:15|13:59:60(?:\\.[0-9]+)?[-]10:00|14:14:60(?:\\.[0-9]+)?[-]09:45|14:29:60(?:\\.[0-9]+)?[-]09:30|14:44:60(?:\\.[0-9]+)?[-]09:15|14:59:60(?:\\.[0-9]+)?[-]09:00|15:14:60(?:\\.[0-9]+)?[-]08:45|15:29:60(?:\\.[0-9]+)?[-]08:30|15:44:60(?:\\.[0-9]+)?[-]08:15|15:59:60(?:\\.[0-9]+)?[-]08:00|16:14:60(?:\\.[0-9]+)?[-]07:45|16:29:60(?:\\.[0-9]+)?[-]07:30|16:44:60(?:\\.[0-9]+)?[-]07:15|16:59:60(?:\\.[0-9]+)?[-]07:00|17:14:60(?:\\.[0-9]+)?[-]06:45|17:29:60(?:\\.[0-9]+)?[-]06:30|17:44:60(?:\\.[0-9]+)?[-]06:15|17:59:60(?:\\.[0-9]+)?[-]06:00|18:14:60(?:\\.[0-9]+)?[-]05:45|18:29:60(?:\\.[0-9]+)?[-]05:30|18:44:60(?:\\.[0-9]+)?[-]05:15|18:59:60(?:\\.[0-9]+)?[-]05:00|19:14:60(?:\\.[0-9]+)?[-]04:45|19:29:60(?:\\.[0-9]+)?[-]04:30|19:44:60(?:\\.[0-9]+)?[-]04:15|19:59:60(?:\\.[0-9]+)?[-]04:00|20:14:60(?:\\.[0-9]+)?[-]03:45|20:29:60(?:\\.[0-9]+)?[-]03:30|20:44:60(?:\\.[0-9]+)?[-]03:15|20:59:60(?:\\.[0-9]+)?[-]03:00|21:14:60(?:\\.[0-9]+)?[-]02:45|21:29:60(?:\\.[0-9]+)?[-]02:30|21:44:60(?:\\.[0-9]+)?[-]02:15|21:59:60(?:\\.[0-9]+)?[-]02:00|22:14:60(?:\\.[0-9]+)?[-]01:45|22:29:60(?:\\.[0-9]+)?[-]01:30|22:44:60(?:\\.[0-9]+)?[-]01:15|22:59:60(?:\\.[0-9]+)?[-]01:00|23:14:60(?:\\.[0-9]+)?[-]00:45|23:29:60(?:\\.[0-9]+)?[-]00:30|23:44:60(?:\\.[0-9]+)?[-]00:15|00:14:60(?:\\.[0-9]+)?[+]00:15|00:29:60(?:\\.[0-9]+)?[+]00:30|00:44:60(?:\\.[0-9]+)?[+]00:45|00:59:60(?:\\.[0-9]+)?[+]01:00|01:14:60(?:\\.[0-9]+)?[+]01:15|01:29:60(?:\\.[0-9]+)?[+]01:30|01:44:60(?:\\.[0-9]+)?[+]01:45|01:59:60(?:\\.[0-9]+)?[+]02:00|02:14:60(?:\\.[0-9]+)?[+]02:15|02:29:60(?:\\.[0-9]+)?[+]02:30|02:44:60(?:\\.[0-9]+)?[+]02:45|02:59:60(?:\\.[0-9]+)?[+]03:00|03:14:60(?:\\.[0-9]+)?[+]03:15|03:29:60(?:\\.[0-9]+)?[+]03:30|03:44:60(?:\\.[0-9]+)?[+]03:45|03:59:60(?:\\.[0-9]+)?[+]04:00|04:14:60(?:\\.[0-9]+)?[+]04:15|04:29:60(?:\\.[0-9]+)?[+]04:30|04:44:60(?:\\.[0-9]+)?[+]04:45|04:59:60(?:\\.[0-9]+)?[+]05:00|05:14:60(?:\\.[0-9]+)?[+]05:15|05:29:60(?:\\.[0-9]+)?[+]05:30|05:44:60(?:\\.[0-9]+)?[+]05:45|05:59:60(?:\\.[0-9]+)?[+]06:00|06:14:60(?:\\.[0-9]+)?[+]06:15|06:29:60(?:\\.[0-9]+)?[+]06:30|06:44:60(?:\\.[0-9]+)?[+]06:45|06:59:60(?:\\.[0-9]+)?[+]07:00|07:14:60(?:\\.[0-9]+)?[+]07:15|07:29:60(?:\\.[0-9]+)?[+]07:30|07:44:60(?:\\.[0-9]+)?[+]07:45|07:59:60(?:\\.[0-9]+)?[+]08:00|08:14:60(?:\\.[0-9]+)?[+]08:15|08:29:60(?:\\.[0-9]+)?[+]08:30|08:44:60(?:\\.[0-9]+)?[+]08:45|08:59:60(?:\\.[0-9]+)?[+]09:00|09:14:60(?:\\.[0-9]+)?[+]09:15|09:29:60(?:\\.[0-9]+)?[+]09:30|09:44:60(?:\\.[0-9]+)?[+]09:45|09:59:60(?:\\.[0-9]+)?[+]10:00|10:14:60(?:\\.[0-9]+)?[+]10:15|10:29:60(?:\\.[0-9]+)?[+]10:30|10:44:60(?:\\.[0-9]+)?[+]10:45|10:59:60(?:\\.[0-9]+)?[+]11:00|11:14:60(?:\\.[0-9]+)?[+]11:15|11:29:60(?:\\.[0-9]+)?[+]11:30|11:44:60(?:\\.[0-9]+)?[+]11:45|11:59:60(?:\\.[0-9]+)?[+]12:00|12:14:60(?:\\.[0-9]+)?[+]12:15|12:29:60(?:\\.[0-9]+)?[+]12:30|12:44:60(?:\\.[0-9]+)?[+]12:45|12:59:60(?:\\.[0-9]+)?[+]13:00|13:14:60(?:\\.[0-9]+)?[+]13:15|13:29:60(?:\\.[0-9]+)?[+]13:30|13:44:60(?:\\.[0-9]+)?[+]13:45|13:59:60(?:\\.[0-9]+)?[+]14:00)$","x-format":"date-time"},"status":{"type":"string","enum":["AWAITING_DATABASE","READY","UNUSED","AWAITING_DELETE","UNKNOWN"]},"latest_revision_id":{"type":["string","null"],"pattern":"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$","x-format":"uuid"},"active_revision_id":{"type":["string","null"],"pattern":"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$","x-format":"uuid"},"secret_references":{"$ref":"#/$defs/Deployment.secret_references-4-closed"},"image_version":{"type":["string","null"]}},"required":["name","source","source_config","source_revision_config","secrets","id","tenant_id","created_at","updated_at","status","latest_revision_id","active_revision_id"],"additionalProperties":false,"maxProperties":10000},
"SourceConfig-4-closed":{"title":"SourceConfig","type":"object","properties":{"integration_id":{"type":["string","null"],"pattern":"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$","x-format":"uuid"},"repo_url":{"type":["string","null"]},"build_on_push":{"type":["boolean","null"]},"custom_url":{"type":["string","null"]},"resource_spec":{"$ref":"#/$defs/ResourceSpec-5-closed-null"},"listener_id":{"type":["string","null"],"pattern":"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$","x-format":"uuid"},"listener_config":{"$ref":"#/$defs/ListenerConfig-5-closed-null"},"install_command":{"type":["string","null"]},"build_command":{"type":["string","null"]}},"additionalProperties":false,"maxProperties":10000},
"ResourceSpec-5-closed-null":{"title":"ResourceSpec","type":["object","null"],"properties":{"min_scale":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"max_scale":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"cpu":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"cpu_limit":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"memory_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"memory_limit_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"queue_min_scale":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"queue_max_scale":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"queue_cpu":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"queue_cpu_limit":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"queue_memory_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"queue_memory_limit_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"orchestrator_cpu":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"orchestrator_cpu_limit":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"orchestrator_memory_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"orchestrator_memory_limit_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"orchestrator_min_scale":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"orchestrator_max_scale":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"executor_cpu":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"executor_cpu_limit":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"executor_memory_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"executor_memory_limit_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"cache_cpu":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"cache_cpu_limit":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"cache_memory_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"cache_memory_limit_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"db_cpu":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"db_cpu_limit":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"db_memory_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"db_memory_limit_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"db_storage_gi":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"db_max_connections":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"labels":{"$ref":"#/$defs/ResourceSpec.labels-6-closed"},"annotations":{"$ref":"#/$defs/ResourceSpec.annotations-6-closed"},"service_account_name":{"type":["string","null"]},"image_pull_secrets":{"$ref":"#/$defs/ResourceSpec.image_pull_secrets-6-closed"},"volumes":{"$ref":"#/$defs/ResourceSpec.volumes-6-closed"},"volume_mounts":{"$ref":"#/$defs/ResourceSpec.volume_mounts-6-closed"},"init_containers":{"$ref":"#/$defs/ResourceSpec.init_containers-6-closed"},"sidecars":{"$ref":"#/$defs/ResourceSpec.sidecars-6-closed"}},"additionalProperties":false,"maxProperties":10000},
"ResourceSpec.labels-6-closed":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-7"},"maxProperties":10000},
"ResourceSpec.annotations-6-closed":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-7"},"maxProperties":10000},
"ResourceSpec.image_pull_secrets-6-closed":{"type":["array","null"],"maxItems":10000,"items":{"$ref":"#/$defs/ImagePullSecret-7-closed"}},
"ImagePullSecret-7-closed":{"title":"ImagePullSecret","type":"object","properties":{"name":{"type":["string","null"]}},"additionalProperties":false,"maxProperties":10000},
"ResourceSpec.volumes-6-closed":{"type":["array","null"],"maxItems":10000,"items":{"$ref":"#/$defs/Volume-7-closed"}},
"Volume-7-closed":{"title":"Volume","type":"object","properties":{"name":{"type":["string","null"]},"configMap":{"$ref":"#/$defs/Volume.configMap-8-closed"},"secret":{"$ref":"#/$defs/Volume.secret-8-closed"},"emptyDir":{"$ref":"#/$defs/Volume.emptyDir-8-closed"},"persistentVolumeClaim":{"$ref":"#/$defs/Volume.persistentVolumeClaim-8-closed"},"nfs":{"$ref":"#/$defs/Volume.nfs-8-closed"},"projected":{"$ref":"#/$defs/Volume.projected-8-closed"},"downwardAPI":{"$ref":"#/$defs/Volume.downwardAPI-8-closed"},"csi":{"$ref":"#/$defs/Volume.csi-8-closed"}},"additionalProperties":false,"maxProperties":10000},
"Volume.configMap-8-closed":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-9"},"maxProperties":10000},
"Volume.secret-8-closed":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-9"},"maxProperties":10000},
"Volume.emptyDir-8-closed":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-9"},"maxProperties":10000},
"Volume.persistentVolumeClaim-8-closed":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-9"},"maxProperties":10000},
"Volume.nfs-8-closed":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-9"},"maxProperties":10000},
"Volume.projected-8-closed":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-9"},"maxProperties":10000},
"Volume.downwardAPI-8-closed":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-9"},"maxProperties":10000},
"Volume.csi-8-closed":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-9"},"maxProperties":10000},
"ResourceSpec.volume_mounts-6-closed":{"type":["array","null"],"maxItems":10000,"items":{"$ref":"#/$defs/VolumeMount-7-closed"}},
"VolumeMount-7-closed":{"title":"VolumeMount","type":"object","properties":{"name":{"type":["string","null"]},"mountPath":{"type":["string","null"]},"subPath":{"type":["string","null"]},"mountPropagation":{"type":["string","null"]},"subPathExpr":{"type":["string","null"]},"readOnly":{"type":["boolean","null"]}},"additionalProperties":false,"maxProperties":10000},
"ResourceSpec.init_containers-6-closed":{"type":["array","null"],"maxItems":10000,"items":{"$ref":"#/$defs/Container-7-closed"}},
"Container-7-closed":{"title":"Container","type":"object","properties":{"name":{"type":["string","null"]},"image":{"type":["string","null"]},"imagePullPolicy":{"type":["string","null"]},"workingDir":{"type":["string","null"]},"restartPolicy":{"type":["string","null"]},"command":{"$ref":"#/$defs/Container.command-8-closed"},"args":{"$ref":"#/$defs/Container.args-8-closed"},"env":{"$ref":"#/$defs/Container.env-8-closed"},"envFrom":{"$ref":"#/$defs/Container.envFrom-8-closed"},"resources":{"$ref":"#/$defs/ContainerResources-8-closed-null"},"volumeMounts":{"$ref":"#/$defs/Container.volumeMounts-8-closed"},"securityContext":{"$ref":"#/$defs/Container.securityContext-8-closed"}},"additionalProperties":false,"maxProperties":10000},
"Container.command-8-closed":{"type":["array","null"],"maxItems":10000,"items":{"type":"string"}},
"Container.args-8-closed":{"type":["array","null"],"maxItems":10000,"items":{"type":"string"}},
"Container.env-8-closed":{"type":["array","null"],"maxItems":10000,"items":{"$ref":"#/$defs/EnvVar-9-closed"}},
"EnvVar-9-closed":{"title":"EnvVar","type":"object","properties":{"name":{"type":["string","null"]},"value":{"type":["string","null"],"x-secret":true},"valueFrom":{"$ref":"#/$defs/EnvVar.valueFrom-10-closed"}},"additionalProperties":false,"maxProperties":10000},
"EnvVar.valueFrom-10-closed":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-11"},"maxProperties":10000},
"Container.envFrom-8-closed":{"type":["array","null"],"maxItems":10000,"items":{"type":"object","additionalProperties":{"$ref":"#/$defs/Any-10"},"maxProperties":10000}},
"ContainerResources-8-closed-null":{"title":"ContainerResources","type":["object","null"],"properties":{"limits":{"$ref":"#/$defs/ContainerResources.limits-9-closed"},"requests":{"$ref":"#/$defs/ContainerResources.requests-9-closed"}},"additionalProperties":false,"maxProperties":10000},
"ContainerResources.limits-9-closed":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-10"},"maxProperties":10000},
"ContainerResources.requests-9-closed":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-10"},"maxProperties":10000},
"Container.volumeMounts-8-closed":{"type":["array","null"],"maxItems":10000,"items":{"$ref":"#/$defs/VolumeMount-9-closed"}},
"VolumeMount-9-closed":{"title":"VolumeMount","type":"object","properties":{"name":{"type":["string","null"]},"mountPath":{"type":["string","null"]},"subPath":{"type":["string","null"]},"mountPropagation":{"type":["string","null"]},"subPathExpr":{"type":["string","null"]},"readOnly":{"type":["boolean","null"]}},"additionalProperties":false,"maxProperties":10000},
"Container.securityContext-8-closed":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-9"},"maxProperties":10000},
"ResourceSpec.sidecars-6-closed":{"type":["array","null"],"maxItems":10000,"items":{"$ref":"#/$defs/Container-7-closed"}},
"ListenerConfig-5-closed-null":{"title":"ListenerConfig","type":["object","null"],"properties":{"cluster_namespace":{"type":["string","null"]}},"additionalProperties":false,"maxProperties":10000},
"SourceRevisionConfig-4-closed":{"title":"SourceRevisionConfig","type":"object","properties":{"repo_ref":{"type":["string","null"]},"graph_config_path":{"type":["string","null"]},"image_uri":{"type":["string","null"]},"source_tarball_path":{"type":["string","null"]},"repo_commit_sha":{"type":["string","null"]}},"additionalProperties":false,"maxProperties":10000},
"Deployment.secrets-4-closed":{"type":"array","maxItems":10000,"items":{"$ref":"#/$defs/Secret-5-closed"}},
"Secret-5-closed":{"title":"Secret","type":"object","properties":{"name":{"type":"string"},"value":{"type":"string","x-secret":true}},"additionalProperties":false,"maxProperties":10000},
"Deployment.secret_references-4-closed":{"type":["array","null"],"maxItems":10000,"items":{"$ref":"#/$defs/SecretReference-5-closed"}},
"SecretReference-5-closed":{"title":"SecretReference","type":"object","properties":{"name":{"type":"string"},"secret_name":{"type":"string"},"secret_key":{"type":"string"}},"additionalProperties":false,"maxProperties":10000},
"DeploymentList-1-open":{"title":"DeploymentList","type":"object","properties":{"resources":{"$ref":"#/$defs/DeploymentList.resources-2-open"},"offset":{"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991}},"required":["resources","offset"],"additionalProperties":{"$ref":"#/$defs/Any-2"},"maxProperties":10000},
"DeploymentList.resources-2-open":{"type":"array","maxItems":10000,"items":{"$ref":"#/$defs/Deployment-3-open"}},
"Deployment-3-open":{"title":"Deployment","type":"object","properties":{"name":{"type":"string"},"source":{"type":"string","enum":["codehost","external_container","internal_container","internal_source","internal_template"]},"source_config":{"$ref":"#/$defs/SourceConfig-4-open"},"source_revision_config":{"$ref":"#/$defs/SourceRevisionConfig-4-open"},"secrets":{"$ref":"#/$defs/Deployment.secrets-4-open"},"id":{"type":"string","pattern":"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$","x-format":"uuid"},"tenant_id":{"type":"string","pattern":"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$","x-format":"uuid"},"created_at":{"type":"string","pattern":"^(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])|23:59:60(?:\\.[0-9]+)?(?:[Zz]|[+-]00:00)|11:59:60(?:\\.[0-9]+)?[-]12:00|12:14:60(?:\\.[0-9]+)?[-]11:45|12:29:60(?:\\.[0-9]+)?[-]11:30|12:44:60(?:\\.[0-9]+)?[-]11:15|12:59:60(?:\\.[0-9]+)?[-]11:00|13:14:60(?:\\.[0-9]+)?[-]10:45|13:29:60(?:\\.[0-9]+)?[-]10:30|13:44:60(?:\\.[0-9]+)?[-]10:15|13:59:60(?:\\.[0-9]+)?[-]10:00|14:14:60(?:\\.[0-9]+)?[-]09:45|14:29:60(?:\\.[0-9]+)?[-]09:30|14:44:60(?:\\.[0-9]+)?[-]09:15|14:59:60(?:\\.[0-9]+)?[-]09:00|15:14:60(?:\\.[0-9]+)?[-]08:45|15:29:60(?:\\.[0-9]+)?[-]08:30|15:44:60(?:\\.[0-9]+)?[-]08:15|15:59:60(?:\\.[0-9]+)?[-]08:00|16:14:60(?:\\.[0-9]+)?[-]07:45|16:29:60(?:\\.[0-9]+)?[-]07:30|16:44:60(?:\\.[0-9]+)?[-]07:15|16:59:60(?:\\.[0-9]+)?[-]07:00|17:14:60(?:\\.[0-9]+)?[-]06:45|17:29:60(?:\\.[0-9]+)?[-]06:30|17:44:60(?:\\.[0-9]+)?[-]06:15|17:59:60(?:\\.[0-9]+)?[-]06:00|18:14:60(?:\\.[0-9]+)?[-]05:45|18:29:60(?:\\.[0-9]+)?[-]05:30|18:44:60(?:\\.[0-9]+)?[-]05:15|18:59:60(?:\\.[0-9]+)?[-]05:00|19:14:60(?:\\.[0-9]+)?[-]04:45|19:29:60(?:\\.[0-9]+)?[-]04:30|19:44:60(?:\\.[0-9]+)?[-]04:15|19:59:60(?:\\.[0-9]+)?[-]04:00|20:14:60(?:\\.[0-9]+)?[-]03:45|20:29:60(?:\\.[0-9]+)?[-]03:30|20:44:60(?:\\.[0-9]+)?[-]03:15|20:59:60(?:\\.[0-9]+)?[-]03:00|21:14:60(?:\\.[0-9]+)?[-]02:45|21:29:60(?:\\.[0-9]+)?[-]02:30|21:44:60(?:\\.[0-9]+)?[-]02:15|21:59:60(?:\\.[0-9]+)?[-]02:00|22:14:60(?:\\.[0-9]+)?[-]01:45|22:29:60(?:\\.[0-9]+)?[-]01:30|22:44:60(?:\\.[0-9]+)?[-]01:15|22:59:60(?:\\.[0-9]+)?[-]01:00|23:14:60(?:\\.[0-9]+)?[-]00:45|23:29:60(?:\\.[0-9]+)?[-]00:30|23:44:60(?:\\.[0-9]+)?[-]00:15|00:14:60(?:\\.[0-9]+)?[+]00:15|00:29:60(?:\\.[0-9]+)?[+]00:30|00:44:60(?:\\.[0-9]+)?[+]00:45|00:59:60(?:\\.[0-9]+)?[+]01:00|01:14:60(?:\\.[0-9]+)?[+]01:15|01:29:60(?:\\.[0-9]+)?[+]01:30|01:44:60(?:\\.[0-9]+)?[+]01:45|01:59:60(?:\\.[0-9]+)?[+]02:00|02:14:60(?:\\.[0-9]+)?[+]02:15|02:29:60(?:\\.[0-9]+)?[+]02:30|02:44:60(?:\\.[0-9]+)?[+]02:45|02:59:60(?:\\.[0-9]+)?[+]03:00|03:14:60(?:\\.[0-9]+)?[+]03:15|03:29:60(?:\\.[0-9]+)?[+]03:30|03:44:60(?:\\.[0-9]+)?[+]03:45|03:59:60(?:\\.[0-9]+)?[+]04:00|04:14:60(?:\\.[0-9]+)?[+]04:15|04:29:60(?:\\.[0-9]+)?[+]04:30|04:44:60(?:\\.[0-9]+)?[+]04:45|04:59:60(?:\\.[0-9]+)?[+]05:00|05:14:60(?:\\.[0-9]+)?[+]05:15|05:29:60(?:\\.[0-9]+)?[+]05:30|05:44:60(?:\\.[0-9]+)?[+]05:45|05:59:60(?:\\.[0-9]+)?[+]06:00|06:14:60(?:\\.[0-9]+)?[+]06:15|06:29:60(?:\\.[0-9]+)?[+]06:30|06:44:60(?:\\.[0-9]+)?[+]06:45|06:59:60(?:\\.[0-9]+)?[+]07:00|07:14:60(?:\\.[0-9]+)?[+]07:15|07:29:60(?:\\.[0-9]+)?[+]07:30|07:44:60(?:\\.[0-9]+)?[+]07:45|07:59:60(?:\\.[0-9]+)?[+]08:00|08:14:60(?:\\.[0-9]+)?[+]08:15|08:29:60(?:\\.[0-9]+)?[+]08:30|08:44:60(?:\\.[0-9]+)?[+]08:45|08:59:60(?:\\.[0-9]+)?[+]09:00|09:14:60(?:\\.[0-9]+)?[+]09:15|09:29:60(?:\\.[0-9]+)?[+]09:30|09:44:60(?:\\.[0-9]+)?[+]09:45|09:59:60(?:\\.[0-9]+)?[+]10:00|10:14:60(?:\\.[0-9]+)?[+]10:15|10:29:60(?:\\.[0-9]+)?[+]10:30|10:44:60(?:\\.[0-9]+)?[+]10:45|10:59:60(?:\\.[0-9]+)?[+]11:00|11:14:60(?:\\.[0-9]+)?[+]11:15|11:29:60(?:\\.[0-9]+)?[+]11:30|11:44:60(?:\\.[0-9]+)?[+]11:45|11:59:60(?:\\.[0-9]+)?[+]12:00|12:14:60(?:\\.[0-9]+)?[+]12:15|12:29:60(?:\\.[0-9]+)?[+]12:30|12:44:60(?:\\.[0-9]+)?[+]12:45|12:59:60(?:\\.[0-9]+)?[+]13:00|13:14:60(?:\\.[0-9]+)?[+]13:15|13:29:60(?:\\.[0-9]+)?[+]13:30|13:44:60(?:\\.[0-9]+)?[+]13:45|13:59:60(?:\\.[0-9]+)?[+]14:00)$","x-format":"date-time"},"updated_at":{"type":"string","pattern":"^(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])|23:59:60(?:\\.[0-9]+)?(?:[Zz]|[+-]00:00)|11:59:60(?:\\.[0-9]+)?[-]12:00|12:14:60(?:\\.[0-9]+)?[-]11:45|12:29:60(?:\\.[0-9]+)?[-]11:30|12:44:60(?:\\.[0-9]+)?[-]11:15|12:59:60(?:\\.[0-9]+)?[-]11:00|13:14:60(?:\\.[0-9]+)?[-]10:45|13:29:60(?:\\.[0-9]+)?[-]10:30|13:44:60(?:\\.[0-9]+)?[-]10:15|13:59:60(?:\\.[0-9]+)?[-]10:00|14:14:60(?:\\.[0-9]+)?[-]09:45|14:29:60(?:\\.[0-9]+)?[-]09:30|14:44:60(?:\\.[0-9]+)?[-]09:15|14:59:60(?:\\.[0-9]+)?[-]09:00|15:14:60(?:\\.[0-9]+)?[-]08:45|15:29:60(?:\\.[0-9]+)?[-]08:30|15:44:60(?:\\.[0-9]+)?[-]08:15|15:59:60(?:\\.[0-9]+)?[-]08:00|16:14:60(?:\\.[0-9]+)?[-]07:45|16:29:60(?:\\.[0-9]+)?[-]07:30|16:44:60(?:\\.[0-9]+)?[-]07:15|16:59:60(?:\\.[0-9]+)?[-]07:00|17:14:60(?:\\.[0-9]+)?[-]06:45|17:29:60(?:\\.[0-9]+)?[-]06:30|17:44:60(?:\\.[0-9]+)?[-]06:15|17:59:60(?:\\.[0-9]+)?[-]06:00|18:14:60(?:\\.[0-9]+)?[-]05:45|18:29:60(?:\\.[0-9]+)?[-]05:30|18:44:60(?:\\.[0-9]+)?[-]05:15|18:59:60(?:\\.[0-9]+)?[-]05:00|19:14:60(?:\\.[0-9]+)?[-]04:45|19:29:60(?:\\.[0-9]+)?[-]04:30|19:44:60(?:\\.[0-9]+)?[-]04:15|19:59:60(?:\\.[0-9]+)?[-]04:00|20:14:60(?:\\.[0-9]+)?[-]03:45|20:29:60(?:\\.[0-9]+)?[-]03:30|20:44:60(?:\\.[0-9]+)?[-]03:15|20:59:60(?:\\.[0-9]+)?[-]03:00|21:14:60(?:\\.[0-9]+)?[-]02:45|21:29:60(?:\\.[0-9]+)?[-]02:30|21:44:60(?:\\.[0-9]+)?[-]02:15|21:59:60(?:\\.[0-9]+)?[-]02:00|22:14:60(?:\\.[0-9]+)?[-]01:45|22:29:60(?:\\.[0-9]+)?[-]01:30|22:44:60(?:\\.[0-9]+)?[-]01:15|22:59:60(?:\\.[0-9]+)?[-]01:00|23:14:60(?:\\.[0-9]+)?[-]00:45|23:29:60(?:\\.[0-9]+)?[-]00:30|23:44:60(?:\\.[0-9]+)?[-]00:15|00:14:60(?:\\.[0-9]+)?[+]00:15|00:29:60(?:\\.[0-9]+)?[+]00:30|00:44:60(?:\\.[0-9]+)?[+]00:45|00:59:60(?:\\.[0-9]+)?[+]01:00|01:14:60(?:\\.[0-9]+)?[+]01:15|01:29:60(?:\\.[0-9]+)?[+]01:30|01:44:60(?:\\.[0-9]+)?[+]01:45|01:59:60(?:\\.[0-9]+)?[+]02:00|02:14:60(?:\\.[0-9]+)?[+]02:15|02:29:60(?:\\.[0-9]+)?[+]02:30|02:44:60(?:\\.[0-9]+)?[+]02:45|02:59:60(?:\\.[0-9]+)?[+]03:00|03:14:60(?:\\.[0-9]+)?[+]03:15|03:29:60(?:\\.[0-9]+)?[+]03:30|03:44:60(?:\\.[0-9]+)?[+]03:45|03:59:60(?:\\.[0-9]+)?[+]04:00|04:14:60(?:\\.[0-9]+)?[+]04:15|04:29:60(?:\\.[0-9]+)?[+]04:30|04:44:60(?:\\.[0-9]+)?[+]04:45|04:59:60(?:\\.[0-9]+)?[+]05:00|05:14:60(?:\\.[0-9]+)?[+]05:15|05:29:60(?:\\.[0-9]+)?[+]05:30|05:44:60(?:\\.[0-9]+)?[+]05:45|05:59:60(?:\\.[0-9]+)?[+]06:00|06:14:60(?:\\.[0-9]+)?[+]06:15|06:29:60(?:\\.[0-9]+)?[+]06:30|06:44:60(?:\\.[0-9]+)?[+]06:45|06:59:60(?:\\.[0-9]+)?[+]07:00|07:14:60(?:\\.[0-9]+)?[+]07:15|07:29:60(?:\\.[0-9]+)?[+]07:30|07:44:60(?:\\.[0-9]+)?[+]07:45|07:59:60(?:\\.[0-9]+)?[+]08:00|08:14:60(?:\\.[0-9]+)?[+]08:15|08:29:60(?:\\.[0-9]+)?[+]08:30|08:44:60(?:\\.[0-9]+)?[+]08:45|08:59:60(?:\\.[0-9]+)?[+]09:00|09:14:60(?:\\.[0-9]+)?[+]09:15|09:29:60(?:\\.[0-9]+)?[+]09:30|09:44:60(?:\\.[0-9]+)?[+]09:45|09:59:60(?:\\.[0-9]+)?[+]10:00|10:14:60(?:\\.[0-9]+)?[+]10:15|10:29:60(?:\\.[0-9]+)?[+]10:30|10:44:60(?:\\.[0-9]+)?[+]10:45|10:59:60(?:\\.[0-9]+)?[+]11:00|11:14:60(?:\\.[0-9]+)?[+]11:15|11:29:60(?:\\.[0-9]+)?[+]11:30|11:44:60(?:\\.[0-9]+)?[+]11:45|11:59:60(?:\\.[0-9]+)?[+]12:00|12:14:60(?:\\.[0-9]+)?[+]12:15|12:29:60(?:\\.[0-9]+)?[+]12:30|12:44:60(?:\\.[0-9]+)?[+]12:45|12:59:60(?:\\.[0-9]+)?[+]13:00|13:14:60(?:\\.[0-9]+)?[+]13:15|13:29:60(?:\\.[0-9]+)?[+]13:30|13:44:60(?:\\.[0-9]+)?[+]13:45|13:59:60(?:\\.[0-9]+)?[+]14:00)$","x-format":"date-time"},"status":{"type":"string","enum":["AWAITING_DATABASE","READY","UNUSED","AWAITING_DELETE","UNKNOWN"]},"latest_revision_id":{"type":["string","null"],"pattern":"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$","x-format":"uuid"},"active_revision_id":{"type":["string","null"],"pattern":"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$","x-format":"uuid"},"secret_references":{"$ref":"#/$defs/Deployment.secret_references-4-open"},"image_version":{"type":["string","null"]}},"required":["name","source","source_config","source_revision_config","secrets","id","tenant_id","created_at","updated_at","status","latest_revision_id","active_revision_id"],"additionalProperties":{"$ref":"#/$defs/Any-4"},"maxProperties":10000},
"SourceConfig-4-open":{"title":"SourceConfig","type":"object","properties":{"integration_id":{"type":["string","null"],"pattern":"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$","x-format":"uuid"},"repo_url":{"type":["string","null"]},"build_on_push":{"type":["boolean","null"]},"custom_url":{"type":["string","null"]},"resource_spec":{"$ref":"#/$defs/ResourceSpec-5-open-null"},"listener_id":{"type":["string","null"],"pattern":"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$","x-format":"uuid"},"listener_config":{"$ref":"#/$defs/ListenerConfig-5-open-null"},"install_command":{"type":["string","null"]},"build_command":{"type":["string","null"]}},"additionalProperties":{"$ref":"#/$defs/Any-5"},"maxProperties":10000},
"ResourceSpec-5-open-null":{"title":"ResourceSpec","type":["object","null"],"properties":{"min_scale":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"max_scale":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"cpu":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"cpu_limit":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"memory_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"memory_limit_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"queue_min_scale":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"queue_max_scale":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"queue_cpu":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"queue_cpu_limit":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"queue_memory_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"queue_memory_limit_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"orchestrator_cpu":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"orchestrator_cpu_limit":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"orchestrator_memory_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"orchestrator_memory_limit_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"orchestrator_min_scale":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"orchestrator_max_scale":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"executor_cpu":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"executor_cpu_limit":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"executor_memory_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"executor_memory_limit_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"cache_cpu":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"cache_cpu_limit":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"cache_memory_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"cache_memory_limit_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"db_cpu":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"db_cpu_limit":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"db_memory_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"db_memory_limit_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"db_storage_gi":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"db_max_connections":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"labels":{"$ref":"#/$defs/ResourceSpec.labels-6-open"},"annotations":{"$ref":"#/$defs/ResourceSpec.annotations-6-open"},"service_account_name":{"type":["string","null"]},"image_pull_secrets":{"$ref":"#/$defs/ResourceSpec.image_pull_secrets-6-open"},"volumes":{"$ref":"#/$defs/ResourceSpec.volumes-6-open"},"volume_mounts":{"$ref":"#/$defs/ResourceSpec.volume_mounts-6-open"},"init_containers":{"$ref":"#/$defs/ResourceSpec.init_containers-6-open"},"sidecars":{"$ref":"#/$defs/ResourceSpec.sidecars-6-open"}},"additionalProperties":{"$ref":"#/$defs/Any-6"},"maxProperties":10000},
"ResourceSpec.labels-6-open":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-7"},"maxProperties":10000},
"ResourceSpec.annotations-6-open":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-7"},"maxProperties":10000},
"ResourceSpec.image_pull_secrets-6-open":{"type":["array","null"],"maxItems":10000,"items":{"$ref":"#/$defs/ImagePullSecret-7-open"}},
"ImagePullSecret-7-open":{"title":"ImagePullSecret","type":"object","properties":{"name":{"type":["string","null"]}},"additionalProperties":{"$ref":"#/$defs/Any-8"},"maxProperties":10000},
"ResourceSpec.volumes-6-open":{"type":["array","null"],"maxItems":10000,"items":{"$ref":"#/$defs/Volume-7-open"}},
"Volume-7-open":{"title":"Volume","type":"object","properties":{"name":{"type":["string","null"]},"configMap":{"$ref":"#/$defs/Volume.configMap-8-open"},"secret":{"$ref":"#/$defs/Volume.secret-8-open"},"emptyDir":{"$ref":"#/$defs/Volume.emptyDir-8-open"},"persistentVolumeClaim":{"$ref":"#/$defs/Volume.persistentVolumeClaim-8-open"},"nfs":{"$ref":"#/$defs/Volume.nfs-8-open"},"projected":{"$ref":"#/$defs/Volume.projected-8-open"},"downwardAPI":{"$ref":"#/$defs/Volume.downwardAPI-8-open"},"csi":{"$ref":"#/$defs/Volume.csi-8-open"}},"additionalProperties":{"$ref":"#/$defs/Any-8"},"maxProperties":10000},
"Volume.configMap-8-open":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-9"},"maxProperties":10000},
"Volume.secret-8-open":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-9"},"maxProperties":10000},
"Volume.emptyDir-8-open":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-9"},"maxProperties":10000},
"Volume.persistentVolumeClaim-8-open":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-9"},"maxProperties":10000},
"Volume.nfs-8-open":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-9"},"maxProperties":10000},
"Volume.projected-8-open":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-9"},"maxProperties":10000},
"Volume.downwardAPI-8-open":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-9"},"maxProperties":10000},
"Volume.csi-8-open":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-9"},"maxProperties":10000},
"ResourceSpec.volume_mounts-6-open":{"type":["array","null"],"maxItems":10000,"items":{"$ref":"#/$defs/VolumeMount-7-open"}},
"VolumeMount-7-open":{"title":"VolumeMount","type":"object","properties":{"name":{"type":["string","null"]},"mountPath":{"type":["string","null"]},"subPath":{"type":["string","null"]},"mountPropagation":{"type":["string","null"]},"subPathExpr":{"type":["string","null"]},"readOnly":{"type":["boolean","null"]}},"additionalProperties":{"$ref":"#/$defs/Any-8"},"maxProperties":10000},
"ResourceSpec.init_containers-6-open":{"type":["array","null"],"maxItems":10000,"items":{"$ref":"#/$defs/Container-7-open"}},
"Container-7-open":{"title":"Container","type":"object","properties":{"name":{"type":["string","null"]},"image":{"type":["string","null"]},"imagePullPolicy":{"type":["string","null"]},"workingDir":{"type":["string","null"]},"restartPolicy":{"type":["string","null"]},"command":{"$ref":"#/$defs/Container.command-8-open"},"args":{"$ref":"#/$defs/Container.args-8-open"},"env":{"$ref":"#/$defs/Container.env-8-open"},"envFrom":{"$ref":"#/$defs/Container.envFrom-8-open"},"resources":{"$ref":"#/$defs/ContainerResources-8-open-null"},"volumeMounts":{"$ref":"#/$defs/Container.volumeMounts-8-open"},"securityContext":{"$ref":"#/$defs/Container.securityContext-8-open"}},"additionalProperties":{"$ref":"#/$defs/Any-8"},"maxProperties":10000},
"Container.command-8-open":{"type":["array","null"],"maxItems":10000,"items":{"type":"string"}},
"Container.args-8-open":{"type":["array","null"],"maxItems":10000,"items":{"type":"string"}},
"Container.env-8-open":{"type":["array","null"],"maxItems":10000,"items":{"$ref":"#/$defs/EnvVar-9-open"}},
"EnvVar-9-open":{"title":"EnvVar","type":"object","properties":{"name":{"type":["string","null"]},"value":{"type":["string","null"],"x-secret":true},"valueFrom":{"$ref":"#/$defs/EnvVar.valueFrom-10-open"}},"additionalProperties":{"$ref":"#/$defs/Any-10"},"maxProperties":10000},
"EnvVar.valueFrom-10-open":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-11"},"maxProperties":10000},
"Container.envFrom-8-open":{"type":["array","null"],"maxItems":10000,"items":{"type":"object","additionalProperties":{"$ref":"#/$defs/Any-10"},"maxProperties":10000}},
"ContainerResources-8-open-null":{"title":"ContainerResources","type":["object","null"],"properties":{"limits":{"$ref":"#/$defs/ContainerResources.limits-9-open"},"requests":{"$ref":"#/$defs/ContainerResources.requests-9-open"}},"additionalProperties":{"$ref":"#/$defs/Any-9"},"maxProperties":10000},
"ContainerResources.limits-9-open":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-10"},"maxProperties":10000},
"ContainerResources.requests-9-open":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-10"},"maxProperties":10000},
"Container.volumeMounts-8-open":{"type":["array","null"],"maxItems":10000,"items":{"$ref":"#/$defs/VolumeMount-9-open"}},
"VolumeMount-9-open":{"title":"VolumeMount","type":"object","properties":{"name":{"type":["string","null"]},"mountPath":{"type":["string","null"]},"subPath":{"type":["string","null"]},"mountPropagation":{"type":["string","null"]},"subPathExpr":{"type":["string","null"]},"readOnly":{"type":["boolean","null"]}},"additionalProperties":{"$ref":"#/$defs/Any-10"},"maxProperties":10000},
"Container.securityContext-8-open":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-9"},"maxProperties":10000},
"ResourceSpec.sidecars-6-open":{"type":["array","null"],"maxItems":10000,"items":{"$ref":"#/$defs/Container-7-open"}},
"ListenerConfig-5-open-null":{"title":"ListenerConfig","type":["object","null"],"properties":{"cluster_namespace":{"type":["string","null"]}},"additionalProperties":{"$ref":"#/$defs/Any-6"},"maxProperties":10000},
"SourceRevisionConfig-4-open":{"title":"SourceRevisionConfig","type":"object","properties":{"repo_ref":{"type":["string","null"]},"graph_config_path":{"type":["string","null"]},"image_uri":{"type":["string","null"]},"source_tarball_path":{"type":["string","null"]},"repo_commit_sha":{"type":["string","null"]}},"additionalProperties":{"$ref":"#/$defs/Any-5"},"maxProperties":10000},
"Deployment.secrets-4-open":{"type":"array","maxItems":10000,"items":{"$ref":"#/$defs/Secret-5-open"}},
"Secret-5-open":{"title":"Secret","type":"object","properties":{"name":{"type":"string"},"value":{"type":"string","x-secret":true}},"additionalProperties":{"$ref":"#/$defs/Any-6"},"maxProperties":10000},
"Deployment.secret_references-4-open":{"type":["array","null"],"maxItems":10000,"items":{"$ref":"#/$defs/SecretReference-5-open"}},
"SecretReference-5-open":{"title":"SecretReference","type":"object","properties":{"name":{"type":"string"},"secret_name":{"type":"string"},"secret_key":{"type":"string"}},"additionalProperties":{"$ref":"#/$defs/Any-6"},"maxProperties":10000},
"Any-2":{"type":["array","boolean","null","number","object","string"],"minimum":-9007199254740991,"maximum":9007199254740991,"maxItems":10000,"maxProperties":10000,"items":{"$ref":"#/$defs/Any-3"},"additionalProperties":{"$ref":"#/$defs/Any-3"}},
"DeploymentPatch-1-closed":{"title":"DeploymentPatch","type":"object","properties":{"revision_source":{"type":["string","null"],"enum":["codehost","internal_container","internal_source",null]},"source_config":{"$ref":"#/$defs/SourceConfig-2-closed-null"},"source_revision_config":{"$ref":"#/$defs/SourceRevisionConfigPatch-2-closed-null"},"secrets":{"$ref":"#/$defs/DeploymentPatch.secrets-2-closed"},"secret_references":{"$ref":"#/$defs/DeploymentPatch.secret_references-2-closed"}},"additionalProperties":false,"maxProperties":10000},
"SourceConfig-2-closed-null":{"title":"SourceConfig","type":["object","null"],"properties":{"integration_id":{"type":["string","null"],"pattern":"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$","x-format":"uuid"},"repo_url":{"type":["string","null"]},"build_on_push":{"type":["boolean","null"]},"custom_url":{"type":["string","null"]},"resource_spec":{"$ref":"#/$defs/ResourceSpec-3-closed-null"},"listener_id":{"type":["string","null"],"pattern":"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$","x-format":"uuid"},"listener_config":{"$ref":"#/$defs/ListenerConfig-3-closed-null"},"install_command":{"type":["string","null"]},"build_command":{"type":["string","null"]}},"additionalProperties":false,"maxProperties":10000},
"ResourceSpec-3-closed-null":{"title":"ResourceSpec","type":["object","null"],"properties":{"min_scale":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"max_scale":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"cpu":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"cpu_limit":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"memory_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"memory_limit_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"queue_min_scale":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"queue_max_scale":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"queue_cpu":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"queue_cpu_limit":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"queue_memory_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"queue_memory_limit_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"orchestrator_cpu":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"orchestrator_cpu_limit":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"orchestrator_memory_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"orchestrator_memory_limit_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"orchestrator_min_scale":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"orchestrator_max_scale":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"executor_cpu":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"executor_cpu_limit":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"executor_memory_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"executor_memory_limit_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"cache_cpu":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"cache_cpu_limit":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"cache_memory_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"cache_memory_limit_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"db_cpu":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"db_cpu_limit":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"db_memory_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"db_memory_limit_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"db_storage_gi":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"db_max_connections":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"labels":{"$ref":"#/$defs/ResourceSpec.labels-4-closed"},"annotations":{"$ref":"#/$defs/ResourceSpec.annotations-4-closed"},"service_account_name":{"type":["string","null"]},"image_pull_secrets":{"$ref":"#/$defs/ResourceSpec.image_pull_secrets-4-closed"},"volumes":{"$ref":"#/$defs/ResourceSpec.volumes-4-closed"},"volume_mounts":{"$ref":"#/$defs/ResourceSpec.volume_mounts-4-closed"},"init_containers":{"$ref":"#/$defs/ResourceSpec.init_containers-4-closed"},"sidecars":{"$ref":"#/$defs/ResourceSpec.sidecars-4-closed"}},"additionalProperties":false,"maxProperties":10000},
"ResourceSpec.labels-4-closed":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-5"},"maxProperties":10000},
"ResourceSpec.annotations-4-closed":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-5"},"maxProperties":10000},
"ResourceSpec.image_pull_secrets-4-closed":{"type":["array","null"],"maxItems":10000,"items":{"$ref":"#/$defs/ImagePullSecret-5-closed"}},
"ImagePullSecret-5-closed":{"title":"ImagePullSecret","type":"object","properties":{"name":{"type":["string","null"]}},"additionalProperties":false,"maxProperties":10000},
"ResourceSpec.volumes-4-closed":{"type":["array","null"],"maxItems":10000,"items":{"$ref":"#/$defs/Volume-5-closed"}},
"Volume-5-closed":{"title":"Volume","type":"object","properties":{"name":{"type":["string","null"]},"configMap":{"$ref":"#/$defs/Volume.configMap-6-closed"},"secret":{"$ref":"#/$defs/Volume.secret-6-closed"},"emptyDir":{"$ref":"#/$defs/Volume.emptyDir-6-closed"},"persistentVolumeClaim":{"$ref":"#/$defs/Volume.persistentVolumeClaim-6-closed"},"nfs":{"$ref":"#/$defs/Volume.nfs-6-closed"},"projected":{"$ref":"#/$defs/Volume.projected-6-closed"},"downwardAPI":{"$ref":"#/$defs/Volume.downwardAPI-6-closed"},"csi":{"$ref":"#/$defs/Volume.csi-6-closed"}},"additionalProperties":false,"maxProperties":10000},
"Volume.configMap-6-closed":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-7"},"maxProperties":10000},
"Volume.secret-6-closed":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-7"},"maxProperties":10000},
"Volume.emptyDir-6-closed":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-7"},"maxProperties":10000},
"Volume.persistentVolumeClaim-6-closed":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-7"},"maxProperties":10000},
"Volume.nfs-6-closed":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-7"},"maxProperties":10000},
"Volume.projected-6-closed":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-7"},"maxProperties":10000},
"Volume.downwardAPI-6-closed":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-7"},"maxProperties":10000},
"Volume.csi-6-closed":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-7"},"maxProperties":10000},
"ResourceSpec.volume_mounts-4-closed":{"type":["array","null"],"maxItems":10000,"items":{"$ref":"#/$defs/VolumeMount-5-closed"}},
"VolumeMount-5-closed":{"title":"VolumeMount","type":"object","properties":{"name":{"type":["string","null"]},"mountPath":{"type":["string","null"]},"subPath":{"type":["string","null"]},"mountPropagation":{"type":["string","null"]},"subPathExpr":{"type":["string","null"]},"readOnly":{"type":["boolean","null"]}},"additionalProperties":false,"maxProperties":10000},
"ResourceSpec.init_containers-4-closed":{"type":["array","null"],"maxItems":10000,"items":{"$ref":"#/$defs/Container-5-closed"}},
"Container-5-closed":{"title":"Container","type":"object","properties":{"name":{"type":["string","null"]},"image":{"type":["string","null"]},"imagePullPolicy":{"type":["string","null"]},"workingDir":{"type":["string","null"]},"restartPolicy":{"type":["string","null"]},"command":{"$ref":"#/$defs/Container.command-6-closed"},"args":{"$ref":"#/$defs/Container.args-6-closed"},"env":{"$ref":"#/$defs/Container.env-6-closed"},"envFrom":{"$ref":"#/$defs/Container.envFrom-6-closed"},"resources":{"$ref":"#/$defs/ContainerResources-6-closed-null"},"volumeMounts":{"$ref":"#/$defs/Container.volumeMounts-6-closed"},"securityContext":{"$ref":"#/$defs/Container.securityContext-6-closed"}},"additionalProperties":false,"maxProperties":10000},
"Container.command-6-closed":{"type":["array","null"],"maxItems":10000,"items":{"type":"string"}},
"Container.args-6-closed":{"type":["array","null"],"maxItems":10000,"items":{"type":"string"}},
"Container.env-6-closed":{"type":["array","null"],"maxItems":10000,"items":{"$ref":"#/$defs/EnvVar-7-closed"}},
"EnvVar-7-closed":{"title":"EnvVar","type":"object","properties":{"name":{"type":["string","null"]},"value":{"type":["string","null"],"x-secret":true},"valueFrom":{"$ref":"#/$defs/EnvVar.valueFrom-8-closed"}},"additionalProperties":false,"maxProperties":10000},
"EnvVar.valueFrom-8-closed":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-9"},"maxProperties":10000},
"Container.envFrom-6-closed":{"type":["array","null"],"maxItems":10000,"items":{"type":"object","additionalProperties":{"$ref":"#/$defs/Any-8"},"maxProperties":10000}},
"ContainerResources-6-closed-null":{"title":"ContainerResources","type":["object","null"],"properties":{"limits":{"$ref":"#/$defs/ContainerResources.limits-7-closed"},"requests":{"$ref":"#/$defs/ContainerResources.requests-7-closed"}},"additionalProperties":false,"maxProperties":10000},
"ContainerResources.limits-7-closed":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-8"},"maxProperties":10000},
"ContainerResources.requests-7-closed":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-8"},"maxProperties":10000},
"Container.volumeMounts-6-closed":{"type":["array","null"],"maxItems":10000,"items":{"$ref":"#/$defs/VolumeMount-7-closed"}},
"Container.securityContext-6-closed":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-7"},"maxProperties":10000},
"ResourceSpec.sidecars-4-closed":{"type":["array","null"],"maxItems":10000,"items":{"$ref":"#/$defs/Container-5-closed"}},
"ListenerConfig-3-closed-null":{"title":"ListenerConfig","type":["object","null"],"properties":{"cluster_namespace":{"type":["string","null"]}},"additionalProperties":false,"maxProperties":10000},
"SourceRevisionConfigPatch-2-closed-null":{"title":"SourceRevisionConfigPatch","type":["object","null"],"properties":{"repo_ref":{"type":["string","null"]},"graph_config_path":{"type":["string","null"]},"image_uri":{"type":["string","null"]},"source_tarball_path":{"type":["string","null"]}},"additionalProperties":false,"maxProperties":10000},
"DeploymentPatch.secrets-2-closed":{"type":["array","null"],"maxItems":10000,"items":{"$ref":"#/$defs/Secret-3-closed"}},
"Secret-3-closed":{"title":"Secret","type":"object","properties":{"name":{"type":"string"},"value":{"type":"string","x-secret":true}},"additionalProperties":false,"maxProperties":10000},
"DeploymentPatch.secret_references-2-closed":{"type":["array","null"],"maxItems":10000,"items":{"$ref":"#/$defs/SecretReference-3-closed"}},
"SecretReference-3-closed":{"title":"SecretReference","type":"object","properties":{"name":{"type":"string"},"secret_name":{"type":"string"},"secret_key":{"type":"string"}},"additionalProperties":false,"maxProperties":10000},
"DeploymentPatch-1-open":{"title":"DeploymentPatch","type":"object","properties":{"revision_source":{"type":["string","null"],"enum":["codehost","internal_container","internal_source",null]},"source_config":{"$ref":"#/$defs/SourceConfig-2-open-null"},"source_revision_config":{"$ref":"#/$defs/SourceRevisionConfigPatch-2-open-null"},"secrets":{"$ref":"#/$defs/DeploymentPatch.secrets-2-open"},"secret_references":{"$ref":"#/$defs/DeploymentPatch.secret_references-2-open"}},"additionalProperties":{"$ref":"#/$defs/Any-2"},"maxProperties":10000},
"SourceConfig-2-open-null":{"title":"SourceConfig","type":["object","null"],"properties":{"integration_id":{"type":["string","null"],"pattern":"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$","x-format":"uuid"},"repo_url":{"type":["string","null"]},"build_on_push":{"type":["boolean","null"]},"custom_url":{"type":["string","null"]},"resource_spec":{"$ref":"#/$defs/ResourceSpec-3-open-null"},"listener_id":{"type":["string","null"],"pattern":"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$","x-format":"uuid"},"listener_config":{"$ref":"#/$defs/ListenerConfig-3-open-null"},"install_command":{"type":["string","null"]},"build_command":{"type":["string","null"]}},"additionalProperties":{"$ref":"#/$defs/Any-3"},"maxProperties":10000},
"ResourceSpec-3-open-null":{"title":"ResourceSpec","type":["object","null"],"properties":{"min_scale":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"max_scale":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"cpu":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"cpu_limit":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"memory_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"memory_limit_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"queue_min_scale":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"queue_max_scale":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"queue_cpu":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"queue_cpu_limit":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"queue_memory_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"queue_memory_limit_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"orchestrator_cpu":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"orchestrator_cpu_limit":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"orchestrator_memory_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"orchestrator_memory_limit_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"orchestrator_min_scale":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"orchestrator_max_scale":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"executor_cpu":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"executor_cpu_limit":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"executor_memory_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"executor_memory_limit_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"cache_cpu":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"cache_cpu_limit":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"cache_memory_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"cache_memory_limit_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"db_cpu":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"db_cpu_limit":{"type":["number","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"db_memory_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"db_memory_limit_mb":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"db_storage_gi":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"db_max_connections":{"type":["integer","null"],"minimum":-9007199254740991,"maximum":9007199254740991},"labels":{"$ref":"#/$defs/ResourceSpec.labels-4-open"},"annotations":{"$ref":"#/$defs/ResourceSpec.annotations-4-open"},"service_account_name":{"type":["string","null"]},"image_pull_secrets":{"$ref":"#/$defs/ResourceSpec.image_pull_secrets-4-open"},"volumes":{"$ref":"#/$defs/ResourceSpec.volumes-4-open"},"volume_mounts":{"$ref":"#/$defs/ResourceSpec.volume_mounts-4-open"},"init_containers":{"$ref":"#/$defs/ResourceSpec.init_containers-4-open"},"sidecars":{"$ref":"#/$defs/ResourceSpec.sidecars-4-open"}},"additionalProperties":{"$ref":"#/$defs/Any-4"},"maxProperties":10000},
"ResourceSpec.labels-4-open":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-5"},"maxProperties":10000},
"ResourceSpec.annotations-4-open":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-5"},"maxProperties":10000},
"ResourceSpec.image_pull_secrets-4-open":{"type":["array","null"],"maxItems":10000,"items":{"$ref":"#/$defs/ImagePullSecret-5-open"}},
"ImagePullSecret-5-open":{"title":"ImagePullSecret","type":"object","properties":{"name":{"type":["string","null"]}},"additionalProperties":{"$ref":"#/$defs/Any-6"},"maxProperties":10000},
"ResourceSpec.volumes-4-open":{"type":["array","null"],"maxItems":10000,"items":{"$ref":"#/$defs/Volume-5-open"}},
"Volume-5-open":{"title":"Volume","type":"object","properties":{"name":{"type":["string","null"]},"configMap":{"$ref":"#/$defs/Volume.configMap-6-open"},"secret":{"$ref":"#/$defs/Volume.secret-6-open"},"emptyDir":{"$ref":"#/$defs/Volume.emptyDir-6-open"},"persistentVolumeClaim":{"$ref":"#/$defs/Volume.persistentVolumeClaim-6-open"},"nfs":{"$ref":"#/$defs/Volume.nfs-6-open"},"projected":{"$ref":"#/$defs/Volume.projected-6-open"},"downwardAPI":{"$ref":"#/$defs/Volume.downwardAPI-6-open"},"csi":{"$ref":"#/$defs/Volume.csi-6-open"}},"additionalProperties":{"$ref":"#/$defs/Any-6"},"maxProperties":10000},
"Volume.configMap-6-open":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-7"},"maxProperties":10000},
"Volume.secret-6-open":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-7"},"maxProperties":10000},
"Volume.emptyDir-6-open":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-7"},"maxProperties":10000},
"Volume.persistentVolumeClaim-6-open":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-7"},"maxProperties":10000},
"Volume.nfs-6-open":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-7"},"maxProperties":10000},
"Volume.projected-6-open":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-7"},"maxProperties":10000},
"Volume.downwardAPI-6-open":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-7"},"maxProperties":10000},
"Volume.csi-6-open":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-7"},"maxProperties":10000},
"ResourceSpec.volume_mounts-4-open":{"type":["array","null"],"maxItems":10000,"items":{"$ref":"#/$defs/VolumeMount-5-open"}},
"VolumeMount-5-open":{"title":"VolumeMount","type":"object","properties":{"name":{"type":["string","null"]},"mountPath":{"type":["string","null"]},"subPath":{"type":["string","null"]},"mountPropagation":{"type":["string","null"]},"subPathExpr":{"type":["string","null"]},"readOnly":{"type":["boolean","null"]}},"additionalProperties":{"$ref":"#/$defs/Any-6"},"maxProperties":10000},
"ResourceSpec.init_containers-4-open":{"type":["array","null"],"maxItems":10000,"items":{"$ref":"#/$defs/Container-5-open"}},
"Container-5-open":{"title":"Container","type":"object","properties":{"name":{"type":["string","null"]},"image":{"type":["string","null"]},"imagePullPolicy":{"type":["string","null"]},"workingDir":{"type":["string","null"]},"restartPolicy":{"type":["string","null"]},"command":{"$ref":"#/$defs/Container.command-6-open"},"args":{"$ref":"#/$defs/Container.args-6-open"},"env":{"$ref":"#/$defs/Container.env-6-open"},"envFrom":{"$ref":"#/$defs/Container.envFrom-6-open"},"resources":{"$ref":"#/$defs/ContainerResources-6-open-null"},"volumeMounts":{"$ref":"#/$defs/Container.volumeMounts-6-open"},"securityContext":{"$ref":"#/$defs/Container.securityContext-6-open"}},"additionalProperties":{"$ref":"#/$defs/Any-6"},"maxProperties":10000},
"Container.command-6-open":{"type":["array","null"],"maxItems":10000,"items":{"type":"string"}},
"Container.args-6-open":{"type":["array","null"],"maxItems":10000,"items":{"type":"string"}},
"Container.env-6-open":{"type":["array","null"],"maxItems":10000,"items":{"$ref":"#/$defs/EnvVar-7-open"}},
"EnvVar-7-open":{"title":"EnvVar","type":"object","properties":{"name":{"type":["string","null"]},"value":{"type":["string","null"],"x-secret":true},"valueFrom":{"$ref":"#/$defs/EnvVar.valueFrom-8-open"}},"additionalProperties":{"$ref":"#/$defs/Any-8"},"maxProperties":10000},
"EnvVar.valueFrom-8-open":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-9"},"maxProperties":10000},
"Container.envFrom-6-open":{"type":["array","null"],"maxItems":10000,"items":{"type":"object","additionalProperties":{"$ref":"#/$defs/Any-8"},"maxProperties":10000}},
"ContainerResources-6-open-null":{"title":"ContainerResources","type":["object","null"],"properties":{"limits":{"$ref":"#/$defs/ContainerResources.limits-7-open"},"requests":{"$ref":"#/$defs/ContainerResources.requests-7-open"}},"additionalProperties":{"$ref":"#/$defs/Any-7"},"maxProperties":10000},
"ContainerResources.limits-7-open":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-8"},"maxProperties":10000},
"ContainerResources.requests-7-open":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-8"},"maxProperties":10000},
"Container.volumeMounts-6-open":{"type":["array","null"],"maxItems":10000,"items":{"$ref":"#/$defs/VolumeMount-7-open"}},
"Container.securityContext-6-open":{"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Any-7"},"maxProperties":10000},
"ResourceSpec.sidecars-4-open":{"type":["array","null"],"maxItems":10000,"items":{"$ref":"#/$defs/Container-5-open"}},
"ListenerConfig-3-open-null":{"title":"ListenerConfig","type":["object","null"],"properties":{"cluster_namespace":{"type":["string","null"]}},"additionalProperties":{"$ref":"#/$defs/Any-4"},"maxProperties":10000},
"SourceRevisionConfigPatch-2-open-null":{"title":"SourceRevisionConfigPatch","type":["object","null"],"properties":{"repo_ref":{"type":["string","null"]},"graph_config_path":{"type":["string","null"]},"image_uri":{"type":["string","null"]},"source_tarball_path":{"type":["string","null"]}},"additionalProperties":{"$ref":"#/$defs/Any-3"},"maxProperties":10000},
"DeploymentPatch.secrets-2-open":{"type":["array","null"],"maxItems":10000,"items":{"$ref":"#/$defs/Secret-3-open"}},
"Secret-3-open":{"title":"Secret","type":"object","properties":{"name":{"type":"string"},"value":{"type":"string","x-secret":true}},"additionalProperties":{"$ref":"#/$defs/Any-4"},"maxProperties":10000},
"DeploymentPatch.secret_references-2-open":{"type":["array","null"],"maxItems":10000,"items":{"$ref":"#/$defs/SecretReference-3-open"}},
"SecretReference-3-open":{"title":"SecretReference","type":"object","properties":{"name":{"type":"string"},"secret_name":{"type":"string"},"secret_key":{"type":"string"}},"additionalProperties":{"$ref":"#/$defs/Any-4"},"maxProperties":10000},
"Deployment-1-closed":{"title":"Deployment","type":"object","properties":{"name":{"type":"string"},"source":{"type":"string","enum":["codehost","external_container","internal_container","internal_source","internal_template"]},"source_config":{"$ref":"#/$defs/SourceConfig-2-closed"},"source_revision_config":{"$ref":"#/$defs/SourceRevisionConfig-2-closed"},"secrets":{"$ref":"#/$defs/Deployment.secrets-2-closed"},"id":{"type":"string","pattern":"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$","x-format":"uuid"},"tenant_id":{"type":"string","pattern":"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$","x-format":"uuid"},"created_at":{"type":"string","pattern":"^(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])|23:59:60(?:\\.[0-9]+)?(?:[Zz]|[+-]00:00)|11:59:60(?:\\.[0-9]+)?[-]12:00|12:14:60(?:\\.[0-9]+)?[-]11:45|12:29:60(?:\\.[0-9]+)?[-]11:30|12:44:60(?:\\.[0-9]+)?[-]11:15|12:59:60(?:\\.[0-9]+)?[-]11:00|13:14:60(?:\\.[0-9]+)?[-]10:45|13:29:60(?:\\.[0-9]+)?[-]10:30|13:44:60(?:\\.[0-9]+)?[-]10:15|13:59:60(?:\\.[0-9]+)?[-]10:00|14:14:60(?:\\.[0-9]+)?[-]09:45|14:29:60(?:\\.[0-9]+)?[-]09:30|14:44:60(?:\\.[0-9]+)?[-]09:15|14:59:60(?:\\.[0-9]+)?[-]09:00|15:14:60(?:\\.[0-9]+)?[-]08:45|15:29:60(?:\\.[0-9]+)?[-]08:30|15:44:60(?:\\.[0-9]+)?[-]08:15|15:59:60(?:\\.[0-9]+)?[-]08:00|16:14:60(?:\\.[0-9]+)?[-]07:45|16:29:60(?:\\.[0-9]+)?[-]07:30|16:44:60(?:\\.[0-9]+)?[-]07:15|16:59:60(?:\\.[0-9]+)?[-]07:00|17:14:60(?:\\.[0-9]+)?[-]06:45|17:29:60(?:\\.[0-9]+)?[-]06:30|17:44:60(?:\\.[0-9]+)?[-]06:15|17:59:60(?:\\.[0-9]+)?[-]06:00|18:14:60(?:\\.[0-9]+)?[-]05:45|18:29:60(?:\\.[0-9]+)?[-]05:30|18:44:60(?:\\.[0-9]+)?[-]05:15|18:59:60(?:\\.[0-9]+)?[-]05:00|19:14:60(?:\\.[0-9]+)?[-]04:45|19:29:60(?:\\.[0-9]+)?[-]04:30|19:44:60(?:\\.[0-9]+)?[-]04:15|19:59:60(?:\\.[0-9]+)?[-]04:00|20:14:60(?:\\.[0-9]+)?[-]03:45|20:29:60(?:\\.[0-9]+)?[-]03:30|20:44:60(?:\\.[0-9]+)?[-]03:15|20:59:60(?:\\.[0-9]+)?[-]03:00|21:14:60(?:\\.[0-9]+)?[-]02:45|21:29:60(?:\\.[0-9]+)?[-]02:30|21:44:60(?:\\.[0-9]+)?[-]02:15|21:59:60(?:\\.[0-9]+)?[-]02:00|22:14:60(?:\\.[0-9]+)?[-]01:45|22:29:60(?:\\.[0-9]+)?[-]01:30|22:44:60(?:\\.[0-9]+)?[-]01:15|22:59:60(?:\\.[0-9]+)?[-]01:00|23:14:60(?:\\.[0-9]+)?[-]00:45|23:29:60(?:\\.[0-9]+)?[-]00:30|23:44:60(?:\\.[0-9]+)?[-]00:15|00:14:60(?:\\.[0-9]+)?[+]00:15|00:29:60(?:\\.[0-9]+)?[+]00:30|00:44:60(?:\\.[0-9]+)?[+]00:45|00:59:60(?:\\.[0-9]+)?[+]01:00|01:14:60(?:\\.[0-9]+)?[+]01:15|01:29:60(?:\\.[0-9]+)?[+]01:30|01:44:60(?:\\.[0-9]+)?[+]01:45|01:59:60(?:\\.[0-9]+)?[+]02:00|02:14:60(?:\\.[0-9]+)?[+]02:15|02:29:60(?:\\.[0-9]+)?[+]02:30|02:44:60(?:\\.[0-9]+)?[+]02:45|02:59:60(?:\\.[0-9]+)?[+]03:00|03:14:60(?:\\.[0-9]+)?[+]03:15|03:29:60(?:\\.[0-9]+)?[+]03:30|03:44:60(?:\\.[0-9]+)?[+]03:45|03:59:60(?:\\.[0-9]+)?[+]04:00|04:14:60(?:\\.[0-9]+)?[+]04:15|04:29:60(?:\\.[0-9]+)?[+]04:30|04:44:60(?:\\.[0-9]+)?[+]04:45|04:59:60(?:\\.[0-9]+)?[+]05:00|05:14:60(?:\\.[0-9]+)?[+]05:15|05:29:60(?:\\.[0-9]+)?[+]05:30|05:44:60(?:\\.[0-9]+)?[+]05:45|05:59:60(?:\\.[0-9]+)?[+]06:00|06:14:60(?:\\.[0-9]+)?[+]06:15|06:29:60(?:\\.[0-9]+)?[+]06:30|06:44:60(?:\\.[0-9]+)?[+]06:45|06:59:60(?:\\.[0-9]+)?[+]07:00|07:14:60(?:\\.[0-9]+)?[+]07:15|07:29:60(?:\\.[0-9]+)?[+]07:30|07:44:60(?:\\.[0-9]+)?[+]07:45|07:59:60(?:\\.[0-9]+)?[+]08:00|08:14:60(?:\\.[0-9]+)?[+]08:15|08:29:60(?:\\.[0-9]+)?[+]08:30|08:44:60(?:\\.[0-9]+)?[+]08:45|08:59:60(?:\\.[0-9]+)?[+]09:00|09:14:60(?:\\.[0-9]+)?[+]09:15|09:29:60(?:\\.[0-9]+)?[+]09:30|09:44:60(?:\\.[0-9]+)?[+]09:45|09:59:60(?:\\.[0-9]+)?[+]10:00|10:14:60(?:\\.[0-9]+)?[+]10:15|10:29:60(?:\\.[0-9]+)?[+]10:30|10:44:60(?:\\.[0-9]+)?[+]10:45|10:59:60(?:\\.[0-9]+)?[+]11:00|11:14:60(?:\\.[0-9]+)?[+]11:15|11:29:60(?:\\.[0-9]+)?[+]11:30|11:44:60(?:\\.[0-9]+)?[+]11:45|11:59:60(?:\\.[0-9]+)?[+]12:00|12:14:60(?:\\.[0-9]+)?[+]12:15|12:29:60(?:\\.[0-9]+)?[+]12:30|12:44:60(?:\\.[0-9]+)?[+]12:45|12:59:60(?:\\.[0-9]+)?[+]13:00|13:14:60(?:\\.[0-9]+)?[+]13:15|13:29:60(?:\\.[0-9]+)?[+]13:30|13:44:60(?:\\.[0-9]+)?[+]13:45|13:59:60(?:\\.[0-9]+)?[+]14:00)$","x-format":"date-time"},"updated_at":{"type":"string","pattern":"^(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])|23:59:60(?:\\.[0-9]+)?(?:[Zz]|[+-]00:00)|11:59:60(?:\\.[0-9]+)?[-]12:00|12:14:60(?:\\.[0-9]+)?[-]11:45|12:29:60(?:\\.[0-9]+)?[-]11:30|12:44:60(?:\\.[0-9]+)?[-]11:15|12:59:60(?:\\.[0-9]+)?[-]11:00|13:14:60(?:\\.[0-9]+)?[-]10:45|13:29:60(?:\\.[0-9]+)?[-]10:30|13:44:60(?:\\.[0-9]+)?[-]10:15|13:59:60(?:\\.[0-9]+)?[-]10:00|14:14:60(?:\\.[0-9]+)?[-]09:45|14:29:60(?:\\.[0-9]+)?[-]09:30|14:44:60(?:\\.[0-9]+)?[-]09:15|14:59:60(?:\\.[0-9]+)?[-]09:00|15:14:60(?:\\.[0-9]+)?[-]08:45|15:29:60(?:\\.[0-9]+)?[-]08:30|15:44:60(?:\\.[0-9]+)?[-]08:15|15:59:60(?:\\.[0-9]+)?[-]08:00|16:14:60(?:\\.[0-9]+)?[-]07:45|16:29:60(?:\\.[0-9]+)?[-]07:30|16:44:60(?:\\.[0-9]+)?[-]07:15|16:59:60(?:\\.[0-9]+)?[-]07:00|17:14:60(?:\\.[0-9]+)?[-]06:45|17:29:60(?:\\.[0-9]+)?[-]06:30|17:44:60(?:\\.[0-9]+)?[-]06:15|17:59:60(?:\\.[0-9]+)?[-]06:00|18:14:60(?:\\.[0-9]+)?[-]05:45|18:29:60(?:\\.[0-9]+)?[-]05:30|18:44:60(?:\\.[0-9]+)?[-]05:15|18:59:60(?:\\.[0-9]+)?[-]05:00|19:14:60(?:\\.[0-9]+)?[-]04:45|19:29:60(?:\\.[0-9]+)?[-]04:30|19:44:60(?:\\.[0-9]+)?[-]04:15|19:59:60(?:\\.[0-9]+)?[-]04:00|20:14:60(?:\\.[0-9]+)?[-]03:45|20:29:60(?:\\.[0-9]+)?[-]03:30|20:44:60(?:\\.[0-9]+)?[-]03:15|20:59:60(?:\\.[0-9]+)?[-]03:00|21:14:60(?:\\.[0-9]+)?[-]02:45|21:29:60(?:\\.[0-9]+)?[-]02:30|21:44:60(?:\\.[0-9]+)?[-]02:15|21:59:60(?:\\.[0-9]+)?[-]02:00|22:14:60(?:\\.[0-9]+)?[-]01:45|22:29:60(?:\\.[0-9]+)?[-]01:30|22:44:60(?:\\.[0-9]+)?[-]01:15|22:59:60(?:\\.[0-9]+)?[-]01:00|23:14:60(?:\\.[0-9]+)?[-]00:45|23:29:60(?:\\.[0-9]+)?[-]00:30|23:44:60(?:\\.[0-9]+)?[-]00:15|00:14:60(?:\\.[0-9]+)?[+]00:15|00:29:60(?:\\.[0-9]+)?[+]00:30|00:44:60(?:\\.[0-9]+)?[+]00:45|00:59:60(?:\\.[0-9]+)?[+]01:00|01:14:60(?:\\.[0-9]+)?[+]01:15|01:29:60(?:\\.[0-9]+)?[+]01:30|01:44:60(?:\\.[0-9]+)?[+]01:45|01:59:60(?:\\.[0-9]+)?[+]02:00|02:14:60(?:\\.[0-9]+)?[+]02:15|02:29:60(?:\\.[0-9]+)?[+]02:30|02:44:60(?:\\.[0-9]+)?[+]02:45|02:59:60(?:\\.[0-9]+)?[+]03:00|03:14:60(?:\\.[0-9]+)?[+]03:15|03:29:60(?:\\.[0-9]+)?[+]03:30|03:44:60(?:\\.[0-9]+)?[+]03:45|03:59:60(?:\\.[0-9]+)?[+]04:00|04:14:60(?:\\.[0-9]+)?[+]04:15|04:29:60(?:\\.[0-9]+)?[+]04:30|04:44:60(?:\\.[0-9]+)?[+]04:45|04:59:60(?:\\.[0-9]+)?[+]05:00|05:14:60(?:\\.[0-9]+)?[+]05:15|05:29:60(?:\\.[0-9]+)?[+]05:30|05:44:60(?:\\.[0-9]+)?[+]05:45|05:59:60(?:\\.[0-9]+)?[+]06:00|06:14:60(?:\\.[0-9]+)?[+]06:15|06:29:60(?:\\.[0-9]+)?[+]06:30|06:44:60(?:\\.[0-9]+)?[+]06:45|06:59:60(?:\\.[0-9]+)?[+]07:00|07:14:60(?:\\.[0-9]+)?[+]07:15|07:29:60(?:\\.[0-9]+)?[+]07:30|07:44:60(?:\\.[0-9]+)?[+]07:45|07:59:60(?:\\.[0-9]+)?[+]08:00|08:14:60(?:\\.[0-9]+)?[+]08:15|08:29:60(?:\\.[0-9]+)?[+]08:30|08:44:60(?:\\.[0-9]+)?[+]08:45|08:59:60(?:\\.[0-9]+)?[+]09:00|09:14:60(?:\\.[0-9]+)?[+]09:15|09:29:60(?:\\.[0-9]+)?[+]09:30|09:44:60(?:\\.[0-9]+)?[+]09:45|09:59:60(?:\\.[0-9]+)?[+]10:00|10:14:60(?:\\.[0-9]+)?[+]10:15|10:29:60(?:\\.[0-9]+)?[+]10:30|10:44:60(?:\\.[0-9]+)?[+]10:45|10:59:60(?:\\.[0-9]+)?[+]11:00|11:14:60(?:\\.[0-9]+)?[+]11:15|11:29:60(?:\\.[0-9]+)?[+]11:30|11:44:60(?:\\.[0-9]+)?[+]11:45|11:59:60(?:\\.[0-9]+)?[+]12:00|12:14:60(?:\\.[0-9]+)?[+]12:15|12:29:60(?:\\.[0-9]+)?[+]12:30|12:44:60(?:\\.[0-9]+)?[+]12:45|12:59:60(?:\\.[0-9]+)?[+]13:00|13:14:60(?:\\.[0-9]+)?[+]13:15|13:29:60(?:\\.[0-9]+)?[+]13:30|13:44:60(?:\\.[0-9]+)?[+]13:45|13:59:60(?:\\.[0-9]+)?[+]14:00)$","x-format":"date-time"},"status":{"type":"string","enum":["AWAITING_DATABASE","READY","UNUSED","AWAITING_DELETE","UNKNOWN"]},"latest_revision_id":{"type":["string","null"],"pattern":"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$","x-format":"uuid"},"active_revision_id":{"type":["string","null"],"pattern":"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$","x-format":"uuid"},"secret_references":{"$ref":"#/$defs/Deployment.secret_references-2-closed"},"image_version":{"type":["string","null"]}},"required":["name","source","source_config","source_revision_config","secrets","id","tenant_id","created_at","updated_at","status","latest_revision_id","active_revision_id"],"additionalProperties":false,"maxProperties":10000},
"SourceConfig-2-closed":{"title":"SourceConfig","type":"object","properties":{"integration_id":{"type":["string","null"],"pattern":"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$","x-format":"uuid"},"repo_url":{"type":["string","null"]},"build_on_push":{"type":["boolean","null"]},"custom_url":{"type":["string","null"]},"resource_spec":{"$ref":"#/$defs/ResourceSpec-3-closed-null"},"listener_id":{"type":["string","null"],"pattern":"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$","x-format":"uuid"},"listener_config":{"$ref":"#/$defs/ListenerConfig-3-closed-null"},"install_command":{"type":["string","null"]},"build_command":{"type":["string","null"]}},"additionalProperties":false,"maxProperties":10000},
"SourceRevisionConfig-2-closed":{"title":"SourceRevisionConfig","type":"object","properties":{"repo_ref":{"type":["string","null"]},"graph_config_path":{"type":["string","null"]},"image_uri":{"type":["string","null"]},"source_tarball_path":{"type":["string","null"]},"repo_commit_sha":{"type":["string","null"]}},"additionalProperties":false,"maxProperties":10000},
"Deployment.secrets-2-closed":{"type":"array","maxItems":10000,"items":{"$ref":"#/$defs/Secret-3-closed"}},
"Deployment.secret_references-2-closed":{"type":["array","null"],"maxItems":10000,"items":{"$ref":"#/$defs/SecretReference-3-closed"}},
"Deployment-1-open":{"title":"Deployment","type":"object","properties":{"name":{"type":"string"},"source":{"type":"string","enum":["codehost","external_container","internal_container","internal_source","internal_template"]},"source_config":{"$ref":"#/$defs/SourceConfig-2-open"},"source_revision_config":{"$ref":"#/$defs/SourceRevisionConfig-2-open"},"secrets":{"$ref":"#/$defs/Deployment.secrets-2-open"},"id":{"type":"string","pattern":"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$","x-format":"uuid"},"tenant_id":{"type":"string","pattern":"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$","x-format":"uuid"},"created_at":{"type":"string","pattern":"^(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])|23:59:60(?:\\.[0-9]+)?(?:[Zz]|[+-]00:00)|11:59:60(?:\\.[0-9]+)?[-]12:00|12:14:60(?:\\.[0-9]+)?[-]11:45|12:29:60(?:\\.[0-9]+)?[-]11:30|12:44:60(?:\\.[0-9]+)?[-]11:15|12:59:60(?:\\.[0-9]+)?[-]11:00|13:14:60(?:\\.[0-9]+)?[-]10:45|13:29:60(?:\\.[0-9]+)?[-]10:30|13:44:60(?:\\.[0-9]+)?[-]10:15|13:59:60(?:\\.[0-9]+)?[-]10:00|14:14:60(?:\\.[0-9]+)?[-]09:45|14:29:60(?:\\.[0-9]+)?[-]09:30|14:44:60(?:\\.[0-9]+)?[-]09:15|14:59:60(?:\\.[0-9]+)?[-]09:00|15:14:60(?:\\.[0-9]+)?[-]08:45|15:29:60(?:\\.[0-9]+)?[-]08:30|15:44:60(?:\\.[0-9]+)?[-]08:15|15:59:60(?:\\.[0-9]+)?[-]08:00|16:14:60(?:\\.[0-9]+)?[-]07:45|16:29:60(?:\\.[0-9]+)?[-]07:30|16:44:60(?:\\.[0-9]+)?[-]07:15|16:59:60(?:\\.[0-9]+)?[-]07:00|17:14:60(?:\\.[0-9]+)?[-]06:45|17:29:60(?:\\.[0-9]+)?[-]06:30|17:44:60(?:\\.[0-9]+)?[-]06:15|17:59:60(?:\\.[0-9]+)?[-]06:00|18:14:60(?:\\.[0-9]+)?[-]05:45|18:29:60(?:\\.[0-9]+)?[-]05:30|18:44:60(?:\\.[0-9]+)?[-]05:15|18:59:60(?:\\.[0-9]+)?[-]05:00|19:14:60(?:\\.[0-9]+)?[-]04:45|19:29:60(?:\\.[0-9]+)?[-]04:30|19:44:60(?:\\.[0-9]+)?[-]04:15|19:59:60(?:\\.[0-9]+)?[-]04:00|20:14:60(?:\\.[0-9]+)?[-]03:45|20:29:60(?:\\.[0-9]+)?[-]03:30|20:44:60(?:\\.[0-9]+)?[-]03:15|20:59:60(?:\\.[0-9]+)?[-]03:00|21:14:60(?:\\.[0-9]+)?[-]02:45|21:29:60(?:\\.[0-9]+)?[-]02:30|21:44:60(?:\\.[0-9]+)?[-]02:15|21:59:60(?:\\.[0-9]+)?[-]02:00|22:14:60(?:\\.[0-9]+)?[-]01:45|22:29:60(?:\\.[0-9]+)?[-]01:30|22:44:60(?:\\.[0-9]+)?[-]01:15|22:59:60(?:\\.[0-9]+)?[-]01:00|23:14:60(?:\\.[0-9]+)?[-]00:45|23:29:60(?:\\.[0-9]+)?[-]00:30|23:44:60(?:\\.[0-9]+)?[-]00:15|00:14:60(?:\\.[0-9]+)?[+]00:15|00:29:60(?:\\.[0-9]+)?[+]00:30|00:44:60(?:\\.[0-9]+)?[+]00:45|00:59:60(?:\\.[0-9]+)?[+]01:00|01:14:60(?:\\.[0-9]+)?[+]01:15|01:29:60(?:\\.[0-9]+)?[+]01:30|01:44:60(?:\\.[0-9]+)?[+]01:45|01:59:60(?:\\.[0-9]+)?[+]02:00|02:14:60(?:\\.[0-9]+)?[+]02:15|02:29:60(?:\\.[0-9]+)?[+]02:30|02:44:60(?:\\.[0-9]+)?[+]02:45|02:59:60(?:\\.[0-9]+)?[+]03:00|03:14:60(?:\\.[0-9]+)?[+]03:15|03:29:60(?:\\.[0-9]+)?[+]03:30|03:44:60(?:\\.[0-9]+)?[+]03:45|03:59:60(?:\\.[0-9]+)?[+]04:00|04:14:60(?:\\.[0-9]+)?[+]04:15|04:29:60(?:\\.[0-9]+)?[+]04:30|04:44:60(?:\\.[0-9]+)?[+]04:45|04:59:60(?:\\.[0-9]+)?[+]05:00|05:14:60(?:\\.[0-9]+)?[+]05:15|05:29:60(?:\\.[0-9]+)?[+]05:30|05:44:60(?:\\.[0-9]+)?[+]05:45|05:59:60(?:\\.[0-9]+)?[+]06:00|06:14:60(?:\\.[0-9]+)?[+]06:15|06:29:60(?:\\.[0-9]+)?[+]06:30|06:44:60(?:\\.[0-9]+)?[+]06:45|06:59:60(?:\\.[0-9]+)?[+]07:00|07:14:60(?:\\.[0-9]+)?[+]07:15|07:29:60(?:\\.[0-9]+)?[+]07:30|07:44:60(?:\\.[0-9]+)?[+]07:45|07:59:60(?:\\.[0-9]+)?[+]08:00|08:14:60(?:\\.[0-9]+)?[+]08:15|08:29:60(?:\\.[0-9]+)?[+]08:30|08:44:60(?:\\.[0-9]+)?[+]08:45|08:59:60(?:\\.[0-9]+)?[+]09:00|09:14:60(?:\\.[0-9]+)?[+]09:15|09:29:60(?:\\.[0-9]+)?[+]09:30|09:44:60(?:\\.[0-9]+)?[+]09:45|09:59:60(?:\\.[0-9]+)?[+]10:00|10:14:60(?:\\.[0-9]+)?[+]10:15|10:29:60(?:\\.[0-9]+)?[+]10:30|10:44:60(?:\\.[0-9]+)?[+]10:45|10:59:60(?:\\.[0-9]+)?[+]11:00|11:14:60(?:\\.[0-9]+)?[+]11:15|11:29:60(?:\\.[0-9]+)?[+]11:30|11:44:60(?:\\.[0-9]+)?[+]11:45|11:59:60(?:\\.[0-9]+)?[+]12:00|12:14:60(?:\\.[0-9]+)?[+]12:15|12:29:60(?:\\.[0-9]+)?[+]12:30|12:44:60(?:\\.[0-9]+)?[+]12:45|12:59:60(?:\\.[0-9]+)?[+]13:00|13:14:60(?:\\.[0-9]+)?[+]13:15|13:29:60(?:\\.[0-9]+)?[+]13:30|13:44:60(?:\\.[0-9]+)?[+]13:45|13:59:60(?:\\.[0-9]+)?[+]14:00)$","x-format":"date-time"},"updated_at":{"type":"string","pattern":"^(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])|23:59:60(?:\\.[0-9]+)?(?:[Zz]|[+-]00:00)|11:59:60(?:\\.[0-9]+)?[-]12:00|12:14:60(?:\\.[0-9]+)?[-]11:45|12:29:60(?:\\.[0-9]+)?[-]11:30|12:44:60(?:\\.[0-9]+)?[-]11:15|12:59:60(?:\\.[0-9]+)?[-]11:00|13:14:60(?:\\.[0-9]+)?[-]10:45|13:29:60(?:\\.[0-9]+)?[-]10:30|13:44:60(?:\\.[0-9]+)?[-]10:15|13:59:60(?:\\.[0-9]+)?[-]10:00|14:14:60(?:\\.[0-9]+)?[-]09:45|14:29:60(?:\\.[0-9]+)?[-]09:30|14:44:60(?:\\.[0-9]+)?[-]09:15|14:59:60(?:\\.[0-9]+)?[-]09:00|15:14:60(?:\\.[0-9]+)?[-]08:45|15:29:60(?:\\.[0-9]+)?[-]08:30|15:44:60(?:\\.[0-9]+)?[-]08:15|15:59:60(?:\\.[0-9]+)?[-]08:00|16:14:60(?:\\.[0-9]+)?[-]07:45|16:29:60(?:\\.[0-9]+)?[-]07:30|16:44:60(?:\\.[0-9]+)?[-]07:15|16:59:60(?:\\.[0-9]+)?[-]07:00|17:14:60(?:\\.[0-9]+)?[-]06:45|17:29:60(?:\\.[0-9]+)?[-]06:30|17:44:60(?:\\.[0-9]+)?[-]06:15|17:59:60(?:\\.[0-9]+)?[-]06:00|18:14:60(?:\\.[0-9]+)?[-]05:45|18:29:60(?:\\.[0-9]+)?[-]05:30|18:44:60(?:\\.[0-9]+)?[-]05:15|18:59:60(?:\\.[0-9]+)?[-]05:00|19:14:60(?:\\.[0-9]+)?[-]04:45|19:29:60(?:\\.[0-9]+)?[-]04:30|19:44:60(?:\\.[0-9]+)?[-]04:15|19:59:60(?:\\.[0-9]+)?[-]04:00|20:14:60(?:\\.[0-9]+)?[-]03:45|20:29:60(?:\\.[0-9]+)?[-]03:30|20:44:60(?:\\.[0-9]+)?[-]03:15|20:59:60(?:\\.[0-9]+)?[-]03:00|21:14:60(?:\\.[0-9]+)?[-]02:45|21:29:60(?:\\.[0-9]+)?[-]02:30|21:44:60(?:\\.[0-9]+)?[-]02:15|21:59:60(?:\\.[0-9]+)?[-]02:00|22:14:60(?:\\.[0-9]+)?[-]01:45|22:29:60(?:\\.[0-9]+)?[-]01:30|22:44:60(?:\\.[0-9]+)?[-]01:15|22:59:60(?:\\.[0-9]+)?[-]01:00|23:14:60(?:\\.[0-9]+)?[-]00:45|23:29:60(?:\\.[0-9]+)?[-]00:30|23:44:60(?:\\.[0-9]+)?[-]00:15|00:14:60(?:\\.[0-9]+)?[+]00:15|00:29:60(?:\\.[0-9]+)?[+]00:30|00:44:60(?:\\.[0-9]+)?[+]00:45|00:59:60(?:\\.[0-9]+)?[+]01:00|01:14:60(?:\\.[0-9]+)?[+]01:15|01:29:60(?:\\.[0-9]+)?[+]01:30|01:44:60(?:\\.[0-9]+)?[+]01:45|01:59:60(?:\\.[0-9]+)?[+]02:00|02:14:60(?:\\.[0-9]+)?[+]02:15|02:29:60(?:\\.[0-9]+)?[+]02:30|02:44:60(?:\\.[0-9]+)?[+]02:45|02:59:60(?:\\.[0-9]+)?[+]03:00|03:14:60(?:\\.[0-9]+)?[+]03:15|03:29:60(?:\\.[0-9]+)?[+]03:30|03:44:60(?:\\.[0-9]+)?[+]03:45|03:59:60(?:\\.[0-9]+)?[+]04:00|04:14:60(?:\\.[0-9]+)?[+]04:15|04:29:60(?:\\.[0-9]+)?[+]04:30|04:44:60(?:\\.[0-9]+)?[+]04:45|04:59:60(?:\\.[0-9]+)?[+]05:00|05:14:60(?:\\.[0-9]+)?[+]05:15|05:29:60(?:\\.[0-9]+)?[+]05:30|05:44:60(?:\\.[0-9]+)?[+]05:45|05:59:60(?:\\.[0-9]+)?[+]06:00|06:14:60(?:\\.[0-9]+)?[+]06:15|06:29:60(?:\\.[0-9]+)?[+]06:30|06:44:60(?:\\.[0-9]+)?[+]06:45|06:59:60(?:\\.[0-9]+)?[+]07:00|07:14:60(?:\\.[0-9]+)?[+]07:15|07:29:60(?:\\.[0-9]+)?[+]07:30|07:44:60(?:\\.[0-9]+)?[+]07:45|07:59:60(?:\\.[0-9]+)?[+]08:00|08:14:60(?:\\.[0-9]+)?[+]08:15|08:29:60(?:\\.[0-9]+)?[+]08:30|08:44:60(?:\\.[0-9]+)?[+]08:45|08:59:60(?:\\.[0-9]+)?[+]09:00|09:14:60(?:\\.[0-9]+)?[+]09:15|09:29:60(?:\\.[0-9]+)?[+]09:30|09:44:60(?:\\.[0-9]+)?[+]09:45|09:59:60(?:\\.[0-9]+)?[+]10:00|10:14:60(?:\\.[0-9]+)?[+]10:15|10:29:60(?:\\.[0-9]+)?[+]10:30|10:44:60(?:\\.[0-9]+)?[+]10:45|10:59:60(?:\\.[0-9]+)?[+]11:00|11:14:60(?:\\.[0-9]+)?[+]11:15|11:29:60(?:\\.[0-9]+)?[+]11:30|11:44:60(?:\\.[0-9]+)?[+]11:45|11:59:60(?:\\.[0-9]+)?[+]12:00|12:14:60(?:\\.[0-9]+)?[+]12:15|12:29:60(?:\\.[0-9]+)?[+]12:30|12:44:60(?:\\.[0-9]+)?[+]12:45|12:59:60(?:\\.[0-9]+)?[+]13:00|13:14:60(?:\\.[0-9]+)?[+]13:15|13:29:60(?:\\.[0-9]+)?[+]13:30|13:44:60(?:\\.[0-9]+)?[+]13:45|13:59:60(?:\\.[0-9]+)?[+]14:00)$","x-format":"date-time"},"status":{"type":"string","enum":["AWAITING_DATABASE","READY","UNUSED","AWAITING_DELETE","UNKNOWN"]},"latest_revision_id":{"type":["string","null"],"pattern":"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$","x-format":"uuid"},"active_revision_id":{"type":["string","null"],"pattern":"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$","x-format":"uuid"},"secret_references":{"$ref":"#/$defs/Deployment.secret_references-2-open"},"image_version":{"type":["string","null"]}},"required":["name","source","source_config","source_revision_config","secrets","id","tenant_id","created_at","updated_at","status","latest_revision_id","active_revision_id"],"additionalProperties":{"$ref":"#/$defs/Any-2"},"maxProperties":10000},
"SourceConfig-2-open":{"title":"SourceConfig","type":"object","properties":{"integration_id":{"type":["string","null"],"pattern":"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$","x-format":"uuid"},"repo_url":{"type":["string","null"]},"build_on_push":{"type":["boolean","null"]},"custom_url":{"type":["string","null"]},"resource_spec":{"$ref":"#/$defs/ResourceSpec-3-open-null"},"listener_id":{"type":["string","null"],"pattern":"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$","x-format":"uuid"},"listener_config":{"$ref":"#/$defs/ListenerConfig-3-open-null"},"install_command":{"type":["string","null"]},"build_command":{"type":["string","null"]}},"additionalProperties":{"$ref":"#/$defs/Any-3"},"maxProperties":10000},
"SourceRevisionConfig-2-open":{"title":"SourceRevisionConfig","type":"object","properties":{"repo_ref":{"type":["string","null"]},"graph_config_path":{"type":["string","null"]},"image_uri":{"type":["string","null"]},"source_tarball_path":{"type":["string","null"]},"repo_commit_sha":{"type":["string","null"]}},"additionalProperties":{"$ref":"#/$defs/Any-3"},"maxProperties":10000},
"Deployment.secrets-2-open":{"type":"array","maxItems":10000,"items":{"$ref":"#/$defs/Secret-3-open"}},
"Deployment.secret_references-2-open":{"type":["array","null"],"maxItems":10000,"items":{"$ref":"#/$defs/SecretReference-3-open"}}
}
};

// JSON Pointers (RFC 6901), patterns of them in which `*` is any item or member, and their text.

const LONGEST_TOKEN = 64; // characters of a key that are shown: keys may be an attacker's
const NAMED_ESCAPES = { "\t": "\\t", "\n": "\\n", "\r": "\\r", "\\": "\\\\" };

const isObject = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const split = (pointer) =>
  pointer.split("/").slice(1).map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));

const join = (at, token) =>
  `${at}/${String(token).replaceAll("~", "~0").replaceAll("/", "~1")}`;

/** Return true if one of two places is the other, or within it. */
const related = (one, other) =>
  `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`);

/** Return the value at a plain pointer through objects; undefined if there is none. */
function find(value, pointer) {
  let found = value;
  for (const token of split(pointer)) {
    if (!isObject(found) || !Object.hasOwn(found, token)) return undefined;
    found = found[token];
  }
  return found;
}

/** Return each [pointer, value] that a pattern names. */
function matches(value, pattern, at = "") {
  const [token, ...rest] = Array.isArray(pattern) ? pattern : split(pattern);
  if (token === undefined) return [[at, value]];
  let members = [];
  if (token === "*" && typeof value === "object" && value !== null) members = Object.entries(value);
  else if (isObject(value) && Object.hasOwn(value, token)) members = [[token, value[token]]];
  return members.flatMap(([key, member]) => matches(member, rest, join(at, key)));
}

/** Return a pointer as violations show it: printable ASCII on one line, long tokens cut. */
const shown = (pointer) =>
  split(pointer).map((token) => `/${printable(token)}`).join("");

function printable(key) {
  const signs = [...key.slice(0, 2 * LONGEST_TOKEN + 2)].slice(0, LONGEST_TOKEN + 1);
  const plain = signs.every((sign) => sign >= " " && sign <= "~");
  const written = (plain ? signs : signs.map(escaped)).join("");
  const text = written.replaceAll("~", "~0").replaceAll("/", "~1");
  if (text.length <= LONGEST_TOKEN) return text;
  return `${text.slice(0, LONGEST_TOKEN - 3).replace(/~$/, "")}...`;
}

function escaped(sign) {
  if (NAMED_ESCAPES[sign]) return NAMED_ESCAPES[sign];
  if (sign >= " " && sign <= "~") return sign;
  const code = sign.codePointAt(0);
  const [letter, digits] = code < 0x100 ? ["x", 2] : code < 0x10000 ? ["u", 4] : ["U", 8];
  return `\\${letter}${code.toString(16).padStart(digits, "0")}`;
}

// From bytes or text to a JSON value with one meaning, or to the wire rule that they break.
// JSON.parse alone takes duplicate keys and lone surrogates, so objects and arrays are read here;
// strings and numbers are left to it.


const DEPTH = 32; // levels of arrays and objects; the same for every document of the contract
const NUMERAL = 400; // characters of a number
const LONG_EXPONENT = /[eE][-+]?[0-9]{5}/; // of more than four digits
const SPACE = /[ \t\n\r]*/y;
const CONSTANT = /^(?:NaN|-?Infinity)$/; // that Python and others write
const WORD = /[-+.\w]+/y; // a number, a literal, or no JSON
// the part of a word, or of a string, before a fault in it, as Python's parser places the fault
const SOUND_WORD = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null|NaN|-?Infinity/y;
const SOUND_STRING = /"(?:[^\\\0-\x1f]+|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*(?:\\(?=u))?/y;

class Refusal extends Error {
  constructor(rule, { at = "", ...texts } = {}) {
    super(rule);
    this.rule = rule;
    this.at = at;
    this.texts = texts; // for the placeholders of its message and hint
  }
}

/** Return the value of a JSON text. `most`: bytes, arrays and objects, characters of a string. */
function parse(document, most) {
  if (document.length > most.bytes) throw new Refusal("json-size", { limit: most.bytes });
  const bytes = typeof document === "string" ? encoded(document) : document;
  if (bytes.length > most.bytes) throw new Refusal("json-size", { limit: most.bytes });
  const text = decoded(bytes);
  const { deepest, objects } = nesting(text);
  if (deepest > DEPTH) throw new Refusal("json-depth", { limit: DEPTH }); // before any recursion
  if (objects > most.objects) throw new Refusal("json-objects", { limit: most.objects });
  const reader = new Reader(text);
  const value = reader.document();
  if (reader.broken) throw new Refusal(reader.broken);
  if (text.includes("\\u")) inspect(value, Infinity); // before any other limit
  if (reader.long) throw new Refusal("json-number", { limit: NUMERAL });
  if (text.length > most.string) inspect(value, most.string);
  return value;
}

function encoded(text) {
  if (!isWellFormed(text)) throw new Refusal("json-encoding");
  return new TextEncoder().encode(text);
}

function decoded(bytes) {
  try {
    // "ignoreBOM" means: keep it
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!text.startsWith("\ufeff")) return text;
  } catch { /* not UTF-8 */ }
  throw new Refusal("json-encoding");
}

function nesting(text) {
  let [level, deepest, objects, quoted] = [0, 0, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (quoted) {
      if (sign === "\\") at += 1;
      else if (sign === '"') quoted = false;
    } else if (sign === '"') quoted = true;
    else if (sign === "[" || sign === "{") {
      level += 1;
      deepest = Math.max(deepest, level);
      objects += 1;
    } else if (sign === "]" || sign === "}") level -= 1;
  }
  return { deepest, objects };
}

class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
    this.long = false; // whether a number is longer than readers agree on
    this.broken = ""; // the first rule that the text breaks apart from syntax, which goes before it
  }

  document() {
    const value = this.value();
    if (this.at < this.text.length) this.fail();
    return value;
  }

  /** Refuse the text, for a fault at the offset `at`. Lines and columns count from 1. */
  fail() {
    const lines = this.text.slice(0, this.at).split("\n");
    const column = [...lines.at(-1)].length + 1; // in characters, not in UTF-16 units
    throw new Refusal("json-syntax", { line: lines.length, column });
  }

  value() {
    this.take(SPACE);
    const sign = this.text[this.at];
    let value;
    if (sign === "{") value = this.object();
    else if (sign === "[") value = this.array();
    else value = sign === '"' ? this.string() : this.word();
    this.take(SPACE);
    return value;
  }

  object() {
    const members = Object.create(null); // so that "__proto__" is a key like any other
    let twice = false;
    this.list("}", () => {
      this.take(SPACE);
      const key = this.string();
      this.take(SPACE);
      this.sign(":");
      twice ||= key in members;
      members[key] = this.value();
    });
    if (twice) this.broken ||= "json-duplicate-key";
    return members;
  }

  array() {
    const items = [];
    this.list("]", () => items.push(this.value()));
    return items;
  }

  /** Read what is between the bracket here and its closing one, commas between. */
  list(closing, item) {
    this.at += 1;
    this.take(SPACE);
    if (this.text[this.at] !== closing) {
      item();
      while (this.text[this.at] === ",") {
        this.at += 1;
        item();
      }
    }
    this.sign(closing);
  }

  string() {
    if (this.text[this.at] !== '"') this.fail();
    let end = this.at;
    do end = this.text.indexOf('"', end + 1);
    while (end !== -1 && isEscaped(this.text, end));
    if (end === -1) this.fail();
    return this.parsed(this.text.slice(this.at, end + 1));
  }

  word() {
    const text = this.found(WORD);
    if (CONSTANT.test(text)) {
      this.broken ||= "json-constant";
      this.at += text.length;
      return NaN;
    }
    this.long ||= text.length > NUMERAL || LONG_EXPONENT.test(text);
    return this.parsed(text);
  }

  /** Return the value of the string or word that begins here. */
  parsed(text) {
    let value;
    try {
      value = JSON.parse(text); // 1E400 becomes Infinity: out of range by the schema
    } catch {
      this.at += this.found(text.startsWith('"') ? SOUND_STRING : SOUND_WORD).length;
      this.fail();
    }
    this.at += text.length;
    return value;
  }

  sign(wanted) {
    if (this.text[this.at] !== wanted) this.fail();
    this.at += 1;
    this.take(SPACE);
  }

  take(pattern) {
    this.at += this.found(pattern).length;
  }

  /** Return the text here that fits a sticky pattern, or "". */
  found(pattern) {
    pattern.lastIndex = this.at;
    const [text] = pattern.exec(this.text) ?? [""];
    return text;
  }
}

/** Return true if an odd number of backslashes precedes a place. */
function isEscaped(text, at) {
  let before = at - 1;
  while (text[before] === "\\") before -= 1;
  return (at - before) % 2 === 0;
}

/** Throw a Refusal if a value, parsed here or by the caller, is no JSON or breaks a limit. */
function inspect(value, longest, at = "", level = 1) {
  if (typeof value === "string") {
    inspectText(value, longest, at);
  } else if (typeof value === "number") {
    if (Number.isNaN(value)) throw new Refusal("json-constant", { at });
  } else if (Array.isArray(value) || isPlain(value)) {
    if (level > DEPTH) throw new Refusal("json-depth", { limit: DEPTH });
    const isArray = Array.isArray(value);
    if (!isArray) for (const key of Object.keys(value)) inspectText(key, longest, at);
    for (const [key, member] of isArray ? value.entries() : Object.entries(value)) {
      inspect(member, longest, join(at, key), level + 1);
    }
  } else if (value !== null && typeof value !== "boolean") {
    throw new Refusal("json-value", { at });
  }
}

/** Return true for objects of JSON: those of JSON.parse, also of another realm, and ours. */
function isPlain(value) {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function inspectText(text, longest, at) {
  if (!isWellFormed(text)) throw new Refusal("json-surrogate", { at });
  const isLong = text.length > longest && [...text].length > longest; // in characters
  if (isLong) throw new Refusal("json-string-length", { at, limit: longest });
}

/** Return true if no half of a surrogate pair is alone. With the flag u, pairs are one sign. */
const isWellFormed = (text) => !/\p{Surrogate}/u.test(text);

// Fields that are not declared, and that readers in other languages take for one that is.

const LONGEST_NAME = 64; // characters of a key that are compared with declared names

/** Return the form in which readers compare a character of a name: without case and Unicode form. */
function folded(sign) {
  let fold = sign;
  for (let round = 0; round < 2; round += 1) { // a form may bring new capitals
    // Java's equalsIgnoreCase takes both for i
    fold = fold.replaceAll(/[\u0130\u0131]/g, "i");
    // JavaScript has no case folding: capitals of small letters are nearly that (ß, ſ)
    fold = fold.toUpperCase().toLowerCase().normalize("NFKC");
  }
  return fold.replaceAll(/[\u0130\u0131]/g, "i");
}

/** Return the form in which readers compare a name; undefined if it is not ASCII, as names are. */
function foldedName(text) {
  let name = "";
  for (const sign of text) {
    const fold = sign < "\x80" ? sign.toLowerCase() : folded(sign);
    if (/[^\0-\x7f]/.test(fold)) return undefined; // one such character may fold to many
    name += fold;
  }
  return name;
}

/** Return the declared name that other readers take a key for, or undefined. */
function confusable(key, declared) {
  // some readers drop NULs, for others the key ends there; so its length counts after that
  for (const text of new Set([key.replaceAll("\0", ""), key.split("\0")[0]])) {
    if (text.length > 2 * LONGEST_NAME || [...text].length > LONGEST_NAME) continue;
    const fold = foldedName(text);
    if (fold === undefined) continue;
    const name = declared.find((each) => each.toLowerCase() === fold);
    if (name !== undefined) return name;
  }
  return undefined;
}

// The keywords of JSON Schema 2020-12 that the contract uses. Generation refuses all others.


const TYPES = {
  null: (value) => value === null,
  boolean: (value) => typeof value === "boolean",
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  integer: (value) => typeof value === "number" && !(value % 1), // infinities: refused by bounds
  array: Array.isArray,
  object: isObject,
};

// keyword -> [type that it is for, test of a value by the argument of the keyword]
const CHECKS = {
  enum: [null, (value, names) => names.includes(value)],
  const: [null, (value, wanted) => value === wanted],
  minimum: ["number", (value, bound) => value >= bound],
  maximum: ["number", (value, bound) => value <= bound],
  exclusiveMinimum: ["number", (value, bound) => value > bound],
  exclusiveMaximum: ["number", (value, bound) => value < bound],
  pattern: ["string", (value, pattern) => compiled(pattern).test(value)],
  minLength: ["string", (value, least) => [...value].length >= least],
  maxLength: ["string", (value, most) => value.length <= most || [...value].length <= most],
  minItems: ["array", (value, least) => value.length >= least],
  maxItems: ["array", (value, most) => value.length <= most],
  maxProperties: ["object", (value, most) => Object.keys(value).length <= most],
};

const patterns = new Map();

function compiled(pattern) {
  if (!patterns.has(pattern)) patterns.set(pattern, new RegExp(pattern, "u"));
  return patterns.get(pattern);
}

/**
 * A reader of schemas that refer to definitions. `most` replaces the limit of items that the
 * definitions have.
 */
function schemaReader(definitions, limit, most) {
  const bound = (keyword, argument) =>
    (keyword === "maxItems" || keyword === "maxProperties") && argument === limit ? most : argument;
  const fits = (schema, value) => isEmpty(failures(schema, value));

  /** Yield the failures of a value: {keyword, at, name, schema}, one after the other. */
  function* failures(written, value, at = "") {
    const schema = written.$ref ? definitions[written.$ref.replace("#/$defs/", "")] : written;
    const types = schema.type === undefined ? [] : [schema.type].flat();
    if (types.length && !types.some((type) => TYPES[type](value))) {
      yield { keyword: "type", at, name: "", schema };
      return;
    }
    for (const [keyword, argument] of Object.entries(schema)) {
      const [type, check] = CHECKS[keyword] ?? [];
      const applies = check && (type === null || TYPES[type](value));
      if (applies && !check(value, bound(keyword, argument))) {
        yield { keyword, at, name: "", schema };
      }
    }
    if (isObject(value)) yield* ofMembers(schema, value, at);
    if (Array.isArray(value) && schema.items) {
      for (const [index, item] of value.entries()) {
        yield* failures(schema.items, item, join(at, index));
      }
    }
    yield* ofAlternatives(schema, value, at);
  }

  function* ofMembers(schema, value, at) {
    for (const name of schema.required ?? []) {
      if (!Object.hasOwn(value, name)) yield { keyword: "required", at, name, schema };
    }
    const properties = schema.properties ?? {};
    const others = schema.additionalProperties ?? true;
    for (const [name, member] of Object.entries(value)) {
      const isDeclared = Object.hasOwn(properties, name);
      if (isDeclared) yield* failures(properties[name], member, join(at, name));
      else if (others === false) yield { keyword: "additionalProperties", at, name, schema };
      else if (others !== true) yield* failures(others, member, join(at, name));
    }
  }

  function* ofAlternatives(schema, value, at) {
    for (const part of schema.allOf ?? []) yield* failures(part, value, at);
    if (schema.not && fits(schema.not, value)) yield { keyword: "not", at, name: "", schema };
    // of alternatives, the first one is the one that is explained
    if (schema.anyOf && !schema.anyOf.some((part) => fits(part, value))) {
      yield* failures(schema.anyOf[0], value, at);
    }
    const branch = schema.if && (fits(schema.if, value) ? schema.then : schema.else);
    if (branch) yield* failures(branch, value, at);
  }

  return failures;
}

/** Return true if there are no failures. Of those that come one by one, it takes only one. */
function isEmpty(failures) {
  for (const _ of failures) return false;
  return true;
}

// The named relations: what rules say that JSON Schema cannot. Each gives [pointer, settled] for
// each place that breaks it. `settled` is false if the stored deployment decides and is not known.


const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const isSet = (value) => value !== undefined && value !== null;

/** Return the value that is stored; undefined if it is not known. Below a stored null, null. */
function kept(stored, pointer) {
  const ends = [...pointer.matchAll(/\//g)].map(({ index }) => index).filter(Boolean);
  const isBelowNull = ends.some((end) => find(stored, pointer.slice(0, end)) === null);
  return isBelowNull ? null : find(stored, pointer);
}

function equal(one, other) {
  if (typeof one === "string" && typeof other === "string") {
    // RFC 9562, section 4: a uuid may be written in either case
    return one === other || (UUID.test(one) && one.toLowerCase() === other.toLowerCase());
  }
  const areTrees = [one, other].every((each) => typeof each === "object" && each !== null);
  if (!areTrees) return one === other;
  const names = Object.keys(one);
  return Array.isArray(one) === Array.isArray(other)
    && names.length === Object.keys(other).length
    && names.every((name) => Object.hasOwn(other, name) && equal(one[name], other[name]));
}

/** An object after a patch of which some members are not known: all those that it lacks. */
class Partial {
  constructor(members) {
    this.members = members;
  }
}

const partly = (stored) => (isObject(stored)
  ? new Partial(new Map(Object.entries(stored).map(([name, value]) => [name, partly(value)])))
  : stored);

/** Return a member of a stored object; undefined if it is not known. All below a null is null. */
function storedMember(stored, name) {
  if (stored === null) return null;
  return isObject(stored) && Object.hasOwn(stored, name) ? stored[name] : undefined;
}

/** Return the value at a pointer after a patch, and the place in the patch that sets it. */
function stateAfter(value, stored, pointer, effects) {
  let [sent, at, before] = [value, "", stored];
  const names = pointer.split("/").slice(1);
  for (const name of names) {
    sent = isObject(sent) && Object.hasOwn(sent, name) ? sent[name] : null;
    before = storedMember(before, name);
    at += `/${name}`;
    const effect = effects.get(at);
    if (sent === null || (effect === "replaced_unless_empty" && isNothing(sent))) {
      return [partly(kept(stored, pointer)), undefined];
    }
    if (effect !== "merged" || !isObject(sent)) {
      const state = find(value, pointer);
      return state === undefined ? [null, at] : [state, pointer];
    }
  }
  const [state, isChanged] = merged(sent, before, at, effects);
  return [state, isChanged ? pointer : undefined];
}

/** Return an object after a patch, and true if the patch sets any member of it. */
function merged(sent, stored, at, effects) {
  const before = partly(stored);
  const state = new Map(before instanceof Partial ? before.members : []);
  let isChanged = false;
  for (const [name, value] of Object.entries(sent)) {
    const effect = effects.get(`${at}/${name}`);
    if (value === null || (effect === "replaced_unless_empty" && isNothing(value))) continue;
    const [inner, setsIt] = effect === "merged" && isObject(value)
      ? merged(value, storedMember(stored, name), `${at}/${name}`, effects)
      : [value, true];
    if (!setsIt) continue;
    state.set(name, inner);
    isChanged = true;
  }
  if (!isChanged) return [before, false];
  return [stored === null ? Object.fromEntries(state) : new Partial(state), true];
}

/** Return whether a state fits a schema; undefined if unknown members decide. */
function mayFit(schema, state, fits) {
  if (state === undefined) return undefined;
  if (!(state instanceof Partial)) return fits(schema, state);
  if (schema.enum || "const" in schema) return false; // of texts, booleans and null
  const fit = (part) => mayFit(part, state, fits);
  const answers = schema.type ? [[schema.type].flat().includes("object")] : [];
  for (const name of schema.required ?? []) answers.push(state.members.has(name) || undefined);
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    answers.push(mayFit(inner, state.members.get(name), fits));
  }
  answers.push(...(schema.allOf ?? []).map(fit));
  if (schema.anyOf) answers.push(not(all(schema.anyOf.map((part) => not(fit(part))))));
  if (schema.not) answers.push(not(fit(schema.not)));
  if (schema.if) {
    const [condition, then, otherwise] = [schema.if, schema.then ?? {}, schema.else ?? {}].map(fit);
    if (condition === undefined) answers.push(then === otherwise ? then : undefined);
    else answers.push(condition ? then : otherwise);
  }
  return all(answers);
}

const isNothing = (sent) =>
  sent === "" || sent === 0 || sent === false || (typeof sent === "object" && !Object.keys(sent).length);
const not = (answer) => (answer === undefined ? undefined : !answer);
function all(answers) {
  if (answers.includes(false)) return false;
  return answers.includes(undefined) ? undefined : true;
}

const RELATIONS = {
  at_most({ within, pairs }, value) {
    const group = find(value, within);
    if (!isObject(group)) return [];
    const isNumber = (name) => Object.hasOwn(group, name) && typeof group[name] === "number";
    return pairs
      .filter(([lower, upper]) => isNumber(lower) && isNumber(upper) && group[lower] > group[upper])
      .map(([lower]) => [join(within, lower), true]);
  },

  unique_by({ array, key }, value) {
    const seen = new Set();
    if (!Array.isArray(find(value, array))) return [];
    return matches(value, `${array}/*/${key}`)
      .filter(([, name]) => typeof name === "string" && (seen.has(name) || !seen.add(name)))
      .map(([at]) => [at, true]);
  },

  exists_in({ names, array, key }, value) {
    const known = new Set(matches(value, `${array}/*/${key}`).map(([, name]) => name));
    return names.flatMap((pattern) => matches(value, pattern))
      .filter(([, name]) => typeof name === "string" && !known.has(name))
      .map(([at]) => [at, true]);
  },

  equals_stored({ fields }, value, stored) {
    return fields
      .filter((field) => isSet(find(value, field)) && kept(stored, field) !== undefined)
      .filter((field) => !equal(find(value, field), kept(stored, field)))
      .map((field) => [field, true]);
  },

  stored_unknown({ fields }, value, stored) {
    return fields
      .filter((field) => isSet(find(value, field)) && kept(stored, field) === undefined)
      .map((field) => [field, true]);
  },

  // The state is that after the patch, by the effects of its fields. The body is to blame only if it
  // sets one of the fields.
  never({ never }, value, stored, fits, effects) {
    const found = Object.entries(never).map(([field, schema]) => {
      const [state, place] = stateAfter(value, stored, field, effects);
      return [mayFit(schema, state, fits), place];
    });
    const answers = found.map(([answer]) => answer);
    const touched = found.map(([, place]) => place).find((place) => place !== undefined);
    if (answers.includes(false) || touched === undefined) return [];
    return [[touched, !answers.includes(undefined)]];
  },
};

// The texts of violations, made from the contract alone: no value of a document is in them.

function either(names) {
  const texts = [names].flat().map(String);
  const last = texts.pop();
  return texts.length ? `${texts.join(", ")} or ${last}` : last;
}

/** Return a text of a rule with values for its {placeholders}. */
function filled(text, { schema = {}, name = "", limit, line, column }) {
  return text.replaceAll(/\{(\w+)\}/g, (_, place) => {
    if (place === "name") return name;
    if (place === "line") return line;
    if (place === "column") return column;
    if (place === "limit") return limit ?? schema.maxItems ?? schema.maxProperties;
    if (place === "format") return schema["x-format"];
    if (place === "type" || place === "enum") return either(schema[place]);
    return schema[place] ?? "the document";
  });
}

// The verdict: structure by the schemas, rules by overlays and relations, under each source that
// the deployment may have.


const UNKNOWN_FIELDS = { allow: "off", report: "report", reject: "enforce" }; // -> mode
const MODES = ["enforce", "report", "off"];
const LIMITS = {
  request_body: 2 ** 20, // bytes
  response_body: 2 ** 24,
  request_objects: 50_000, // arrays and objects
  response_objects: 150_000,
  items: TABLES.most_items, // of one array, or members of one object
  string: 2 ** 20, // characters
  violations: 20,
};
const MORE = 1_000; // faults of the structure that are kept beyond the limit of violations
const SET = { not: { type: "null" } }; // the values that count if a rule has no `when`

export class ContractError extends Error {
  name = "ContractError";
}

/** The contract's judgement under options; a frozen value. */
export class Contract {
  #rules;
  #limits;
  #failures;

  constructor(options = {}, reader = schemaReader) {
    const { hosting, unknown_fields: unknownFields = "allow", modes = {}, limits = {} } = options;
    requireNames("option", Object.keys(options), ["hosting", "unknown_fields", "modes", "limits"]);
    if (isGiven(hosting)) requireNames("hosting", [hosting], TABLES.hostings);
    requireNames("unknown_fields", [unknownFields], Object.keys(UNKNOWN_FIELDS));
    requireModes(modes);
    requireLimits(limits);
    const wanted = { "unknown-field": UNKNOWN_FIELDS[unknownFields], ...modes };
    const rules = TABLES.rules
      .map((rule) => ({ ...rule, mode: wanted[rule.rule] ?? rule.mode }))
      .filter((rule) => rule.mode !== "off");
    this.hosting = hosting ?? undefined;
    this.#rules = new Map(rules.map((rule) => [rule.rule, rule]));
    this.#limits = { ...LIMITS, ...limits };
    this.#failures = reader(TABLES.definitions, LIMITS.items, this.#limits.items);
    Object.freeze(this);
  }

  /** Return the report on a document: JSON as text or bytes. */
  check(document, kind, context = {}) {
    if (typeof document !== "string" && !ArrayBuffer.isView(document)) {
      throw new ContractError("the document must be a string or bytes; see checkValue");
    }
    return this.#report(kind, context, (most) => parse(document, most));
  }

  /** Return the report on JSON that is parsed already. JSON.parse hides keys that come twice. */
  checkValue(value, kind, context = {}) {
    return this.#report(kind, context, ({ string }) => {
      inspect(value, string);
      return value;
    });
  }

  #report(kind, context, read) {
    requireNames("kind", [kind], Object.keys(TABLES.kinds));
    requireNames("context", Object.keys(context), ["source", "deployment"]);
    const stored = context.deployment ?? {};
    if (!isObject(stored)) throw new ContractError("deployment must be an object");
    const source = sourceOf(context.source ?? undefined, stored);
    const direction = isRequest(kind) ? "request" : "response";
    const limits = this.#limits;
    try {
      const value = read({
        bytes: limits[`${direction}_body`],
        objects: limits[`${direction}_objects`],
        string: limits.string,
      });
      return this.#made(kind, value, this.#judged(kind, value, source, stored));
    } catch (error) {
      // anything unexpected is a denial too
      const refusal = error instanceof Refusal ? error : new Refusal("unjudged");
      return this.#made(kind, undefined, refused(this.#rules.get(refusal.rule), refusal));
    }
  }

  #made(kind, value, found) {
    const all = distinct(found.violations);
    const violations = [...all.filter(isEnforced), ...all.filter((item) => !isEnforced(item))];
    const report = {
      document: kind,
      verdict: found.verdict,
      ok: found.verdict !== "deny",
      sources: found.sources,
      needs: found.needs,
      ...this.#revision(kind, value),
      violations: violations.slice(0, this.#limits.violations),
      undecided: distinct(found.undecided).slice(0, this.#limits.violations),
      truncated: violations.length > this.#limits.violations,
    };
    // not enumerable, so that logs and JSON of a report hold no value of the document
    return Object.freeze(Object.defineProperty(report, "value", { value }));
  }

  #judged(kind, value, source, stored) {
    const structure = this.#structure(kind, value);
    const candidates = this.#candidates(kind, source);
    // a candidate is judged as if it were stored
    const kept = (name) => (name === undefined ? stored : { ...stored, source: name });
    const broken = new Map();
    for (const name of candidates) broken.set(name, this.#broken(kind, name, value, kept(name)));
    const enforced = (name) => broken.get(name).filter(isEnforced);
    const denied = candidates.filter((name) => enforced(name).some((item) => item.settled));
    const left = candidates.filter((name) => !denied.includes(name));
    const unsettled = left.filter((name) => enforced(name).some((item) => !item.settled));

    // What is certain holds under every candidate. If none is left, the closest one tells why.
    const closest = [...denied].sort((a, b) => enforced(a).length - enforced(b).length)[0];
    const keys = candidates.map((name) => new Set(broken.get(name).map(keyOf)));
    const isCertain = (item) => keys.every((known) => known.has(keyOf(item)));
    const certain = left.length ? broken.get(left[0]).filter(isCertain) : broken.get(closest);
    const isRefused = left.length === 0 || structure.some(isEnforced);
    const isOpen = !isRefused && denied.length + unsettled.length > 0;
    const certainKeys = new Set(certain.map(keyOf));
    const atStake = candidates.flatMap(enforced)
      .filter((item) => !(item.settled && certainKeys.has(keyOf(item))));
    const settled = certain.filter((item) => item.settled);
    return {
      verdict: isRefused ? "deny" : isOpen ? "indeterminate" : "allow",
      violations: combined(structure, settled).map(toViolation),
      undecided: isOpen ? atStake.map(toViolation) : [],
      needs: isOpen ? this.#needs(candidates, denied, unsettled) : [],
      sources: isRefused ? [] : left.filter((name) => name !== undefined),
    };
  }

  /** Return the sources that the deployment may have; [undefined] if rules need no context. */
  #candidates(kind, source) {
    if (TABLES.kinds[kind].source !== "context") return [undefined];
    if (source) return [source];
    const runs = TABLES.sources;
    return Object.keys(runs).filter((name) => !this.hosting || runs[name].includes(this.hosting));
  }

  /** Return the facts that would settle an open verdict. */
  #needs(candidates, denied, unsettled) {
    const dependsOnSource = denied.length > 0 || unsettled.length < candidates.length;
    const needsSource = candidates.length > 1 && dependsOnSource;
    const answers = new Map();
    for (const name of needsSource ? candidates : []) {
      for (const place of TABLES.sources[name]) {
        answers.set(place, (answers.get(place) ?? new Set()).add(denied.includes(name)));
      }
    }
    // hosting settles it if candidates of the same hosting have the same answer
    const isUniform = answers.size > 1 && [...answers.values()].every((given) => given.size === 1);
    return [
      ...(needsSource ? ["source"] : []),
      ...(!this.hosting && isUniform ? ["hosting"] : []),
      ...(unsettled.length ? ["deployment"] : []),
    ];
  }

  /** Return the faults by the schema, and the fields that it does not declare. */
  #structure(kind, value) {
    const fields = new Map();
    for (const rule of this.#rules.values()) fields.set(rule.parameters.keyword, rule);
    const { open, closed } = TABLES.kinds[kind].definitions;
    const failures = (name) => this.#failures({ $ref: `#/$defs/${name}` }, value);
    const limit = this.#limits.items;
    const ofKeyword = ({ keyword, at, ...texts }) =>
      broke(fields.get(keyword === "maxProperties" ? "maxItems" : keyword), at, true, { ...texts, limit });
    const found = [];
    const counts = { enforce: 0, report: 0 };
    const most = this.#limits.violations + MORE;
    const keep = (item) => {
      if (!item.rule) return;
      counts[item.rule.mode] += 1;
      if (counts[item.rule.mode] <= most) found.push(item);
    };
    for (const failure of failures(open)) {
      keep(ofKeyword(failure));
      if (counts.enforce > most) return found; // no other one would be in the report
    }
    for (const { keyword, at, name, schema } of failures(closed)) {
      if (keyword === "additionalProperties") keep(this.#undeclared(name, schema, join(at, name)));
      if (counts.enforce > most) return found;
    }
    return found;
  }

  #undeclared(key, schema, at) {
    const rule = this.#rules.get("confusable-field");
    const name = rule && confusable(key, Object.keys(schema.properties ?? {}));
    if (name !== undefined) return broke(rule, at, true, { schema, name });
    return broke(this.#rules.get("unknown-field"), at, true, { schema });
  }

  /** Return each rule that the document breaks under a source. */
  #broken(kind, source, value, stored) {
    const entries = TABLES.overlays[kind][source ?? "any"][this.hosting ?? "any"];
    const fits = (schema, part) => isEmpty(this.#failures(schema, part));
    const effects = new Map(TABLES.kinds[kind].effects);
    const brokenBy = (rule) => RELATIONS[rule.shape](rule.parameters, value, stored, fits, effects)
      .map(([at, settled]) => broke(rule, at, settled));
    const found = [];
    for (const [id, form, index] of entries) {
      const rule = this.#rules.get(id);
      const schema = TABLES.schemas[index];
      if (rule && form === "schema") {
        for (const { at } of this.#failures(schema, value)) found.push(broke(rule, at));
      } else if (rule && !fits(schema, value)) {
        for (const item of brokenBy(rule)) found.push(item);
      }
    }
    const spokenFor = new Set(entries.map(([id]) => id));
    const isFree = (rule) =>
      rule.on.includes(kind) && RELATIONS[rule.shape] && !spokenFor.has(rule.rule);
    return [...found, ...[...this.#rules.values()].filter(isFree).flatMap(brokenBy)];
  }

  /** Return whether the document creates a revision, by the surest answer; modes do not matter. */
  #revision(kind, value) {
    const isSetOff = ({ parameters: { field, when = SET } }) =>
      matches(value, field).some(([, member]) => isEmpty(this.#failures(when, member)));
    const rules = TABLES.rules.filter((rule) =>
      rule.shape === "revision" && rule.on.includes(kind));
    const setOff = value === undefined ? [] : rules.filter(isSetOff);
    const answers = isObject(value)
      ? setOff.map((rule) => rule.parameters.creates)
      : rules.map(() => "unknown");
    const creates = ["yes", "unknown"].find((answer) => answers.includes(answer)) ?? "no";
    return { creates_revision: creates, revision_rules: setOff.map((rule) => rule.rule) };
  }
}

/** Return the violations that count: rules are silent where the structure is wrong. */
function combined(structure, ofRules) {
  const wrong = structure.filter((item) => item.rule.shape === "keyword" && isEnforced(item));
  const heard = ofRules.filter((item) => !wrong.some(({ at }) => related(at, item.at)));
  const isSaid = (item) => heard.some(({ at, rule }) =>
    at === item.at && (rule.mode === "enforce" || item.rule.mode === "report")); // as firmly
  const spoken = structure.filter((item) => item.rule.rule !== "unknown-field" || !isSaid(item));
  return [...spoken, ...heard];
}

const isGiven = (option) => option !== undefined && option !== null;
const isRequest = (kind) => TABLES.kinds[kind].directions.includes("request");
const broke = (rule, at, settled = true, texts = {}) => ({ rule, at, settled, texts });
const isEnforced = (item) => (item.rule.mode ?? item.mode) === "enforce"; // also of violations
const keyOf = ({ rule, at, settled }) => `${rule.rule} ${settled} ${at}`; // an id has no spaces

function refused(rule, { at, texts }) {
  const violations = [{ ...toViolation(broke(rule, at, true, texts)), location: "wire" }];
  return { verdict: "deny", violations, undecided: [], needs: [], sources: [] };
}

function toViolation({ rule: { rule, mode, message, hint }, at, texts }) {
  return {
    rule,
    mode,
    location: "body",
    pointer: shown(at),
    message: filled(message, texts),
    hint: filled(hint, texts),
  };
}

/** Return violations, each once. */
function distinct(violations) {
  return [...new Map(violations.map((item) => [JSON.stringify(item), item])).values()];
}

function requireNames(subject, names, allowed) {
  for (const name of names) {
    if (!allowed.includes(name)) {
      throw new ContractError(`${subject} must be one of ${allowed.join(", ")}`);
    }
  }
}

function requireModes(modes) {
  for (const [id, mode] of Object.entries(modes)) {
    const rule = TABLES.rules.find((each) => each.rule === id);
    if (!rule) throw new ContractError("modes: an entry names no rule of the contract");
    requireNames(`the mode of ${id}`, [mode], MODES);
    if (mode !== "enforce" && (rule.shape === "wire" || rule.parameters.fixed)) {
      throw new ContractError(`${id} is a rule of the wire and cannot be relaxed`);
    }
  }
}

function requireLimits(limits) {
  requireNames("limits", Object.keys(limits), Object.keys(LIMITS));
  for (const [name, value] of Object.entries(limits)) {
    if (!Number.isSafeInteger(value) || value < 1) {
      throw new ContractError(`limits: ${name} must be an integer of at least 1`);
    }
  }
}

function sourceOf(given, stored) {
  const kept = stored.source ?? undefined;
  for (const name of [given, kept].filter(isGiven)) {
    requireNames("source", [name], Object.keys(TABLES.sources));
  }
  if (isGiven(given) && isGiven(kept) && given !== kept) {
    throw new ContractError("source contradicts the source of deployment; give one of them");
  }
  return given ?? kept;
}

/** The version of the contract. */
export const version = TABLES.version;
