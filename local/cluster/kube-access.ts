import { request, type Agent } from "node:https";

/** Says how to reach an API server. */
export type KubeAccess = Readonly<{
  server: string;
  caPem: string;
  token?: string;
  /** Keeps connections for whoever asks often; without it each request has its own. */
  agent?: Agent;
}>;

/** Holds any Kubernetes object as far as applying it needs. */
export type Manifest = Readonly<{
  apiVersion: string;
  kind: string;
  metadata: Readonly<{
    name: string;
    namespace?: string;
    labels?: Record<string, string>;
    ownerReferences?: readonly Readonly<{ kind: string; name: string; apiVersion?: string; uid?: string }>[];
  }>;
}> &
  Readonly<Record<string, unknown>>;

/** Holds an API server's answer. */
export type KubeAnswer = Readonly<{ status: number; body: unknown }>;

type Call = Readonly<{ method?: string; path: string; body?: unknown; contentType?: string; signal?: AbortSignal }>;

const timeoutMs = 15_000;

/** Sends one request and answers status and parsed body; throws only when there is no answer. */
export function callKube(access: KubeAccess, call: Call): Promise<KubeAnswer> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(call.signal ? [call.signal] : [])]);
    const asked = request(
      new URL(call.path, access.server),
      {
        method: call.method ?? "GET",
        ca: access.caPem,
        headers: deriveHeaders(access, call),
        signal,
        agent: access.agent ?? false,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.once("end", () =>
          resolve({ status: response.statusCode ?? 0, body: parseBody(Buffer.concat(chunks).toString()) }),
        );
      },
    );
    asked.on("error", reject);
    asked.end(call.body === undefined ? undefined : JSON.stringify(call.body));
  });
}

/** Brings objects into being as written, by server-side apply; CRDs and namespaces first is the caller's order. */
export async function applyManifests(access: KubeAccess, manifests: readonly Manifest[]): Promise<void> {
  const resources = new Map<string, Promise<readonly ApiResource[]>>();
  for (const manifest of manifests) {
    const groupPath = manifest.apiVersion.includes("/")
      ? `/apis/${manifest.apiVersion}`
      : `/api/${manifest.apiVersion}`;
    const path = await deriveObjectPath(access, manifest, { groupPath, resources });
    const answer = await callKube(access, {
      method: "PATCH",
      path: `${path}?fieldManager=berth-local&force=true`,
      contentType: "application/apply-patch+yaml",
      body: manifest,
    });
    if (answer.status >= 300)
      throw new Error(`Applying ${manifest.kind} ${manifest.metadata.name} failed: ${describeRefusal(answer)}`);
  }
}

/** Describes why an API server refused a request. */
export function describeRefusal({ status, body }: KubeAnswer): string {
  const { message } = (typeof body === "object" && body !== null ? body : {}) as { message?: string };
  return `${status} ${message ?? ""}`.trim();
}

type ApiResource = Readonly<{ name: string; kind: string; namespaced: boolean }>;
type Lookup = Readonly<{ groupPath: string; resources: Map<string, Promise<readonly ApiResource[]>> }>;

async function deriveObjectPath(
  access: KubeAccess,
  { kind, metadata }: Manifest,
  { groupPath, resources }: Lookup,
): Promise<string> {
  const listed = resources.get(groupPath) ?? listResources(access, groupPath);
  resources.set(groupPath, listed);
  const resource = (await listed).find((candidate) => candidate.kind === kind && !candidate.name.includes("/"));
  if (!resource) throw new Error(`The API server does not know ${kind} in ${groupPath}`);
  const scope = resource.namespaced ? `/namespaces/${metadata.namespace ?? "default"}` : "";
  return `${groupPath}${scope}/${resource.name}/${metadata.name}`;
}

/** Right after its CRD was made, a kind takes a moment to show up. */
async function listResources(access: KubeAccess, groupPath: string): Promise<readonly ApiResource[]> {
  const answer = await callKube(access, { path: groupPath });
  if (answer.status !== 200) throw new Error(`Listing ${groupPath} failed: ${describeRefusal(answer)}`);
  return (answer.body as { resources: ApiResource[] }).resources;
}

function deriveHeaders(access: KubeAccess, call: Call): Record<string, string> {
  return {
    accept: "application/json",
    ...(access.token === undefined ? {} : { authorization: `Bearer ${access.token}` }),
    ...(call.body === undefined ? {} : { "content-type": call.contentType ?? "application/json" }),
  };
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
