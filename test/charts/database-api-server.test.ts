import { expect } from "chai";
import { parse } from "yaml";
import { DATABASE_ENGINES, ENGINE_VERSIONS } from "../../contract/resources/database-engines.ts";
import type { DatabaseSpec } from "../../contract/resources/database-instance.ts";
import { postgresqlBackup } from "../../operator/controllers/backup/engine.ts";
import type { RenderDatabaseInput } from "../../render/database/database-input.ts";
import { renderDatabase } from "../../render/database/render-database.ts";
import { ARCHIVED, DATABASE_CASES, DATABASE_ID, SOURCE_ID, databaseInput } from "../support/database-input.ts";
import { installDefinition, openDryRun, type DryRun } from "../support/dry-run.ts";
import { readEngineCrds } from "../support/engine-crds.ts";
import { DATABASE_CHART, pick, renderMany, type Rendered } from "../support/helm.ts";

const NAMESPACE = "charts-database";
const CRDS = ["test/fixtures/crds/external-secrets.io_externalsecrets.yaml", "local/manifests/argocd/application-crd.json"];

type Case = Readonly<{ name: string; input: RenderDatabaseInput }>;

function allCases(): Case[] {
  return DATABASE_ENGINES.flatMap((engine) =>
    Object.entries(DATABASE_CASES)
      .filter(([name]) => engine === "postgresql" || !name.startsWith("postgresql"))
      .map(([name, [members, rest]]) => ({ name: `${engine}: ${name}`, input: databaseInput({ engine, ...members }, rest) })),
  );
}

async function render(members: Partial<DatabaseSpec>, rest: Partial<RenderDatabaseInput> = {}): Promise<Rendered[]> {
  const [objects = []] = await renderMany(DATABASE_CHART, [renderDatabase(databaseInput(members, rest)).valuesYaml], NAMESPACE);
  return objects;
}

const of = (objects: readonly Rendered[], kind: string, name?: string): Rendered =>
  objects.find((object) => object.kind === kind && (name === undefined || object.metadata.name === name)) ?? expect.fail(`no ${kind} ${name ?? ""}`);

describe("charts/database on a real API server, with the engines' own CRDs", function () {
  this.timeout(300_000);
  let dryRun: DryRun;
  before(async () => {
    dryRun = await openDryRun(CRDS, [NAMESPACE, "argocd"]);
    for (const crd of await readEngineCrds()) await installDefinition(dryRun.client, crd);
  });
  after(() => dryRun.close());

  it("leaves no member empty: Argo CD's apply would refuse it", async () => {
    const rendered = allCases().map(({ input }) => renderDatabase(input).valuesYaml);
    const objects = (await renderMany(DATABASE_CHART, rendered, NAMESPACE)).flat();
    expect(objects).to.not.be.empty;
    for (const object of objects)
      expect(JSON.stringify(object), `${object.kind} ${object.metadata.name}`).to.not.include(":null");
  });

  it("writes out what the API server adds inside lists, else Argo CD would see a difference for ever", async () => {
    const cases = allCases().map(({ input }) => renderDatabase(input).valuesYaml);
    const objects = (await renderMany(DATABASE_CHART, cases, NAMESPACE)).flat();
    type Spec = {
      plugins?: object[];
      externalClusters?: { plugin: object }[];
      managed?: { services: { additional: object[] } };
    };
    const specs = objects.filter(({ kind }) => kind === "Cluster").map((object) => object["spec"] as Spec);
    const plugins = specs.flatMap((spec) => [
      ...(spec.plugins ?? []),
      ...(spec.externalClusters ?? []).map(({ plugin }) => plugin),
    ]);
    expect(plugins).to.not.be.empty;
    for (const plugin of plugins) expect(plugin).to.include.keys("enabled", "isWALArchiver");
    const services = specs.flatMap(({ managed }) => managed?.services.additional ?? []);
    expect(services).to.not.be.empty;
    for (const service of services) expect(service).to.include.keys("updateStrategy");
  });

  it("makes only objects that are taken strictly", async () => {
    const cases = allCases();
    const rendered = cases.map(({ input }) => renderDatabase(input));
    const objects = await renderMany(DATABASE_CHART, rendered.map(({ valuesYaml }) => valuesYaml), NAMESPACE);
    for (const [index, { name }] of cases.entries()) {
      const application = parse(rendered[index]?.files[2]?.content ?? "") as Rendered;
      for (const object of [...(objects[index] ?? []), application]) {
        expect(await dryRun.refusal(object, NAMESPACE), `${object.kind} of ${name}`).to.equal(undefined);
      }
    }
    const kinds = new Set(objects.flat().map(({ kind }) => kind));
    expect([...kinds].sort()).to.deep.equal(
      ["BackupPolicy", "Cluster", "ConfigMap", "Database", "ExternalSecret", "Job", "MySQLCluster", "NetworkPolicy", "ObjectStore", "ScheduledBackup", "ServiceAccount"],
    );
  });

  it("takes the Backup that the operator makes, and would see a wrong one", async () => {
    const backup = postgresqlBackup({ cluster: "postgres" }, { name: "b", namespace: NAMESPACE });
    expect(await dryRun.refusal(backup, NAMESPACE)).to.equal(undefined);
    const spec = { ...(backup["spec"] as object), method: "tape" };
    expect(await dryRun.refusal({ ...backup, spec }, NAMESPACE)).to.match(/spec.method/);
  });

  it("would see a member that CloudNativePG does not know, and a value that it refuses", async () => {
    const cluster = of(await render({}), "Cluster");
    const spec = cluster["spec"] as Record<string, unknown>;
    expect(await dryRun.refusal({ ...cluster, spec: { ...spec, replicas: 1 } }, NAMESPACE)).to.match(/unknown field "spec.replicas"/);
    expect(await dryRun.refusal({ ...cluster, spec: { ...spec, instances: 0 } }, NAMESPACE)).to.match(/spec.instances/);
    const store = of(await render({}), "ObjectStore");
    const bad = { ...store, spec: { ...(store["spec"] as object), retentionPolicy: "7 days" } };
    expect(await dryRun.refusal(bad, NAMESPACE)).to.match(/retentionPolicy/);
  });

  it("has an image for each version that can be asked for", () => {
    for (const engine of DATABASE_ENGINES) {
      for (const engineVersion of ENGINE_VERSIONS[engine]) {
        for (const channel of ["stable", "latest"] as const) {
          const values = parse(renderDatabase(databaseInput({ engine, engineVersion }, { channel })).valuesYaml) as { image: string };
          expect(values.image).to.match(new RegExp(`:${engineVersion.replace(".", "\\.")}[.-]?`));
        }
      }
    }
  });
});

describe("charts/database", function () {
  this.timeout(300_000);

  it("writes archives under the whole id, and reads those of a source under the source's", async () => {
    const moment = "2026-11-20T10:00:00Z";
    const source = { ...ARCHIVED, id: SOURCE_ID, handle: "old-klmnopqrst", follow: false, time: moment };
    const restore = { sourceId: SOURCE_ID, pointInTime: moment };
    const objects = await render({ restore }, { source });
    expect(pick(of(objects, "ObjectStore", "backups"), "spec.configuration.destinationPath")).to.equal(`s3://archive/berth/org-acme/${DATABASE_ID}`);
    expect(pick(of(objects, "ObjectStore", "source"), "spec.configuration.destinationPath")).to.equal(`s3://archive/berth/org-acme/${SOURCE_ID}`);
    expect(pick(of(objects, "Cluster"), "spec.plugins.0.parameters.serverName")).to.equal(DATABASE_ID);
    expect(pick(of(objects, "Cluster"), "spec.externalClusters.0.plugin.parameters.serverName")).to.equal(SOURCE_ID);
    expect(pick(of(objects, "Cluster"), "spec.bootstrap.recovery.recoveryTarget.targetTime")).to.equal(moment);
    const mysql = await render({ engine: "mysql", restore }, { source });
    expect(of(mysql, "MySQLCluster").metadata.name).to.equal(`db-${DATABASE_ID}`).and.have.length.at.most(40);
    expect(pick(of(mysql, "MySQLCluster"), "spec.restore")).to.include({ sourceName: `db-${SOURCE_ID}`, sourceNamespace: "old-klmnopqrst", restorePoint: moment });
  });

  it("brings every member to where its engine's operator looks", async () => {
    const mysqld = "spec.podTemplate.spec.containers.0";
    const rows: [Partial<DatabaseSpec>, string, unknown][] = [
      [{ tier: "single" }, "Cluster spec.instances", 1],
      [{ tier: "ha" }, "Cluster spec.instances", 3],
      [{ tier: "replicated" }, "Cluster spec.instances", 3],
      [{ tier: "single" }, "Cluster spec.postgresql", undefined],
      [{ tier: "ha" }, "Cluster spec.postgresql.synchronous.dataDurability", "required"],
      [{ tier: "ha" }, "Cluster spec.postgresql.synchronous.failoverQuorum", true],
      [{ storageSizeGb: 200 }, "Cluster spec.storage.size", "200Gi"],
      [{ cpuRequest: 0.5 }, "Cluster spec.resources.requests.cpu", "500m"],
      [{ memoryRequestMb: 2048 }, "Cluster spec.resources.requests.memory", "2048Mi"],
      [{ maxConnections: 400 }, "Cluster spec.postgresql.parameters.max_connections", "400"],
      [{ databaseName: "shop" }, "Cluster spec.bootstrap.initdb.database", "shop"],
      [{ externalAccess: true }, "Cluster spec.managed.services.additional.0.serviceTemplate.spec.type", "LoadBalancer"],
      [{}, "NetworkPolicy spec.ingress.1.ports.0.port", 8000],
      [{ externalAccess: true }, "NetworkPolicy spec.ingress.2.ports.0.port", 5432],
      [{ engine: "mysql" }, "NetworkPolicy spec.ingress.1", undefined],
      [{ backupRetentionDays: 90 }, "ObjectStore spec.retentionPolicy", "90d"],
      [{ engine: "mysql", tier: "single" }, "MySQLCluster spec.replicas", 1],
      [{ engine: "mysql", tier: "ha" }, "MySQLCluster spec.replicas", 3],
      [{ engine: "mysql", storageSizeGb: 200 }, "MySQLCluster spec.volumeClaimTemplates.0.spec.resources.requests.storage", "200Gi"],
      [{ engine: "mysql", cpuRequest: 0.5 }, `MySQLCluster ${mysqld}.resources.requests.cpu`, "500m"],
      [{ engine: "mysql", memoryRequestMb: 2048 }, `MySQLCluster ${mysqld}.resources.requests.memory`, "2048Mi"],
      [{ engine: "mysql", maxConnections: 400 }, "ConfigMap data.max_connections", "400"],
      [{ engine: "mysql", externalAccess: true }, "MySQLCluster spec.primaryServiceTemplate.spec.type", "LoadBalancer"],
      [{ engine: "mysql", backupSchedule: "5 2 * * *" }, "BackupPolicy spec.schedule", "5 2 * * *"],
    ];
    const rendered = await renderMany(DATABASE_CHART, rows.map(([members]) => renderDatabase(databaseInput(members)).valuesYaml), NAMESPACE);
    for (const [index, [members, place, expected]] of rows.entries()) {
      const [kind = "", path = ""] = place.split(" ");
      expect(pick(of(rendered[index] ?? [], kind), path), `${JSON.stringify(members)} at ${place}`).to.equal(expected);
    }
    const quiet = await render({ backupEnabled: false });
    expect(quiet.map(({ kind }) => kind)).to.include("ObjectStore").and.not.include("ScheduledBackup");
  });

  it("promotes in place: the same bootstrap, no longer following, its extensions from then on", async () => {
    const source = { ...ARCHIVED, id: SOURCE_ID, handle: "old-klmnopqrst", follow: true };
    const members = { replicationSourceId: SOURCE_ID, extensions: ["vector"], tier: "ha" as const };
    const before = await render(members, { source });
    const after = await render({ ...members, promoted: true }, { source: { ...source, promoted: true } });
    expect(pick(of(before, "Cluster"), "spec.replica")).to.deep.equal({ enabled: true, source: "source" });
    expect(pick(of(after, "Cluster"), "spec.replica")).to.deep.equal({ enabled: false, source: "source" });
    expect(pick(of(after, "Cluster"), "spec.bootstrap")).to.deep.equal(pick(of(before, "Cluster"), "spec.bootstrap"));
    const made = [before, after].map((objects) => objects.some(({ kind }) => kind === "Database"));
    expect(made).to.deep.equal([false, true]);
    expect(pick(of(before, "Cluster"), "spec.postgresql"), "nobody waits for what only follows").to.equal(undefined);
    expect(pick(of(after, "Cluster"), "spec.postgresql.synchronous.number")).to.equal(1);
  });

  it("has a policy for MySQL's backups that are asked for, also without a schedule", async () => {
    const policy = of(await render({ engine: "mysql", backupEnabled: false }), "BackupPolicy");
    expect(pick(policy, "spec.schedule")).to.equal("0 0 31 2 *");
  });

  it("tells MySQL's user of new credentials, and only then", async () => {
    const name = async (secretsRevision: string): Promise<string> => of(await render({ engine: "mysql" }, { secretsRevision }), "Job").metadata.name;
    expect(await name("r1")).to.equal(await name("r1"));
    expect(await name("r1")).not.to.equal(await name("r2"));
  });

  it("loads what extensions need to be loaded, and sets seconds before a cron line", async () => {
    const objects = await render({ extensions: ["vector", "pgaudit"], backupSchedule: "5 2 * * *" });
    expect(pick(of(objects, "Cluster"), "spec.postgresql.shared_preload_libraries")).to.deep.equal(["pgaudit"]);
    expect(pick(of(objects, "ScheduledBackup"), "spec.schedule")).to.equal("0 5 2 * * *");
    expect(pick(of(objects, "Database"), "spec.extensions")).to.deep.equal([{ name: "vector", ensure: "present" }, { name: "pgaudit", ensure: "present" }]);
  });

  it("refuses what cannot be rendered, by the field's name", () => {
    const restore = { sourceId: SOURCE_ID, pointInTime: "2026-11-20T10:00:00Z" };
    const faults: [Partial<DatabaseSpec>, string][] = [
      [{ backupSchedule: "5 4-2 * * *" }, "backup_schedule"],
      [{ restore }, "restore"],
      [{ replicationSourceId: SOURCE_ID }, "replication_source_id"],
      [{ engineVersion: "13" }, "engine_version"],
    ];
    for (const [members, field] of faults) expect(() => renderDatabase(databaseInput(members)), field).to.throw(field);
  });
});
