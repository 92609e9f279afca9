{{- define "doorstep.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "doorstep.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 63 | trimSuffix "-" }}
{{- else -}}
{{- $name := include "doorstep.name" . -}}
{{- if contains $name .Release.Name -}}
{{- .Release.Name | trunc 63 | trimSuffix "-" }}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 63 | trimSuffix "-" }}
{{- end }}
{{- end }}
{{- end }}

{{- define "doorstep.selectorLabels" -}}
app.kubernetes.io/name: {{ include "doorstep.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "doorstep.labels" -}}
{{ include "doorstep.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{- with .Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "doorstep.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "doorstep.fullname" .) .Values.serviceAccount.name }}
{{- else -}}
{{- default "default" .Values.serviceAccount.name }}
{{- end }}
{{- end }}

{{- define "doorstep.image" -}}
{{- if .Values.image.digest -}}
{{- printf "%s@%s" .Values.image.repository .Values.image.digest }}
{{- else -}}
{{- printf "%s:%s" .Values.image.repository (default .Chart.AppVersion .Values.image.tag) }}
{{- end }}
{{- end }}

{{/* The secret with the database's URL. */}}
{{- define "doorstep.databaseSecret" -}}
{{- default (include "doorstep.fullname" .) .Values.database.existingSecret }}
{{- end }}

{{- define "doorstep.databaseUrlKey" -}}
{{- if .Values.database.existingSecret -}}{{ .Values.database.urlKey }}{{- else -}}DATABASE_URL{{- end }}
{{- end }}

{{/* Whether the chart has a secret of its own. */}}
{{- define "doorstep.ownSecret" -}}
{{- if or .Values.secrets.values .Values.database.readUrls (and (eq .Values.database.mode "external") (not .Values.database.existingSecret)) -}}true{{- end }}
{{- end }}

{{/* The secret with METRICS_TOKEN, for the service monitor. */}}
{{- define "doorstep.metricsSecret" -}}
{{- if has "METRICS_TOKEN" .Values.secrets.keys -}}
{{- .Values.secrets.existingSecret }}
{{- else if hasKey .Values.secrets.values "METRICS_TOKEN" -}}
{{- include "doorstep.fullname" . }}
{{- end }}
{{- end }}

{{/* The location of the database, for every pod. */}}
{{- define "doorstep.databaseEnvironment" -}}
{{- if eq .Values.database.mode "external" -}}
- name: DATABASE_URL
  valueFrom:
    secretKeyRef:
      name: {{ include "doorstep.databaseSecret" . }}
      key: {{ include "doorstep.databaseUrlKey" . }}
{{- if and .Values.database.existingSecret .Values.database.passwordKey }}
- name: DATABASE_PASSWORD
  valueFrom:
    secretKeyRef:
      name: {{ .Values.database.existingSecret }}
      key: {{ .Values.database.passwordKey }}
{{- end }}
{{- end }}
{{- end }}

{{/* Settings and secrets, for every pod. */}}
{{- define "doorstep.environment" -}}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- range .Values.secrets.keys }}
- name: {{ . }}
  valueFrom:
    secretKeyRef:
      name: {{ $.Values.secrets.existingSecret }}
      key: {{ . }}
{{- end }}
{{- range $name, $value := .Values.secrets.values }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef:
      name: {{ include "doorstep.fullname" $ }}
      key: {{ $name }}
{{- end }}
{{- end }}

{{/* Pods that read sources have a different name from those that serve, so that the service sends them no requests. */}}
{{- define "doorstep.workSelectorLabels" -}}
app.kubernetes.io/name: {{ include "doorstep.name" . }}-work
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{/* Whether there are pods that read sources. */}}
{{- define "doorstep.works" -}}
{{- if or (gt (int .Values.work.replicas) 0) .Values.work.autoscaling.enabled -}}true{{- end }}
{{- end }}

{{/* Refuses contradictory values, with the remedy for each. */}}
{{- define "doorstep.refusals" -}}
{{- $many := or (gt (int .Values.replicas) 1) .Values.autoscaling.enabled -}}
{{- if eq .Values.database.mode "embedded" -}}
{{- if $many -}}
{{- fail "database.mode=embedded serves one pod: set replicas=1 and autoscaling.enabled=false, or database.mode=external." }}
{{- end }}
{{- if or .Values.database.existingSecret .Values.database.url -}}
{{- fail "database.mode=embedded needs no server: leave database.existingSecret and database.url out, or set database.mode=external." }}
{{- end }}
{{- if .Values.database.readUrls -}}
{{- fail "database.mode=embedded has no replicas: leave database.readUrls out, or set database.mode=external." }}
{{- end }}
{{- else if not (or .Values.database.existingSecret .Values.database.url) -}}
{{- fail "database.mode=external needs a server: set database.existingSecret to a secret with its URL." }}
{{- end }}
{{- if and .Values.database.readUrlsKey (or .Values.database.readUrls (not .Values.database.existingSecret)) -}}
{{- fail "database.readUrlsKey is a key of database.existingSecret: set that, and leave database.readUrls out." }}
{{- end }}
{{- if and (include "doorstep.works" .) (eq .Values.database.mode "embedded") -}}
{{- fail "work.replicas asks for a database that several pods reach: set database.mode=external, or work.replicas=0." }}
{{- end }}
{{- with .Values.work.autoscaling -}}
{{- if and .enabled (not .targetOrdered) (not .targetCPUUtilizationPercentage) -}}
{{- fail "work.autoscaling needs something to go by: set targetOrdered or targetCPUUtilizationPercentage." }}
{{- end }}
{{- end }}
{{- if lt (int .Values.terminationGracePeriodSeconds) (add (int .Values.drainSeconds) 10) -}}
{{- fail "terminationGracePeriodSeconds has to be at least drainSeconds and the 10 seconds that the service takes to stop." }}
{{- end }}
{{- if and $many .Values.persistence.enabled (not (has "ReadWriteMany" .Values.persistence.accessModes)) -}}
{{- fail "Several pods cannot mount one ReadWriteOnce volume: set persistence.accessModes={ReadWriteMany}, or persistence.enabled=false." }}
{{- end }}
{{- if and .Values.secrets.keys (not .Values.secrets.existingSecret) -}}
{{- fail "secrets.keys names keys of secrets.existingSecret, which is not set." }}
{{- end }}
{{- if and .Values.metrics.serviceMonitor.enabled (ne (index .Values.settings "METRICS" | default "protected") "open") (not (include "doorstep.metricsSecret" .)) -}}
{{- fail "metrics.serviceMonitor asks for a token: put METRICS_TOKEN into secrets.keys or secrets.values, or set settings.METRICS=open." }}
{{- end }}
{{- range $name := list "HOST" "PORT" "DATA_DIR" "DATABASE_URL" "DATABASE_PASSWORD" "DATABASE_READ_URLS" -}}
{{- if or (hasKey $.Values.settings $name) (hasKey $.Values.secrets.values $name) (has $name $.Values.secrets.keys) -}}
{{- fail (printf "%s is set by the chart: leave it out of settings and secrets (a database is named by database.existingSecret)." $name) }}
{{- end }}
{{- end }}
{{- end }}
