import { expect } from "chai";
import { APPLICATIONS, DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import { findDisagreements, type Facts } from "../support/agreement.ts";
import type { BerthClient } from "../support/berth-client.ts";
import { DeliveryRepository } from "../support/delivery-repository.ts";
import { eventually } from "../support/eventually.ts";
import { startPlatform, type Platform } from "../support/platform.ts";
import { standingCluster } from "../support/standing-clusters.ts";
import { seededRandom, testSeed } from "../support/seeded-random.ts";

type Row = Record<string, unknown> & Readonly<{ id: string; name: string; status: string; git_path: string }>;
type Resource = Facts["resources"][number];
const EDITS = 60;
const AT_ONCE = 6;

describe("Resources, Git, Argo CD and REST agree at rest", function () {
  this.timeout(900_000);
  let platform: Platform;
  let berth: BerthClient;
  let repository: DeliveryRepository;
  let clusterId: string;
  let namespace: string;
  let facts: Facts;
  const foreign: string[] = [];

  before(async () => {
    platform = await startPlatform();
    ({ berth, id: clusterId } = await standingCluster(platform.url, "harbour"));
    repository = new DeliveryRepository(platform.stack);
    const { body } = await berth.call<{ organizations: { slug: string }[] }>("GET", "/auth/me");
    namespace = `org-${body.organizations[0]!.slug}`;
  });
  after(async () => {
    (repository as DeliveryRepository | undefined)?.remove();
  });

  const list = async (): Promise<Row[]> =>
    (await berth.call<{ deployments: Row[] }>("GET", `/deployments?cluster_id=${clusterId}&limit=200`)).body
      .deployments;
  const create = (name: string): Promise<unknown> =>
    berth.call("POST", "/deployments", {
      name,
      cluster_id: clusterId,
      app_type: "container",
      docker_image: "nginx:1.29",
      cpu_request: 0.01,
      memory_request_mb: 16,
    });
  const read = async (): Promise<Facts> => {
    const { items: resources } = await platform.management.list<Resource>(DEPLOYMENTS, { namespace });
    const { items: applications } = await platform.management.list(APPLICATIONS, { namespace: "argocd" });
    const head = repository.fetch();
    const rest = await list();
    const [folder = "nowhere"] = rest.map(({ git_path: path }) => path.split("/deployments/")[0]);
    const git = new Map(repository.paths(`${folder}/`).map((path) => [path, repository.read(path)]));
    const isCurrent = (revision: string, at: string): boolean => {
      try {
        return repository.git("diff", "--name-only", revision, head, "--", at).trim() === "";
      } catch {
        return false;
      }
    };
    return { resources, applications, rest, git, isCurrent };
  };

  it("after random edits by REST, by kubectl and by a second writer of the repository", async () => {
    const random = seededRandom(testSeed());
    const upTo = (count: number): number => Math.floor(random() * count);
    const spec = (): Record<string, unknown> =>
      [
        { replicas: 1 + upTo(3) },
        { memoryRequestMb: 16 + upTo(16) },
        { dockerImage: `nginx:1.2${5 + upTo(5)}` },
        { command: ["sleep", String(upTo(1_000))] },
      ][upTo(4)]!;
    const toRest = (members: Record<string, unknown>): Record<string, unknown> =>
      Object.fromEntries(
        Object.entries(members).map(([name, value]) => [
          name.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`),
          value,
        ]),
      );
    const pick = <T>(from: readonly T[]): T | undefined => from[upTo(from.length)];
    let made = 0;
    const edits: readonly (() => Promise<unknown>)[] = [
      async () => {
        const row = pick(await list());
        return row && berth.call("PATCH", `/deployments/${row.id}`, toRest(spec()));
      },
      async () => {
        const { items } = await platform.management.list(DEPLOYMENTS, { namespace });
        const found = pick(items);
        const ref = { namespace, name: found?.metadata.name ?? "" };
        const patch = { kind: "merge", body: { spec: spec() } } as const;
        return found && platform.management.patch(DEPLOYMENTS, ref, patch, { fieldManager: "kubectl-edit" });
      },
      () => create(`made-${(made += 1)}`),
      async () => {
        const rows = await list();
        const row = rows.length > 4 ? pick(rows) : undefined;
        return row && berth.call("DELETE", `/deployments/${row.id}`);
      },
      () => {
        const path = `notes/${foreign.length}.txt`;
        return Promise.resolve(push(path, "a stranger's own") && foreign.push(path));
      },
      async () => {
        const row = pick((await list()).filter(({ status }) => status === "running"));
        return row && push(row.git_path, "replicas: 99\n");
      },
    ];
    // A stranger whose push loses against the operator's again and again gives up.
    const push = (path: string, content: string): boolean => {
      try {
        repository.pushFile(path, content);
        return true;
      } catch {
        return false;
      }
    };
    await Promise.all(Array.from({ length: 5 }, (_, index) => create(`first-${index}`)));
    for (let done = 0; done < EDITS; done += AT_ONCE)
      // Some meet what another one has just deleted: that is part of it.
      await Promise.allSettled(Array.from({ length: AT_ONCE }, () => edits[upTo(edits.length)]!()));
    // Deletions of the last moments may have left fewer than are to agree.
    await Promise.all(Array.from({ length: 4 }, (_, index) => create(`last-${index}`)));
    facts = await eventually(
      async () => {
        const now = await read();
        expect(findDisagreements(now)).to.deep.equal([]);
        return now;
      },
      600_000,
      1_000,
    );
    expect(facts.resources).to.have.length.greaterThan(3);
    expect(foreign).to.have.length.greaterThan(0);
    for (const path of foreign) expect(repository.read(path)).to.equal("a stranger's own");
  });

  it("would be seen not to (known bad): one says something else, or lags behind", () => {
    const [resource, ...others] = facts.resources;
    const row = facts.rest.find(({ id }) => id === resource!.metadata.labels?.["hosting.berth.dev/id"])!;
    const path = String(row["git_path"]);
    const other = { ...resource!, spec: { ...resource!.spec, replicas: 7 } };
    const bad: Readonly<Record<string, Facts>> = {
      "another resource": { ...facts, resources: [other, ...others] },
      "a row less": { ...facts, rest: facts.rest.slice(1) },
      "another row": {
        ...facts,
        rest: facts.rest.map((one) => (one === row ? { ...row, docker_image: "other" } : one)),
      },
      "other values": { ...facts, git: new Map([...facts.git, [path, "replicas: 99\n"]]) },
      "a file of nothing": { ...facts, git: new Map([...facts.git, [path.replace("/values", "x/values"), ""]]) },
      "an older revision": { ...facts, isCurrent: () => false },
      "no Application": { ...facts, applications: [] },
    };
    for (const [name, broken] of Object.entries(bad)) expect(findDisagreements(broken), name).to.not.deep.equal([]);
  });
});
