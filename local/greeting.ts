import { connectionPath, type Connection } from "./connection.ts";
import { shellSettingsPath } from "./shell-settings.ts";

/** Says where everything is that was started: the console first, and how to sign in to it. */
export function greeting(connection: Connection, homeDir: string): string {
  return [
    "",
    "Berth is running.",
    `  Console      ${connection.url}/   (sign in as ${connection.admin.email}, password ${connection.admin.password})`,
    `  Interface    ${connection.url}/api/v1   (documentation: ${connection.url}/docs)`,
    `  Metrics      ${connection.metrics_url}`,
    `  Service      token ${connection.service_token}`,
    `  Kubernetes   export KUBECONFIG=${connection.kubeconfig}`,
    `  Git          ${connection.git.url}   user berth, password ${connection.git.token}, branch ${connection.git.branch}`,
    `  Postgres     ${connection.postgres_url}`,
    `  Argo CD      namespace ${connection.argocd_namespace}`,
    `  Registry     ${connection.registry.address}   (certificate authority: ${connection.registry.ca_file})`,
    `The same for programs: ${connectionPath(homeDir)}, for a shell, with berth, berthctl and kubectl: . ${shellSettingsPath(homeDir)}`,
    "Ctrl-C stops everything; the data stays, make clean removes it.",
    "",
  ].join("\n");
}
