import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect } from "chai";
import { APPLICATIONS, DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import { createPool } from "../../adapters/postgres/pool.ts";
import { readOperatorWork, type ToldWork } from "../../adapters/postgres/resources/operator-work.ts";
import type { Result } from "../../berthctl/doctor/check.ts";
import { ARGOCD_NAMESPACE } from "../../local/parts/context.ts";
import type { BerthClient } from "../support/berth-client.ts";
import { eventually } from "../support/eventually.ts";
import { startPlatform, type Platform } from "../support/platform.ts";
import { standingCluster } from "../support/standing-clusters.ts";

type Exit = Readonly<{ code: number; output: string }>;

describe("berthctl on the embedded platform", function () {
  this.timeout(900_000);
  let platform: Platform;
  let berth: BerthClient;
  let clusterId: string;
  before(async () => {
    platform = await startPlatform();
    ({ berth, id: clusterId } = await standingCluster(platform.url, "harbour"));
  });

  const berthctl = (...args: string[]): Promise<Exit> =>
    new Promise((resolve) =>
      execFile(join(platform.homeDir, "bin/berthctl"), args, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), output: `${stdout}${stderr}` }),
      ),
    );
  const loseDeployments = async (): Promise<void> => {
    const { items } = await platform.management.list(DEPLOYMENTS);
    // Of other files only what is going is left, and goes.
    for (const { metadata } of items.filter(({ metadata: { name } }) => name.startsWith("stray-"))) {
      const ref = { namespace: metadata.namespace!, name: metadata.name };
      const body = { metadata: { finalizers: null } };
      await platform.management.patch(DEPLOYMENTS, ref, { kind: "merge", body }, { fieldManager: "disaster" });
      await platform.management.delete(DEPLOYMENTS, ref);
    }
  };
  const strayApplications = async (): Promise<string[]> => {
    const { items } = await platform.management.list(APPLICATIONS, { namespace: ARGOCD_NAMESPACE });
    return items.map(({ metadata }) => metadata.name).filter((name) => name.startsWith("stray-"));
  };
  const examined = async (): Promise<readonly Result[]> =>
    JSON.parse((await berthctl("doctor", "--json")).output) as Result[];

  it("finds the platform well", async () => {
    const { output, code } = await eventually(async () => {
      const exit = await berthctl("doctor");
      if (exit.code !== 0) throw new Error(exit.output);
      return exit;
    });
    expect(code).to.equal(0);
    expect(output).to.match(/ok +management cluster +API server +v1\.\d+/);
    expect(output)
      .to.match(/ok +Git +push +allowed/)
      .and.to.match(/ok +Postgres +schema +\d+ migrations/);
    expect(output)
      .to.match(/ok +outside +simulated cloud +\d+ regions/)
      .and.to.match(/ok +outside +DNS +answers/);
  });

  it("says what is broken and what to do when the operator is away", async () => {
    await platform.stack.stopProcess("operator");
    try {
      const found = await eventually(async () => {
        const results = await examined();
        if (!results.some(({ state }) => state === "fault")) throw new Error("all well");
        return results;
      });
      const leader = found.find(({ name }) => name === "leader");
      expect(leader).to.deep.include({ state: "fault", found: "no operator leads" });
      expect(leader?.remedy).to.match(/start an operator/);
    } finally {
      await platform.stack.startProcess("operator");
    }
  });

  it("has the operator tell how it is doing, and the next one after it", async () => {
    const pool = createPool(platform.stack.connection.postgres_url, { max: 1 });
    const tell = async (after = 0): Promise<ToldWork> => {
      const told = await readOperatorWork(pool);
      if (told === undefined || told.observedAt.getTime() <= after) throw new Error("nothing new was told");
      return told;
    };
    try {
      const { work, observedAt } = await eventually(() => tell());
      expect(work.queues.map(({ name }) => name)).to.include.members(["Cluster", "Deployment", "Platform"]);
      await eventually(async () => {
        const { work: next } = await tell(observedAt.getTime());
        expect(next.commits.branch_read).to.equal(true);
        expect(next.recent).to.have.length.of.at.least(2);
      });
      await platform.stack.stopProcess("operator");
      const last = await tell().finally(() => platform.stack.startProcess("operator"));
      await eventually(() => tell(last.observedAt.getTime()));
    } finally {
      await pool.end();
    }
  });

  it("names what cannot be reached, and no secret", async () => {
    await platform.stack.stopProcess("git");
    try {
      const { code, output } = await berthctl("doctor");
      expect(code).to.equal(1);
      expect(output)
        .to.match(/FAULT +Git +branch/)
        .and.to.match(/check BERTH_GIT_URL/);
      expect(output).not.to.include(platform.stack.connection.git.token);
    } finally {
      await platform.stack.startProcess("git");
    }
  });

  it("names what has lost its resource, and removes it when it is told to", async () => {
    const order = { name: "stray", cluster_id: clusterId, app_type: "container", docker_image: "nginx:1.29" };
    const { body } = await berth.call<{ status: string }>("POST", "/deployments?wait=300", order);
    expect(body.status, JSON.stringify(body)).to.equal("running");
    await platform.stack.stopProcess("operator");
    await loseDeployments();
    await platform.stack.startProcess("operator");
    await eventually(async () => {
      const lost = (await examined()).find(({ name }) => name === "orphans");
      expect(lost?.found).to.match(/deployment stray-/);
    });
    const listed = await berthctl("remove-orphans");
    expect(listed.code).to.equal(1);
    expect(listed.output)
      .to.match(/deployment stray-\w+: to be removed; volumes stay/)
      .and.to.match(/Nothing was removed/);
    expect(await strayApplications()).to.have.length(1);
    const removed = await berthctl("remove-orphans", "--yes");
    expect(removed.code, removed.output).to.equal(0);
    await eventually(async () => expect(await strayApplications()).to.deep.equal([]));
    await eventually(async () =>
      expect((await examined()).find(({ name }) => name === "orphans")?.state).to.equal("ok"),
    );
  });

  it("rebuilds a projection that somebody has damaged", async () => {
    const pool = createPool(platform.stack.connection.postgres_url, { max: 1 });
    try {
      // Only what does not move by itself.
      const read = async (): Promise<unknown[]> => {
        const sql = `SELECT id, display_name, body ->> 'name' AS name, body ->> 'created_at' AS created_at,
          body ->> 'organization_id' AS organization_id FROM resources WHERE id = $1 AND deleted_at IS NULL`;
        return (await pool.query<Record<string, unknown>>(sql, [clusterId])).rows;
      };
      const before = await read();
      expect(before).to.have.length(1);
      await pool.query(`UPDATE resources SET display_name = 'damaged', body = '{}'`);
      expect(await read()).not.to.deep.equal(before);
      const { code, output } = await berthctl("rebuild-projection");
      expect(output).to.match(/Done: \d+ rows/);
      expect(code).to.equal(0);
      expect(await read()).to.deep.equal(before);
    } finally {
      await pool.end();
    }
  });

  it("tells a wrong request from a fault", async () => {
    for (const args of [["restor"], ["backup"], ["backup", "a", "b"], ["doctor", "--yaml"], ["restore", "x", "--json"]])
      expect(await berthctl(...args), args.join(" ")).to.include({ code: 2 });
    expect(await berthctl("restore", "/there/is/none")).to.include({ code: 1 });
    expect((await berthctl("help")).output).to.match(/rebuild-projection/);
  });
});
