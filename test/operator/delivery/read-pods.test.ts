import { Readable } from "node:stream";
import { expect } from "chai";
import { EVENTS, PODS } from "../../../adapters/kubernetes/resource-types.ts";
import { readLastLines, readPods } from "../../../operator/delivery/read-pods.ts";
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

describe("Reading pods", () => {
  it("keeps of a pod what is judged, not what is in its environment", async () => {
    expect(JSON.stringify(await readPods(await clusterOf(["web-1"]), PLACE))).to.not.contain("hunter2");
  });

  it("leaves the pods of others in a namespace alone", async () => {
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

  it("reads a few last lines, however much a cluster sends, and none where there is no log", async () => {
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
