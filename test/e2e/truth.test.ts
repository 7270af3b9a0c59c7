import { expect } from "chai";
import { APPLICATIONS, CONFIG_MAPS, PODS } from "../../adapters/kubernetes/resource-types.ts";
import type { KubeClient, KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import { registerAccount, type Answer, type BerthClient } from "../support/berth-client.ts";
import { DeliveryRepository } from "../support/delivery-repository.ts";
import { eventually } from "../support/eventually.ts";
import { isFull } from "../support/seeded-random.ts";
import { createInsistently, insist } from "../support/story.ts";
import { runningCluster, startPlatform, tenantClient, type Platform } from "../support/platform.ts";

type Row = Readonly<{
  id: string;
  name: string;
  status: string;
  git_path: string;
  replicas: number | null;
  error_message: string | null;
}>;
type List = Readonly<{ deployments: Row[]; next_cursor: string | null }>;
/** Enough for several groups of Git and of Argo CD to be under way at once; a night takes more. */
const DEPLOYMENTS_UNDER_LOAD = isFull ? 100 : 24;

type Condition = Readonly<{ type: string; message: string }>;
type ObservedApplication = KubeObject & Readonly<{ status?: { conditions?: readonly unknown[] } }>;

/** So long all of them may take until they run, twice in one test. */
const RUNNING_MS = 800_000;

describe("truth under load and under a hostile repository", function () {
  this.timeout(2 * RUNNING_MS + 100_000);
  let platform: Platform;
  let berth: BerthClient;
  let tenant: KubeClient;
  let repository: DeliveryRepository;
  let clusterId: string;

  before(async () => {
    platform = await startPlatform();
    berth = await registerAccount(platform.url);
    clusterId = await runningCluster(berth, "truth");
    tenant = await tenantClient(berth, clusterId, platform.homeDir);
    repository = new DeliveryRepository(platform.stack);
  });
  after(async () => {
    (repository as DeliveryRepository | undefined)?.remove();
    await (tenant as KubeClient | undefined)?.close();
  });

  const all = async (): Promise<Row[]> => {
    const rows: Row[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const page: { body: List } = await berth.call<List>(
        "GET",
        `/deployments?cluster_id=${clusterId}&limit=200${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      rows.push(...page.body.deployments);
      cursor = page.body.next_cursor;
    }
    return rows;
  };
  const allRunning = async (deadlineMs: number): Promise<Row[]> =>
    eventually(
      async () => {
        const rows = await all();
        const notYet = rows
          .filter((row) => row.status !== "running")
          .map((row) => `${row.name} is ${row.status}: ${row.error_message ?? ""}`);
        expect(notYet, notYet.slice(0, 3).join("; ")).to.have.length(0);
        return rows;
      },
      deadlineMs,
      500,
    );

  it("answers twenty parallel creations of one name with one 201 and nineteen 409", async () => {
    const body = { name: "only-one", cluster_id: clusterId, app_type: "container", docker_image: "nginx:1.29" };
    // A machine that is too slow for so many at once answers some with 503, when nothing was changed: they are repeated.
    const create = (): Promise<Answer<{ code?: string }>> =>
      eventually(async () => {
        const answer = await berth.call<{ code?: string }>("POST", "/deployments", body);
        expect(answer.status).to.not.equal(503);
        return answer;
      });
    const answers = await Promise.all(Array.from({ length: 20 }, create));
    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses).to.deep.equal([201, ...Array.from({ length: 19 }, () => 409)]);
    expect(answers.filter((answer) => answer.status === 409).map((answer) => answer.body.code)).to.satisfy(
      (codes: string[]) => codes.every((code) => code === "name_taken"),
    );
  });

  it(`brings ${DEPLOYMENTS_UNDER_LOAD} deployments to running after a change of each at once, five of one, and one that renders the same`, async () => {
    const created = await Promise.all(
      Array.from({ length: DEPLOYMENTS_UNDER_LOAD }, (_, index) =>
        createInsistently(berth, clusterId, `load-${index}`),
      ),
    );
    await allRunning(RUNNING_MS);
    const patch = (id: string, body: Record<string, unknown>): Promise<unknown> =>
      insist(berth, "PATCH", `/deployments/${id}`, body);
    const [first, second] = created;
    await Promise.all(
      created.map((id, index) => patch(id, { environment_variables: [{ name: "ROUND", value: String(index) }] })),
    );
    for (const round of [1, 2, 3, 4, 5])
      await patch(first!, { environment_variables: [{ name: "ROUND", value: `again-${round}` }] });
    await patch(second!, { name: "load-1" });
    const rows = await allRunning(RUNNING_MS);
    expect(rows).to.have.length(DEPLOYMENTS_UNDER_LOAD + 1);
    const values = repository.read(rows.find((row) => row.id === first)!.git_path);
    expect(values).to.include("again-5");
  });

  it("loses no pod when the repository is emptied by force, and writes everything again", async () => {
    await allRunning(RUNNING_MS);
    const paths = repository.paths("clusters/");
    const older = repository.fetch();
    const running = (await tenant.list(PODS)).items.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    const before = running.map((pod) => pod.metadata.uid).sort();
    repository.forcePush(repository.emptyCommit());
    await eventually(() => expect(repository.paths("clusters/")).to.deep.equal(paths), 300_000, 500);
    expect((await tenant.list(PODS)).items.map((pod) => pod.metadata.uid).sort()).to.include.members(before);
    repository.forcePush(`${older}~5`);
    await eventually(() => expect(repository.paths("clusters/")).to.deep.equal(paths), 300_000, 500);
    await allRunning(RUNNING_MS);
    expect((await tenant.list(PODS)).items.map((pod) => pod.metadata.uid).sort()).to.include.members(before);
  });

  it("deploys nothing of an Application that a stranger pushed for the management cluster, and tells of it", async () => {
    const own = repository.paths("clusters/").find((path) => path.startsWith("clusters/truth-")) ?? "";
    const folder = `${own.split("/").slice(0, 2).join("/")}/applications`;
    const application = (name: string): KubeObject => ({
      apiVersion: "argoproj.io/v1alpha1",
      kind: "Application",
      metadata: { namespace: "argocd", name },
      spec: {
        project: "default",
        source: { repoURL: platform.stack.connection.git.url, targetRevision: "main", path: "intruder" },
        destination: { server: "https://kubernetes.default.svc", namespace: "default" },
        syncPolicy: { automated: {} },
      },
    });
    repository.pushFile(
      "intruder/config-map.yaml",
      JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "intruder" } }),
    );
    repository.pushFile(`${folder}/intruder.yaml`, JSON.stringify(application("intruder")));
    // The root may take its time to sync that: what it would make is made here.
    await platform.management.create(APPLICATIONS, application("made-by-root"), { fieldManager: "judge" });
    await eventually(
      async () => {
        const ref = { namespace: "argocd", name: "made-by-root" };
        const seen = await platform.management.get<ObservedApplication>(APPLICATIONS, ref);
        const conditions = seen?.status?.conditions ?? [];
        expect(conditions, "Argo CD must have looked at the intruder and refused it").to.not.have.length(0);
      },
      300_000,
      500,
    );
    // It was never seen deleted, so that nothing takes it away but people.
    await eventually(
      async () => {
        const { body } = await berth.call<{ conditions: readonly Condition[] }>("GET", `/clusters/${clusterId}`);
        expect(body.conditions.find(({ type }) => type === "Orphans")?.message).to.include("intruder");
      },
      300_000,
      500,
    );
    expect(await platform.management.get(CONFIG_MAPS, { namespace: "default", name: "intruder" })).to.equal(undefined);
  });
});
