import { readFile } from "node:fs/promises";
import type { RequestOptions } from "node:https";
import { readAccount, readKubeconfig, type PlainLogin } from "./plain-login.ts";

/** Where an API server is and how to log in there; a kubeconfig's exec and token-file logins are honoured. */
export type KubeSource = Readonly<{ kubeconfigPath: string }> | PartsSource | Readonly<{ inCluster: string }>;

type PartsSource = Readonly<{
  server: string;
  caData?: string;
  token?: string;
  /** Client certificate and its key. */
  certData?: string;
  keyData?: string;
}>;

/** What a connection needs; `headers` re-reads logins that rotate. */
export type Credentials = Readonly<{
  server: URL;
  tls: Readonly<Record<string, unknown>>;
  headers: () => Promise<Readonly<Record<string, string>>>;
}>;

/** A rotated token file or exec login is seen after this long; tokens outlive their rotation by far more. */
const HEADERS_KEPT_MS = 30_000;

/** Chooses the kubeconfig that is named, else the account of the pod, whose API server the environment names. */
export function kubeSourceOf(
  kubeconfigPath: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): KubeSource {
  if (kubeconfigPath !== undefined) return { kubeconfigPath };
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port = "443" } = env;
  if (host === undefined) return { inCluster: "https://kubernetes.default.svc" };
  return { inCluster: `https://${host.includes(":") ? `[${host}]` : host}:${port}` };
}

/** Resolves a source to its address, its TLS settings and its login headers. */
export async function resolveCredentials(source: KubeSource): Promise<Credentials> {
  if ("server" in source) return fromParts(source);
  if ("inCluster" in source) return fromLogin(await readAccount(source.inCluster));
  const login = await readKubeconfig(source.kubeconfigPath);
  return login === undefined ? fromClientNode(source.kubeconfigPath) : fromLogin(login);
}

async function fromLogin({ server, token, tokenFile, basic, ...tls }: PlainLogin): Promise<Credentials> {
  const read = async (): Promise<Record<string, string>> => {
    if (basic !== undefined) return { authorization: `Basic ${Buffer.from(basic).toString("base64")}` };
    const bearer = token ?? (tokenFile === undefined ? undefined : await readFile(tokenFile, "utf8"));
    return bearer === undefined ? {} : { authorization: `Bearer ${bearer.trim()}` };
  };
  return { server: new URL(server), tls: definedOnly(tls), headers: await keep(read) };
}

async function fromClientNode(path: string): Promise<Credentials> {
  const { KubeConfig } = await import("@kubernetes/client-node");
  const config = new KubeConfig();
  config.loadFromFile(path);
  const cluster = config.getCurrentCluster();
  if (cluster === null) throw new TypeError("The kubeconfig has no current cluster");
  const { ca, cert, key, servername, rejectUnauthorized } = await readOptions(config);
  return {
    server: new URL(cluster.server),
    tls: definedOnly({ ca, cert, key, servername, rejectUnauthorized }),
    headers: await keep(async () => loginHeaders(await readOptions(config))),
  };
}

/** Reads headers now, and again when they have become old. */
async function keep(read: () => Promise<Record<string, string>>): Promise<Credentials["headers"]> {
  let kept = { headers: await read(), readAtMs: performance.now() };
  return async () => {
    if (performance.now() - kept.readAtMs > HEADERS_KEPT_MS)
      kept = { headers: await read(), readAtMs: performance.now() };
    return kept.headers;
  };
}

type LoginOptions = RequestOptions & { headers?: Record<string, unknown> };

async function readOptions(config: { applyToHTTPSOptions(o: RequestOptions): Promise<void> }): Promise<LoginOptions> {
  const options: LoginOptions = {};
  await config.applyToHTTPSOptions(options);
  return options;
}

function loginHeaders(options: LoginOptions): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(options.headers ?? {})) headers[name.toLowerCase()] = String(value).trim();
  if (typeof options.auth === "string") headers.authorization = `Basic ${Buffer.from(options.auth).toString("base64")}`;
  return headers;
}

function fromParts({ server, caData, token, certData, keyData }: PartsSource): Credentials {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token.trim()}` } : {};
  return {
    server: new URL(server),
    tls: definedOnly({ ca: pemOf(caData), cert: pemOf(certData), key: pemOf(keyData) }),
    headers: () => Promise.resolve(headers),
  };
}

/** Accepts PEM as well as a kubeconfig's base64 of PEM. */
function pemOf(data: string | undefined): string | undefined {
  if (data === undefined || data.includes("-----BEGIN")) return data;
  return Buffer.from(data, "base64").toString("utf8");
}

function definedOnly(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null));
}
