import { expect } from "chai";
import { CRON_WORDS } from "../../contract/cron-pattern.ts";
import { HOSTNAME_WORDS } from "../../contract/hostname.ts";
import { API_GROUP, API_VERSION } from "../../contract/identity.ts";
import { RESOURCES } from "../../contract/resources/all.ts";
import type { CrossFieldRule, ResourceDefinition } from "../../contract/resources/definition.ts";
import type { ResourceType } from "../../adapters/kubernetes/kube-client.ts";
import { KubeError } from "../../adapters/kubernetes/kube-error.ts";
import { OF_CHARTS, OF_CRON_JOBS, OF_JOBS, OF_PODS } from "../support/app-type-members.ts";
import { openDryRun, type DryRun } from "../support/dry-run.ts";

const NAMESPACE = "rule-sentences";
const ID = "0198b1d5-0000-7000-8000-000000000001";
const CRDS = RESOURCES.map(({ plural }) => `crds/${API_GROUP}_${plural}.yaml`);
const LONG = "a".repeat(52);

type Spec = Readonly<Record<string, unknown>>;
/** What breaks a rule: on top of what is there (`from`), or at the creation when nothing need be there. */
type Row = Readonly<{
  from?: Spec;
  bad: Spec;
  /** Like the bad one, and taken. */
  good: Spec;
  /** What the status of what is there says. */
  status?: Spec;
}>;

const BASE: Readonly<Record<string, Spec>> = {
  Cluster: { provider: "local", region: "local-1", tier: "dedicated" },
  Deployment: { cluster: "one", appType: "api", dockerImage: "nginx:1.29" },
  DatabaseInstance: { cluster: "one", engine: "postgresql" },
  DatabaseBackup: { database: "orders" },
  UpgradeRequest: { cluster: "one", toVersion: "1.36.3" },
};
const variable = (name: string, more: Spec): Spec => ({ environmentVariables: [{ name, ...more }] });
const ports = (...additionalPorts: Spec[]): Spec => ({ containerPort: 8080, additionalPorts });
const volumes = (...sizes: number[]): Spec => ({
  volumes: sizes.map((sizeGb, at) => ({ path: `/data-${at}`, sizeGb })),
});
const changed = (from: Spec, bad: Spec): Row => ({ from, bad, good: from });
const CHART = {
  appType: "helm",
  dockerImage: null,
  helmRepoUrl: "https://charts.example.org",
  helmChartName: "shop",
};
const HETZNER = { provider: "hetzner", cloudCredentialId: ID };
const CRON_JOB = { appType: "cron_job", schedule: "* * * * *" };
const appTypeRows = (members: Readonly<Record<string, unknown>>, [bad, good]: readonly Spec[]): [string, Row][] =>
  Object.entries(members).map(([member, value]) => [
    `${member}FitsAppType`,
    { bad: { ...bad, [member]: value }, good: { ...good, [member]: value } },
  ]);
const RESTORE = { sourceId: ID, pointInTime: "2026-11-20T10:00:00Z" };

const ROWS: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  Cluster: {
    tierImmutable: changed({ tier: "dedicated" }, { tier: "production" }),
    providerImmutable: changed({ provider: "local" }, { provider: "hetzner" }),
    importedImmutable: changed({}, { imported: {} }),
    sharedHasNoNodes: { bad: { tier: "shared", nodeCount: 2 }, good: { tier: "shared" } },
    minNodesAtMostMaxNodes: { bad: { minNodes: 3, maxNodes: 2 }, good: { minNodes: 2, maxNodes: 2 } },
    autoscalingNeedsBounds: {
      bad: { autoscalingEnabled: true, minNodes: 1 },
      good: { autoscalingEnabled: true, minNodes: 1, maxNodes: 2 },
    },
    regionLocationsDistinct: { bad: { regionLocations: ["a", "b", "a"] }, good: { regionLocations: ["a", "b"] } },
    multiRegionNeedsLocations: {
      bad: { multiRegion: true, regionLocations: ["a"] },
      good: { multiRegion: true, regionLocations: ["a", "b"] },
    },
    gatewayNeedsOwnCluster: {
      bad: { provider: "hetzner", tier: "shared", routing: "both" },
      good: { provider: "hetzner", tier: "dedicated", routing: "both" },
    },
    namesUnderImmutable: changed({}, { namesUnder: "cluster" }),
    cloudComponentsImmutable: changed(HETZNER, { ...HETZNER, cloudComponents: "bundle" }),
    cloudComponentsNeedCredential: {
      bad: { provider: "hetzner", cloudComponents: "bundle" },
      good: { ...HETZNER, cloudComponents: "bundle" },
    },
    ownComponentsNeedImport: {
      bad: { ownComponents: ["velero"] },
      good: { imported: {}, ownComponents: ["velero"] },
    },
    ownComponentsDistinct: {
      bad: { imported: {}, ownComponents: ["velero", "velero"] },
      good: { imported: {}, ownComponents: ["velero", "moco"] },
    },
    routingMovesByBoth: { from: {}, bad: { routing: "gateway" }, good: { routing: "both" } },
    regionMovesOnlyByRetry: { from: {}, bad: { region: "local-2" }, good: { region: "local-2", retryAttempt: 1 } },
  },
  Deployment: {
    clusterImmutable: changed({ cluster: "one" }, { cluster: "two" }),
    appTypeImmutable: changed({ appType: "api" }, { appType: "web_app" }),
    promotionImmutable: changed({}, { promotion: { sourceId: ID } }),
    previewImmutable: changed({}, { preview: { sourceId: ID, expiresAt: "2030-01-01T00:00:00Z" } }),
    adoptionImmutable: changed({}, { adoption: { kind: "Deployment", namespace: "shop" } }),
    helmNeedsChart: {
      bad: { ...CHART, helmChartName: null },
      good: CHART,
    },
    containerNeedsImage: { bad: { dockerImage: null }, good: { dockerImage: "nginx" } },
    variableHasOneSource: { bad: variable("A", { value: "a", secretRef: "a" }), good: variable("A", { value: "a" }) },
    variableNamesUnique: {
      bad: { environmentVariables: ["a", "b"].map((value) => ({ name: "A", value })) },
      good: { environmentVariables: ["A", "B"].map((name) => ({ name, value: "a" })) },
    },
    portNumbersUnique: {
      bad: ports({ port: 9000 }, { port: 9000, protocol: "TCP" }),
      good: ports({ port: 9000 }, { port: 9000, protocol: "UDP" }),
    },
    portNamesUnique: {
      bad: ports({ port: 9000, name: "a" }, { port: 9001, name: "a" }),
      good: ports({ port: 9000, name: "a" }, { port: 9001, name: "b" }),
    },
    portNamesValid: { bad: ports({ port: 9000, name: "http" }), good: ports({ port: 9000, name: "https" }) },
    portsDifferFromMain: { bad: ports({ port: 8080 }), good: ports({ port: 8081 }) },
    publicPortsUnprivileged: {
      bad: ports({ port: 9000, publicPort: 1023 }),
      good: ports({ port: 9000, publicPort: 1024 }),
    },
    publicPortsNotGateways: {
      bad: ports({ port: 9000, publicPort: 10_000 }),
      good: ports({ port: 9000, publicPort: 20_000 }),
    },
    publicPortsByTcp: {
      bad: ports({ port: 9000, publicPort: 9000, protocol: "UDP" }),
      good: ports({ port: 9000, publicPort: 9000, protocol: "TCP" }),
    },
    publicPortsUnique: {
      bad: ports({ port: 9000, publicPort: 9000 }, { port: 9001, publicPort: 9000 }),
      good: ports({ port: 9000, publicPort: 9000 }, { port: 9001, publicPort: 9001 }),
    },
    failoverAsksByHttp: {
      bad: { failoverHealthRoute: true, containerPortProtocol: "grpc" },
      good: { failoverHealthRoute: true, containerPortProtocol: "http" },
    },
    volumePathsUnique: {
      bad: { volumes: [1, 2].map((sizeGb) => ({ path: "/data", sizeGb })) },
      good: volumes(1, 2),
    },
    storageSizeOrVolumes: { bad: { storageSizeGb: 1, ...volumes(1) }, good: { storageSizeGb: 1 } },
    volumesNeedOneReplica: { bad: { replicas: 2, ...volumes(1) }, good: { replicas: 1, ...volumes(1) } },
    volumesNeverShrink: { from: { storageSizeGb: 2 }, bad: { storageSizeGb: 1 }, good: { storageSizeGb: 3 } },
    mountedVolumesNeverShrink: { from: volumes(2, 2), bad: volumes(2, 1), good: volumes(2) },
    releaseIsOurs: {
      bad: { releaseCommand: ["./migrate"], adoption: { kind: "Deployment", namespace: "shop" } },
      good: { releaseCommand: ["./migrate"] },
    },
    cronNeedsSchedule: { bad: { appType: "cron_job" }, good: CRON_JOB },
    adoptionFitsAppType: {
      bad: { appType: "job", adoption: { kind: "Deployment", namespace: "shop" } },
      good: { adoption: { kind: "Deployment", namespace: "shop" } },
    },
    ...Object.fromEntries([
      ...appTypeRows(OF_PODS, [CHART, {}]),
      ...appTypeRows(OF_CHARTS, [{}, CHART]),
      ...appTypeRows(OF_CRON_JOBS, [{}, CRON_JOB]),
      ...appTypeRows(OF_JOBS, [{}, { appType: "job" }]),
    ]),
  },
  DatabaseInstance: {
    clusterImmutable: changed({ cluster: "one" }, { cluster: "two" }),
    engineImmutable: changed({ engine: "postgresql" }, { engine: "mysql" }),
    tierImmutable: changed({ tier: "ha" }, { tier: "single" }),
    databaseNameImmutable: changed({ databaseName: "shop" }, { databaseName: "other" }),
    restoreImmutable: changed({}, { restore: RESTORE }),
    replicationSourceIdImmutable: changed({}, { replicationSourceId: ID }),
    previewOfImmutable: changed({}, { previewOf: ID }),
    engineVersionIsKnown: { bad: { engineVersion: "9.6" }, good: { engineVersion: "18" } },
    databaseNameIsFree: { bad: { databaseName: "pg_shop" }, good: { databaseName: "shop" } },
    extensionsArePostgresql: { bad: { engine: "mysql", extensions: ["vector"] }, good: { extensions: ["vector"] } },
    extensionsAreKnown: { bad: { extensions: ["nothing"] }, good: { extensions: ["vector"] } },
    extensionsDiffer: { bad: { extensions: ["vector", "vector"] }, good: { extensions: ["vector", "citext"] } },
    replicationIsPostgresql: {
      bad: { engine: "mysql", replicationSourceId: ID },
      good: { replicationSourceId: ID },
    },
    promotedFollows: { bad: { promoted: true }, good: { promoted: true, replicationSourceId: ID } },
    promotedStays: {
      from: { promoted: true, replicationSourceId: ID },
      bad: { promoted: false },
      good: { promoted: true },
    },
    restoreHasOneTarget: { bad: { restore: { ...RESTORE, backupId: ID } }, good: { restore: RESTORE } },
    storageNeverShrinks: { from: { storageSizeGb: 20 }, bad: { storageSizeGb: 19 }, good: { storageSizeGb: 21 } },
  },
  DatabaseBackup: {
    databaseImmutable: changed({ database: "orders" }, { database: "others" }),
    backupTypeImmutable: changed({ backupType: "full" }, { backupType: "incremental" }),
    triggerImmutable: changed({ trigger: "manual" }, { trigger: "scheduled" }),
    engineBackupImmutable: changed({}, { engineBackup: "orders-1" }),
  },
  UpgradeRequest: {
    clusterImmutable: changed({ cluster: "one" }, { cluster: "two" }),
    toVersionImmutable: changed({ toVersion: "1.36.3" }, { toVersion: "1.36.4" }),
    decisionStands: { from: { decision: "approved" }, bad: { decision: "rejected" }, good: { decision: "cancelled" } },
  },
};

describe("The rules between members, told by the API server", function () {
  this.timeout(300_000);
  let dryRun: DryRun;
  let made = 0;
  before(async () => {
    dryRun = await openDryRun(CRDS, [NAMESPACE]);
  });
  after(() => dryRun.close());

  const typeOf = ({ kind, plural }: ResourceDefinition): ResourceType => ({
    group: API_GROUP,
    version: API_VERSION,
    namespaced: true,
    kind,
    plural,
  });
  const objectOf = (
    { kind }: ResourceDefinition,
    name: string,
    spec: Spec,
  ): Spec & Readonly<{ metadata: { name: string; namespace: string } }> => ({
    apiVersion: `${API_GROUP}/${API_VERSION}`,
    kind,
    metadata: { name, namespace: NAMESPACE },
    spec: { ...BASE[kind], ...spec },
  });
  /** Lists the sentences that REST has for a spec. */
  const brokenOf = ({ kind, specRules }: ResourceDefinition, spec: Spec): string[] => {
    const members = Object.entries({ ...BASE[kind], ...spec }).filter(([, value]) => value !== null);
    return specRules
      .filter(({ check }) => check?.(Object.fromEntries(members) as never) === false)
      .map(({ message }) => message);
  };
  const wordsOf = (error: unknown): string => {
    if (!(error instanceof KubeError) || error.status !== 422) throw error;
    return error.body?.message ?? "";
  };

  /** Makes what is there before, answers what is said of changes of it, and takes it away. */
  async function onObject(
    resource: ResourceDefinition,
    { from = {}, status }: Pick<Row, "from" | "status">,
    changes: readonly Spec[],
  ): Promise<(string | undefined)[]> {
    const type = typeOf(resource);
    const ref = { namespace: NAMESPACE, name: `rule-${(made += 1)}` };
    await dryRun.client.create(type, objectOf(resource, ref.name, from), { fieldManager: "test" });
    const write = { fieldManager: "test" };
    if (status !== undefined)
      await dryRun.client.patch(type, ref, { kind: "merge", body: { status } }, { ...write, subresource: "status" });
    try {
      return await Promise.all(
        changes.map((spec) =>
          dryRun.client
            .patch(type, ref, { kind: "merge", body: { spec } }, { ...write, dryRun: true, strict: true })
            .then(() => undefined, wordsOf),
        ),
      );
    } finally {
      await dryRun.client.delete(type, ref);
    }
  }

  const judge = async (
    resource: ResourceDefinition,
    rule: CrossFieldRule,
    row: Row,
  ): Promise<(string | undefined)[]> => {
    if (rule.check === undefined) return onObject(resource, row, [row.bad, row.good]);
    return Promise.all([row.bad, row.good].map((spec) => dryRun.refusal(objectOf(resource, "tried", spec), NAMESPACE)));
  };

  for (const resource of RESOURCES) {
    const rows = ROWS[resource.kind] ?? {};

    it(`each have a row here: ${resource.kind}`, () => {
      expect(Object.keys(rows)).to.have.members(resource.specRules.map(({ name }) => name));
    });

    for (const rule of resource.specRules)
      it(`${resource.kind}: ${rule.name} is refused with REST's sentence`, async () => {
        const [refused, taken] = await judge(resource, rule, rows[rule.name] ?? { bad: {}, good: {} });
        expect(refused, rule.cel ?? rule.absent.member).to.contain(rule.message);
        expect(taken, "the good one").to.equal(undefined);
        expect(brokenOf(resource, rows[rule.name]?.bad ?? {}), "what REST finds").to.include.members(
          rule.check === undefined ? [] : [rule.message],
        );
        // No other rule speaks: the sentence tells what is wrong, and only that.
        const others = resource.specRules.filter(
          ({ message }) => message !== rule.message && refused?.includes(message),
        );
        expect(others.map(({ name }) => name)).to.deep.equal([]);
      });
  }

  it("tell each of several members that an app type cannot use", async () => {
    const deployment = RESOURCES.find(({ kind }) => kind === "Deployment")!;
    const spec = { schedule: "* * * * *", retries: 1, helmChartName: "shop" };
    const told = (await dryRun.refusal(objectOf(deployment, "tried", spec), NAMESPACE)) ?? "";
    const broken = deployment.specRules.filter(({ message }) => told.includes(message)).map(({ path }) => path[0]);
    expect(broken).to.have.members(Object.keys(spec));
  });

  it("tell in words what a schedule or a host name looks like, not by its pattern", async () => {
    const tried = [
      ["Deployment", { ...CRON_JOB, schedule: "61 * * * *" }, CRON_WORDS.line],
      ["Deployment", { sleep: { stopSchedule: "0 20 * * 9", startSchedule: "0 8 * * *" } }, CRON_WORDS.week],
      ["DatabaseInstance", { backupSchedule: "0 3 * *\n" }, CRON_WORDS.lineOrName],
      ["Deployment", { customDomain: "пример.рф" }, HOSTNAME_WORDS],
      ["Deployment", { customDomain: "*.example.org" }, HOSTNAME_WORDS],
    ] as const;
    for (const [kind, spec, words] of tried) {
      const resource = RESOURCES.find((one) => one.kind === kind)!;
      const told = (await dryRun.refusal(objectOf(resource, "tried", spec), NAMESPACE)) ?? "";
      expect(told).to.contain(words.replace("String ", ""));
      expect(told).to.not.match(/\[0-5\]|\[a-z/);
    }
  });

  it("hold of names, too", async () => {
    for (const resource of RESOURCES.filter(({ rootRules }) => rootRules.length > 0)) {
      const [{ message } = { message: "" }] = resource.rootRules;
      for (const name of [LONG, "a.b"])
        expect(await dryRun.refusal(objectOf(resource, name, {}), NAMESPACE), `${resource.kind} ${name}`).to.contain(
          message,
        );
    }
  });

  it("hold of what the status says: only a cluster in error is retried", async () => {
    const cluster = RESOURCES.find(({ kind }) => kind === "Cluster");
    if (cluster === undefined) throw new Error("There are no clusters");
    const message = "only a cluster in error can be retried";
    const retry = { retryAttempt: 1 };
    expect((await onObject(cluster, { status: { phase: "running" } }, [retry]))[0]).to.contain(message);
    expect(await onObject(cluster, { status: { phase: "error" } }, [retry])).to.deep.equal([undefined]);
  });

  it("hold of what the status says: a version is lowered only after an upgrade that failed", async () => {
    const database = RESOURCES.find(({ kind }) => kind === "DatabaseInstance");
    if (database === undefined) throw new Error("There are no databases");
    const from = { engineVersion: "17" };
    const changes = [{ engineVersion: "16" }, { engineVersion: "18" }];
    const message = "engine_version can be raised, and lowered only after an upgrade that failed";
    for (const status of [{ statusReason: "Running" }, undefined]) {
      const [lowered, raised] = await onObject(database, { from, ...(status && { status }) }, changes);
      expect(lowered).to.contain(message);
      expect(raised).to.equal(undefined);
    }
    const failed = { from, status: { statusReason: "MajorUpgradeFailed" } };
    expect(await onObject(database, failed, changes)).to.deep.equal([undefined, undefined]);
  });
});
