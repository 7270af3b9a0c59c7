{{/* Labels of every object; takes the root. */}}
{{- define "berth.labels" -}}
app.kubernetes.io/name: berth
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/part-of: berth
{{- end }}

{{/* Labels that select the pods of one process; takes the root and its name. */}}
{{- define "berth.selector" -}}
app.kubernetes.io/name: berth
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{/* The accounts that admission trusts, as a CEL list. */}}
{{- define "berth.accounts" -}}
{{- $own := list (printf "system:serviceaccount:%s:berth-gateway" .Release.Namespace) (printf "system:serviceaccount:%s:berth-operator" .Release.Namespace) -}}
['{{ join "', '" (concat $own .Values.admission.trustedAccounts) }}']
{{- end }}

{{/* Where each secret setting of a process comes from, as YAML; takes the root and the process' name. */}}
{{- define "berth.credentials" -}}
{{- $root := index . 0 -}}
{{- $process := index . 1 -}}
{{- $known := (index ($root.Files.Get "files/settings.json" | fromJson) $process).credentials -}}
{{- $postgres := dict "secretName" $root.Values.existingPostgres.secretName "key" $root.Values.existingPostgres.key -}}
{{- $given := merge (dict "BERTH_POSTGRES_URL" $postgres) (deepCopy (index $root.Values $process).credentials) (deepCopy $root.Values.credentials) -}}
{{- $used := dict -}}
{{- range $name := $known }}{{ with index $given $name }}{{ $_ := set $used $name . }}{{ end }}{{ end -}}
{{- toYaml $used }}
{{- end }}

{{/* The environment of a process; takes the root, the process' name and a dict of what the chart decides. */}}
{{- define "berth.environment" -}}
{{- $root := index . 0 -}}
{{- $known := (index ($root.Files.Get "files/settings.json" | fromJson) (index . 1)).settings -}}
{{- range $name := $known }}
{{- with index $root.Values.settings $name }}
- name: {{ $name }}
  value: {{ . | quote }}
{{- end }}
{{- end }}
{{- range $name, $value := index . 2 }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- range $name, $_ := include "berth.credentials" . | fromYaml }}
- name: {{ $name }}_FILE
  value: /etc/berth/credentials/{{ $name }}
{{- end }}
{{- end }}

{{/* What pods of both processes have in common, from the volumes on; takes the root and the process' name. */}}
{{- define "berth.pod" -}}
{{- $root := index . 0 -}}
{{- $process := index . 1 -}}
{{- $own := index $root.Values $process -}}
serviceAccountName: berth-{{ $process }}
# Services' addresses as variables: one named berth-… would be taken for an unknown setting.
enableServiceLinks: false
# Longer than a gateway drains, answers what is under way (10 s) and closes (docs/guides/high-availability.md).
terminationGracePeriodSeconds: {{ if eq $process "gateway" }}{{ max 40 (add 20 ($root.Values.settings.BERTH_DRAIN_SECONDS | default "5" | int)) }}{{ else }}40{{ end }}
{{- with $root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . | quote }}
  {{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  fsGroup: 65532
  seccompProfile:
    type: RuntimeDefault
# Not topologySpreadConstraints: on nodes without a zone the scheduler would drop all of them.
affinity:
  podAntiAffinity:
    preferredDuringSchedulingIgnoredDuringExecution:
      {{- range $key, $weight := dict "kubernetes.io/hostname" 100 "topology.kubernetes.io/zone" 50 }}
      - weight: {{ $weight }}
        podAffinityTerm:
          topologyKey: {{ $key }}
          labelSelector:
            matchLabels:
              {{- include "berth.selector" (list $root $process) | nindent 14 }}
      {{- end }}
{{- with $own.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $own.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: credentials
    projected:
      defaultMode: 0440
      sources:
        {{- range $name, $from := include "berth.credentials" . | fromYaml }}
        - secret:
            name: {{ $from.secretName | quote }}
            items:
              - key: {{ $from.key | quote }}
                path: {{ $name }}
        {{- end }}
initContainers:
  # Each version brings the schema that it needs; one at a time does, the others wait for it (docs/adr/0031).
  - name: migrate
    {{- include "berth.container" . | nindent 4 }}
    args: [migrate.js]
    env:
      - name: BERTH_POSTGRES_URL_FILE
        value: /etc/berth/credentials/BERTH_POSTGRES_URL
{{- end }}

{{/* What all containers have in common; takes the root and the process' name. */}}
{{- define "berth.container" -}}
{{- $root := index . 0 -}}
image: "{{ $root.Values.image.repository }}/berth-{{ index . 1 }}:{{ $root.Values.image.tag | default $root.Chart.AppVersion }}{{ with get $root.Values.image.digests (index . 1) }}@{{ . }}{{ end }}"
imagePullPolicy: {{ $root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
resources:
  {{- toYaml (index $root.Values (index . 1)).resources | nindent 2 }}
volumeMounts:
  - name: credentials
    mountPath: /etc/berth/credentials
    readOnly: true
{{- end }}

{{/* Account and disruption budget of a process; takes the root and its name. */}}
{{- define "berth.surroundings" -}}
{{- $root := index . 0 -}}
{{- $process := index . 1 -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  name: berth-{{ $process }}
  namespace: {{ $root.Release.Namespace }}
  labels:
    {{- include "berth.labels" $root | nindent 4 }}
  {{- with (index $root.Values $process).serviceAccount.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: berth-{{ $process }}
  namespace: {{ $root.Release.Namespace }}
  labels:
    {{- include "berth.labels" $root | nindent 4 }}
spec:
  maxUnavailable: 1
  # While all wait for something that is away, nodes can be drained all the same.
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels:
      {{- include "berth.selector" . | nindent 6 }}
{{- end }}
