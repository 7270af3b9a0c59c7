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

{{/* An adopted one keeps the claims that it has: its templates cannot be changed. */}}
{{- define "workload.isStateful" -}}
{{- if and (eq .Values.kind "StatefulSet") (not .Values.adoption) }}true{{ end -}}
{{- end -}}

{{/* The claim of a Deployment; a StatefulSet names its own: <volume>-<name>-<ordinal>. */}}
{{- define "workload.claimName" -}}
{{ .root.Values.handle }}-{{ .volume.name }}
{{- end -}}
