{{/* Names and labels derive from what never changes: the handle and the id, not from what an application is called. */}}

{{- define "workload.name" -}}
{{- if .Values.adoption }}{{ .Values.adoption.name }}{{ else }}{{ .Values.handle }}{{ end -}}
{{- end -}}

{{/* A service's name starts with a letter; a handle may start with a digit. */}}
{{- define "workload.serviceName" -}}
{{- if regexMatch "^[0-9]" .Values.handle }}svc-{{ end }}{{ .Values.handle -}}
{{- end -}}

{{- define "workload.governingServiceName" -}}
{{ include "workload.serviceName" . }}-pods
{{- end -}}

{{- define "workload.secretName" -}}
{{ .Values.handle }}-secrets
{{- end -}}

{{- define "workload.labels" -}}
app.kubernetes.io/name: {{ .Values.handle | quote }}
app.kubernetes.io/instance: {{ .Values.handle | quote }}
app.kubernetes.io/component: {{ .Values.appType | quote }}
app.kubernetes.io/managed-by: berth
hosting.berth.dev/id: {{ .Values.id | quote }}
{{- end -}}

{{/* Selectors cannot be changed later: the handle alone, or what the adopted workload had. */}}
{{- define "workload.selector" -}}
{{- $selector := dig "selector" dict (.Values.adoption | default dict) -}}
{{- if $selector -}}
{{- range $key, $value := $selector }}
{{ $key | quote }}: {{ $value | quote }}
{{- end -}}
{{- else -}}
app.kubernetes.io/instance: {{ .Values.handle | quote }}
{{- end -}}
{{- end -}}

{{- define "workload.hasIngress" -}}
{{- if and .Values.port (or .Values.ingress.host .Values.ingress.customDomain) }}true{{ end -}}
{{- end -}}

{{- define "workload.hasGateway" -}}
{{- if and .Values.port (or .Values.gateway.host .Values.gateway.customDomain) }}true{{ end -}}
{{- end -}}

{{- define "workload.isPublished" -}}
{{ include "workload.hasIngress" . }}{{ include "workload.hasGateway" . }}
{{- end -}}

{{/* The rules of a host: the path that a failover looks at, and all others. */}}
{{- define "workload.routeRules" -}}
{{- $backend := dict "group" "" "kind" "Service" "name" (include "workload.serviceName" .) "port" (.Values.port | int64) "weight" 1 -}}
{{- $timeouts := dict "request" .Values.gateway.requestTimeout -}}
{{- with .Values.gateway.healthPath }}
- matches:
    - path: {type: Exact, value: /.well-known/berth-health}
  filters:
    - type: URLRewrite
      urlRewrite:
        path: {type: ReplaceFullPath, replaceFullPath: {{ . | quote }}}
  timeouts: {{ $timeouts | toJson }}
  backendRefs: [{{ $backend | toJson }}]
{{- end }}
- matches:
    - path: {type: PathPrefix, value: /}
  timeouts: {{ $timeouts | toJson }}
  backendRefs: [{{ $backend | toJson }}]
{{- end -}}

{{/* An adopted one keeps the claims that it has: its templates cannot be changed. */}}
{{- define "workload.isStateful" -}}
{{- if and (eq .Values.kind "StatefulSet") (not .Values.adoption) }}true{{ end -}}
{{- end -}}

{{/* The claim of a Deployment; a StatefulSet names its own: <volume>-<name>-<ordinal>. */}}
{{- define "workload.claimName" -}}
{{ .root.Values.handle }}-{{ .volume.name }}
{{- end -}}
