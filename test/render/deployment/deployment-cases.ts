import type { DeploymentSpec } from "../../../contract/resources/deployment-spec.ts";
import { deriveImageHold } from "../../../render/image-hold.ts";
import { SERVER_TYPES } from "../../support/deployment-input.ts";
import { HELM, adopted, of, raw, type Input } from "./deployment-variants.ts";
import { FULL_DEPLOYMENT, NAMED_WORKLOAD } from "../../support/full-specs.ts";

const onPlatform = (input: Input, platform: Partial<Input["platform"]>): Input => ({
  ...input,
  platform: { ...input.platform, ...platform },
});

/** What is not the spec's: the platform, the cluster, and what was seen. */
export function surroundings(): Record<string, Input> {
  const own = of({ dockerImage: "registry.test/org-acme/shop:1", containerPort: 3000, environmentVariables: [] });
  const secret = raw({ environmentVariables: [{ name: "A", secretRef: "token" }] }, own);
  const domain = of({ customDomain: "shop.example.org", failoverHealthRoute: true });
  const adopted = of({ dockerImage: "registry.test/org-acme/shop:1", adoption: { ...NAMED_WORKLOAD } });
  const registryHost = "registry.test";
  return {
    "another's registry": onPlatform(own, { registryHost: "elsewhere.test" }),
    "no registry": own,
    "an image of its own": onPlatform(own, { registryHost }),
    "an image of its own, through Vault": onPlatform(own, { registryHost, secretsDriver: "vault" }),
    "an image of its own and secrets": { ...onPlatform(secret, { registryHost }), secretsRevision: "r1" },
    "an image of its own of a workload that ran before": onPlatform(adopted, { registryHost }),
    "another organization's image": onPlatform(raw({ dockerImage: "registry.test/org-acme-2/shop:1" }, own), {
      registryHost,
    }),
    secrets: secret,
    "secrets of a revision": { ...secret, secretsRevision: "r1" },
    "secrets of a revision, through Vault": {
      ...onPlatform(secret, { secretsDriver: "vault" }),
      secretsRevision: "r1",
    },
    "a revision and no secrets": { ...of({}), secretsRevision: "r1" },
    "a revision of a workload that ran before": { ...adopted, secretsRevision: "r1" },
    "a domain that is proven": domain,
    "a domain that is not proven": { ...domain, customDomainActive: false },
    "a domain of an API": raw({ appType: "api" }, domain),
    "a domain of a container without a port": raw({ appType: "container" }, domain),
    "a domain of a database": raw({ appType: "database", containerPort: 5432 }, domain),
    "an issuer and a class": onPlatform(domain, { clusterIssuer: "own", ingressClassName: "internal" }),
    "an issuer without a way in": onPlatform(of({ appType: "container" }), { clusterIssuer: "own" }),
    "a cluster with names of its own": { ...domain, cluster: { ...domain.cluster, namesUnder: "cluster" } },
    "a Gateway whose names have certificates of their own": {
      ...domain,
      cluster: { ...domain.cluster, routing: "gateway", certifiesEachName: true },
    },
    "the same of an API, whose domain is its only name": {
      ...raw({ appType: "api" }, domain),
      cluster: { ...domain.cluster, routing: "gateway", certifiesEachName: true },
    },
    "names that have certificates by Ingress": {
      ...domain,
      cluster: { ...domain.cluster, routing: "ingress", certifiesEachName: true },
    },
    ...publicPorts(),
    "backups on a shared cluster": {
      ...of({ backups: FULL_DEPLOYMENT.backups }),
      cluster: { ...of({}).cluster, tier: "shared" },
    },
    "backups that are off": of({ backups: { ...FULL_DEPLOYMENT.backups, enabled: false } }),
    "a handle that starts with a digit": { ...of({ containerPort: 80 }), handle: "1web-abcdefghij" },
    "an organization without a prefix": { ...secret, metadata: { ...secret.metadata, namespace: "acme" } },
    "an organization with a prefix within": onPlatform(
      { ...secret, metadata: { ...secret.metadata, namespace: "my-org-acme" } },
      { secretsDriver: "vault" },
    ),
  };
}

/** Public ports, and what takes them from what asks for them. */
function publicPorts(): Record<string, Input> {
  const additionalPorts = [
    { port: 5432, publicPort: 5433 },
    { port: 25, name: "smtp", publicPort: 2525 },
    { port: 9090 },
  ];
  const base = raw({ additionalPorts, appType: "container" });
  const own = {
    ...base,
    publicPorts: [5433, 2525],
    cluster: { ...base.cluster, provider: "hetzner", routing: "gateway" },
  } as const;
  return {
    "public ports": own,
    "public ports beside a host": raw({ appType: "web_app" }, own),
    "public ports of which one is another's": { ...own, publicPorts: [2525, 7000] },
    "public ports that are all another's": { ...own, publicPorts: undefined },
    "public ports of a cluster with both ways": { ...own, cluster: { ...own.cluster, routing: "both" } },
    "public ports without a Gateway": { ...own, cluster: { ...own.cluster, routing: "ingress" } },
    "public ports at the local front": { ...own, cluster: { ...own.cluster, provider: "local" } },
    "public ports of a workload that ran before": raw({ adoption: { ...NAMED_WORKLOAD } }, own),
    "public ports of a workload whose pods are not known": raw(
      { adoption: { namespace: "live", kind: "Deployment" } },
      own,
    ),
  };
}

const scaled = (autoscaling: object, members: Partial<DeploymentSpec> = {}): Input =>
  raw({ config: { autoscaling }, ...members });
const custom = (customValuesYaml: string, members: object = {}): Input => raw({ customValuesYaml, ...members });
const paths = (...all: readonly string[]): Input => of({ volumes: all.map((path) => ({ path, sizeGb: 1 })) });
const ports = (additionalPorts: DeploymentSpec["additionalPorts"]): Input => of({ additionalPorts });
const health = (path: string): Input =>
  raw({ failoverHealthRoute: true, healthChecks: { readiness: { enabled: true, path } } });

/** Bounds and goals of the autoscaler, and what has none. */
export function autoscaling(): Record<string, Input> {
  return {
    "an autoscaler by load": scaled({ max_replicas: 3 }),
    "an autoscaler by memory": scaled({ max_replicas: 3, target_memory_percent: 60 }),
    "an autoscaler by both": scaled({ max_replicas: 3, target_memory_percent: 60, target_cpu_percent: 50 }),
    "an autoscaler from what there is": scaled({ max_replicas: 5 }, { replicas: 3 }),
    "an autoscaler from none": scaled({ max_replicas: 5 }, { replicas: 0 }),
    "an autoscaler that is off": scaled({ enabled: false, max_replicas: 5 }),
    "an autoscaler that is null": raw({ config: { autoscaling: null } }),
    "an autoscaler of what is stopped": scaled({ max_replicas: 5 }, { stopped: true, replicas: 3 }),
    "an autoscaler of one": scaled({ min_replicas: 1, max_replicas: 1 }),
    "an autoscaler with its bounds the wrong way": scaled({ min_replicas: 3, max_replicas: 2 }),
    "an autoscaler without most": scaled({}),
    "an autoscaler of too many": scaled({ max_replicas: 101 }),
    "an autoscaler of less than one": scaled({ min_replicas: 0, max_replicas: 1 }),
    "an autoscaler at no load": scaled({ max_replicas: 2, target_cpu_percent: 0 }),
    "an autoscaler at too much load": scaled({ max_replicas: 2, target_cpu_percent: 1001 }),
    "an autoscaler at most load": scaled({ max_replicas: 2, target_cpu_percent: 1000 }),
    "an autoscaler at no use": scaled({ max_replicas: 2, target_memory_percent: 0 }),
    "an autoscaler with a surprise": scaled({ max_replicas: 2, surprise: 1 }),
    "an autoscaler that is a word": raw({ config: { autoscaling: "yes" } }),
    "an autoscaler over a volume": scaled({ max_replicas: 2 }, { volumes: [{ path: "/data", sizeGb: 1 }] }),
    "an autoscaler over no volumes": scaled({ max_replicas: 2 }, { volumes: [] }),
    "an autoscaler over a size": scaled({ max_replicas: 2 }, { storageSizeGb: 1 }),
    "an autoscaler of a database": scaled({ max_replicas: 2 }, { appType: "database" }),
    "an autoscaler of a workload that ran before": adopted(
      {},
      { config: { autoscaling: { max_replicas: 2 } }, replicas: 2 },
    ),
    "an autoscaler of a chart": raw({ config: { autoscaling: { max_replicas: 2 } } }, of(HELM)),
  };
}

/** What a user's own values do to ours. */
export function ownValues(): Record<string, Input> {
  return {
    "values that are merged": custom("resources: {requests: {cpu: 1}, limits: {cpu: 2}}", {
      cpuRequest: 0.5,
      memoryRequestMb: 64,
    }),
    "values that replace": custom("tolerations: [{key: a}]\nnodeSelector: {a: b}\npodAnnotations: {a: b}"),
    "values of a pod": custom(
      "imagePullSecrets: [{name: a}]\npriorityClassName: high\nterminationGracePeriodSeconds: 0\nstorageClassName: fast\naccessMode: ReadWriteMany",
      { volumes: FULL_DEPLOYMENT.volumes },
    ),
    "values of a pod that say nothing": custom(
      'priorityClassName: ""\ntolerations: []\nnodeSelector: {}\nimagePullSecrets: []',
    ),
    "values of a number": custom("resources: {requests: {cpu: 1}}"),
    "values of limits alone": custom("resources: {limits: {cpu: 1}}"),
    "values of a stateful set": custom("accessMode: ReadWriteOncePod\nstorageClassName: fast", {
      appType: "database",
      volumes: FULL_DEPLOYMENT.volumes,
      replicas: 3,
    }),
    "values with a key of all objects": custom("constructor: {a: 1}"),
    "values of a member of ours": custom("a: 1\nglobal: {a: 1}"),
    "values that are deep and wrong": custom("resources: {limits: 3}"),
    "values of pods for a workload that ran before": adopted({}, { customValuesYaml: "podAnnotations: {a: b}" }),
    "values of resources for a workload that ran before": adopted({}, { customValuesYaml: "resources: {}" }),
    "values of storage for a workload that ran before": adopted({}, { customValuesYaml: "storageClassName: fast" }),
    "a config that is deep": raw({ config: JSON.parse(`${'{"a":'.repeat(70)}1${"}".repeat(70)}`) as object }),
  };
}

/** Names of volumes and ports, and the path of the health route. */
export function pathsAndPorts(): Record<string, Input> {
  return {
    "a health path with a quote": health('/"x'),
    "a health path of all that is allowed": health("/aZ09/_.~-"),
    "a health path with a line after it": health("/a\n"),
    "a health path without a port": raw({ failoverHealthRoute: true, appType: "container" }),
    "paths that are alike": paths("/a", "/a/", "/A"),
    "paths that are the same": paths("/a", "/a"),
    "paths out of order": paths("/b", "/a", "/c"),
    "a path that looks like a name of ours": paths("/data-0123abcd"),
    "a path that only begins so": paths("/data-0123abcde"),
    "a path of the longest name": paths(`/${"a".repeat(40)}`),
    "a path of a longer name": paths(`/${"a".repeat(39)}/b`, `/${"a".repeat(41)}`),
    "a path of no letters": paths("/._", "/-a-", "/a--b"),
    "a path with dashes around": paths("/-a", "/a-", "/a/-/b"),
    "a port twice": ports([{ port: 53 }, { port: 53, protocol: "UDP" }]),
    "a port three times": ports([{ port: 53 }, { port: 53, protocol: "UDP" }, { port: 53, protocol: "UDP" }]),
    "a port whose name is taken": ports([{ port: 1, name: "port-53" }, { port: 53 }]),
    "the main port again": ports([{ port: 8080 }]),
    "the main port again, said": ports([{ port: 8080, protocol: "TCP" }]),
    "the main port by UDP": ports([{ port: 8080, protocol: "UDP" }]),
    "ports without a main one": raw({ appType: "container", additionalPorts: FULL_DEPLOYMENT.additionalPorts }),
    "ports of a workload that ran before": adopted({}, { additionalPorts: FULL_DEPLOYMENT.additionalPorts }),
    "ports of an unknown workload": raw({
      additionalPorts: FULL_DEPLOYMENT.additionalPorts,
      adoption: { namespace: "a", kind: "Deployment" },
    }),
    "no extra ports": ports([]),
  };
}

/** Which image is followed, and which choice is refused. */
export function images(): Record<string, Input> {
  const automated = { dockerImage: "ghcr.io/acme/web:1.27", imageUpdateStrategy: "semver" } as const;
  const image = (members: Partial<DeploymentSpec>): Input => raw({ ...automated, ...members });
  return {
    ...Object.fromEntries(
      [
        "nginx",
        "nginx:1",
        "reg.test:5000/web",
        "reg.test:5000/web:1",
        "web@sha256:01",
        "web:1@sha256:01",
        "a:b:c",
      ].flatMap((dockerImage) =>
        (["semver", "digest", "newest-build"] as const).map((imageUpdateStrategy): [string, Input] => [
          `${imageUpdateStrategy} of ${dockerImage}`,
          image({ dockerImage, imageUpdateStrategy }),
        ]),
      ),
    ),
    "a constraint by semver": image({ imageUpdateConstraint: ">=1.2, <2" }),
    "a constraint by digest": image({ imageUpdateStrategy: "digest", imageUpdateConstraint: "edge" }),
    "a constraint by name": image({ imageUpdateStrategy: "alphabetical", imageUpdateConstraint: "1.x" }),
    "a constraint of two lines": image({ imageUpdateConstraint: "1\n2" }),
    "a constraint with a quote": image({ imageUpdateConstraint: "1'" }),
    "a constraint of all that is allowed": image({ imageUpdateConstraint: "aZ09._*^~<>=!| ,+-" }),
    "a constraint without automation": raw({ imageUpdateConstraint: "'" }),
    "no tags": image({ imageAllowTags: "", imageIgnoreTags: " , " }),
    "any tag": image({ imageAllowTags: "any" }),
    "tags by a pattern": image({ imageAllowTags: "regexp:^1", imageIgnoreTags: "latest" }),
    "tags by a word": image({ imageAllowTags: "1.x" }),
    "tags by a word with a pattern": image({ imageAllowTags: "x regexp:^1" }),
    "tags by a pattern that is none": image({ imageAllowTags: "regexp:(" }),
    "tags by a pattern of nothing": image({ imageAllowTags: "regexp:" }),
    "no image": raw({ imageUpdateStrategy: "semver", dockerImage: undefined }),
    "a hold": image({ imageHold: deriveImageHold(automated) }),
    "a hold of another choice": image({ imageHold: "0" }),
    "a chart": raw({ ...automated, appType: "helm" }, of(HELM)),
  };
}

/** Which port and probes are found without asking. */
export function detections(): Record<string, Input> {
  const database = (dockerImage: string | undefined): Input => raw({ appType: "database", dockerImage });
  const names = "postgres postgresql postgis timescaledb mysql mariadb percona redis valkey keydb mongo mongodb".split(
    " ",
  );
  const tricky = ["mypostgres", "postgres-x", "acme/redis:7", "redis@sha256:1", "reg:5000/mongo", "mysql/x", "other"];
  const ports = [21, 22, 25, 53, 110, 443, 3306, 5432, 6379, 8443, 27017, 80, 8080, 3000];
  return {
    ...Object.fromEntries([...names, ...tricky].map((image) => [`the database ${image}`, database(image)])),
    "a database without an image": database(undefined),
    ...Object.fromEntries(ports.map((containerPort) => [`port ${containerPort} of a page`, of({ containerPort })])),
    ...Object.fromEntries(
      SERVER_TYPES.flatMap((appType) =>
        [undefined, 3000].map((containerPort): [string, Input] => [
          `${appType} at ${containerPort ?? "its own port"}`,
          raw({ appType, containerPort }),
        ]),
      ),
    ),
    "an API asked over HTTP": of({ appType: "api", healthChecks: { readiness: { enabled: true, type: "http" } } }),
    "an API with a health route": of({ appType: "api", failoverHealthRoute: true, customDomain: "a.example.org" }),
    "a page with a health route": of({ failoverHealthRoute: true }),
  };
}
