import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import {
  DAEMON_SETS,
  ENDPOINT_SLICES,
  NAMESPACES,
  SECRETS,
  SERVICES,
} from "../../../adapters/kubernetes/resource-types.ts";
import { LABELS } from "../../../contract/identity.ts";
import { VCLUSTER_MARK } from "../../../render/cluster/virtual-cluster.ts";
import { ENFORCING_AGENTS } from "../../../render/preflight/find-lacks.ts";
import type { Clock } from "../../runtime/clock.ts";

/** What vcluster exported of one virtual cluster: a token of a ServiceAccount inside, and who signs for it. */
type ExportedAccess = Readonly<{ token: string; caData: string }>;

/** One look at a host: what of all virtual clusters stands there. */
export type HostView = Readonly<{
  /** Namespaces of virtual clusters, and whether they are going. */
  namespaces: ReadonlyMap<string, Readonly<{ uid: string | undefined; terminating: boolean }>>;
  /** By <namespace>/<release>. */
  access: ReadonlyMap<string, ExportedAccess>;
  /** Addresses of load balancers, by <namespace>/<release>. */
  addresses: ReadonlyMap<string, string>;
  /** Whether an agent is there that is known to hold pods to NetworkPolicies; without one these are mere words. */
  isEnforcing: boolean;
  /** Where pods find its API server, behind its Service; policies go by these. */
  apiPorts: readonly number[];
}>;

type Look = Readonly<{ atMs: number; view: Promise<HostView | undefined> }>;
type Parts = Readonly<{ client: (host: string) => KubeClient | undefined; clock: Clock }>;

/** A host that did not answer is not asked again for so long: those who wait for it hold nobody else up. */
const SILENCE_MS = 10_000;
const CALL_MS = 5_000;
/** The Service of every cluster's own API server. */
const API_SERVER = {
  namespace: "default",
  labelSelector: "kubernetes.io/service-name=kubernetes",
  timeoutMs: CALL_MS,
} as const;
/** What the chart and vcluster itself have there. What vcluster copies has its tenant's labels, and always its mark: whoever fills a namespace with it makes no look at the host too large. */
const RELEASES = { labelSelector: `app=vcluster,!${VCLUSTER_MARK}`, timeoutMs: CALL_MS } as const;
const ACCESS_MEMBERS = ["token", "certificate-authority"] as const;

/** Looks at hosts, for all of their virtual clusters at once: as many of them as there are cost what one does. */
export class HostViews {
  readonly #parts: Parts;
  readonly #looks = new Map<string, Look>();
  readonly #silentUntilMs = new Map<string, number>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Returns a look that began at most `maxAgeMs` ago; undefined when the host does not answer. */
  async look(host: string, maxAgeMs: number): Promise<HostView | undefined> {
    const nowMs = this.#parts.clock.monotonicMs();
    const last = this.#looks.get(host);
    if (last !== undefined && nowMs - last.atMs < maxAgeMs) return last.view;
    if ((this.#silentUntilMs.get(host) ?? 0) > nowMs) return undefined;
    const view = this.#ask(host);
    this.#looks.set(host, { atMs: nowMs, view });
    return view;
  }

  /** Asks a host to delete the namespace of a virtual cluster, with all that is left in it. */
  async deleteNamespace(host: string, name: string, uid: string | undefined): Promise<void> {
    const client = this.#parts.client(host);
    if (client === undefined) return;
    await client.delete(NAMESPACES, { name }, { timeoutMs: CALL_MS, uid });
    this.#looks.delete(host);
  }

  async #ask(host: string): Promise<HostView | undefined> {
    const client = this.#parts.client(host);
    if (client === undefined) return undefined;
    try {
      const [namespaces, secrets, services, agents, slices] = await Promise.all([
        client.list(NAMESPACES, { labelSelector: LABELS.virtualCluster, timeoutMs: CALL_MS }),
        client.list(SECRETS, { ...RELEASES, slim: slimSecret }),
        client.list(SERVICES, RELEASES),
        client.list(DAEMON_SETS, { timeoutMs: CALL_MS }),
        client.list(ENDPOINT_SLICES, API_SERVER),
      ]);
      return {
        namespaces: new Map(namespaces.items.map(describeNamespace)),
        access: new Map(secrets.items.flatMap(describeAccess)),
        addresses: new Map(services.items.flatMap(describeAddress)),
        isEnforcing: agents.items.some(({ metadata }) => ENFORCING_AGENTS.has(metadata.name)),
        apiPorts: slices.items.flatMap(readPorts),
      };
    } catch {
      this.#looks.delete(host);
      this.#silentUntilMs.set(host, this.#parts.clock.monotonicMs() + SILENCE_MS);
      return undefined;
    }
  }
}

function describeNamespace({ metadata }: KubeObject): [string, { uid: string | undefined; terminating: boolean }] {
  return [metadata.name, { uid: metadata.uid, terminating: metadata.deletionTimestamp !== undefined }];
}

/** Keeps the access alone: beside it lies a whole kubeconfig, and the configuration of each virtual cluster. */
function slimSecret({ metadata: { name, namespace }, ...rest }: KubeObject): KubeObject {
  const data = (rest["data"] ?? {}) as Readonly<Record<string, string>>;
  const kept = ACCESS_MEMBERS.flatMap((member) => (data[member] === undefined ? [] : [[member, data[member]]]));
  return { metadata: { name, ...(namespace && { namespace }) }, data: Object.fromEntries(kept) as object };
}

/** The chart names the Secret after the release; others with its label are no credential. */
function describeAccess({ metadata, ...rest }: KubeObject): [string, ExportedAccess][] {
  const data = rest["data"] as Readonly<Record<string, string>> | undefined;
  const { token, "certificate-authority": caData } = data ?? {};
  if (!metadata.name.startsWith("vc-") || token === undefined || caData === undefined) return [];
  const key = `${metadata.namespace ?? ""}/${metadata.name.slice("vc-".length)}`;
  return [[key, { token: Buffer.from(token, "base64").toString("utf8"), caData }]];
}

function readPorts({ ports }: KubeObject): number[] {
  return ((ports ?? []) as readonly { port?: number }[]).flatMap(({ port }) => port ?? []);
}

function describeAddress({ metadata, ...rest }: KubeObject): [string, string][] {
  const status = rest["status"] as { loadBalancer?: { ingress?: { ip?: string; hostname?: string }[] } } | undefined;
  const [first] = status?.loadBalancer?.ingress ?? [];
  const address = first?.hostname ?? first?.ip;
  return address === undefined ? [] : [[`${metadata.namespace ?? ""}/${metadata.name}`, address]];
}
