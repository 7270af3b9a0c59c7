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

{{- define "workload.tooLargeName" -}}
{{ .Values.handle }}-too-large
{{- end -}}

{{/* A name with a certificate of its own brings its own listener, so that one without it holds up nobody else's. */}}
{{- define "workload.listeners" }}
---
apiVersion: gateway.networking.k8s.io/v1
kind: ListenerSet
metadata:
  name: {{ .name | quote }}
  labels:
    {{- include "workload.labels" .root | nindent 4 }}
  annotations:
    argocd.argoproj.io/ignore-healthcheck: "true"
    {{- with .root.Values.gateway.clusterIssuer }}
    cert-manager.io/cluster-issuer: {{ . | quote }}
    {{- end }}
spec:
  parentRef:
    group: gateway.networking.k8s.io
    kind: Gateway
    namespace: {{ .root.Values.gateway.namespace | quote }}
    name: {{ .root.Values.gateway.name | quote }}
  listeners:
    - name: https
      hostname: {{ .host | quote }}
      port: 443
      protocol: HTTPS
      tls:
        mode: Terminate
        certificateRefs:
          - group: ""
            kind: Secret
            name: {{ printf "%s-tls" .name | quote }}
      allowedRoutes:
        namespaces:
          from: Same
{{- end }}

{{/* The rules of a host: what is answered for the application, the path that a failover looks at, and all others. */}}
{{- define "workload.routeRules" -}}
{{- $backend := dict "group" "" "kind" "Service" "name" (include "workload.serviceName" .) "port" (.Values.port | int64) "weight" 1 -}}
{{- $timeouts := dict "request" .Values.gateway.requestTimeout -}}
{{- with .Values.gateway.tooLarge }}
{{- $headers := list (dict "type" "RegularExpression" "name" "content-length" "value" .) }}
- matches:
    {{- if $.Values.gateway.healthPath }}
    - path: {type: Exact, value: /.well-known/berth-health}
      headers: {{ $headers | toJson }}
    {{- end }}
    - path: {type: PathPrefix, value: /}
      headers: {{ $headers | toJson }}
  filters:
    - type: ExtensionRef
      extensionRef:
        group: gateway.envoyproxy.io
        kind: HTTPRouteFilter
        name: {{ include "workload.tooLargeName" $ | quote }}
{{- end }}
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

{{/* What the release command's pod needs is there before it. */}}
{{- define "workload.beforeRelease" -}}
{{- if .Values.release }}
  annotations:
    argocd.argoproj.io/sync-wave: "-2"
{{- end }}
{{- end -}}

{{/* The same for what is the same release: it runs once. Image automation may have chosen another image than the values did. */}}
{{- define "workload.releasePrint" -}}
{{- $print := .Values.release.print -}}
{{- $image := .Values.image.reference | default "" -}}
{{- if ne $image (.Values.release.image | default "") }}{{ $print = printf "%s %s" $print $image | sha256sum | trunc 10 }}{{ end -}}
{{ $print }}
{{- end -}}

{{- define "workload.releaseName" -}}
{{ .Values.handle }}-{{ include "workload.releasePrint" . }}
{{- end -}}

{{/* A UUID, as every run has one, that begins with the print: so it says the name when the Job is gone (docs/adr/0127). */}}
{{- define "workload.releaseId" -}}
{{- $print := include "workload.releasePrint" . -}}
{{- $sum := printf "%s %s" .Values.id (include "workload.releaseName" .) | sha256sum -}}
{{ substr 0 8 $print }}-{{ substr 8 10 $print }}{{ substr 0 2 $sum }}-8{{ substr 2 5 $sum }}-8{{ substr 5 8 $sum }}-{{ substr 8 20 $sum }}
{{- end -}}

{{- define "workload.releaseLabels" -}}
hosting.berth.dev/run: {{ include "workload.releaseId" . | quote }}
hosting.berth.dev/release: "true"
{{- end -}}

{{/* Runs by a schedule share these: the id of each is that of its Job. */}}
{{- define "workload.jobLabels" -}}
app.kubernetes.io/managed-by: berth
hosting.berth.dev/id: {{ .Values.id | quote }}
hosting.berth.dev/run: schedule
{{- end -}}
