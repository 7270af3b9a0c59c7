import { expect } from "chai";
import { DEPLOYMENTS, INGRESSES, NAMESPACES } from "../../adapters/kubernetes/resource-types.ts";
import { ANNOTATIONS } from "../../contract/identity.ts";
import type { FakeKubeClient } from "../support/fake-kube-client.ts";
import { DOMAIN, startHosts, startTenants, type Tenants } from "./stories/virtual-cluster-story.ts";
import { assertSame, assertSameAfterCrashes, play } from "./world/play.ts";
import { change, settle } from "./world/story.ts";
import { ORGANIZATION, World } from "./world/world.ts";

const NOBODYS = "old.example.com";
type Ingress = Readonly<{ spec: Readonly<{ rules: readonly Readonly<{ host: string }>[] }> }>;
type Way = readonly [from: "a" | "b", to: "a" | "b"];

const allowed = async (host: FakeKubeClient, cluster: string): Promise<string> => {
  const namespace = await host.get(NAMESPACES, { name: `vc-${cluster}` });
  return namespace?.metadata.annotations?.[ANNOTATIONS.allowedHosts] ?? "";
};
/** The names in what vcluster has written of one virtual cluster, by Ingress. */
const routed = async (host: FakeKubeClient, cluster: string): Promise<readonly string[]> => {
  const { items } = await host.list(INGRESSES, { namespace: `vc-${cluster}` });
  return items.map((one) => {
    const { rules } = (one as unknown as Ingress).spec;
    return `${one.metadata.name}: ${rules.map((rule) => rule.host.replace(/-[a-z2-7]{10}\./, ".")).join(" ")}`;
  });
};

/** Writes what a tenant has written by kubectl, as vcluster does. */
async function write(host: FakeKubeClient, cluster: string, name: string, hosts: readonly string[]): Promise<void> {
  const metadata = { name, namespace: `vc-${cluster}`, labels: { "vcluster.loft.sh/managed-by": cluster } };
  const spec = { rules: hosts.map((one) => ({ host: one })), tls: hosts.map((one) => ({ hosts: [one] })) };
  await host.create(INGRESSES, { metadata, spec }, { fieldManager: "vcluster" });
}

/** Starts two tenants of one host: `a` has a name, and `b` gets it. */
async function begin(world: World, [from, to]: Way = ["a", "b"]): Promise<Tenants> {
  await startHosts(world, ["h1"]);
  const { host, ...handles } = await startTenants(world, { appType: "web_app", dockerImage: "nginx:1.29" });
  return { host, a: handles[from], b: handles[to] };
}

/** Holds at every moment that a name is let to one virtual cluster only once it has left the other one. */
function watchGrants(world: World, { host, a, b }: Tenants): void {
  const patch = host.patch.bind(host);
  host.patch = async (...call: Parameters<typeof patch>): Promise<never> => {
    const [type, { name }, { body }] = call;
    if (type === NAMESPACES && name === `vc-${b}` && JSON.stringify(body).includes(DOMAIN)) {
      const held = [await allowed(host, a), ...(await routed(host, a))].filter((text) => text.includes(DOMAIN));
      if (held.length > 0)
        world.monitor.violations.push(`${DOMAIN} is let to another while it is still at: ${held.join(", ")}`);
    }
    return (await patch(...call)) as never;
  };
}

/** Has a domain move from one tenant to another, who was told nothing of the Ingresses that the first one has made. */
async function moves(world: World, way: Way): Promise<unknown> {
  const sides = await begin(world, way);
  const [from, to] = way.map((name) => `web-${name}`) as [string, string];
  const { host, a, b } = sides;
  await change(world, DEPLOYMENTS, from, { customDomain: DOMAIN });
  await world.until(async () => expect(await allowed(host, a)).to.contain(DOMAIN));
  const [own = ""] = (await allowed(host, a)).split(" ").filter((name) => name !== DOMAIN);
  await write(host, a, "both", [own, DOMAIN, NOBODYS]);
  await write(host, a, "domain", [DOMAIN]);
  await settle(world);
  expect(await routed(host, a), "what is its own stays").to.have.length(2);
  watchGrants(world, sides);
  await change(world, DEPLOYMENTS, from, { customDomain: null });
  await change(world, DEPLOYMENTS, to, { customDomain: DOMAIN });
  await world.until(async () => expect(await allowed(host, b)).to.contain(DOMAIN));
  await settle(world);
  expect(await allowed(host, a)).to.equal(own);
  return [await routed(host, a), await routed(host, b)];
}

const story = (world: World): Promise<unknown> => moves(world, ["a", "b"]);

describe("Names on a host", function () {
  this.timeout(900_000);

  it("move from one tenant to another, out of what the first one has written", async () => {
    const calm = await play(story);
    expect(calm.result).to.deep.equal([[`both: web-a.apps.test ${NOBODYS}`], []]);
    await assertSameAfterCrashes(story, calm, { of: (effect) => /Ingress|Namespace/.test(effect) });
  });

  it("move so in whichever order a host lists them", async () => {
    const { result } = await play((world) => moves(world, ["b", "a"]));
    expect(result).to.deep.equal([[`both: web-b.apps.test ${NOBODYS}`], []]);
  });

  it("do so with late observations, answers that are lost and writes that are contested", async () => {
    const calm = await play(story);
    for (const disturbance of [{ staleMs: 2_000 }, { conflicts: 0.3 }, { lost: 0.05 }])
      await assertSame(story, calm, { seed: 7, disturbance }, JSON.stringify(disturbance));
  });

  it("are found where an operator leaves them to the one who had them", async () => {
    const bad = play(story, { seed: 1, misbehaves: "leaves-names" });
    const told = await bad.then(({ result }) => JSON.stringify(result), String);
    expect(told).to.contain("is let to another while it is still at");
  });

  it("stay where they are while the status of who has them is lost", async () => {
    const world = new World({ seed: 3 });
    await world.start();
    const { host, a, b } = await begin(world);
    const [own = ""] = (await allowed(host, a)).split(" ");
    await write(host, a, "web", [own, NOBODYS]);
    const [others = ""] = (await allowed(host, b)).split(" ");
    await write(host, b, "web", [others]);
    const ref = { namespace: ORGANIZATION, name: "web-a" };
    await world.management.patch(
      DEPLOYMENTS,
      ref,
      { kind: "merge", body: { status: null } },
      { fieldManager: "test", subresource: "status" },
    );
    await settle(world);
    expect([await routed(host, a), await routed(host, b)]).to.deep.equal([
      [`web: web-a.apps.test ${NOBODYS}`],
      ["web: web-b.apps.test"],
    ]);
    await world.stop();
  });
});
