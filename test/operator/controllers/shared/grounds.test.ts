import { expect } from "chai";
import { createLogger } from "../../../../adapters/log/logger.ts";
import type { KubeObject } from "../../../../adapters/kubernetes/kube-object.ts";
import { DATABASE_INSTANCES } from "../../../../adapters/kubernetes/resource-types.ts";
import { LABELS } from "../../../../contract/identity.ts";
import { createGroundsCheck, type AreNewest, type Ground } from "../../../../operator/controllers/shared/grounds.ts";
import { LIFELONG } from "../../../../operator/resources/indexes.ts";
import type { Caches } from "../../../../operator/resources/caches.ts";
import { ResourceCache } from "../../../../operator/runtime/resource-cache.ts";
import { createFakeClock, type FakeClock } from "../../../support/fake-clock.ts";
import { FakeKubeClient } from "../../../support/fake-kube-client.ts";

const MANAGER = { fieldManager: "test" };
const namespace = "org-a";
const [kind, name, id] = ["DatabaseInstance", "orders", "0b5f"] as const;
const GROUNDS: readonly Ground[] = [
  { kind, namespace, name },
  { kind, namespace, id },
  { kind, namespace },
];

describe("What a verdict rests on", () => {
  let clock: FakeClock;
  let server: FakeKubeClient;
  let asked: number;
  let cache: ResourceCache;
  let areNewest: AreNewest;
  const create = (into = namespace): Promise<KubeObject> =>
    server.create(
      DATABASE_INSTANCES,
      { metadata: { namespace: into, name, labels: { [LABELS.id]: id } }, spec: { engineVersion: "17" } },
      MANAGER,
    );

  beforeEach(async () => {
    clock = createFakeClock();
    asked = 0;
    server = new FakeKubeClient({ nowMs: () => clock.nowMs(), onCall: () => void (asked += 1) });
    // Its watch never ran: it lacks whatever comes now.
    cache = new ResourceCache({
      client: server,
      type: DATABASE_INSTANCES,
      clock,
      logger: createLogger("test", "nothing"),
    });
    cache.addIndex("id", LIFELONG.id);
    const stopped = new AbortController();
    void cache.run(stopped.signal);
    await clock.advance(10);
    stopped.abort();
    await clock.advance(10);
    areNewest = createGroundsCheck(server, { databases: cache } as unknown as Caches);
  });

  for (const ground of GROUNDS) {
    describe(`by ${Object.keys(ground).join(", ")}`, () => {
      it("is not there where the API server has none either", async () => {
        expect(await areNewest([ground])).to.equal(true);
        await create("org-b");
        if (ground.id !== undefined || ground.name === undefined) expect(await areNewest([ground])).to.equal(true);
      });

      it("is there though the copy lacks it, and is known from then on", async () => {
        await create();
        expect(await areNewest([ground])).to.equal(false);
        expect(cache.get(`${namespace}/${name}`)?.metadata.name).to.equal(name);
        expect(await areNewest([ground])).to.equal(true);
      });

      it("is other than the copy says", async () => {
        cache.noteWrite(await create());
        await clock.advance(1_500);
        const body = { spec: { engineVersion: "18" } };
        await server.patch(DATABASE_INSTANCES, { namespace, name }, { kind: "merge", body }, MANAGER);
        expect(await areNewest([ground])).to.equal(false);
        expect((cache.get(`${namespace}/${name}`)?.["spec"] as { engineVersion: string }).engineVersion).to.equal("18");
      });

      it("is gone though the copy has it: nothing is decided until the watch says so", async () => {
        cache.noteWrite(await create());
        await clock.advance(1_500);
        await server.delete(DATABASE_INSTANCES, { namespace, name });
        expect(await areNewest([ground])).to.equal(false);
      });
    });
  }

  it("is not asked for where the API server answered a moment ago, nor where there is nothing", async () => {
    cache.noteWrite(await create());
    asked = 0;
    expect(await areNewest([{ kind, namespace, name }])).to.equal(true);
    expect(await areNewest([])).to.equal(true);
    expect(asked, "requests").to.equal(0);
  });
});
