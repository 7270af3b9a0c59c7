import type { ApiServer } from "./api-server.ts";

/** What a client needs to reach a cluster. */
export type ClusterAccess = Pick<ApiServer, "server" | "caData" | "token">;

/** Writes the kubeconfig of a customer's cluster, with members of its cluster and user replaced. */
export function kubeconfigOf(
  { server, caData, token }: ClusterAccess,
  change: Readonly<{ cluster?: object; user?: object }> = {},
): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": "admin@own",
    contexts: [{ name: "admin@own", context: { cluster: "own", user: "admin" } }],
    clusters: [{ name: "own", cluster: { server, "certificate-authority-data": caData, ...change.cluster } }],
    users: [{ name: "admin", user: { token, ...change.user } }],
  });
}
