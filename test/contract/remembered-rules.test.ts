import { clusterRules, type ClusterSpec } from "../../contract/resources/cluster.ts";
import { databaseRules, type DatabaseSpec } from "../../contract/resources/database-instance.ts";
import type { CrossFieldRule } from "../../contract/resources/definition.ts";
import { deploymentRules } from "../../contract/resources/deployment-rules.ts";
import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import { OPERATIONS } from "../../contract/rest/all.ts";
import { brokenRules } from "../../contract/rest/rules.ts";
import { OF_CHARTS, OF_CRON_JOBS, OF_JOBS, OF_PODS } from "../support/app-type-members.ts";
import { rememberDecisions } from "../support/remembered-decisions.ts";

/** Tells which rules a spec breaks, by the member that is blamed. */
const broken =
  (rules: readonly CrossFieldRule[]) =>
  (spec: object): unknown =>
    Object.fromEntries(
      rules.flatMap(({ name, path, check }) =>
        check === undefined || check(spec as never) ? [] : [[name, path.join(".")]],
      ),
    );

describe("The rules of a deployment", () => {
  const spec: DeploymentSpec = { cluster: "one", appType: "web_app", dockerImage: "nginx", containerPort: 8080 };
  const port = (number: number, rest: object = {}): object => ({ port: number, ...rest });
  const members = Object.entries({ ...OF_PODS, ...OF_CHARTS, ...OF_CRON_JOBS, ...OF_JOBS }).map(
    ([name, value]) => [name, [value]] as const,
  );
  rememberDecisions("rules-deployment", {
    answer: broken(deploymentRules),
    scenes: {
      "an application": spec,
      "a database": { ...spec, appType: "database", storageSizeGb: 1 },
      "a chart": { cluster: "one", appType: "helm", ...OF_CHARTS },
      "a cron job without a schedule": { cluster: "one", appType: "cron_job", dockerImage: "nginx" },
    },
    axesOf: { "a cron job without a schedule": { schedule: ["0 4 * * *"] } },
    axes: {
      ...Object.fromEntries(members),
      dockerImage: [undefined],
      adoption: [{ manifestYaml: "a: 1" }, {}],
      helmRepoUrl: [undefined, OF_CHARTS.helmRepoUrl],
      helmChartName: [undefined, OF_CHARTS.helmChartName],
      containerPort: [undefined, 9000],
      containerPortProtocol: ["http", "grpc"],
      replicas: [0, 1, 2],
      storageSizeGb: [undefined, 1],
      volumes: {
        none: [],
        one: [{ path: "/a", sizeGb: 1 }],
        "two at two paths": [
          { path: "/a", sizeGb: 1 },
          { path: "/b", sizeGb: 1 },
        ],
        "two at one path": [
          { path: "/a", sizeGb: 1 },
          { path: "/a", sizeGb: 2 },
        ],
      },
      environmentVariables: {
        none: [],
        "of both sources": [{ name: "A", value: "a", secretRef: { name: "s" } }],
        "of no source": [{ name: "A" }],
        "one good, one of no source": [{ name: "A", value: "a" }, { name: "B" }],
        "two of one name": [
          { name: "A", value: "a" },
          { name: "A", secretRef: { name: "s" } },
        ],
      },
      additionalPorts: {
        none: [],
        "one twice": [port(9000), port(9000)],
        "one twice by name of the protocol": [port(9000), port(9000, { protocol: "TCP" })],
        "one by two protocols": [port(9000), port(9000, { protocol: "UDP" })],
        "the main one": [port(8080)],
        "the main one, by UDP": [port(8080, { protocol: "UDP" })],
        "the main one, and another": [port(9001), port(8080)],
        "a name twice": [port(9000, { name: "a" }), port(9001, { name: "a" })],
        "without names": [port(9000), port(9001)],
        "a name without letters": [port(9000, { name: "1-2" })],
        "a name with two hyphens": [port(9000, { name: "a--b" })],
        "a public one": [port(9000, { publicPort: 9000 }), port(9001)],
        "a public one by UDP": [port(9000, { publicPort: 9000, protocol: "UDP" })],
        "a public one below 1024": [port(9000, { publicPort: 1023 })],
        "a public one of the Gateway's": [port(9000, { publicPort: 19_000 })],
        "a public number twice": [port(9000, { publicPort: 9000 }), port(9001, { publicPort: 9000 })],
        "the name http": [port(9001, { name: "good" }), port(9000, { name: "http" })],
      },
    },
    alone: ["a database", "a chart"],
  });
});

describe("The rules of a cluster", () => {
  const spec: ClusterSpec = { provider: "local", region: "r", tier: "dedicated" };
  rememberDecisions("rules-cluster", {
    answer: broken(clusterRules),
    scenes: { "one of its own": spec, "a shared one": { ...spec, tier: "shared" } },
    axes: {
      serverType: ["small"],
      nodeCount: [1],
      autoscalingEnabled: [true, false],
      minNodes: [2],
      maxNodes: [1, 2],
      regionLocations: [[], ["a"], ["a", "b"], ["a", "a"]],
      multiRegion: [true, false],
    },
  });
});

describe("The rules of a database", () => {
  const spec: DatabaseSpec = { cluster: "one", engine: "postgresql" };
  rememberDecisions("rules-database", {
    answer: broken(databaseRules),
    scenes: { postgresql: spec, mysql: { ...spec, engine: "mysql" } },
    axes: {
      engineVersion: ["17", "8.4", "1"],
      databaseName: ["postgres", "pg_mine", "my_pg_", "mysql"],
      extensions: [[], ["vector"], ["vector", "odd"], ["vector", "vector"]],
      replicationSourceId: ["s"],
      promoted: [true, false],
      restore: [{ sourceId: "s" }, { backupId: "b" }, { pointInTime: "t" }, { backupId: "b", pointInTime: "t" }],
      backupSchedule: ["daily", "0 5-1 * * *"],
    },
  });
});

describe("The rules of the operations", () => {
  const bodies: Readonly<Record<string, object>> = {
    finishLogin: {},
    updateApiKey: {},
    updateOrganization: {},
    updateInvoiceSettings: {},
    createCluster: { provider: "local", region: "r", tier: "dedicated" },
    updateComponentBundle: {},
    updateAutoscaling: { autoscaling_enabled: true, min_nodes: 1, max_nodes: 2 },
    updateRegionLocations: { region_locations: ["a", "b"] },
    preflightImport: {},
    importCluster: { kubeconfig: "k", acknowledge_bundle_install: true },
    updateDeployment: {},
    promoteDeployment: {},
    createDeploymentPreview: {},
    createDatabase: { engine: "postgresql" },
    updateDatabase: {},
    restoreDatabase: {},
    createSecret: { value: "v" },
    createOauthClient: { type: "confidential", redirect_uris: ["https://shop.example.org/back"] },
    updateOauthClient: {},
    setOrganizationLimits: {},
    createHostCluster: {},
  };
  type Scene = Readonly<{ id: string; body: object }>;
  const uris = [
    [],
    null,
    ["odd"],
    ["https://a.example.org", "odd"],
    ["https://a.example.org", "https://a.example.org"],
    ["http://localhost/back"],
    ["https://localhost/back"],
    ["HTTPS://127.0.0.1:80/"],
    ["https://localhost.example.org"],
    ["https://a.example.org/https://localhost"],
  ];
  const source = {
    "body.kubeconfig": ["k", null],
    "body.cloud_credential_id": ["c", null],
    "body.provider_cluster_id": ["p", null],
    "body.is_autopilot": [true, false],
    "body.routing": ["ingress", "gateway", null],
    "body.own_components": [["velero", "velero"]],
  };
  const deployment = {
    storage_size_gb: 1,
    volumes: [{ path: "/a", size_gb: 1 }],
    container_port: 9000,
    additional_ports: [{ port: 9000 }],
    environment_variables: [{ name: "A" }],
  };
  const inBody = Object.fromEntries(Object.entries(deployment).map(([name, value]) => [`body.${name}`, [value, null]]));
  rememberDecisions("rules-operations", {
    answer: ({ id, body }: Scene) => {
      const operation = OPERATIONS.find(({ operationId }) => operationId === id);
      const rules = brokenRules(operation?.rules ?? [], body);
      return Object.fromEntries(rules.map(({ name, path }) => [name, path.join(".")]));
    },
    scenes: Object.fromEntries(Object.entries(bodies).map(([id, body]) => [id, { id, body }])),
    axes: { "body.name": ["n", undefined, null] },
    axesOf: {
      finishLogin: { "body.code": ["1", undefined], "body.passkey": [{}] },
      updateInvoiceSettings: { "body.country_code": [null, "NL", "EU", "UK", "ZZ", "QQ", "XA"] },
      createCluster: {
        "body.min_nodes": [3, null],
        "body.max_nodes": [2, null],
        "body.region_locations": [["a", "a"]],
      },
      updateComponentBundle: { "body.routing": ["both"], "body.own_components": [["velero"], null] },
      updateAutoscaling: { "body.min_nodes": [2, 3], "body.autoscaling_enabled": [false], "body.max_nodes": [null] },
      updateRegionLocations: { "body.region_locations": [["a", "a"], []] },
      preflightImport: source,
      importCluster: { ...source, "body.acknowledge_bundle_install": [false] },
      updateDeployment: inBody,
      createDeploymentPreview: {
        "body.database": ["none", "empty", "copy", null],
        "body.database_id": ["d", null],
        "body.database_variable": ["DATABASE_URL", null],
      },
      promoteDeployment: {
        "body.overrides": [null, ...Object.entries(deployment).map(([name, value]) => ({ [name]: value }))],
      },
      createDatabase: { "body.backup_schedule": [null, "0 5-1 * * *", "weekly"], "body.extensions": [["odd"], null] },
      updateDatabase: { "body.backup_schedule": [null, "0 5-1 * * *", "weekly"], "body.extensions": [["odd"]] },
      restoreDatabase: { "body.backup_id": ["b", null], "body.point_in_time": ["t", null] },
      createSecret: {
        "body.value": {
          "of 65536 bytes": "x".repeat(65_536),
          "of 65537": "x".repeat(65_537),
          "of 65538": "é".repeat(32_769),
        },
        "body.deployment_id": ["d", null],
        "body.organization_id": ["o", null],
      },
      createOauthClient: { "body.redirect_uris": uris, "body.type": ["public"] },
      updateOauthClient: { "body.redirect_uris": [undefined, ...uris] },
      createHostCluster: { "body.min_nodes": [3, null], "body.max_nodes": [2, null] },
    },
  });
});
