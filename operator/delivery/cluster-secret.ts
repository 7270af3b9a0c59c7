import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { ResourceCache } from "../runtime/resource-cache.ts";
import { parseTokenLife, type TokenLife } from "./token-life.ts";

/** The Secret by which Argo CD, and we, reach a cluster. */
export type ClusterSecret = KubeObject & Readonly<{ data?: Readonly<Record<string, string>> }>;

/** What a cluster Secret says. */
export type ClusterSecretAccess = Readonly<{
  server: string;
  token: string;
  caData: string | undefined;
  /** Undefined when the Secret does not say it. */
  life: TokenLife | undefined;
}>;

/** Derives the name of a cluster's Secret. */
export function secretNameOf(handle: string): string {
  return `cluster-${handle}`;
}

type Held = Readonly<{
  caches: Readonly<{ secrets: Pick<ResourceCache<ClusterSecret>, "get"> }>;
  settings: Readonly<{ argocdNamespace: string }>;
}>;

/** Finds the Secret of a cluster; undefined before it is registered. */
export function findClusterSecret({ caches, settings }: Held, handle: string): ClusterSecret | undefined {
  return caches.secrets.get(`${settings.argocdNamespace}/${secretNameOf(handle)}`);
}

type Read = Readonly<{ access: ClusterSecretAccess | undefined }>;
/** What was read of Secrets that are still held: each pass asks for its cluster's, which changes once a day. */
const reads = new WeakMap<ClusterSecret, Read>();

/** Reads a cluster Secret; undefined when it is not one of ours or cannot be read. */
export function parseClusterSecret(secret: ClusterSecret): ClusterSecretAccess | undefined {
  const known = reads.get(secret);
  if (known !== undefined) return known.access;
  const access = readSecret(secret);
  reads.set(secret, { access });
  return access;
}

function readSecret(secret: ClusterSecret): ClusterSecretAccess | undefined {
  const server = decode(secret.data?.["server"]);
  const config = parseConfig(decode(secret.data?.["config"]));
  if (server === undefined || config === undefined) return undefined;
  return { server, ...config, life: parseTokenLife(secret.metadata.annotations) };
}

function parseConfig(text: string | undefined): { token: string; caData: string | undefined } | undefined {
  if (text === undefined) return undefined;
  try {
    const config = JSON.parse(text) as { bearerToken?: unknown; tlsClientConfig?: { caData?: unknown } };
    if (typeof config.bearerToken !== "string") return undefined;
    const caData = config.tlsClientConfig?.caData;
    return { token: config.bearerToken, caData: typeof caData === "string" ? caData : undefined };
  } catch {
    return undefined;
  }
}

function decode(base64: string | undefined): string | undefined {
  return base64 === undefined ? undefined : Buffer.from(base64, "base64").toString("utf8");
}
