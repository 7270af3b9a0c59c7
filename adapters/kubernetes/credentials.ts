import type { RequestOptions } from "node:https";

/** Says where an API server is and how to log in there; a kubeconfig's exec and token-file logins are honoured. */
export type KubeSource = Readonly<{ kubeconfigPath: string }> | PartsSource | Readonly<{ inCluster: true }>;

type PartsSource = Readonly<{
  server: string;
  caData?: string;
  token?: string;
  /** Client certificate and its key. */
  certData?: string;
  keyData?: string;
}>;

/** Holds what a connection needs; `headers` re-reads logins that rotate. */
export type Credentials = Readonly<{
  server: URL;
  tls: Readonly<Record<string, unknown>>;
  headers: () => Promise<Readonly<Record<string, string>>>;
}>;

/** A rotated token file or exec login is seen after this long; tokens outlive their rotation by far more. */
const HEADERS_KEPT_MS = 30_000;

/** Resolves a source to its address, its TLS settings and its login headers. */
export async function resolveCredentials(source: KubeSource): Promise<Credentials> {
  if ("server" in source) return fromParts(source);
  // Loaded only where a kubeconfig is read: client-node's generated models cost about 85 MB and 0.8 s.
  const { KubeConfig } = await import("@kubernetes/client-node");
  const config = new KubeConfig();
  if ("inCluster" in source) config.loadFromCluster();
  else config.loadFromFile(source.kubeconfigPath);
  const cluster = config.getCurrentCluster();
  if (cluster === null) throw new TypeError("The kubeconfig has no current cluster");
  const first = await readOptions(config);
  let kept = { headers: loginHeaders(first), readAtMs: performance.now() };
  return {
    server: new URL(cluster.server),
    tls: definedOnly({
      ca: first.ca,
      cert: first.cert,
      key: first.key,
      servername: first.servername,
      rejectUnauthorized: first.rejectUnauthorized,
    }),
    headers: async () => {
      if (performance.now() - kept.readAtMs > HEADERS_KEPT_MS) {
        kept = { headers: loginHeaders(await readOptions(config)), readAtMs: performance.now() };
      }
      return kept.headers;
    },
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
