import { EVENTS, NAMESPACES } from "../../adapters/kubernetes/resource-types.ts";
import type { TestGateway } from "../api/gateway.ts";
import { placeOf } from "../api/find-object.ts";

const OPTIONS = { fieldManager: "test" };

/** An event as Kubernetes, or the platform, tells it. */
type PlayedEvent = Readonly<{ source: "cluster" | "platform"; reason: string; message: string }>;

/** Tells an event of a deployment; the API server of the tests is its cluster too. */
export async function playEvent(gateway: TestGateway, id: string, event: PlayedEvent): Promise<void> {
  const { name, namespace: home, uid } = await placeOf(gateway, id);
  const { kube } = gateway;
  const isPlatform = event.source === "platform";
  const namespace = isPlatform ? home : name;
  if (!isPlatform) await makeNamespace(gateway, name);
  const involvedObject = isPlatform
    ? { apiVersion: "hosting.berth.dev/v1alpha1", kind: "Deployment", name, namespace, uid }
    : { apiVersion: "v1", kind: "Pod", name: `${name}-1`, namespace };
  const { reason, message } = event;
  const metadata = { name: `${name}.${reason.toLowerCase()}`, namespace };
  await kube.create(EVENTS, { metadata, involvedObject, type: "Warning", reason, message, count: 1 }, OPTIONS);
}

async function makeNamespace({ kube }: TestGateway, name: string): Promise<void> {
  if ((await kube.get(NAMESPACES, { name })) !== undefined) return;
  await kube.create(NAMESPACES, { metadata: { name } }, OPTIONS);
}

/** Shows the newest generation of a deployment as committed, with the request that made it, so that it is a revision. */
export async function playCommit(gateway: TestGateway, id: string, requestId: string): Promise<void> {
  const { rows } = await gateway.services.pool.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM revisions WHERE resource_id = $1",
    [id],
  );
  const number = (rows[0]?.count ?? 0) + 1;
  const committedAt = new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString();
  const git = { path: "x", commit: `c0ffee${number}`, contentHash: `hash-${number}`, committedAt };
  await gateway.settle("Deployment", id, "running", { requestId, git });
}
