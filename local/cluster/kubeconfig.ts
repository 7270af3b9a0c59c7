import { stringify } from "yaml";

/** Renders a kubeconfig with one cluster and one token user. */
export function renderKubeconfig({
  server,
  caPem,
  token,
  name,
}: {
  server: string;
  caPem: string;
  token: string;
  name: string;
}): string {
  return stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name, cluster: { server, "certificate-authority-data": Buffer.from(caPem).toString("base64") } }],
    users: [{ name, user: { token } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    "current-context": name,
  });
}
