import type { ContainerSpec } from "./run-container.ts";

/** Names the images of the tests, at the versions that the embedded stack has too. */
const IMAGES = {
  postgres: "postgres:18.4-trixie",
  vault: "hashicorp/vault:1.19.0",
  k3s: "rancher/k3s:v1.36.3-k3s1",
} as const;

/** Where the API server in the container finds the files of the tests. */
const K3S_FOLDER = "/etc/berth-tests";
export const K3S_CA = "/var/lib/rancher/k3s/server/tls/server-ca.crt";
export const K3S_AUDIT_LOG = "/var/lib/rancher/k3s/audit.log";

/** Describes a Postgres like the embedded one: no password, no locale, nothing waits for a disk. */
export function postgresContainer(settings: Readonly<Record<string, string>>): ContainerSpec {
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return {
    image: IMAGES.postgres,
    port: 5432,
    environment: { POSTGRES_HOST_AUTH_METHOD: "trust", POSTGRES_INITDB_ARGS: "--no-locale --encoding=UTF8 --no-sync" },
    command: ["postgres", ...options],
  };
}

/** Describes a Vault in development mode; it needs no right to lock memory there. */
export function vaultContainer(token: string): ContainerSpec {
  return {
    image: IMAGES.vault,
    port: 8200,
    environment: {
      VAULT_DEV_ROOT_TOKEN_ID: token,
      VAULT_DEV_LISTEN_ADDRESS: "0.0.0.0:8200",
      SKIP_SETCAP: "true",
    },
    command: ["server", "-dev", "-dev-no-store-token"],
  };
}

/**
 * Describes K3s as what the embedded stack has: an API server with a store and nothing that acts on objects; no agent,
 * so that it needs no privileges. The token is that of an administrator.
 */
export function k3sContainer(token: string, auditPolicy?: string): ContainerSpec {
  const off = [
    "agent",
    "scheduler",
    "controller-manager",
    "cloud-controller",
    "kube-proxy",
    "network-policy",
    "helm-controller",
  ];
  const api: Readonly<Record<string, string>> = {
    "token-auth-file": `${K3S_FOLDER}/tokens.csv`,
    "disable-admission-plugins": "ServiceAccount",
    ...(auditPolicy === undefined
      ? {}
      : {
          "audit-policy-file": `${K3S_FOLDER}/audit-policy.yaml`,
          "audit-log-path": K3S_AUDIT_LOG,
          "audit-log-mode": "blocking",
        }),
  };
  const files = [{ target: `${K3S_FOLDER}/tokens.csv`, content: `${token},admin,admin,system:masters\n` }];
  if (auditPolicy !== undefined) files.push({ target: `${K3S_FOLDER}/audit-policy.yaml`, content: auditPolicy });
  return {
    image: IMAGES.k3s,
    port: 6443,
    command: [
      "server",
      ...off.map((part) => `--disable-${part}`),
      "--disable=coredns,servicelb,traefik,local-storage,metrics-server",
      "--flannel-backend=none",
      "--tls-san=127.0.0.1",
      ...Object.entries(api).map(([name, value]) => `--kube-apiserver-arg=${name}=${value}`),
    ],
    files,
  };
}
