{{/* Any value, as JSON that is YAML too. toYaml is not for users' texts: it answers nothing at all when one has a character
that YAML wants escaped, and leaves others bare that some readers take for numbers. */}}
{{- define "workload.data" -}}
{{- if kindIs "map" . -}}
{ {{- range $key, $value := . }}{{ $key | quote }}: {{ include "workload.data" $value }}, {{ end -}} }
{{- else if kindIs "slice" . -}}
[ {{- range . }}{{ include "workload.data" . }}, {{ end -}} ]
{{- else if kindIs "string" . -}}
{{ . | quote }}
{{- else -}}
{{ . | toJson }}
{{- end -}}
{{- end -}}

{{- define "workload.podSpec" -}}
automountServiceAccountToken: false
enableServiceLinks: false
terminationGracePeriodSeconds: {{ .Values.terminationGracePeriodSeconds | int64 }}
securityContext:
  seccompProfile:
    type: RuntimeDefault
  {{- if eq .Values.securityProfile "restricted" }}
  runAsNonRoot: true
  {{- end }}
  {{- if .Values.volumes }}
  # An image that runs as a user of its own can write to its volumes.
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  {{- end }}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "workload.selector" . | nindent 8 }}
{{- include "workload.podPlace" . }}
containers:
  - {{ include "workload.container" . | nindent 4 | trim }}
{{- if and .Values.volumes (not (include "workload.isStateful" .)) }}
volumes:
  {{- range .Values.volumes }}
  - name: {{ .name | quote }}
    persistentVolumeClaim:
      claimName: {{ include "workload.claimName" (dict "root" $ "volume" .) | quote }}
  {{- end }}
{{- end }}
{{- end -}}

{{/* Where a pod may run, and with what it gets its image. */}}
{{- define "workload.podPlace" -}}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . | quote }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- range $key, $value := . }}
  {{ $key | quote }}: {{ $value | quote }}
  {{- end }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{ include "workload.data" . }}
{{- end }}
{{- if or .Values.imagePullSecrets .Values.secrets.pullSecret }}
imagePullSecrets:
  {{- with .Values.secrets.pullSecret }}
  - name: {{ . | quote }}
  {{- end }}
  {{- range .Values.imagePullSecrets }}
  - name: {{ .name | quote }}
  {{- end }}
{{- end }}
{{- end -}}

{{/* A pod that ends, with `command` and `args`: image, environment and resources, without what belongs to a server. */}}
{{- define "workload.jobPodSpec" -}}
{{- with .root -}}
restartPolicy: Never
automountServiceAccountToken: false
enableServiceLinks: false
terminationGracePeriodSeconds: {{ .Values.terminationGracePeriodSeconds | int64 }}
securityContext:
  seccompProfile:
    type: RuntimeDefault
  {{- if eq .Values.securityProfile "restricted" }}
  runAsNonRoot: true
  {{- end }}
{{- include "workload.podPlace" . }}
containers:
  - name: app
    image: {{ .Values.image.reference | quote }}
    {{- with $.command }}
    command:
      {{- range . }}
      - {{ . | quote }}
      {{- end }}
    {{- end }}
    {{- with $.args }}
    args:
      {{- range . }}
      - {{ . | quote }}
      {{- end }}
    {{- end }}
    {{- include "workload.environment" . | nindent 4 }}
    {{- include "workload.resources" . | nindent 4 }}
    {{- include "workload.security" . | nindent 4 }}
{{- end }}
{{- end -}}

{{- define "workload.container" -}}
name: app
image: {{ .Values.image.reference | quote }}
{{- with .Values.command }}
command:
  {{- range . }}
  - {{ . | quote }}
  {{- end }}
{{- end }}
{{- with .Values.args }}
args:
  {{- range . }}
  - {{ . | quote }}
  {{- end }}
{{- end }}
{{- include "workload.environment" . }}
{{- include "workload.containerPorts" . }}
{{- include "workload.resources" . }}
{{- range $name := list "liveness" "readiness" "startup" }}
{{- with get ($.Values.probes | default dict) $name }}
{{ $name }}Probe:
  {{- include "workload.probe" (dict "name" $name "probe" . "defaults" (get $.Values.probeDefaults $name) "port" $.Values.port) | nindent 2 }}
{{- end }}
{{- end }}
{{- with .Values.volumes }}
volumeMounts:
  {{- range . }}
  - name: {{ .name | quote }}
    mountPath: {{ .path | quote }}
  {{- end }}
{{- end }}
{{- if and (or .Values.port .Values.additionalPorts) (gt (.Values.terminationGracePeriodSeconds | int64) 5) }}
lifecycle:
  preStop:
    # Until every router and node has heard that this pod goes, it still answers: Kubernetes puts off endpoints by 1 s, then 2, then 4,
    # when they change faster than it hears of its own writes. The API server refuses one that is longer than the grace.
    sleep:
      seconds: {{ ternary 10 5 (gt (.Values.terminationGracePeriodSeconds | int64) 10) }}
{{- end }}
{{- include "workload.security" . }}
{{- end -}}

{{- define "workload.environment" -}}
{{- with .Values.env }}
env:
  {{- range . }}
  - name: {{ .name | quote }}
    {{- if hasKey . "secretRef" }}
    valueFrom:
      secretKeyRef:
        name: {{ include "workload.secretName" $ | quote }}
        key: {{ .secretRef | quote }}
    {{- else }}
    value: {{ include "workload.literal" (.value | default "") | quote }}
    {{- end }}
  {{- end }}
{{- end }}
{{- end -}}

{{- define "workload.security" }}
securityContext:
  allowPrivilegeEscalation: false
  capabilities:
    drop: [ALL]
    {{- if eq .Values.securityProfile "baseline" }}
    add: [CHOWN, DAC_OVERRIDE, FOWNER, KILL, NET_BIND_SERVICE, SETGID, SETUID]
    {{- end }}
{{- end -}}

{{/* Kubernetes reads $(NAME) and $$ in a value; a literal is to arrive as it was typed. */}}
{{- define "workload.literal" -}}
{{- if or (contains "$(" .) (contains "$$" .) }}{{ . | replace "$" "$$" }}{{ else }}{{ . }}{{ end -}}
{{- end -}}

{{/* One entry for each number: the list only informs, and entries are told apart by number alone when merged. */}}
{{- define "workload.containerPorts" -}}
{{- $seen := dict -}}
{{- $ports := list -}}
{{- if .Values.port }}{{ $ports = list (dict "name" "http" "port" .Values.port "protocol" "TCP") }}{{ end -}}
{{- range concat $ports (.Values.additionalPorts | default list) -}}
{{- $number := .port | int64 | toString -}}
{{- if not $seen }}
ports:
{{- end }}
{{- if not (hasKey $seen $number) }}
  - name: {{ .name | quote }}
    containerPort: {{ $number }}
    protocol: {{ .protocol }}
{{- end }}
{{- $_ := set $seen $number true }}
{{- end }}
{{- end -}}

{{- define "workload.resources" -}}
{{- $limits := dig "limits" dict (.Values.resources | default dict) -}}
{{- $requests := dig "requests" dict (.Values.resources | default dict) -}}
{{- range $name, $quantity := .Values.requestDefaults -}}
{{- if not (or (hasKey $requests $name) (hasKey $limits $name)) -}}
{{- $requests = merge (dict $name $quantity) $requests -}}
{{- end -}}
{{- end -}}
{{- if or $requests $limits }}
resources:
  {{- range $kind, $quantities := dict "requests" $requests "limits" $limits }}
  {{- with $quantities }}
  {{ $kind }}:
    {{- range $name, $quantity := . }}
    {{ $name | quote }}: {{ $quantity | toString | quote }}
    {{- end }}
  {{- end }}
  {{- end }}
{{- end }}
{{- end -}}

{{- define "workload.probe" -}}
{{- if eq .probe.type "http" -}}
httpGet:
  path: {{ .probe.path | default "/" | quote }}
  port: {{ .port | int64 }}
{{- else -}}
tcpSocket:
  port: {{ .port | int64 }}
{{- end }}
{{- $timings := merge (dict) .probe .defaults }}
{{- if and (eq .name "startup") (not (hasKey .probe "periodSeconds")) (not (hasKey .probe "failureThreshold")) }}
{{- /* For the same time: whoever said one of both has reckoned with the other. */}}
{{- $tries := mul (.defaults.periodSeconds | int64) (.defaults.failureThreshold | int64) }}
{{- $timings = merge (dict "periodSeconds" 1 "failureThreshold" $tries) $timings }}
{{- end }}
{{- range $name := list "initialDelaySeconds" "periodSeconds" "timeoutSeconds" "failureThreshold" }}
{{- if hasKey $timings $name }}
{{ $name }}: {{ get $timings $name | int64 }}
{{- end }}
{{- end }}
{{- end -}}
