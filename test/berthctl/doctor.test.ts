import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { parse } from "yaml";
import { KubeError } from "../../adapters/kubernetes/kube-error.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { createPool } from "../../adapters/postgres/pool.ts";
import { readMigrations } from "../../adapters/postgres/schema/migration-list.ts";
import { ok, runChecks, type Check, type Result } from "../../berthctl/doctor/check.ts";
import { managementChecks } from "../../berthctl/doctor/management-checks.ts";
import { postgresChecks } from "../../berthctl/doctor/postgres-checks.ts";
import { rightsCheck } from "../../berthctl/doctor/rights-check.ts";
import { formatReport } from "../../berthctl/doctor/report.ts";
import { explainFault } from "../../berthctl/explain-fault.ts";
import { sharedPostgres } from "../support/postgres.ts";

const CRDS = join(import.meta.dirname, "../../crds");
const NOW = new Date("2026-01-01T00:00:00Z");
type Schemas = Record<string, { properties: Record<string, { properties?: Record<string, unknown> }> }>;

function publishedSchemas(): Schemas {
  return Object.fromEntries(
    readdirSync(CRDS).map((file) => {
      const { spec } = parse(readFileSync(join(CRDS, file), "utf8")) as {
        spec: { names: { kind: string }; versions: { schema: { openAPIV3Schema: Schemas[string] } }[] };
      };
      return [`dev.berth.hosting.v1alpha1.${spec.names.kind}`, spec.versions[0]!.schema.openAPIV3Schema];
    }),
  );
}

type Answers = Readonly<{ schemas?: Schemas; lease?: Readonly<{ holderIdentity?: string; renewTime?: string }> }>;

function apiServer({ schemas, lease }: Answers): Pick<KubeClient, "get" | "request"> {
  return {
    get: (() => Promise.resolve(lease === undefined ? undefined : { metadata: {}, spec: lease })) as never,
    request: (_method, path) => {
      if (path === "/version") return Promise.resolve({ gitVersion: "v1.36.3" });
      if (schemas === undefined)
        return Promise.reject(new KubeError(`GET ${path}`, { status: 404, reason: "UnknownPath" }));
      return Promise.resolve({ components: { schemas } });
    },
  };
}

async function examine(answers: Answers): Promise<Record<string, Result>> {
  const parts = { client: apiServer(answers), namespace: "berth-system", crdsDir: CRDS, now: () => NOW };
  const results = await runChecks(managementChecks(parts), explainFault);
  return Object.fromEntries(results.map((result) => [result.name, result]));
}

describe("berthctl doctor", function () {
  this.timeout(300_000);

  it("holds the definitions on the API server against those of this release", async () => {
    expect((await examine({ schemas: publishedSchemas() }))["definitions"]).to.include({ state: "ok" });
    expect((await examine({}))["definitions"]).to.include({ state: "fault" });
    const older = publishedSchemas();
    delete older["dev.berth.hosting.v1alpha1.Deployment"]!.properties["spec"]!.properties!["volumes"];
    expect((await examine({ schemas: older }))["definitions"]).to.include({
      state: "fault",
      found: "missing: Deployment.spec.volumes",
    });
  });

  it("tells a leader that renews from one that does not, and from none", async () => {
    const at = (secondsAgo: number): string => new Date(NOW.getTime() - secondsAgo * 1000).toISOString();
    const leader = async (lease: Answers["lease"]): Promise<Result | undefined> => (await examine({ lease }))["leader"];
    expect(await leader({ holderIdentity: "one", renewTime: at(2) })).to.include({ state: "ok", found: "one" });
    expect(await leader({ holderIdentity: "one", renewTime: at(40) })).to.include({
      state: "fault",
      found: "one last renewed 40 s ago",
    });
    expect(await leader({ holderIdentity: "", renewTime: at(2) })).to.include({ found: "no operator leads" });
    expect(await leader(undefined)).to.include({ found: "no operator leads" });
  });

  it("asks for every right that the operator declares, and names those that are missing", async () => {
    const asked: string[] = [];
    const look = async (denied: (text: string) => boolean, dns = false): Promise<Result | undefined> => {
      const client: Pick<KubeClient, "request"> = {
        request: (_method, _path, options) => {
          const { resourceAttributes } = (options?.body as { spec: { resourceAttributes: Record<string, string> } })
            .spec;
          const text = `${resourceAttributes["verb"]} ${resourceAttributes["resource"]} ${resourceAttributes["namespace"] ?? ""}`;
          asked.push(text.trim());
          return Promise.resolve({ status: { allowed: !denied(text.trim()) } });
        },
      };
      return (
        await runChecks(
          [rightsCheck({ client, namespaces: { argocd: "argocd", own: "berth-system" }, dns })],
          explainFault,
        )
      )[0];
    };
    expect(await look(() => false)).to.include({ state: "ok", found: `all ${asked.length}` });
    expect(asked).to.include("watch clusters").and.to.include("patch applications argocd");
    expect(asked.filter((text) => text.includes("undefined"))).to.deep.equal([]);
    const missing = await look((text) => text === "patch applications argocd");
    expect(missing).to.include({ state: "fault" });
    expect(missing?.found).to.match(/^1 of \d+ are missing: patch applications\.argoproj\.io in argocd$/);
    expect(asked).to.not.include("patch dnsendpoints");
    expect(await look((text) => text === "patch dnsendpoints", true)).to.include({ state: "fault" });
  });

  it("sees migrations that are missing or of a newer release, and a mirror that stands still", async () => {
    const ours = (await readMigrations()).migrationDirectories.map(({ path }) => path);
    const look = async (url: string, release: readonly string[]): Promise<string[]> => {
      const pool = createPool(url, { max: 1 });
      try {
        const checks = postgresChecks({ pool, releaseMigrations: () => Promise.resolve(release) });
        return (await runChecks(checks, explainFault)).map(({ state, found }) => `${state}: ${found}`);
      } finally {
        await pool.end();
      }
    };
    const server = await sharedPostgres();
    const migrated = await server.createDatabase();
    expect((await look(migrated, ours))[1]).to.equal(`ok: ${ours.length} migrations`);
    expect((await look(migrated, [...ours, "next"]))[1]).to.equal(
      `fault: 1 of ${ours.length + 1} migrations are missing`,
    );
    expect((await look(migrated, ours.slice(1)))[1]).to.equal("warning: 1 migrations are of a newer release");
    expect((await look(migrated, ours))[2]).to.equal("fault: never written");
    const pool = createPool(migrated, { max: 1 });
    await pool.query(
      "INSERT INTO platform_facts (name, value, updated_at) VALUES ('heartbeat/Cluster', 'true', now() - interval '80 seconds')",
    );
    // A kind at rest is told of once a minute.
    expect((await look(migrated, ours))[2]).to.equal("ok: follows 1 kinds");
    await pool.query(
      "UPDATE platform_facts SET updated_at = now() - interval '5 minutes' WHERE name = 'heartbeat/Cluster'",
    );
    await pool.end();
    expect((await look(migrated, ours))[2]).to.match(/^fault: Cluster is 30\d s behind$/);
    expect((await look(await server.createEmptyDatabase(), ours))[1]).to.match(/^fault: \d+ of \d+ migrations/);
  });

  it("goes on after a check that fails, keeps their order, and shows nothing of a foreign error's secrets", async () => {
    const leaky = Object.assign(new Error("postgres://berth:hunter2@db/berth refused"), { code: "28P01" });
    const check = (name: string, look: Check["look"]): Check => ({ area: "test", name, remedy: `mend ${name}`, look });
    const results = await runChecks(
      [check("first", () => Promise.reject(leaky)), check("second", () => Promise.resolve(ok("fine")))],
      explainFault,
    );
    expect(results.map(({ name, state }) => `${name} ${state}`)).to.deep.equal(["first fault", "second ok"]);
    const report = formatReport(results);
    expect(report).to.include("FAULT").and.to.include("test, first: mend first").and.not.to.include("mend second");
    expect(report).not.to.include("hunter2");
  });
});
