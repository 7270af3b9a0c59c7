import { expect } from "chai";
import { randomUUID } from "node:crypto";
import type pg from "pg";
import winston from "winston";
import { createPool } from "../../../adapters/postgres/pool.ts";
import { ResourceStore } from "../../../adapters/postgres/resources/resource-store.ts";
import { listRevisions, type RevisionRow } from "../../../adapters/postgres/resources/revision-reads.ts";
import { LABELS } from "../../../contract/identity.ts";
import type { GitWriter } from "../../../operator/git/git-writer.ts";
import { HttpClient } from "../../../operator/git/http-client.ts";
import { rebuildOnce } from "../../../operator/mirror/rebuild-histories.ts";
import { systemClock } from "../../../operator/runtime/clock.ts";
import type { ResourceRow } from "../../../render/projection/resource-row.ts";
import { formatResource } from "../../../render/resource-file.ts";
import { GitScene } from "../git/git-scene.ts";
import { createDatabase } from "../../support/postgres.ts";
import { ORGANIZATION, uuidOf } from "./fake-cluster.ts";

const EPOCH = "uid-1/1";
const FOLDER = "clusters/c/deployments/shop-abc";
const USER = uuidOf(9);
const specOf = (generation: number): object => ({ cluster: "c", replicas: generation, name: `shop-${generation}` });

describe("revisions that Postgres has lost", function () {
  this.timeout(300_000);
  let scene: GitScene;
  let http: HttpClient;
  let writer: GitWriter;
  let pool: pg.Pool;
  const id = randomUUID();

  before(async () => {
    scene = await GitScene.open();
    http = new HttpClient(scene.writerOptions().http);
    writer = await scene.writer();
    pool = createPool(await createDatabase(), { max: 4, applicationName: "test", onError: () => undefined });
    await new ResourceStore(pool).adoptEpoch(EPOCH);
  });
  after(async () => {
    http.close();
    await scene.close();
    await pool.end();
  });

  async function commit(generation: number, of = id): Promise<string> {
    const metadata = { name: "shop", namespace: "org-acme", id: of, labels: { [LABELS.id]: of } };
    const files = [
      { path: `${FOLDER}/resource.yaml`, content: formatResource("Deployment", metadata, specOf(generation)) },
    ];
    const requestId = generation === 2 ? undefined : `request-${generation}`;
    const trailers = {
      resource: "Deployment/org-acme/shop",
      generation,
      author: USER,
      ...(requestId && { requestId }),
    };
    await writer.write({ key: "Deployment/org-acme/shop", files, trailers });
    return scene.head();
  }
  /** Writes what the mirror sees of the deployment at that generation. */
  async function mirror(generation: number, commitId: string): Promise<void> {
    const row: ResourceRow = {
      id,
      uid: id,
      kind: "Deployment",
      namespace: "org-acme",
      objectName: "shop",
      displayName: "shop",
      organizationId: ORGANIZATION,
      userId: USER,
      clusterId: uuidOf(1),
      status: "running",
      hidden: false,
      provider: null,
      region: null,
      serverType: null,
      askedCpuMilli: 0,
      askedMemoryMb: 0,
      askedStorageGb: 0,
      askedNodes: 0,
      tier: null,
      engine: null,
      settled: true,
      generation,
      resourceVersion: `${10 + generation}`,
      customDomain: null,
      domainActive: false,
      detail: null,
      body: { git_path: `${FOLDER}/values.yaml` },
      requestId: null,
      createdAt: "2026-01-01T00:00:00.000Z",
      updatedAt: "2026-01-01T00:00:00.000Z",
      revision: {
        commit: commitId,
        generation,
        requestId: `request-${generation}`,
        committedAt: null,
        message: `Deployment shop-${generation}: generation ${generation}`,
        spec: specOf(generation),
      },
    };
    await new ResourceStore(pool).mirror(EPOCH, { rows: [row], deleted: [] });
  }
  const rebuild = (looked = new Set<string>()): Promise<number> =>
    rebuildOnce(
      { pool, http, branch: "main", clock: systemClock, logger: winston.createLogger({ silent: true }) },
      looked,
    );
  const revisions = async (): Promise<RevisionRow[]> =>
    (await listRevisions(pool, id, { limit: 200, before: undefined })).toReversed();

  it("come back from Git with commit, author, request and spec, once, before the one that is there", async () => {
    await commit(7, randomUUID());
    const commits = [await commit(1), await commit(2), await commit(3), await commit(4)];
    await mirror(4, commits[3] ?? "");
    expect((await revisions()).map(({ revision, generation }) => [revision, generation])).to.deep.equal([[1, "4"]]);
    expect(await rebuild()).to.equal(3);
    const found = await revisions();
    expect(found.map(({ revision, generation, commit: at }) => [revision, generation, at])).to.deep.equal(
      commits.map((at, index) => [index + 1, `${index + 1}`, at]),
    );
    expect(found.map(({ spec }) => spec)).to.deep.equal([1, 2, 3, 4].map(specOf));
    expect(found.map(({ requestId }) => requestId)).to.deep.equal(["request-1", null, "request-3", "request-4"]);
    // Nobody is known to have made what came without a request; the newest is the mirror's, which asks the audit log.
    expect(found.map(({ author }) => author)).to.deep.equal([USER, null, USER, null]);
    expect(found[0]?.message).to.equal("Deployment shop-1: generation 1");
    const at = await scene.server.git("show", "-s", "--format=%ct", commits[0] ?? "");
    expect(found[0]?.createdAt.getTime()).to.equal(Number(at) * 1000);
    expect(await rebuild()).to.equal(0);
    expect(await revisions()).to.deep.equal(found);
  });

  it("leave the numbers going on where they were", async () => {
    await mirror(5, await commit(5));
    expect((await revisions()).map(({ revision }) => revision)).to.deep.equal([1, 2, 3, 4, 5]);
  });

  it("are asked for once when Git does not have them either", async () => {
    await pool.query("DELETE FROM revisions WHERE generation < 5");
    await pool.query("UPDATE revisions SET revision = 1");
    const looked = new Set<string>();
    await pool.query('UPDATE resources SET body = \'{"git_path": "clusters/none/values.yaml"}\'');
    expect(await rebuild(looked)).to.equal(0);
    expect(looked).to.deep.equal(new Set([id]));
    // It looks at the branch now and then.
    await writer.stop();
    const asked = [...scene.server.requests].filter(([path]) => path.includes("upload-pack"));
    expect(await rebuild(looked)).to.equal(0);
    expect([...scene.server.requests].filter(([path]) => path.includes("upload-pack"))).to.deep.equal(asked);
  });
});
