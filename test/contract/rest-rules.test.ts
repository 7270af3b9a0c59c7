import { assert } from "chai";
import { parseRequest, type RawRequest } from "../../api/http/parse-request.ts";
import { createJudge } from "../../api/http/request-validation.ts";
import { ValidationFault } from "../../api/http/validation-fault.ts";
import { OPERATIONS } from "../../contract/rest/all.ts";
import { createDeployment } from "../../contract/rest/deployments.ts";
import type { Operation } from "../../contract/rest/operation.ts";
import { PUBLISHED_DOCUMENT } from "../support/published-document.ts";
import { deploymentSpec } from "../../contract/resources/deployment-spec.ts";
import { restName, toRest } from "../../contract/rest-case.ts";
import { OF_CHARTS, OF_CRON_JOBS, OF_JOBS, OF_PODS } from "../support/app-type-members.ts";

const judge = createJudge(PUBLISHED_DOCUMENT, OPERATIONS);
const ID = "01970000-0000-7000-8000-000000000001";

type Row = Readonly<{
  rule: string;
  loc: readonly string[];
  good: object;
  bad: object;
  /** What was sent holds a secret, which no answer repeats. */
  isSecret?: true;
}>;

const PREVIEW = { name: "pr-7", image: "nginx:1.29", ttl: 86_400 };
const CREDENTIAL = "0198b1d5-0000-7000-8000-000000000001";
const CLUSTER = { name: "c", provider: "local", region: "r", tier: "dedicated" };
const clusterRows: Row[] = [
  {
    rule: "sharedHasNoNodes",
    loc: [],
    good: { ...CLUSTER, tier: "shared", node_count: null },
    bad: { ...CLUSTER, tier: "shared", node_count: 1 },
  },
  {
    rule: "minNodesAtMostMaxNodes",
    loc: ["min_nodes"],
    good: { ...CLUSTER, min_nodes: 2, max_nodes: 2 },
    bad: { ...CLUSTER, min_nodes: 3, max_nodes: 2 },
  },
  {
    rule: "autoscalingNeedsBounds",
    loc: ["autoscaling_enabled"],
    good: { ...CLUSTER, autoscaling_enabled: false },
    bad: { ...CLUSTER, autoscaling_enabled: true, min_nodes: 1 },
  },
  {
    rule: "regionLocationsDistinct",
    loc: ["region_locations"],
    good: { ...CLUSTER, region_locations: ["a", "b"] },
    bad: { ...CLUSTER, region_locations: ["a", "a"] },
  },
  {
    rule: "multiRegionNeedsLocations",
    loc: ["multi_region"],
    good: { ...CLUSTER, multi_region: true, region_locations: ["a", "b"] },
    bad: { ...CLUSTER, multi_region: true, region_locations: ["a"] },
  },
  {
    rule: "gatewayNeedsOwnCluster",
    loc: ["routing"],
    good: { ...CLUSTER, tier: "shared", routing: "gateway" },
    bad: { ...CLUSTER, provider: "hetzner", tier: "shared", routing: "gateway" },
  },
  {
    rule: "cloudComponentsNeedCredential",
    loc: ["cloud_components"],
    good: { ...CLUSTER, provider: "hetzner", cloud_components: "bundle", cloud_credential_id: CREDENTIAL },
    bad: { ...CLUSTER, provider: "hetzner", cloud_components: "bundle" },
  },
];

const commonRows: Row[] = [
  {
    rule: "variableHasOneSource",
    loc: ["environment_variables"],
    good: { environment_variables: [{ name: "A", value: "", secret_ref: null }] },
    bad: { environment_variables: [{ name: "A", value: "x", secret_ref: "s" }] },
  },
  {
    rule: "variableNamesUnique",
    loc: ["environment_variables"],
    good: {
      environment_variables: [
        { name: "A", value: "" },
        { name: "a", value: "" },
      ],
    },
    bad: {
      environment_variables: [
        { name: "A", value: "" },
        { name: "A", secret_ref: "s" },
      ],
    },
  },
  {
    rule: "portNumbersUnique",
    loc: ["additional_ports"],
    good: { additional_ports: [{ port: 53, protocol: "UDP" }, { port: 53 }] },
    bad: { additional_ports: [{ port: 53, protocol: "TCP" }, { port: 53 }] },
  },
  {
    rule: "portNamesUnique",
    loc: ["additional_ports"],
    good: {
      additional_ports: [
        { port: 1, name: "a" },
        { port: 2, name: "b" },
      ],
    },
    bad: {
      additional_ports: [
        { port: 1, name: "a" },
        { port: 2, name: "a" },
      ],
    },
  },
  {
    rule: "portNamesValid",
    loc: ["additional_ports"],
    good: { additional_ports: [{ port: 1, name: "9a" }] },
    bad: { additional_ports: [{ port: 1, name: "99" }] },
  },
  {
    rule: "portsDifferFromMain",
    loc: ["additional_ports"],
    good: { container_port: 80, additional_ports: [{ port: 80, protocol: "UDP" }] },
    bad: { container_port: 80, additional_ports: [{ port: 80 }] },
  },
  {
    rule: "publicPortsUnprivileged",
    loc: ["additional_ports"],
    good: { additional_ports: [{ port: 25, public_port: 1024 }] },
    bad: { additional_ports: [{ port: 25, public_port: 25 }] },
  },
  {
    rule: "publicPortsNotGateways",
    loc: ["additional_ports"],
    good: {
      additional_ports: [
        { port: 1, public_port: 9999 },
        { port: 2, public_port: 20_000 },
      ],
    },
    bad: { additional_ports: [{ port: 1, public_port: 19_999 }] },
  },
  {
    rule: "publicPortsByTcp",
    loc: ["additional_ports"],
    good: { additional_ports: [{ port: 53, protocol: "TCP", public_port: 5300 }] },
    bad: { additional_ports: [{ port: 53, protocol: "UDP", public_port: 5300 }] },
  },
  {
    rule: "publicPortsUnique",
    loc: ["additional_ports"],
    good: {
      additional_ports: [{ port: 1, public_port: 5300 }, { port: 2, public_port: 5301 }, { port: 3 }, { port: 4 }],
    },
    bad: {
      additional_ports: [
        { port: 1, public_port: 5300 },
        { port: 2, public_port: 5300 },
      ],
    },
  },
  {
    rule: "failoverAsksByHttp",
    loc: ["failover_health_route"],
    good: { failover_health_route: true, container_port_protocol: "http" },
    bad: { failover_health_route: true, container_port_protocol: "grpc" },
  },
  {
    rule: "volumePathsUnique",
    loc: ["volumes"],
    good: { volumes: [{ path: "/a" }, { path: "/b" }] },
    bad: { volumes: [{ path: "/a" }, { path: "/a", sizeGb: 2 }] },
  },
  {
    rule: "storageSizeOrVolumes",
    loc: ["storage_size_gb"],
    good: { storage_size_gb: 1, volumes: [] },
    bad: { storage_size_gb: 1, volumes: [{ path: "/a" }] },
  },
];

const IMAGE = { name: "d", cluster_id: ID, app_type: "web_app", docker_image: "nginx" };
const CHART = {
  name: "d",
  cluster_id: ID,
  app_type: "helm",
  helm_repo_url: "https://charts.example",
  helm_chart_name: "x",
};
const CRON_JOB = { ...IMAGE, app_type: "cron_job", schedule: "* * * * *" };
/** Members that the one cannot use, and the other can. */
const membersFor = (members: object, bad: object, good: object): Row[] =>
  Object.entries(members).flatMap(([member, value]) => {
    const [rule, sent] = [`${member}FitsAppType`, restName(member)];
    if (!createDeployment.rules.some(({ name }) => name === rule)) return [];
    const given = toRest(deploymentSpec.shape[member as keyof typeof deploymentSpec.shape], value);
    const row = { good: { ...good, [sent]: given }, bad: { ...bad, [sent]: given } };
    return { rule, loc: [sent], ...row };
  });
const createRows: Row[] = [
  ...commonRows.map((row) => ({ ...row, good: { ...IMAGE, ...row.good }, bad: { ...IMAGE, ...row.bad } })),
  { rule: "helmNeedsChart", loc: [], good: CHART, bad: { ...CHART, helm_chart_name: null } },
  { rule: "containerNeedsImage", loc: [], good: IMAGE, bad: { ...IMAGE, docker_image: null } },
  {
    rule: "volumesNeedOneReplica",
    loc: ["replicas"],
    good: { ...IMAGE, app_type: "database", replicas: 2, volumes: [{ path: "/a" }] },
    bad: { ...IMAGE, replicas: 2, volumes: [{ path: "/a" }] },
  },
  ...membersFor(OF_PODS, CHART, IMAGE),
  ...membersFor(OF_CHARTS, IMAGE, CHART),
  ...membersFor(OF_CRON_JOBS, IMAGE, CRON_JOB),
  ...membersFor(OF_JOBS, IMAGE, { ...IMAGE, app_type: "job" }),
  { rule: "cronNeedsSchedule", loc: [], good: CRON_JOB, bad: { ...CRON_JOB, schedule: null } },
];

const databaseRows: Row[] = [
  {
    rule: "extensionsAreKnown",
    loc: ["extensions"],
    good: { extensions: ["vector"] },
    bad: { extensions: ["plpython3u"] },
  },
  {
    rule: "extensionsDiffer",
    loc: ["extensions"],
    good: { extensions: ["citext", "vector"] },
    bad: { extensions: ["vector", "vector"] },
  },
  {
    rule: "scheduleRangesRunUpwards",
    loc: ["backup_schedule"],
    good: { backup_schedule: "0 2 * * MON-FRI" },
    bad: { backup_schedule: "0 2 * * FRI-MON" },
  },
];
const POSTGRESQL = { name: "d", cluster_id: ID, engine: "postgresql" };
const MYSQL = { ...POSTGRESQL, engine: "mysql" };
const databaseCreateRows: Row[] = [
  ...databaseRows.map((row) => ({ ...row, good: { ...POSTGRESQL, ...row.good }, bad: { ...POSTGRESQL, ...row.bad } })),
  {
    rule: "engineVersionIsKnown",
    loc: ["engine_version"],
    good: { ...MYSQL, engine_version: "8.4" },
    bad: { ...POSTGRESQL, engine_version: "8.4" },
  },
  {
    rule: "databaseNameIsFree",
    loc: ["database_name"],
    good: { ...POSTGRESQL, database_name: "postgres_1" },
    bad: { ...POSTGRESQL, database_name: "postgres" },
  },
  {
    rule: "extensionsArePostgresql",
    loc: ["extensions"],
    good: { ...MYSQL, extensions: [] },
    bad: { ...MYSQL, extensions: ["vector"] },
  },
  {
    rule: "replicationIsPostgresql",
    loc: ["replication_source_id"],
    good: { ...POSTGRESQL, replication_source_id: ID },
    bad: { ...MYSQL, replication_source_id: ID },
  },
];

const keyRows: Row[] = [{ rule: "apiKeyUpdateNotEmpty", loc: [], good: { expires_at: null }, bad: {} }];

const LONG = "x".repeat(65_536);
const valueRow: Row = {
  rule: "secretValueAtMost64KiB",
  loc: ["value"],
  good: { value: LONG },
  bad: { value: LONG.replace("x", "ä") },
  isSecret: true,
};
const secretRows: Row[] = [
  { ...valueRow, good: { name: "S", ...valueRow.good }, bad: { name: "S", ...valueRow.bad } },
  {
    rule: "secretHasOneScope",
    loc: [],
    good: { name: "S", value: "x", deployment_id: ID, organization_id: null },
    bad: { name: "S", value: "x", deployment_id: ID, organization_id: ID },
    isSecret: true,
  },
];

const KUBECONFIG = { provider: "gke", kubeconfig: "x" };
const IMPORT = { ...KUBECONFIG, name: "own", region: "eu", acknowledge_bundle_install: true };
const sourceRow: Row = {
  rule: "oneClusterSource",
  loc: [],
  good: { provider: "gke", cloud_credential_id: ID, provider_cluster_id: "prod" },
  bad: { ...KUBECONFIG, cloud_credential_id: ID },
  isSecret: true,
};
const AT_PROVIDER = { provider: "gke", cloud_credential_id: ID, provider_cluster_id: "prod" };
const TWICE = { own_components: ["velero", "velero"] };
const ONCE = { own_components: ["velero", "moco"] };
const distinctRow = (body: object): Row => ({
  rule: "ownComponentsDistinct",
  loc: ["own_components"],
  good: { ...body, ...ONCE },
  bad: { ...body, ...TWICE },
});
const autopilotRow = (body: object): Row => ({
  rule: "autopilotByIngress",
  loc: ["routing"],
  good: { ...body, is_autopilot: true, routing: "ingress" },
  bad: { ...body, is_autopilot: true, routing: "gateway" },
});
const importRows: Row[] = [
  { ...sourceRow, good: { ...IMPORT, provider_cluster_id: "prod" }, bad: { ...IMPORT, kubeconfig: null } },
  distinctRow(IMPORT),
  autopilotRow(IMPORT),
  {
    rule: "bundleInstallAcknowledged",
    loc: ["acknowledge_bundle_install"],
    good: IMPORT,
    bad: { ...IMPORT, acknowledge_bundle_install: false },
  },
];

const CALLBACK = "https://app.example.org/cb";
const uriRows: Row[] = [
  {
    rule: "redirectUrisAreAddresses",
    loc: ["redirect_uris"],
    good: { redirect_uris: ["https://localhost.example.org:8443/cb?x=1"] },
    bad: { redirect_uris: ["https://localhost/cb"] },
  },
  {
    rule: "redirectUrisDistinct",
    loc: ["redirect_uris"],
    good: { redirect_uris: [CALLBACK, `${CALLBACK}/`] },
    bad: { redirect_uris: [CALLBACK, CALLBACK] },
  },
];
const APPLICATION = { name: "A", type: "public", redirect_uris: [CALLBACK], scopes: ["deployments:read"] };
const applicationRows: Row[] = [
  ...uriRows.map((row) => ({ ...row, good: { ...APPLICATION, ...row.good }, bad: { ...APPLICATION, ...row.bad } })),
  {
    rule: "loopbackIsPublic",
    loc: ["redirect_uris"],
    good: { ...APPLICATION, redirect_uris: ["http://127.0.0.1:80/cb", "http://[::1]/cb", "http://localhost/cb"] },
    bad: { ...APPLICATION, type: "confidential", redirect_uris: ["http://127.0.0.1/cb"] },
  },
];

const proofRow: Row = {
  rule: "exactlyOneProof",
  loc: [],
  isSecret: true,
  good: { code: "123456" },
  bad: { code: "123456", recovery_code: "aaaaa-bbbbb-ccccc-ddddd" },
};

const ROWS: Readonly<Record<string, readonly Row[]>> = {
  createCluster: clusterRows,
  createHostCluster: clusterRows.filter(
    ({ rule }) => !["sharedHasNoNodes", "gatewayNeedsOwnCluster", "cloudComponentsNeedCredential"].includes(rule),
  ),
  updateComponentBundle: [{ rule: "changesSomething", loc: [], good: { routing: "both" }, bad: {} }, distinctRow({})],
  updateAutoscaling: [
    {
      rule: "minNodesAtMostMaxNodes",
      loc: ["min_nodes"],
      good: { autoscaling_enabled: false, min_nodes: 2, max_nodes: 2 },
      bad: { autoscaling_enabled: true, min_nodes: 3, max_nodes: 2 },
    },
  ],
  updateRegionLocations: [
    {
      rule: "regionLocationsDistinct",
      loc: ["region_locations"],
      good: { region_locations: ["a", "b"] },
      bad: { region_locations: ["a", "a"] },
    },
  ],
  preflightImport: [sourceRow, distinctRow(AT_PROVIDER), autopilotRow(AT_PROVIDER)],
  importCluster: importRows,
  createDatabase: databaseCreateRows,
  updateDatabase: databaseRows,
  restoreDatabase: [
    {
      rule: "restoreHasOneTarget",
      loc: [],
      good: { new_name: "n", point_in_time: "2026-11-21T10:15:00Z", backup_id: null },
      bad: { new_name: "n", point_in_time: "2026-11-21T10:15:00Z", backup_id: ID },
    },
  ],
  createDeployment: createRows,
  updateDeployment: commonRows,
  createDeploymentPreview: [
    {
      rule: "previewNamesItsDatabase",
      loc: ["database"],
      good: { ...PREVIEW, database: "copy", database_id: ID },
      bad: { ...PREVIEW, database: "copy" },
    },
  ],
  promoteDeployment: commonRows.map(({ loc, good, bad, ...row }) => ({
    ...row,
    loc: ["overrides", ...loc],
    good: { target_cluster_id: ID, overrides: good },
    bad: { target_cluster_id: ID, overrides: bad },
  })),
  updateApiKey: keyRows,
  createOauthClient: applicationRows,
  updateOauthClient: [...uriRows, { rule: "oauthClientUpdateNotEmpty", loc: [], good: { client_uri: null }, bad: {} }],
  createSecret: secretRows,
  replaceSecret: [valueRow],
  finishLogin: [proofRow],
  proveAgain: [proofRow],
  confirmSecondFactor: [{ rule: "exactlyOneProof", loc: [], isSecret: true, good: { code: "123456" }, bad: {} }],
  updateOrganization: [{ rule: "organizationUpdateNotEmpty", loc: [], good: { name: "Quay" }, bad: {} }],
  setOrganizationLimits: [{ rule: "adminOrganizationUpdateNotEmpty", loc: [], good: { quotas: null }, bad: {} }],
  updateInvoiceSettings: [
    { rule: "countryExists", loc: ["country_code"], good: { country_code: "GR" }, bad: { country_code: "EU" } },
  ],
};

function rawOf(operation: Operation, body: object): RawRequest {
  return {
    path: Object.fromEntries(Object.keys(operation.parameters.path.shape).map((name) => [name, ID])),
    search: "",
    headers: {},
    body,
  };
}

describe("The rules between members of a body", () => {
  for (const operation of OPERATIONS.filter(({ rules }) => rules.length > 0)) {
    const rows = ROWS[operation.operationId] ?? [];

    it(`of ${operation.operationId} each have a row here`, () => {
      assert.sameMembers(
        rows.map(({ rule }) => rule),
        operation.rules.map(({ name }) => name),
      );
    });

    for (const { rule, loc, good, bad, isSecret } of rows) {
      it(`of ${operation.operationId}: ${rule} is zod's alone, and a value_error with the rule's sentence`, async () => {
        assert.isTrue(await judge(operation, rawOf(operation, bad)), "the document refuses the bad body by itself");
        assert.doesNotThrow(() => parseRequest(operation, rawOf(operation, good)));
        const { message } = operation.rules.find(({ name }) => name === rule)!;
        try {
          parseRequest(operation, rawOf(operation, bad));
          assert.fail("the bad body was accepted");
        } catch (error) {
          assert.instanceOf(error, ValidationFault);
          const input = loc.reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], bad);
          const expected = {
            type: "value_error",
            loc: ["body", ...loc],
            msg: `Value error, ${message}`,
            ...(isSecret ? {} : { input }),
            ctx: { error: {} },
          };
          assert.deepEqual(error.faults, [expected]);
        }
      });
    }
  }
});
