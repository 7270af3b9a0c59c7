/*
 * Decides about a deployment's public ports:
 *
 * 1. a number that no other deployment on the cluster has, or asked for before it, is its own, and stays so;
 * 2. without a number, or without a Gateway that takes TCP, it runs on all the same, and its condition says why;
 * 3. of its own numbers it is told what the Gateway says of their listeners and routes.
 *
 * What was not asked yet, as after a restart, stays as it was told last. Nothing here holds up the application itself.
 */
import type { DeploymentStatus } from "../../../contract/resources/deployment.ts";
import { PUBLIC_PORT_NEEDS, type PublicPort } from "../../../contract/resources/public-ports.ts";
import { conditionOf, type WantedCondition } from "../conditions.ts";
import type { RouteView } from "./domain-route.ts";

/** What the Gateway was seen to say of public ports, and where it takes connections. */
export type PortsSeen =
  | Readonly<{ kind: "unasked" }>
  | Readonly<{ kind: "unreachable" }>
  | Readonly<{
      kind: "looked";
      address?: string | undefined;
      routes: readonly Readonly<{ publicPort: number; route: RouteView }>[];
    }>;

/** One look at what public ports depend on. */
export type PortsView = Readonly<{
  wanted: readonly PublicPort[];
  /** Whether the cluster has a Gateway that takes TCP; undefined while there is no cluster. */
  hasGateway: boolean | undefined;
  /** Whose the numbers are that are another deployment's. */
  taken: Readonly<Record<number, string>>;
  seen: PortsSeen;
}>;

type Memory = NonNullable<DeploymentStatus["publicPorts"]>;
/** What the status says of public ports. */
export type PortsTold = Readonly<{ memory: Memory; condition: WantedCondition | undefined }>;
/** What was decided about public ports. */
export type PortsDecision = Readonly<{ memory: Memory; condition: WantedCondition; recheckMs: number }>;

const TYPE = "PortsPublic";
const TAKEN = "PortTaken";
const NO_GATEWAY = "GatewayMissing";
const SOON_MS = 10_000;
const LATER_MS = 300_000;

/** Decides which public ports are a deployment's own, what is told of them, and when to look again. */
export function decidePublicPorts(view: PortsView, before: PortsTold, nowMs: number): PortsDecision {
  const claimed = claim(view, before.memory, nowMs);
  const memory = claimed.map((one) => ({ ...one, address: addressOf(view, one.publicPort) ?? keptAddress(view, one) }));
  const condition = portsCondition(view, memory, before.condition);
  return { memory, condition, recheckMs: condition.status === "True" ? LATER_MS : SOON_MS };
}

function claim({ wanted, hasGateway, taken }: PortsView, before: Memory, nowMs: number): Memory {
  const claimedAt = new Date(nowMs).toISOString();
  return wanted.flatMap(({ port, publicPort }) => {
    if (taken[publicPort] !== undefined) return [];
    const known = before.find((one) => one.publicPort === publicPort);
    if (known !== undefined) return [{ ...known, port }];
    return hasGateway === true ? [{ port, publicPort, claimedAt }] : [];
  });
}

function addressOf({ seen }: PortsView, publicPort: number): string | undefined {
  if (seen.kind !== "looked" || seen.address === undefined) return undefined;
  const { address } = seen;
  return `${address.includes(":") ? `[${address}]` : address}:${publicPort}`;
}

/** Where there is no Gateway any more nobody answers. */
function keptAddress({ hasGateway }: PortsView, { address }: Memory[number]): string | undefined {
  return hasGateway === false ? undefined : address;
}

function portsCondition(view: PortsView, memory: Memory, told: WantedCondition | undefined): WantedCondition {
  const { hasGateway, taken, seen } = view;
  const no = (reason: string, message: string): WantedCondition => conditionOf(TYPE, "False", reason, message);
  const unknown = (reason: string): WantedCondition => conditionOf(TYPE, "Unknown", reason);
  if (hasGateway === false) return no(NO_GATEWAY, `${PUBLIC_PORT_NEEDS}.`);
  const others = Object.entries(taken).map(([number, name]) => `${number} is ${name}'s`);
  if (others.length > 0)
    return no(TAKEN, `On this cluster ${others.join(", ")}: choose another number, or take it away there.`);
  switch (seen.kind) {
    case "unasked":
      return told === undefined || told.reason === TAKEN || told.reason === NO_GATEWAY ? unknown("Looking") : told;
    case "unreachable":
      return unknown("ClusterUnreachable");
    case "looked":
      return seenCondition(seen.routes, memory);
  }
}

type Seen = Extract<PortsSeen, { kind: "looked" }>["routes"];

function seenCondition(routes: Seen, memory: Memory): WantedCondition {
  const said = memory.map(({ publicPort }) => {
    const found = routes.find((one) => one.publicPort === publicPort);
    return { publicPort, verdict: verdictOf(found?.route ?? { kind: "absent" }) };
  });
  const no = (verdict: string, words: string): WantedCondition => {
    const numbers = said.filter((one) => one.verdict === verdict).map(({ publicPort }) => publicPort);
    return conditionOf(TYPE, "False", verdict, `The cluster's Gateway ${words} ${numbers.join(", ")}.`);
  };
  // What people have to mend comes before what comes by itself.
  const refused = said.find(({ verdict }) => verdict !== PUBLIC && verdict !== PENDING && verdict !== ABSENT);
  if (refused !== undefined) return no(refused.verdict, "refuses");
  if (said.some(({ verdict }) => verdict === ABSENT)) return no(ABSENT, "does not have a listener and a route yet for");
  if (said.some(({ verdict }) => verdict === PENDING)) return no(PENDING, "has not taken yet");
  const addresses = memory.map(({ address, publicPort }) => address ?? String(publicPort));
  return conditionOf(TYPE, "True", PUBLIC, addresses.join(", "));
}

const PUBLIC = "Public";
const PENDING = "Pending";
const ABSENT = "RouteMissing";

/** Says by the reason that it will be told by how a Gateway has taken one port. */
function verdictOf(route: RouteView): string {
  if (route.kind !== "found") return ABSENT;
  if (route.verdict === "refused") return route.reason;
  return route.verdict === "taken" ? PUBLIC : PENDING;
}
