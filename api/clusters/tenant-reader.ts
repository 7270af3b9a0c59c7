import { createKubeClient } from "../../adapters/kubernetes/kube-client.ts";
import { isKubernetesAway, KubeError } from "../../adapters/kubernetes/kube-error.ts";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { SECRETS } from "../../adapters/kubernetes/resource-types.ts";
import { BerthError } from "../../contract/errors.ts";
import { readerSecretName } from "../../contract/identity.ts";

/** Reads on tenant clusters with the gateway's own token, which may read pods, logs, events and nodes only. */
export interface TenantReader {
  /** Opens a client of a cluster; whoever asked for it closes it. */
  open(cluster: Readonly<{ namespace: string; objectName: string }>): Promise<KubeClient>;
}

type Access = Readonly<{ server: string; token: string; caData?: string }>;

const REQUEST_TIMEOUT_MS = 10_000;
const CONNECTIONS_MAX = 32;

/** Creates the reader: the operator lays its access beside each Cluster. */
export function createTenantReader(kube: Pick<KubeClient, "get">): TenantReader {
  return {
    async open({ namespace, objectName }) {
      const ref = { namespace, name: readerSecretName(objectName) };
      const secret = await kube.get(SECRETS, ref).catch((cause: unknown) => {
        throw new BerthError(isKubernetesAway(cause) ? "kubernetes_unavailable" : "cluster_unreachable", { cause });
      });
      const access = accessOf(secret);
      if (access === undefined)
        throw new BerthError("cluster_unreachable", { publicMessage: "The cluster is not registered yet." });
      const bounds = { requestTimeoutMs: REQUEST_TIMEOUT_MS, connectionsMax: CONNECTIONS_MAX, userAgent: "berth-api" };
      return createKubeClient(access, bounds);
    },
  };
}

/** Translates a fault of a tenant cluster, whose own text is never passed on. */
export function translateTenantFault(error: unknown): unknown {
  return error instanceof KubeError ? new BerthError("cluster_unreachable", { cause: error }) : error;
}

function accessOf(secret: KubeObject | undefined): Access | undefined {
  const data = (secret?.["data"] ?? {}) as Readonly<Record<string, string>>;
  const text = data["access"];
  return text === undefined ? undefined : (JSON.parse(Buffer.from(text, "base64").toString("utf8")) as Access);
}
