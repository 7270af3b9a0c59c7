import { expect } from "chai";
import { createLogger } from "../../../../adapters/log/logger.ts";
import type { KubeObject } from "../../../../adapters/kubernetes/kube-object.ts";
import { DEPLOYMENTS } from "../../../../adapters/kubernetes/resource-types.ts";
import { createNewestCheck } from "../../../../operator/controllers/shared/newest-copy.ts";
import type { Caches } from "../../../../operator/resources/caches.ts";
import { ResourceCache } from "../../../../operator/runtime/resource-cache.ts";
import { createFakeClock, type FakeClock } from "../../../support/fake-clock.ts";
import { FakeKubeClient } from "../../../support/fake-kube-client.ts";

const REF = { namespace: "org-a", name: "shop" };
const KEY = "Deployment/org-a/shop";
const MANAGER = { fieldManager: "test" };

describe("Whether a copy is the newest", () => {
  let clock: FakeClock;
  let server: FakeKubeClient;
  let asked: number;
  let cache: ResourceCache;
  let findNewer: (key: string) => Promise<(() => void) | undefined>;
  const write = (replicas: number): Promise<KubeObject> =>
    server.patch(DEPLOYMENTS, REF, { kind: "merge", body: { spec: { replicas } } }, MANAGER);

  beforeEach(async () => {
    clock = createFakeClock();
    asked = 0;
    server = new FakeKubeClient({
      nowMs: () => clock.nowMs(),
      onCall: (method) => void (asked += method === "get" ? 1 : 0),
    });
    // Its watch never ran: all that it holds are answers.
    cache = new ResourceCache({ client: server, type: DEPLOYMENTS, clock, logger: createLogger("test", "nothing") });
    const stopped = new AbortController();
    void cache.run(stopped.signal);
    await clock.advance(10);
    stopped.abort();
    await clock.advance(10);
    findNewer = createNewestCheck(server, { deployments: cache } as unknown as Caches);
    await server.create(DEPLOYMENTS, { metadata: REF, spec: { replicas: 1 } }, MANAGER);
  });

  it("is asked of the API server, unless it answered with the copy a moment ago", async () => {
    cache.noteWrite(await write(2));
    expect(await findNewer(KEY)).to.equal(undefined);
    expect(asked, "reads").to.equal(0);
    await clock.advance(1_500);
    expect(await findNewer(KEY)).to.equal(undefined);
    expect(asked, "reads").to.equal(1);
  });

  it("is asked where the copy is other than what was answered", async () => {
    cache.noteWrite(await write(2));
    await clock.advance(1_500);
    await write(3);
    const learn = await findNewer(KEY);
    expect(learn).to.be.a("function");
    learn?.();
    expect((cache.get("org-a/shop")?.["spec"] as { replicas: number }).replicas).to.equal(3);
    // What was learnt so is an answer, too.
    expect(await findNewer(KEY)).to.equal(undefined);
    expect(asked, "reads").to.equal(1);
  });
});
