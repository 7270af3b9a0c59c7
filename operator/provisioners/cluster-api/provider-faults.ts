import { conditionOf, type Condition, type HetznerObject } from "./cluster-api-types.ts";
import type { ClusterLook } from "./cluster-look.ts";

/**
 * What Hetzner answered: `final` needs somebody to change something; what is not passes by itself. A server type that
 * is sold out counts as passing (docs/adr/0029): its machine is replaced, and the order repeated, every
 * fifteen minutes.
 */
type ProviderFault = Readonly<{ final: boolean; message: string; step: string }>;

const MESSAGE_MAX = 300;

/** Reads what Hetzner's provider complains about; the gravest first. */
export function findFaults({ infrastructure, servers, cluster }: ClusterLook): readonly ProviderFault[] {
  const isGoing = cluster.metadata.deletionTimestamp !== undefined;
  const all = [infrastructure, ...servers].flatMap((object) =>
    object === undefined || isGoing || object.metadata.deletionTimestamp !== undefined
      ? []
      : [tokenFault(object), rateFault(object), serverFault(object)],
  );
  return all
    .filter((fault): fault is ProviderFault => fault !== undefined)
    .sort((a, b) => Number(b.final) - Number(a.final));
}

/** Tells whether Hetzner refuses the token that a cluster was given. */
export function isTokenRefused({ infrastructure, servers }: ClusterLook): boolean {
  return [infrastructure, ...servers].some((object) => object !== undefined && tokenFault(object) !== undefined);
}

function newer({ status }: HetznerObject, type: string): Condition | undefined {
  return conditionOf(status?.v1beta2?.conditions, type);
}

function tokenFault(object: HetznerObject): ProviderFault | undefined {
  const condition = newer(object, "HCloudTokenAvailable");
  if (condition?.status !== "False" || condition.reason !== "Invalid") return undefined;
  const message = "Hetzner refuses the token; give the cluster's cloud credential, or the platform, a valid one";
  return { final: true, message, step: "Hetzner refuses the token" };
}

function rateFault(object: HetznerObject): ProviderFault | undefined {
  if (newer(object, "HCloudRateLimitExceeded")?.status !== "True") return undefined;
  const step = "Hetzner's rate limit is reached; it goes on by itself";
  return { final: false, message: step, step };
}

const FINAL: Readonly<Record<string, string>> = {
  ImageNotFound: "Hetzner has no such image",
  ImageAmbiguous: "Hetzner has several images of that name",
  ServerTypeNotFound: "Hetzner has no such server type",
  SSHKeyNotFound: "Hetzner has no such SSH key",
  PlacementGroupNotFound: "Hetzner has no such placement group",
};

function serverFault(server: HetznerObject): ProviderFault | undefined {
  const condition = newer(server, "ServerCreated");
  if (condition?.status !== "False") return undefined;
  const { reason = "", message = "" } = condition;
  const type = server.spec?.type ?? "the server type";
  if (reason === "CreationFailedIrrecoverably") return refusedServer(type, message);
  const known = FINAL[reason];
  if (known !== undefined) return { final: true, message: `${known} (${type})`, step: known };
  if (reason !== "CreationFailed") return undefined;
  const step = "A server could not be made yet";
  return { final: false, message: `A server could not be made: ${short(message)}`, step };
}

function refusedServer(type: string, message: string): ProviderFault {
  if (!message.includes("resource_unavailable"))
    return { final: true, message: `Hetzner refuses a server of type ${type}: ${short(message)}`, step: "" };
  const step = `${type} is sold out; it is tried again`;
  return { final: false, message: `Hetzner has no ${type} left there; it is tried again every 15 minutes`, step };
}

/** Makes a message of Cluster API, often a list of several lines, one that a person reads. */
export function short(message: string): string {
  const line = message.replace(/[\s*]+/g, " ").trim();
  return line.length > MESSAGE_MAX ? `${line.slice(0, MESSAGE_MAX - 1)}…` : line;
}
