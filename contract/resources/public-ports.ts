import type { ClusterSpec } from "./cluster.ts";
import { areDistinct, type CrossFieldRule } from "./definition.ts";
import type { DeploymentSpec } from "./deployment-spec.ts";

/** A port of the pods, and the number at which the cluster's Gateway takes connections for it. */
export type PublicPort = Readonly<{ port: number; publicPort: number }>;

/** Tells whether a cluster has a Gateway that takes TCP; the front of local ones plays it for HTTP alone (docs/adr/0124). */
export function takesPublicPorts({
  provider,
  tier,
  routing = "ingress",
}: Readonly<{ provider: string; tier: string; routing?: ClusterSpec["routing"] }>): boolean {
  return routing !== "ingress" && provider !== "local" && tier !== "shared";
}

/** Says what a public port needs, to whoever asks for one where it is not. */
export const PUBLIC_PORT_NEEDS =
  "public_port needs a cluster whose routing is gateway or both, of another provider than local, and which is not shared: change it, or leave public_port out";

/** Lists the ports of a deployment that are to be public, whether they are its own yet or not. */
export function publicPortsOf({ additionalPorts = [] }: Pick<DeploymentSpec, "additionalPorts">): PublicPort[] {
  return additionalPorts.flatMap(({ port, publicPort }) => (publicPort === undefined ? [] : [{ port, publicPort }]));
}

const of = "additionalPorts";
const path = [of];
const EACH = "self.all(p, !has(p.publicPort) ||";

/** The rules of public ports (docs/adr/0124): Envoy has 10,000 to 19,999 for itself and for what is asked below 1024. */
export const publicPortRules: readonly CrossFieldRule[] = [
  {
    name: "publicPortsUnprivileged",
    of,
    cel: `${EACH} p.publicPort >= 1024)`,
    message: "public_port must be 1024 or more: smaller numbers are the Gateway's own, choose another one",
    path,
    check: (spec: DeploymentSpec) => publicPortsOf(spec).every(({ publicPort }) => publicPort >= 1024),
  },
  {
    name: "publicPortsNotGateways",
    of,
    cel: `${EACH} p.publicPort < 10000 || p.publicPort > 19999)`,
    message: "public_port must not be 10000 to 19999, which are the Gateway's own: choose another number",
    path,
    check: (spec: DeploymentSpec) =>
      publicPortsOf(spec).every(({ publicPort }) => publicPort < 10_000 || publicPort > 19_999),
  },
  {
    name: "publicPortsByTcp",
    of,
    cel: `${EACH} !has(p.protocol) || p.protocol == 'TCP')`,
    message: "public_port needs protocol TCP: leave it out where protocol is UDP",
    path,
    check: ({ additionalPorts = [] }: DeploymentSpec): boolean =>
      additionalPorts.every(({ publicPort, protocol }) => publicPort === undefined || protocol !== "UDP"),
  },
  {
    name: "publicPortsUnique",
    of,
    cel: `${EACH} self.exists_one(q, has(q.publicPort) && q.publicPort == p.publicPort))`,
    message: "public_port must be unique within additional_ports",
    path,
    check: (spec: DeploymentSpec): boolean => areDistinct(publicPortsOf(spec).map(({ publicPort }) => publicPort)),
  },
];
