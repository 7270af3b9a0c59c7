/*
 * Makes an API server know the kinds of the engines' operators:
 * 1. what it does not know is created;
 * 2. each is established;
 * 3. its OpenAPI document has them, and one of them is touched: Argo CD reads the document when a definition changes, and
 *    compares nothing of a kind that it did not find there.
 */
import { setTimeout as delay } from "node:timers/promises";
import { LABELS } from "../../../contract/identity.ts";
import type { Manifest } from "../../cluster/kube-access.ts";
import type { TenantApi } from "./tenant-api.ts";

const FOLDER = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const PUBLISHED = "hosting.berth.dev/published";
const AGAIN_MS = 200;

type Definition = Readonly<{
  metadata: Readonly<{ annotations?: Readonly<Record<string, string>> }>;
  status?: { conditions?: readonly { type: string; status: string }[] };
}>;

/** Makes an API server know the kinds; an earlier run's work is not repeated. */
export async function installKinds(api: TenantApi, crds: readonly Manifest[], signal: AbortSignal): Promise<void> {
  const last = crds.at(-1);
  if (last === undefined) return;
  const lastPath = pathOf(last);
  if ((await api.get<Definition>(lastPath))?.metadata.annotations?.[PUBLISHED] === "true") return;
  await Promise.all(crds.map((crd) => api.create(FOLDER, asOurs(crd))));
  for (const crd of crds) await until(async () => isEstablished(await api.get<Definition>(pathOf(crd))), signal);
  const kinds = crds.map((crd) => `"kind":"${(crd["spec"] as { names: { kind: string } }).names.kind}"`);
  await until(async () => {
    const document = JSON.stringify((await api.get("/openapi/v2")) ?? {});
    return kinds.every((kind) => document.includes(kind));
  }, signal);
  await api.patch(lastPath, { metadata: { annotations: { [PUBLISHED]: "true" } } });
}

/** An import of such a cluster is to see that nobody else brought them. */
function asOurs(crd: Manifest): Manifest {
  return { ...crd, metadata: { ...crd.metadata, labels: { [LABELS.managed]: "true" } } };
}

function pathOf({ metadata }: Manifest): string {
  return `${FOLDER}/${metadata.name}`;
}

async function until(holds: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  while (!(await holds())) await delay(AGAIN_MS, undefined, { signal });
}

function isEstablished(definition: Definition | undefined): boolean {
  const conditions = definition?.status?.conditions ?? [];
  return conditions.some(({ type, status }) => type === "Established" && status === "True");
}
