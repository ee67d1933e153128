{{/* The name of a program in this release; "." is a dict of the root and the name. */}}
{{- define "name" -}}
{{ printf "%s-%s" .root.Release.Name .name | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "selector" -}}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end }}

{{- define "labels" -}}
{{ include "selector" . }}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{/* A setting as the text of an environment variable: lists and tables with commas. */}}
{{- define "text" -}}
{{- if kindIs "slice" . -}}
{{ join "," . }}
{{- else if kindIs "map" . -}}
{{- $pairs := list -}}
{{- range $key, $value := . }}{{ $pairs = append $pairs (printf "%s=%v" $key $value) }}{{ end -}}
{{ join "," $pairs }}
{{- else -}}
{{ . }}
{{- end -}}
{{- end }}

{{/* Values that contradict each other: one line each. */}}
{{- define "check" -}}
{{- $values := .Values -}}
{{- $enabled := list -}}
{{- range $name := list "gateway" "decide" "envoy" -}}
{{- $one := index $values $name -}}
{{- if $one.enabled -}}
{{- $enabled = append $enabled $name -}}
{{- if eq (int $one.port) (int $one.adminPort) }}{{ fail (printf "%s.port and %s.adminPort must differ" $name $name) }}{{ end -}}
{{- if and $values.autoscaling.enabled (lt (int $values.autoscaling.maxReplicas) (int $one.replicas)) }}{{ fail (printf "autoscaling.maxReplicas is less than %s.replicas; raise it" $name) }}{{ end -}}
{{- if and (gt (int $one.replicas) 1) (ge (int $values.disruptionBudget.maxUnavailable) (int $one.replicas)) }}{{ fail (printf "disruptionBudget.maxUnavailable must be less than %s.replicas, so that a pod stays" $name) }}{{ end -}}
{{- $settings := $one.settings | default dict -}}
{{- if and (eq (toString $settings.learn_mutable) "on") (or (gt (int $one.replicas) 1) $values.autoscaling.enabled) }}{{ fail (printf "%s.settings.learn_mutable: on needs one replica without autoscaling: others would use old facts" $name) }}{{ end -}}
{{- end -}}
{{- end -}}
{{- if not $enabled }}{{ fail "nothing is enabled: set gateway.enabled, decide.enabled or envoy.enabled" }}{{ end -}}
{{- if and (has "shared" $values.lookups) (not $values.shared.secret) }}{{ fail "lookups has shared: name the Secret with the URL of Redis in shared.secret" }}{{ end -}}
{{- if and $values.decide.enabled $values.decide.grpcPort (ne $values.decide.dialect "envoy") }}{{ fail "decide.grpcPort needs decide.dialect envoy" }}{{ end -}}
{{- if $values.envoy.enabled -}}
{{- if not $values.envoy.moduleImage }}{{ fail "envoy.enabled needs envoy.moduleImage, the image with the library and the contract" }}{{ end -}}
{{- if not (hasPrefix "http://" $values.upstream) }}{{ fail "envoy.enabled needs an upstream that begins with http://" }}{{ end -}}
{{- end -}}
{{- end }}

{{/* Where pods run, as members of the spec of a pod. */}}
{{- define "placement" -}}
{{- $values := .root.Values -}}
{{- with $values.topologyKey }}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels: {{- include "selector" $ | nindent 8 }}
{{- end }}
{{- with $values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.imagePullSecrets }}
imagePullSecrets:
{{- range . }}
  - {name: {{ . | quote }}}
{{- end }}
{{- end }}
{{- end }}
