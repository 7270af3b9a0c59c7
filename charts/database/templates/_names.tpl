{{/* Names derive from what never changes: the handle and the id, not from what a database is called. */}}

{{- define "database.labels" -}}
app.kubernetes.io/name: {{ .Values.handle | quote }}
app.kubernetes.io/instance: {{ .Values.handle | quote }}
app.kubernetes.io/component: database
app.kubernetes.io/managed-by: berth
hosting.berth.dev/id: {{ .Values.id | quote }}
{{- end -}}

{{- define "database.barman" -}}
destinationPath: {{ .path | quote }}
{{- with .endpoint }}
endpointURL: {{ . | quote }}
{{- end }}
{{- if .credentials }}
s3Credentials:
  accessKeyId: {name: {{ .credentials | quote }}, key: access-key-id}
  secretAccessKey: {name: {{ .credentials | quote }}, key: secret-access-key}
  {{- if .region }}
  region: {name: {{ .credentials | quote }}, key: region}
  {{- end }}
{{- else }}
s3Credentials:
  inheritFromIAMRole: true
{{- end }}
wal:
  compression: gzip
data:
  compression: gzip
{{- end -}}

{{- define "database.bucket" -}}
bucketName: {{ .bucket | quote }}
{{- with .endpoint }}
endpointURL: {{ . | quote }}
usePathStyle: true
{{- end }}
{{- with .region }}
region: {{ . | quote }}
{{- end }}
{{- end -}}

{{- define "database.mysqlJob" -}}
serviceAccountName: {{ .name | quote }}
bucketConfig:
  {{- include "database.bucket" .store | nindent 2 }}
workVolume:
  ephemeral:
    volumeClaimTemplate:
      spec:
        accessModes: [ReadWriteOnce]
        resources:
          requests:
            storage: {{ .workSpace | quote }}
{{- with .store.credentials }}
env:
  - name: AWS_ACCESS_KEY_ID
    valueFrom: {secretKeyRef: {name: {{ . | quote }}, key: access-key-id}}
  - name: AWS_SECRET_ACCESS_KEY
    valueFrom: {secretKeyRef: {name: {{ . | quote }}, key: secret-access-key}}
{{- end }}
{{- end -}}
