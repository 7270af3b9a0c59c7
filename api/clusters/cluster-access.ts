import { createKubeClient } from "../../adapters/kubernetes/kube-client.ts";
import { FOREIGN_BOUNDS } from "../../adapters/kubernetes/foreign-bounds.ts";
import { isKubernetesAway } from "../../adapters/kubernetes/kube-error.ts";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { HostGuard } from "../../adapters/kubernetes/http-transport.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { SECRETS } from "../../adapters/kubernetes/resource-types.ts";
import { BerthError } from "../../contract/errors.ts";
import { readerSecretName } from "../../contract/identity.ts";

/** How the gateway reaches a tenant cluster. */
export type ClusterEndpoint = Readonly<{
  server: string;
  caData?: string;
  /** A client with the gateway's own tenant credential; whoever asked for it closes it. */
  client: KubeClient;
}>;

/** Gives access to tenant clusters; never by Argo CD's Secrets, which the gateway must not read (docs/adr/0026). */
export interface ClusterAccess {
  /** Returns how to reach a cluster; undefined while it is not registered. */
  open(cluster: Readonly<{ namespace: string; objectName: string }>): Promise<ClusterEndpoint | undefined>;
}

type Access = Readonly<{ server: string; token: string; caData?: string }>;

const BOUNDS = { ...FOREIGN_BOUNDS, requestTimeoutMs: 10_000, connectionsMax: 32, userAgent: "berth-api" } as const;

/** Creates the access: the operator lays it beside each Cluster; imported clusters may be anywhere, so addresses are guarded. */
export function createClusterAccess(kube: Pick<KubeClient, "get">, guard: HostGuard): ClusterAccess {
  return {
    async open({ namespace, objectName }) {
      const ref = { namespace, name: readerSecretName(objectName) };
      const secret = await kube.get(SECRETS, ref).catch((cause: unknown) => {
        throw new BerthError(isKubernetesAway(cause) ? "kubernetes_unavailable" : "cluster_unreachable", { cause });
      });
      const access = accessOf(secret);
      if (access === undefined) return undefined;
      const { server, caData } = access;
      return {
        server,
        ...(caData === undefined ? {} : { caData }),
        client: createKubeClient(access, { ...BOUNDS, guard }),
      };
    },
  };
}

function accessOf(secret: KubeObject | undefined): Access | undefined {
  const data = (secret?.["data"] ?? {}) as Readonly<Record<string, string>>;
  const text = data["access"];
  return text === undefined ? undefined : (JSON.parse(Buffer.from(text, "base64").toString("utf8")) as Access);
}
