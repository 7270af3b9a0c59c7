import { expect } from "chai";
import type { KubeClient } from "../../../../adapters/kubernetes/kube-port.ts";
import { PODS } from "../../../../adapters/kubernetes/resource-types.ts";
import { createPodLooks, type PodLooks } from "../../../../operator/controllers/deployment/pod-looks.ts";
import { eventually } from "../../../support/eventually.ts";
import { createFakeClock } from "../../../support/fake-clock.ts";
import { FakeKubeClient } from "../../../support/fake-kube-client.ts";

const SHOP = {
  handle: "shop",
  stamp: "1",
  place: { namespace: "shop", labelSelector: undefined, prefix: undefined },
};
const WAITING = { name: "app", state: { waiting: { reason: "ImagePullBackOff", message: "not found" } } };

/** A cluster with one pod whose image is not there. */
async function startCluster(): Promise<FakeKubeClient> {
  const client = new FakeKubeClient();
  const pod = {
    metadata: { name: "web-1", namespace: "shop" },
    spec: { containers: [{ name: "app", image: "web" }] },
    status: { containerStatuses: [WAITING] },
  };
  await client.create(PODS, pod, { fieldManager: "kubelet" });
  return client;
}

const reasonIn = (view: ReturnType<PodLooks["look"]>): string | undefined =>
  view.kind === "judged" ? view.trouble?.reason : undefined;

describe("Looks at pods", () => {
  it("answer what is known at once, tell when it is another, and ask again only after a while", async () => {
    const clock = createFakeClock();
    const client = await startCluster();
    const news: string[] = [];
    const looks = createPodLooks(clock, (handle) => news.push(handle));
    expect(looks.look(client, SHOP)).to.deep.equal({ kind: "unasked" });
    await eventually(() => expect(news).to.deep.equal(["shop"]));
    expect(reasonIn(looks.look(client, SHOP))).to.equal("ImageNotFound");
    await client.delete(PODS, { namespace: "shop", name: "web-1" });
    await clock.advance(10_000);
    expect(reasonIn(looks.look(client, SHOP)), "it is asked again, behind").to.equal("ImageNotFound");
    await eventually(() => expect(news).to.deep.equal(["shop", "shop"]));
    expect(reasonIn(looks.look(client, SHOP))).to.equal(undefined);
  });

  it("take nothing of an older commit for news of this one, not even an answer that comes late", async () => {
    const clock = createFakeClock();
    const client = await startCluster();
    const news: string[] = [];
    const looks = createPodLooks(clock, (handle) => news.push(handle));
    looks.look(client, SHOP);
    await eventually(() => expect(news).to.have.length(1));
    const late = Promise.withResolvers<undefined>();
    const list: KubeClient["list"] = (...asked) => late.promise.then(() => client.list(...asked));
    const slow = { list } as KubeClient;
    expect(looks.look(slow, { ...SHOP, stamp: "2" })).to.deep.equal({ kind: "unasked" });
    expect(looks.look(new FakeKubeClient(), { ...SHOP, stamp: "3" })).to.deep.equal({ kind: "unasked" });
    late.resolve(undefined);
    await clock.advance(1_000);
    await eventually(() => {
      const known = looks.look(client, { ...SHOP, stamp: "3" });
      expect(known).to.deep.equal({ kind: "judged", trouble: undefined });
    });
    expect(news, "that a first look finds no trouble is no news").to.have.length(1);
  });

  it("forget nothing when the cluster does not answer, and tell nothing", async () => {
    const clock = createFakeClock();
    const news: string[] = [];
    const looks = createPodLooks(clock, (handle) => news.push(handle));
    looks.look(await startCluster(), SHOP);
    await eventually(() => expect(news).to.have.length(1));
    const away = { list: () => Promise.reject(new Error("away")) } as unknown as KubeClient;
    for (let look = 0; look < 3; look += 1) {
      await clock.advance(10_000);
      expect(reasonIn(looks.look(away, SHOP))).to.equal("ImageNotFound");
    }
    expect(news).to.have.length(1);
  });
});
