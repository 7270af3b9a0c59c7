/*
 * Makes a management cluster's custom resources anew from what Git remembers of them, after it was lost:
 *
 * 1. no operator may lead: one that finds none of its objects, and then some, would take the others for orphans;
 * 2. namespaces of the organizations that Postgres knows;
 * 3. clusters, then what runs on them; what is there already stays as it is, so that it can be repeated.
 *
 * The id label is in the file, so every handle, and with it every name on Git, Argo CD and the tenant clusters, is the
 * same again: what runs goes on running.
 */
import { KubeError, isAlreadyExists } from "../adapters/kubernetes/kube-error.ts";
import type { KubeClient } from "../adapters/kubernetes/kube-port.ts";
import { CLUSTERS, DATABASE_INSTANCES, DEPLOYMENTS, NAMESPACES } from "../adapters/kubernetes/resource-types.ts";
import { readOrganizationSlugs } from "../adapters/postgres/organization-store.ts";
import type { Pool } from "../adapters/postgres/pool.ts";
import { FIELD_MANAGERS, LABELS, organizationNamespace } from "../contract/identity.ts";
import { RECOVERED_KINDS, readResources, type RecoveredResource } from "./recovered-resource.ts";

/** Says what recovery works with. */
export type RecoveryParts = Readonly<{
  pool: Pool;
  /** Of an account that may make our kinds. */
  client: Pick<KubeClient, "create">;
  readLeader: () => Promise<string | undefined>;
  /** Whether anything is made; otherwise the API server tries it and forgets it. */
  apply: boolean;
  say: (text: string) => void;
}>;
type Outcome = Readonly<{ resource: RecoveredResource; outcome: "made" | "there already" | "refused"; why?: string }>;

const TYPES = { Cluster: CLUSTERS, Deployment: DEPLOYMENTS, DatabaseInstance: DATABASE_INSTANCES } as const;
/** Git does not know who wrote which field; a later PATCH by REST must not meet a stranger's. */
const WRITER = FIELD_MANAGERS.api;

/** Makes what is missing and says so in a table; returns how many could not be made. */
export async function reapplyGit(files: ReadonlyMap<string, string>, parts: RecoveryParts): Promise<number> {
  const { apply, say, pool } = parts;
  const leader = apply ? await parts.readLeader() : undefined;
  if (leader !== undefined) throw new LeaderPresentError(leader);
  const { resources, unusable } = readResources(files);
  const organizations = await readOrganizationSlugs(pool);
  const namespaces = new Map([...organizations].map(([slug, id]) => [organizationNamespace(slug), id]));
  const ready = await ensureNamespaces(resources, namespaces, parts);
  const outcomes: Outcome[] = [];
  for (const resource of resources) outcomes.push(await ensure(resource, ready, parts));
  for (const kind of RECOVERED_KINDS) say(countLine(kind, outcomes, apply));
  for (const { resource, why } of outcomes.filter(({ outcome }) => outcome === "refused"))
    say(`${resource.kind} ${resource.metadata.namespace}/${resource.metadata.name}: ${why ?? "refused"}`);
  for (const path of unusable) say(`${path}: not a resource of this release, or of another name than its folder`);
  if (!apply) say("Nothing was changed. Stop the operator, then repeat with --apply.");
  return outcomes.filter(({ outcome }) => outcome === "refused").length + unusable.length;
}

/** Reports that an operator leads while resources are to be made. */
export class LeaderPresentError extends Error {
  override readonly name = "LeaderPresentError";

  constructor(leader: string) {
    super(
      `The operator ${leader} leads: stop every operator first (kubectl scale deployment --replicas=0), start it after`,
    );
  }
}

type Place = "there" | "would be made";

/** Returns the namespaces that are there; on a trial also those that would be made. */
async function ensureNamespaces(
  resources: readonly RecoveredResource[],
  organizations: ReadonlyMap<string, string>,
  { client, apply }: RecoveryParts,
): Promise<ReadonlyMap<string, Place>> {
  const ready = new Map<string, Place>();
  for (const name of new Set(resources.map(({ metadata }) => metadata.namespace))) {
    const id = organizations.get(name);
    if (id === undefined) continue;
    const isNew = await createNamespace(client, { name, labels: { [LABELS.organizationId]: id } }, !apply);
    ready.set(name, isNew && !apply ? "would be made" : "there");
  }
  return ready;
}

async function createNamespace(
  client: RecoveryParts["client"],
  metadata: Readonly<{ name: string; labels: Readonly<Record<string, string>> }>,
  dryRun: boolean,
): Promise<boolean> {
  try {
    const namespace = { apiVersion: "v1", kind: "Namespace", metadata };
    await client.create(NAMESPACES, namespace, { fieldManager: WRITER, dryRun });
    return true;
  } catch (error) {
    if (isAlreadyExists(error)) return false;
    throw error;
  }
}

async function ensure(
  resource: RecoveredResource,
  namespaces: ReadonlyMap<string, Place>,
  { client, apply }: RecoveryParts,
): Promise<Outcome> {
  const place = namespaces.get(resource.metadata.namespace);
  if (place === undefined)
    return { resource, outcome: "refused", why: "Postgres knows no such organization; restore its backup first" };
  if (place === "would be made") return { resource, outcome: "made" };
  try {
    await client.create(TYPES[resource.kind], resource, { fieldManager: WRITER, strict: true, dryRun: !apply });
    return { resource, outcome: "made" };
  } catch (error) {
    if (isAlreadyExists(error)) return { resource, outcome: "there already" };
    if (error instanceof KubeError && error.status > 0 && error.status < 500)
      return { resource, outcome: "refused", why: `the API server answers ${error.status} ${error.reason}` };
    throw error;
  }
}

function countLine(kind: string, outcomes: readonly Outcome[], apply: boolean): string {
  const count = (outcome: Outcome["outcome"]): string =>
    String(outcomes.filter((one) => one.resource.kind === kind && one.outcome === outcome).length).padStart(6);
  const made = apply ? "made" : "to be made";
  return `${kind.padEnd(18)}${count("made")} ${made}, ${count("there already")} there already, ${count("refused")} refused`;
}
