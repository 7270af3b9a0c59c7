import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import type { KubeAccess } from "../../local/cluster/kube-access.ts";

type Kubeconfig = {
  clusters: { cluster: { server: string; "certificate-authority-data": string } }[];
  users: { user: { token: string } }[];
};

/** Reads how to reach the API server of a kubeconfig that the embedded stack wrote. */
export async function readKubeAccess(path: string): Promise<KubeAccess & { token: string }> {
  const { clusters, users } = parse(await readFile(path, "utf8")) as Kubeconfig;
  const { server, "certificate-authority-data": ca } = clusters[0]!.cluster;
  return { server, caPem: Buffer.from(ca, "base64").toString(), token: users[0]!.user.token };
}
