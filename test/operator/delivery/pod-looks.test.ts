import { Readable } from "node:stream";
import { expect } from "chai";
import { EVENTS, PODS } from "../../../adapters/kubernetes/resource-types.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { PodLooks } from "../../../operator/delivery/pod-looks.ts";
import { readLastLines, readPods } from "../../../operator/delivery/read-pods.ts";
import { eventually } from "../../support/eventually.ts";
import { createFakeClock } from "../../support/fake-clock.ts";
import { FakeKubeClient } from "../../support/fake-kube-client.ts";

const PLACE = { namespace: "shop", labelSelector: undefined, prefix: undefined };
const MANAGER = { fieldManager: "kubelet" } as const;

/** A cluster with one pod whose image is not there. */
async function clusterOf(names: readonly string[]): Promise<FakeKubeClient> {
  const client = new FakeKubeClient();
  for (const name of names)
    await client.create(
      PODS,
      {
        metadata: { name, namespace: "shop" },
        spec: { containers: [{ name: "app", image: "web", env: [{ name: "TOKEN", value: "hunter2" }] }] },
        status: {
          containerStatuses: [
            { name: "app", state: { waiting: { reason: "ImagePullBackOff", message: "not found" } } },
          ],
        },
      },
      MANAGER,
    );
  return client;
}

describe("Looks at pods", () => {
  it("answer what is known at once, tell when it is another, and ask again only after a while", async () => {
    const clock = createFakeClock();
    const client = await clusterOf(["web-1"]);
    const news: string[] = [];
    const looks = new PodLooks(clock, (handle) => news.push(handle));
    const subject = { handle: "shop", stamp: "1", client, place: PLACE };
    expect(looks.look(subject)).to.equal(undefined);
    await eventually(() => expect(news).to.deep.equal(["shop"]));
    expect(looks.look(subject)?.reason).to.equal("ImageNotFound");
    await client.delete(PODS, { namespace: "shop", name: "web-1" });
    await clock.advance(10_000);
    expect(looks.look(subject)?.reason, "it is asked again, behind").to.equal("ImageNotFound");
    await eventually(() => expect(news).to.deep.equal(["shop", "shop"]));
    expect(looks.look(subject)).to.equal(undefined);
    expect(looks.look({ ...subject, stamp: "2" }), "another commit").to.equal(undefined);
  });

  it("forget nothing when the cluster does not answer, and tell nothing", async () => {
    const clock = createFakeClock();
    const client = await clusterOf(["web-1"]);
    const news: string[] = [];
    const looks = new PodLooks(clock, (handle) => news.push(handle));
    looks.look({ handle: "shop", stamp: "1", client, place: PLACE });
    await eventually(() => expect(news).to.have.length(1));
    const away = { list: () => Promise.reject(new Error("away")) } as unknown as KubeClient;
    await clock.advance(10_000);
    for (let look = 0; look < 3; look += 1) {
      expect(looks.look({ handle: "shop", stamp: "1", client: away, place: PLACE })?.reason).to.equal("ImageNotFound");
      await clock.advance(10_000);
    }
    expect(news).to.have.length(1);
  });

  it("keep of a pod what is judged, not what is in its environment", async () => {
    expect(JSON.stringify(await readPods(await clusterOf(["web-1"]), PLACE))).to.not.contain("hunter2");
  });

  it("leave the pods of others in a namespace alone", async () => {
    const client = await clusterOf(["web-1", "webshop-1", "other-1"]);
    const event = {
      metadata: { name: "e", namespace: "shop" },
      involvedObject: { name: "other-1" },
      reason: "Killing",
    };
    await client.create(EVENTS, event, MANAGER);
    const { pods, events } = await readPods(client, { ...PLACE, prefix: "web" });
    expect(pods.map(({ metadata }) => metadata.name)).to.deep.equal(["web-1"]);
    expect(events).to.deep.equal([]);
  });

  it("read a few last lines, however much a cluster sends, and none where there is no log", async () => {
    const run = { pod: "web-1", container: "app", image: "web", isPrevious: true };
    const paths: string[] = [];
    const endless = {
      stream: (path: string) => {
        paths.push(path);
        return Promise.resolve(Readable.from(Array.from({ length: 1_000 }, () => Buffer.alloc(1_000, "x"))));
      },
    };
    expect(await readLastLines(endless, PLACE, run)).to.have.length(4_096);
    expect(paths[0]).to.match(
      /^\/api\/v1\/namespaces\/shop\/pods\/web-1\/log\?.*tailLines=5&limitBytes=4096&previous=true$/,
    );
    expect(await readLastLines(new FakeKubeClient(), PLACE, run)).to.equal("");
  });
});
