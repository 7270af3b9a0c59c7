import { expect } from "chai";
import pg from "pg";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import { applyMigrations } from "../../adapters/postgres/apply-migrations.ts";
import { parseMetrics, sumOf, type Metrics } from "../../bench/operator-process.ts";
import { clientOf } from "../api/client.ts";
import { applyAll } from "../support/apply-all.ts";
import { eventually } from "../support/eventually.ts";
import { customResources, findLost, findUnfit } from "./compare.ts";
import { loadRelease, loadSql, readObjects } from "./load-release.ts";
import { podTemplates } from "./pod-templates.ts";
import { listReleases, readRelease, type RecordedRelease } from "./release-files.ts";
import { readAll } from "./release-life.ts";
import { startReleaseScene, type ReleaseProcess, type ReleaseScene } from "./release-scene.ts";
import { sendStatements, type RecordedStatement } from "./statements.ts";
import { stopAtFailure } from "../support/stop-at-failure.ts";

/** Files of the delivery repository that are written otherwise; where `lines` is given, no other line of them. */
type RenderChange = Readonly<{ files: RegExp; lines?: RegExp; why: string }>;
/** Which files of the delivery repository this version writes otherwise than a release did, and why. */
const RENDER_CHANGES: Readonly<Record<string, readonly RenderChange[]>> = {
  "0.1.0": [
    {
      files: /\/applications\/[^/]+\.yaml$/,
      lines: /^ +path: "platform\/charts\/(workload|database)\/0\.1\.\d+"$/,
      why: "Newer versions of our charts come to what runs, in waves",
    },
    { files: /applications\/feature-18-gxv3gkmktr\.yaml$/, why: "A chart's history is one entry (ADR 0034)" },
    {
      files: /^clusters\/(one|two|three)-\w+\/(databases\/[^/]+\/|deployments\/feature-10-\w+\/)?resource\.yaml$/,
      why: "Git has what only the status knew: version and host, engine version and source, the domain that is proven",
    },
  ],
};
/** What newer charts change in pods, each of which rolls once when its wave comes: everything else stays. */
const POD_CHANGES: Readonly<Record<string, Readonly<{ lines: RegExp; told: RegExp; why: string }>>> = {
  "0.1.0": {
    lines:
      /,?"lifecycle":\{"preStop":\{"sleep":\{"seconds":(?:5|10)\}\}\}|(?<="startupProbe":\{"(?:httpGet|tcpSocket)":\{[^}]+\},)"periodSeconds":(?:5,"timeoutSeconds":5,"failureThreshold":60|1,"timeoutSeconds":5,"failureThreshold":300)/g,
    // A wave is a delivery like any other: REST tells its commit and its times.
    told: /^\/deployments\/[^/]+\/(revisions\.revisions\[0\]\.(commit|created_at)|status\.(content_hash|commit|synced_revision|steps\[\d\]\.since))$/,
    why: "Pods with ports go on answering while they are replaced, and are asked each second whether they have started",
  },
};
/** New versions of charts and components are published beside the old ones. */
const PUBLISHED = /^platform\//;
const QUIET_MS = 5_000;
const ANSWERS_MS = 300_000;
/** More often than this, and the gateway would hold us off. */
const ASK_AGAIN_MS = 3_000;

type Definition = KubeObject & {
  spec: {
    versions: {
      schema: { openAPIV3Schema: { properties: Record<string, { properties: Record<string, unknown> }> } };
    }[];
  };
};

for (const name of await listReleases())
  describe(`an upgrade of the platform that ${name} ran`, function () {
    this.timeout(900_000);
    stopAtFailure(this);
    let release: RecordedRelease;
    let scene: ReleaseScene;
    let gateway: ReleaseProcess;
    let operator: ReleaseProcess;

    before(async () => {
      release = await readRelease(name);
      scene = await startReleaseScene({ cloud: release.cloud });
      await loadRelease(scene, release);
    });
    after(() => (scene as ReleaseScene | undefined)?.stop());

    const resources = async (): Promise<readonly KubeObject[]> => customResources(await readObjects(scene.admin));
    const phasesOf = (objects: readonly KubeObject[]): string[] =>
      objects
        .map(
          (object) =>
            `${object.kind ?? ""} ${object.metadata.name} ${(object["status"] as { phase?: string } | undefined)?.phase ?? "none"}`,
        )
        .sort();

    it("begins with everything as it was, to the uid and the generation", async () => {
      const identity = ({ metadata }: KubeObject): string =>
        `${metadata.namespace ?? ""}/${metadata.name} ${metadata.uid ?? ""} ${metadata.generation ?? 0}`;
      const recorded = customResources(release.objects);
      expect(recorded.length).to.be.greaterThan(20);
      expect((await resources()).map(identity)).to.deep.equal(recorded.map(identity));
      expect(await scene.git.git("rev-parse", scene.git.branch)).to.equal(release.facts.head);
    });

    it("first brings the new definitions, rights and rules: every resource fits them whole", async () => {
      await scene.applyChart();
      expect(await findUnfit(scene.admin, release.objects)).to.deep.equal([]);
    });

    it("then migrates the database, on which the old release goes on to write and read", async () => {
      expect(release.statements.length).to.be.greaterThan(80);
      const old = keepSending(scene.databaseUrl, release.statements);
      await applyMigrations(scene.databaseUrl);
      expect(await old.stop()).to.deep.equal([]);
      expect(await sendStatements(scene.databaseUrl, release.statements)).to.deep.equal([]);
    });

    it("then starts the new processes, which write nothing to Git but what is known to change", async () => {
      scene.startArgo();
      operator = await scene.start("operator");
      gateway = await scene.start("gateway");
      await quiet(operator, customResources(release.objects));
      const head = await scene.git.git("rev-parse", scene.git.branch);
      const changed = (await scene.git.git("diff", "--name-only", release.facts.head, head))
        .split("\n")
        .filter((file) => file !== "");
      const unknown = changed.filter((file) => !PUBLISHED.test(file));
      for (const { files, lines } of RENDER_CHANGES[name] ?? [])
        for (const file of unknown.filter((one) => files.test(one)))
          if (await changesOnly(scene.git, [release.facts.head, head, file], lines))
            unknown.splice(unknown.indexOf(file), 1);
      expect(unknown).to.deep.equal([]);
      const removed = await scene.git.git("diff", "--name-only", "--diff-filter=D", release.facts.head, head);
      expect(removed).to.equal("");
    });

    it("restarts pods for nothing but what is listed: else their templates are those that ran before", async () => {
      const { repository, branch } = scene.git;
      const templates = async (commit: string, change?: (values: string) => string): Promise<string> => {
        const found = await podTemplates(repository, commit, change);
        expect(found.size).to.be.greaterThan(15);
        return JSON.stringify([...found]).replaceAll(POD_CHANGES[name]?.lines ?? /$^/g, "");
      };
      const before = await templates(release.facts.head);
      expect(await templates(branch)).to.equal(before);
      // One more variable would be seen.
      const restarted = await templates(release.facts.head, (values) =>
        values.replace("replicas:", "command: [other]\nreplicas:"),
      );
      expect(restarted).to.not.equal(before);
    });

    it("answers all that the old release answered, to the keys, sessions and passwords of then", async () => {
      const { accounts, reads } = release.facts;
      const now = await eventually(
        async () => {
          const all = await readAll(gateway.url, accounts, reads);
          const lost = reads
            .flatMap(({ path, body }, index) => findLost(body, all[index]?.body, path))
            .filter((one) => !POD_CHANGES[name]?.told.test(one));
          if (lost.length > 0) throw new Error(lost.slice(0, 20).join("\n"));
          return all;
        },
        ANSWERS_MS,
        ASK_AGAIN_MS,
      );
      expect(findLost(now[0]?.body, {})).to.not.deep.equal([]);
      for (const { email, password, cookie } of Object.values(accounts)) {
        const me = await clientOf(gateway.url, { cookie })<{ email: string }>("GET", "/auth/me");
        expect([me.status, me.body.email]).to.deep.equal([200, email]);
        expect((await clientOf(gateway.url)("POST", "/auth/login", { email, password })).status, email).to.equal(200);
      }
    });

    it("leaves every resource in its state, and none of them is asked for anything new", async () => {
      const recorded = customResources(release.objects);
      await eventually(async () => expect(phasesOf(await resources())).to.deep.equal(phasesOf(recorded)));
      const wanted = (objects: readonly KubeObject[]): unknown =>
        objects.map((object) => [object.metadata.uid, object.metadata.generation, object["spec"]]);
      expect(wanted(await resources())).to.deep.equal(wanted(recorded));
    });

    it("brings the next change to the cluster", async () => {
      const { owner } = release.facts.accounts;
      const call = clientOf(gateway.url, { authorization: `Bearer ${owner?.key ?? ""}` });
      const { body } = await call<{ deployments: { id: string; name: string }[] }>("GET", "/deployments?limit=200");
      const { id = "" } = body.deployments.find((one) => one.name === "shop") ?? {};
      const patched = await call<{ status: string; replicas: number }>("PATCH", `/deployments/${id}?wait=300`, {
        replicas: 4,
      });
      expect([patched.status, patched.body.status, patched.body.replicas], patched.text).to.deep.equal([
        200,
        "running",
        4,
      ]);
      expect(await scene.git.git("rev-parse", scene.git.branch)).to.not.equal(release.facts.head);
    });

    it("would notice a definition that lost a field", async () => {
      const definition = structuredClone(
        release.crds.find(({ metadata }) => metadata.name.startsWith("deployments.")),
      ) as Definition;
      const schema = definition.spec.versions[0]?.schema.openAPIV3Schema.properties["spec"] as {
        properties: Record<string, unknown>;
      };
      delete schema.properties["args"];
      await applyAll(scene.admin, [definition as never]);
      const lost = await eventually(async () => {
        const found = await findUnfit(scene.admin, release.objects);
        if (found.length === 0) throw new Error("nothing is lost yet");
        return found;
      });
      expect(lost.join("\n")).to.contain("spec.args is lost");
    });

    for (const [why, sql] of Object.entries({
      "a column that is dropped": 'ALTER TABLE "users" DROP COLUMN "name"',
      "a column that is renamed": 'ALTER TABLE "api_keys" RENAME COLUMN "key_hash" TO "hash"',
      "a column that old writes do not fill":
        'ALTER TABLE "audit_entries" ADD COLUMN "more" text NOT NULL DEFAULT \'\'; ALTER TABLE "audit_entries" ALTER COLUMN "more" DROP DEFAULT',
    }))
      it(`would notice a migration with ${why}`, async () => {
        const url = await scene.postgres.createEmptyDatabase();
        await loadSql(url, release.sql);
        expect(await sendStatements(url, release.statements)).to.deep.equal([]);
        await alter(url, 'ALTER TABLE "users" ADD COLUMN "nickname" text; CREATE TABLE "more" (id int)');
        expect(await sendStatements(url, release.statements)).to.deep.equal([]);
        await alter(url, sql);
        expect(await sendStatements(url, release.statements)).to.not.deep.equal([]);
      });
  });

/** Tells whether no line of a file differs between two commits but those of a kind. */
async function changesOnly(git: ReleaseScene["git"], [from, to, file]: string[], lines = /^/): Promise<boolean> {
  const diff = await git.git("diff", "--unified=0", from!, to!, "--", file!);
  const changed = diff.split("\n").filter((line) => /^[-+](?![-+]{2} )/.test(line));
  return changed.every((line) => lines.test(line.slice(1)));
}

/** Plays a replica of the old release: it sends what it always sent until it is stopped, and tells what was refused. */
function keepSending(
  url: string,
  statements: readonly RecordedStatement[],
): Readonly<{ stop: () => Promise<string[]> }> {
  let isStopped = false;
  const run = async (): Promise<string[]> => {
    const refused: string[] = [];
    do refused.push(...(await sendStatements(url, statements)));
    while (!isStopped);
    return refused;
  };
  const running = run();
  return {
    stop: () => {
      isStopped = true;
      return running;
    },
  };
}

async function alter(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Waits until every resource was looked at and nothing moves any more. */
async function quiet(operator: ReleaseProcess, objects: readonly KubeObject[]): Promise<void> {
  let since = Infinity;
  let before = "";
  const lastWords = await eventually(
    async () => {
      const words = operator.lastWords();
      if (words !== undefined) return words;
      const metrics = parseMetrics(await (await fetch(`${operator.metricsUrl}/metrics`)).text());
      const now = String(sumOf(metrics, "berth_git_push_seconds_count"));
      if (now !== before || isBusy(metrics, objects)) since = performance.now();
      before = now;
      if (performance.now() - since < QUIET_MS) throw new Error("The operator is still busy");
      return undefined;
    },
    600_000,
    200,
  );
  expect(lastWords, "the operator's last words").to.equal(undefined);
}

function isBusy(metrics: Metrics, objects: readonly KubeObject[]): boolean {
  const deployments = objects.filter(({ kind }) => kind === "Deployment").length;
  const passes = sumOf(metrics, "berth_reconcile_seconds_count", 'controller="deployments"');
  const waiting = ["berth_queue_running", "berth_mirror_pending"].reduce((sum, name) => sum + sumOf(metrics, name), 0);
  return sumOf(metrics, "berth_leader") !== 1 || passes < deployments || waiting > 0;
}
