import { expect } from "chai";
import type { KubeClient } from "../../../../adapters/kubernetes/kube-client.ts";
import { lookAtPorts } from "../../../../operator/controllers/deployment/port-looks.ts";

const yes = (...types: string[]): object[] => types.map((type) => ({ type, status: "True", observedGeneration: 2 }));
const LISTENS = yes("Accepted", "ResolvedRefs", "Programmed");
const ROUTED = yes("Accepted", "ResolvedRefs");
const route = (conditions: readonly object[], generation = 2): object => ({
  metadata: { generation },
  status: { parents: [{ conditions }] },
});

type Objects = Readonly<Record<string, object | undefined>>;

/** What is found of the numbers 5432 and 2525, where the cluster has these objects by kind and name. */
async function found(objects: Objects): Promise<unknown> {
  const get = ({ kind }: { kind: string }, { name }: { name: string }): Promise<unknown> =>
    Promise.resolve(objects[`${kind} ${name}`]);
  const subject = { handle: "db", stamp: "5432 2525", namespace: "db", publicPorts: [5432, 2525] };
  const { address, routes } = await lookAtPorts({ get } as unknown as KubeClient, subject);
  const said = routes.map(({ route: one }) =>
    one.kind === "found" ? ("reason" in one ? one.reason : one.verdict) : one.kind,
  );
  return [address, ...said];
}

const listeners = (
  first: readonly object[],
  second: readonly object[],
  conditions: readonly object[] = [],
): object => ({
  metadata: { generation: 2 },
  status: {
    conditions,
    listeners: [
      { name: "port-5432", conditions: first },
      { name: "port-2525", conditions: second },
    ],
  },
});
const GATEWAY = { metadata: {}, status: { addresses: [{ type: "IPAddress", value: "203.0.113.7" }] } };
const ROUTES = { "TCPRoute db-port-5432": route(ROUTED), "TCPRoute db-port-2525": route(ROUTED) };

describe("What a cluster's Gateway says of public ports", () => {
  it("is read of each port by itself, with where the Gateway answers", async () => {
    const refused = [{ type: "Accepted", status: "False", reason: "PortUnavailable", observedGeneration: 2 }];
    const all = { "Gateway berth": GATEWAY, ...ROUTES };
    expect(await found({ ...all, "ListenerSet db-ports": listeners(LISTENS, LISTENS) })).to.deep.equal([
      "203.0.113.7",
      "taken",
      "taken",
    ]);
    expect(await found({ ...all, "ListenerSet db-ports": listeners(LISTENS, refused) })).to.deep.equal([
      "203.0.113.7",
      "taken",
      "PortUnavailable",
    ]);
  });

  it("is nothing while there is no listener or route, or what is said of them is old", async () => {
    expect(await found({})).to.deep.equal([undefined, "absent", "absent"]);
    const set = { "ListenerSet db-ports": listeners(LISTENS, LISTENS) };
    expect(await found({ ...set, "TCPRoute db-port-5432": route(ROUTED) })).to.deep.equal([
      undefined,
      "taken",
      "absent",
    ]);
    expect(await found({ ...set, ...ROUTES, "TCPRoute db-port-2525": route(ROUTED, 3) })).to.deep.equal([
      undefined,
      "taken",
      "waiting",
    ]);
  });

  it("is a refusal of each where the listeners are refused together", async () => {
    const refused = [{ type: "Accepted", status: "False", reason: "NotAllowed", observedGeneration: 2 }];
    expect(await found({ ...ROUTES, "ListenerSet db-ports": listeners([], [], refused) })).to.deep.equal([
      undefined,
      "NotAllowed",
      "NotAllowed",
    ]);
  });

  it("gives no address that is none", async () => {
    const status = { addresses: [{ type: "Hostname", value: "evil\nname" }] };
    expect(await found({ "Gateway berth": { metadata: {}, status } })).to.include(undefined);
    expect(await found({ "Gateway berth": { metadata: {}, status } })).to.have.length(3);
  });
});
