import { expect } from "chai";
import {
  CLUSTERS,
  DAEMON_SETS,
  DEPLOYMENTS,
  ENDPOINT_SLICES,
  NAMESPACES,
  VALIDATING_ADMISSION_POLICIES,
  VALIDATING_ADMISSION_POLICY_BINDINGS,
} from "../../adapters/kubernetes/resource-types.ts";
import { ANNOTATIONS } from "../../contract/identity.ts";
import { HOST_GUARD } from "../../render/cluster/host-guard.ts";
import { SHARED, startHosts } from "./stories/virtual-cluster-story.ts";
import { change, create, gone, remove, rests } from "./world/story.ts";
import { World } from "./world/world.ts";
import { clusterStatus } from "./world/status-of.ts";

const CILIUM = { namespace: "kube-system", name: "cilium" };
const GUARD = { name: HOST_GUARD };

type Policy = {
  spec: {
    matchConstraints: { resourceRules: readonly { resources: readonly string[]; operations: readonly string[] }[] };
  };
};

async function startWorld(seed: number): Promise<World> {
  const world = new World({ seed });
  await world.start();
  await startHosts(world, ["h1"]);
  return world;
}

async function allowed(world: World, host: string, handle: string): Promise<string | undefined> {
  const namespace = await world.tenant(host)?.get(NAMESPACES, { name: `vc-${handle}` });
  return namespace?.metadata.annotations?.[ANNOTATIONS.allowedHosts];
}

describe("The guard of a host", function () {
  this.timeout(900_000);

  it("is in force before the first virtual cluster comes, and comes back when somebody takes it away", async () => {
    const world = await startWorld(21);
    await create(world, CLUSTERS, "a", SHARED);
    await rests(world, CLUSTERS, "a", "running");
    const host = world.tenant((await clusterStatus(world, "a")).host ?? "");
    for (const type of [VALIDATING_ADMISSION_POLICIES, VALIDATING_ADMISSION_POLICY_BINDINGS]) {
      expect(await host?.get(type, GUARD), type.kind).to.not.equal(undefined);
      await host?.delete(type, GUARD);
    }
    await world.clock.advance(601_000);
    for (const type of [VALIDATING_ADMISSION_POLICIES, VALIDATING_ADMISSION_POLICY_BINDINGS])
      await world.until(async () => expect(await host?.get(type, GUARD), type.kind).to.not.equal(undefined));
    await world.stop();
  });

  it("keeps tenants' Secrets out of the place of certificates where no Ingress names them", async () => {
    const world = await startWorld(23);
    await create(world, CLUSTERS, "a", SHARED);
    await rests(world, CLUSTERS, "a", "running");
    const host = world.tenant((await clusterStatus(world, "a")).host ?? "");
    const judged = async (): Promise<readonly string[]> => {
      const policy = (await host?.get(VALIDATING_ADMISSION_POLICIES, GUARD)) as unknown as Policy;
      const rules = policy.spec.matchConstraints.resourceRules;
      return rules.filter(({ resources }) => resources.includes("secrets")).flatMap(({ operations }) => operations);
    };
    // What cert-manager made is nobody's to delete, whatever the routing.
    expect(await judged()).to.deep.equal(["DELETE"]);
    await change(world, CLUSTERS, "h1", { routing: "both" });
    await change(world, CLUSTERS, "h1", { routing: "gateway" });
    await world.until(async () => expect(await judged()).to.deep.equal(["CREATE", "UPDATE", "DELETE"]));
    await world.stop();
  });

  it("lets a virtual cluster have the hosts of its deployments, as long as they are there", async () => {
    const world = await startWorld(22);
    await create(world, CLUSTERS, "a", SHARED);
    await rests(world, CLUSTERS, "a", "running");
    const { host = "", handle = "" } = await clusterStatus(world, "a");
    expect((await allowed(world, host, handle)) ?? "").to.equal("");
    await create(world, DEPLOYMENTS, "web", { cluster: "a", appType: "web_app", dockerImage: "nginx:1.29" });
    await rests(world, DEPLOYMENTS, "web", "running");
    await world.until(async () => expect(await allowed(world, host, handle)).to.match(/^web-[a-z2-7]{10}\.[a-z.]+$/));
    await remove(world, DEPLOYMENTS, "web");
    await gone(world, DEPLOYMENTS, "web");
    await world.until(async () => expect(await allowed(world, host, handle)).to.equal(""));
    await world.stop();
  });

  it("needs a network that enforces policies: without one nobody's cluster comes there", async () => {
    const world = await startWorld(23);
    const { handle: h1 = "" } = await clusterStatus(world, "h1");
    await world.tenant(h1)?.delete(DAEMON_SETS, CILIUM);
    await create(world, CLUSTERS, "a", SHARED);
    await world.until(async () => expect((await clusterStatus(world, "a")).statusReason).to.equal("HostNotIsolating"));
    await world.tenant(h1)?.create(DAEMON_SETS, { metadata: CILIUM }, { fieldManager: "test" });
    await rests(world, CLUSTERS, "a", "running");
    await world.stop();
  });

  it("is of no use where no control plane reaches the host: nobody's cluster comes there, and it says why", async () => {
    const world = await startWorld(24);
    const { handle: h1 = "" } = await clusterStatus(world, "h1");
    const labels = { "kubernetes.io/service-name": "kubernetes" };
    const metadata = { name: "kubernetes", namespace: "default", labels };
    const slice = (port: number): object => ({ ports: [{ name: "https", port, protocol: "TCP" }] });
    const host = world.tenant(h1);
    await host?.create(ENDPOINT_SLICES, { metadata, ...slice(26443) }, { fieldManager: "test" });
    await create(world, CLUSTERS, "a", SHARED);
    await world.until(async () => expect((await clusterStatus(world, "a")).statusReason).to.equal("HostPortClosed"));
    expect((await clusterStatus(world, "a")).errorMessage).to.contain("443, 6443, 8443 only");
    await host?.patch(ENDPOINT_SLICES, metadata, { kind: "merge", body: slice(6443) }, { fieldManager: "test" });
    await rests(world, CLUSTERS, "a", "running");
    await world.stop();
  });
});
