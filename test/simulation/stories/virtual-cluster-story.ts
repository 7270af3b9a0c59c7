import { expect } from "chai";
import { APPLICATIONS, CLUSTERS, DEPLOYMENTS, NAMESPACES } from "../../../adapters/kubernetes/resource-types.ts";
import { domainRecordName, domainRecordValue } from "../../../render/custom-domain.ts";
import type { FakeKubeClient } from "../../support/fake-kube-client.ts";
import { create, gone, remove, rests, settle, snapshot } from "../world/story.ts";
import { ARGOCD, ORGANIZATION, type World } from "../world/world.ts";
import { clusterStatus } from "../world/status-of.ts";

const AT = { provider: "hetzner", region: "fsn1" };
/** What hosts and shared clusters are. */
export const HOST = { ...AT, tier: "dedicated", nodeCount: 1, role: "host" };
export const SHARED = { ...AT, tier: "shared" };

/** The domain that two tenants of one host may have, one after the other. */
export const DOMAIN = "shop.example.com";

/** A host, and the handles of the two shared clusters on it. */
export type Tenants = Readonly<{ host: FakeKubeClient; a: string; b: string }>;

/** Makes two shared clusters, each with an application that DOMAIN belongs to once its record says so. */
export async function startTenants(world: World, app: object): Promise<Tenants> {
  for (const name of ["a", "b"]) await create(world, CLUSTERS, name, SHARED);
  for (const name of ["a", "b"]) await rests(world, CLUSTERS, name, "running");
  world.txtRecords.set(domainRecordName(DOMAIN), [domainRecordValue(ORGANIZATION)]);
  for (const name of ["a", "b"]) await create(world, DEPLOYMENTS, `web-${name}`, { cluster: name, ...app });
  for (const name of ["a", "b"]) await rests(world, DEPLOYMENTS, `web-${name}`, "running");
  const { host = "", handle: a = "" } = await clusterStatus(world, "a");
  const { handle: b = "" } = await clusterStatus(world, "b");
  return { host: world.tenant(host) as FakeKubeClient, a, b };
}

/** Makes hosts that run; each has a node, which carries two. */
export async function startHosts(world: World, hosts: readonly string[]): Promise<void> {
  for (const host of hosts) await create(world, CLUSTERS, host, HOST);
  for (const host of hosts) await rests(world, CLUSTERS, host, "running");
}

/** Plays a life: two hosts, three clusters at once, one more than there is room for on one host; all goes again. */
export async function virtualClusterStory(world: World): Promise<unknown> {
  await startHosts(world, ["h1", "h2"]);
  const names = ["a", "b", "c"];
  await Promise.all(names.map((name) => create(world, CLUSTERS, name, SHARED)));
  for (const name of names) await rests(world, CLUSTERS, name, "running");
  await settle(world);
  const hosts = await Promise.all(names.map(async (name) => (await clusterStatus(world, name)).host));
  const most = Math.max(...[...new Set(hosts)].map((host) => hosts.filter((one) => one === host).length));
  expect(most, "a host has two places").to.be.at.most(2);
  for (const name of names) await remove(world, CLUSTERS, name);
  for (const name of names) await gone(world, CLUSTERS, name);
  await assertNothingLeft(world, hosts);
  for (const name of ["h1", "h2"]) await remove(world, CLUSTERS, name);
  for (const name of ["h1", "h2"]) await gone(world, CLUSTERS, name);
  await settle(world);
  return snapshot(world);
}

async function assertNothingLeft(world: World, hosts: readonly (string | undefined)[]): Promise<void> {
  const applications = await world.management.list(APPLICATIONS, { namespace: ARGOCD });
  expect(applications.items.filter(({ metadata }) => metadata.name.startsWith("vc-"))).to.deep.equal([]);
  for (const host of new Set(hosts)) {
    const left = (await world.tenant(host ?? "")?.list(NAMESPACES))?.items.map(({ metadata }) => metadata.name);
    expect(
      left?.filter((name) => name.startsWith("vc-")),
      `namespaces on ${host ?? ""}`,
    ).to.deep.equal([]);
  }
}
