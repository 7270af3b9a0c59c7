import { appTypeRules } from "./deployment-members.ts";
import { areDistinct, immutable, type CrossFieldRule } from "./definition.ts";
import type { DeploymentSpec } from "./deployment-spec.ts";
import { publicPortRules } from "./public-ports.ts";

export const deploymentRules: readonly CrossFieldRule[] = [
  immutable("cluster", false),
  immutable("appType", false),
  immutable("promotion", true),
  immutable("adoption", true),
  {
    // What becomes a preview would be deleted: only its time may change.
    name: "previewImmutable",
    cel: "has(self.preview) == has(oldSelf.preview) && (!has(self.preview) || (self.preview.sourceId == oldSelf.preview.sourceId && has(self.preview.database) == has(oldSelf.preview.database) && (!has(self.preview.database) || self.preview.database == oldSelf.preview.database)))",
    message: "preview is set when it is made, and only its expires_at changes",
    path: ["preview"],
  },
  {
    name: "helmNeedsChart",
    cel: "self.appType != 'helm' || (has(self.helmRepoUrl) && has(self.helmChartName))",
    message: "app_type helm needs helm_repo_url and helm_chart_name",
    path: [],
    check: (spec: DeploymentSpec) =>
      spec.appType !== "helm" || (spec.helmRepoUrl !== undefined && spec.helmChartName !== undefined),
  },
  {
    name: "containerNeedsImage",
    cel: "self.appType == 'helm' || has(self.dockerImage) || (has(self.adoption) && has(self.adoption.manifestYaml))",
    message: "docker_image is needed for every app_type but helm",
    path: [],
    check: (spec: DeploymentSpec) =>
      spec.appType === "helm" || spec.dockerImage !== undefined || spec.adoption?.manifestYaml !== undefined,
  },
  {
    name: "cronNeedsSchedule",
    cel: "self.appType != 'cron_job' || has(self.schedule)",
    message: "app_type cron_job needs schedule",
    path: [],
    check: (spec: DeploymentSpec) => spec.appType !== "cron_job" || spec.schedule !== undefined,
  },
  {
    name: "variableHasOneSource",
    of: "environmentVariables",
    cel: "self.all(e, has(e.value) != has(e.secretRef))",
    message: "every environment variable has exactly one of value and secret_ref",
    path: ["environmentVariables"],
    check: (spec: DeploymentSpec) =>
      (spec.environmentVariables ?? []).every(
        (variable) => (variable.value === undefined) !== (variable.secretRef === undefined),
      ),
  },
  {
    name: "variableNamesUnique",
    of: "environmentVariables",
    cel: "self.map(e, e.name).all(n, self.exists_one(e, e.name == n))",
    message: "names of environment variables must be unique",
    path: ["environmentVariables"],
    check: (spec: DeploymentSpec) => areDistinct(spec.environmentVariables?.map((variable) => variable.name)),
  },
  {
    name: "portNumbersUnique",
    of: "additionalPorts",
    cel: "self.all(p, self.exists_one(q, q.port == p.port && (has(q.protocol) ? q.protocol : 'TCP') == (has(p.protocol) ? p.protocol : 'TCP')))",
    message: "additional_ports must be unique by port and protocol",
    path: ["additionalPorts"],
    check: (spec: DeploymentSpec) =>
      areDistinct(spec.additionalPorts?.map((extra) => `${extra.port}/${extra.protocol ?? "TCP"}`)),
  },
  {
    name: "portNamesUnique",
    of: "additionalPorts",
    cel: "self.all(p, !has(p.name) || self.exists_one(q, has(q.name) && q.name == p.name))",
    message: "names of additional_ports must be unique",
    path: ["additionalPorts"],
    check: (spec: DeploymentSpec) => areDistinct(spec.additionalPorts?.flatMap((extra) => extra.name ?? [])),
  },
  {
    name: "portNamesValid",
    of: "additionalPorts",
    cel: "self.all(p, !has(p.name) || (p.name.matches('[a-z]') && !p.name.contains('--') && p.name != 'http'))",
    message: "a port name has at least one letter, no double hyphen, and is not http, the name of the main port",
    path: ["additionalPorts"],
    check: (spec: DeploymentSpec) =>
      (spec.additionalPorts ?? []).every(
        (extra) =>
          extra.name === undefined || (/[a-z]/.test(extra.name) && !extra.name.includes("--") && extra.name !== "http"),
      ),
  },
  {
    name: "portsDifferFromMain",
    cel: "!has(self.additionalPorts) || !has(self.containerPort) || self.additionalPorts.all(p, p.port != self.containerPort || (has(p.protocol) && p.protocol == 'UDP'))",
    message: "additional_ports must not repeat container_port",
    path: ["additionalPorts"],
    check: (spec: DeploymentSpec) =>
      (spec.additionalPorts ?? []).every((extra) => extra.port !== spec.containerPort || extra.protocol === "UDP"),
  },
  ...publicPortRules,
  {
    name: "failoverAsksByHttp",
    cel: "!has(self.failoverHealthRoute) || !self.failoverHealthRoute || !has(self.containerPortProtocol) || self.containerPortProtocol != 'grpc'",
    message: "failover_health_route is asked by HTTP: leave it out where container_port_protocol is grpc",
    path: ["failoverHealthRoute"],
    check: (spec: DeploymentSpec) => spec.failoverHealthRoute !== true || spec.containerPortProtocol !== "grpc",
  },
  {
    name: "volumePathsUnique",
    of: "volumes",
    cel: "self.all(v, self.exists_one(w, w.path == v.path))",
    message: "paths of volumes must be unique",
    path: ["volumes"],
    check: (spec: DeploymentSpec) => areDistinct(spec.volumes?.map((mount) => mount.path)),
  },
  {
    name: "storageSizeOrVolumes",
    cel: "!has(self.storageSizeGb) || !has(self.volumes) || size(self.volumes) == 0",
    message: "storage_size_gb is the size of /data when there are no volumes: send one of the two",
    path: ["storageSizeGb"],
    check: (spec: DeploymentSpec) => spec.storageSizeGb === undefined || (spec.volumes ?? []).length === 0,
  },
  {
    name: "volumesNeedOneReplica",
    cel: "self.appType == 'database' || !has(self.replicas) || self.replicas <= 1 || (!has(self.storageSizeGb) && (!has(self.volumes) || size(self.volumes) == 0))",
    message: "more than one replica cannot share volumes; use app_type database or one replica",
    path: ["replicas"],
    check: (spec: DeploymentSpec) =>
      spec.appType === "database" ||
      (spec.replicas ?? 1) <= 1 ||
      (spec.storageSizeGb === undefined && (spec.volumes ?? []).length === 0),
  },
  {
    name: "volumesNeverShrink",
    of: "storageSizeGb",
    cel: "self >= oldSelf",
    message: "storage_size_gb can grow, never shrink",
    path: ["storageSizeGb"],
  },
  {
    name: "mountedVolumesNeverShrink",
    of: "volumes",
    cel: "self.all(v, oldSelf.all(o, o.path != v.path || v.sizeGb >= o.sizeGb))",
    message: "volumes can grow, never shrink",
    path: ["volumes"],
  },
  {
    name: "releaseIsOurs",
    cel: "!has(self.releaseCommand) || !has(self.adoption)",
    message: "release_command cannot be used with a workload that was taken over: start such a command by POST …/runs",
    path: ["releaseCommand"],
    check: (spec: DeploymentSpec) => spec.releaseCommand === undefined || spec.adoption === undefined,
  },
  ...appTypeRules,
];
