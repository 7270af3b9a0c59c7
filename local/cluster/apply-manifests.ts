import { setTimeout as delay } from "node:timers/promises";
import { callKube, describeRefusal, type KubeAccess, type KubeAnswer, type Manifest } from "./kube-access.ts";

/** For how long an API server that does not answer is asked again, and who hears of it. */
export type Persistence = Readonly<{
  report?: (line: string) => void;
  signal?: AbortSignal;
  patienceMs?: number;
  /** Between two looks at what only takes its time; without it pauses grow, and each failure is told. */
  pauseMs?: number;
}>;

/** A CRD makes an API server compute all its schemas anew: on a busy machine that takes its time. */
const applyTimeoutMs = 60_000;
const patienceMsDefault = 5 * 60_000;
const progressMs = 5_000;

/** Brings objects into being as written, by server-side apply; CRDs and namespaces first is the caller's order. */
export async function applyManifests(
  access: KubeAccess,
  manifests: readonly Manifest[],
  persistence: Persistence = {},
): Promise<void> {
  const resources = new Map<string, Promise<readonly ApiResource[]>>();
  let toldMs = performance.now();
  for (const [index, manifest] of manifests.entries()) {
    const what = `Applying ${manifest.kind} ${manifest.metadata.name} at ${access.server}`;
    await persist(what, () => applyOne(access, manifest, resources), persistence);
    if (performance.now() - toldMs < progressMs) continue;
    toldMs = performance.now();
    persistence.report?.(`Kubernetes: ${index + 1} of ${manifests.length} objects applied`);
  }
}

/** Does something again until it succeeds; gives up at once where it was refused, and when it has failed for long. */
export async function persist(
  what: string,
  attempt: () => Promise<void>,
  { report, signal, patienceMs = patienceMsDefault, pauseMs }: Persistence,
): Promise<void> {
  const startedMs = performance.now();
  for (let failures = 1; ; failures += 1) {
    try {
      await attempt();
      return;
    } catch (error) {
      const { message } = error as Error;
      const seconds = Math.round((performance.now() - startedMs) / 1000);
      if (error instanceof RefusedError) throw new Error(`${what} failed: ${message}`, { cause: error });
      if (performance.now() - startedMs >= patienceMs)
        throw new Error(`${what} failed for ${seconds} s, ${failures} times: ${message}`, { cause: error });
      if (pauseMs === undefined) report?.(`${what}: ${message}; trying again`);
      await delay(pauseMs ?? Math.min(5_000, 250 * 2 ** failures), undefined, signal && { signal });
    }
  }
}

/** An answer that another try would not change. */
class RefusedError extends Error {}

async function applyOne(access: KubeAccess, manifest: Manifest, resources: Lookup["resources"]): Promise<void> {
  const groupPath = manifest.apiVersion.includes("/") ? `/apis/${manifest.apiVersion}` : `/api/${manifest.apiVersion}`;
  const path = await deriveObjectPath(access, manifest, { groupPath, resources });
  const answer = await callKube(access, {
    method: "PATCH",
    path: `${path}?fieldManager=berth-local&force=true`,
    contentType: "application/apply-patch+yaml",
    body: manifest,
    timeoutMs: applyTimeoutMs,
  });
  assertTaken(answer);
}

function assertTaken(answer: KubeAnswer): void {
  if (answer.status < 300) return;
  const isPassing = answer.status === 429 || answer.status >= 500;
  throw new (isPassing ? Error : RefusedError)(describeRefusal(answer));
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
  listed.catch(() => resources.delete(groupPath));
  const resource = (await listed).find((candidate) => candidate.kind === kind && !candidate.name.includes("/"));
  if (!resource) throw new RefusedError(`The API server does not know ${kind} in ${groupPath}`);
  const scope = resource.namespaced ? `/namespaces/${metadata.namespace ?? "default"}` : "";
  return `${groupPath}${scope}/${resource.name}/${metadata.name}`;
}

/** Right after its CRD was made, a kind takes a moment to show up. */
async function listResources(access: KubeAccess, groupPath: string): Promise<readonly ApiResource[]> {
  const answer = await callKube(access, { path: groupPath });
  assertTaken(answer);
  return (answer.body as { resources: ApiResource[] }).resources;
}
