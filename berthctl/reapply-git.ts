/*
 * Makes a management cluster's custom resources anew from what Git remembers of them, after it was lost:
 *
 * 1. no operator may lead: one that finds none of its objects, and then some, would take the others for orphans;
 * 2. namespaces of the organizations that Postgres knows;
 * 3. clusters, then what runs on them, each with what of its status a rebuild needs (its host, the archive that it was
 *    filled from, its versions); what is there already stays as it is, so that it can be repeated.
 *
 * The id label is in the file, so every handle, and with it every name on Git, Argo CD and the tenant clusters, is the
 * same again: what runs goes on running.
 */
import { KubeError, isAlreadyExists } from "../adapters/kubernetes/kube-error.ts";
import type { KubeClient } from "../adapters/kubernetes/kube-port.ts";
import { CLUSTERS, DATABASE_INSTANCES, DEPLOYMENTS, NAMESPACES } from "../adapters/kubernetes/resource-types.ts";
import { readOrganizationSlugs } from "../adapters/postgres/identity/organization-store.ts";
import type { Pool } from "../adapters/postgres/pool.ts";
import { FIELD_MANAGERS, LABELS, organizationNamespace } from "../contract/identity.ts";
import { RECOVERED_KINDS, readResources, type RecoveredResource } from "./recovered-resource.ts";

/** What recovery works with. */
export type RecoveryParts = Readonly<{
  pool: Pool;
  /** Of an account that may make our kinds. */
  client: Pick<KubeClient, "create">;
  /** Of the operator's account, which alone writes statuses. */
  operators: Pick<KubeClient, "get" | "patch">;
  readLeader: () => Promise<string | undefined>;
  /** Whether anything is made; otherwise the API server tries it and forgets it. */
  apply: boolean;
  say: (text: string) => void;
}>;
type Outcome = Readonly<{
  resource: Omit<RecoveredResource, "status">;
  outcome: "made" | "there already" | "refused";
  why?: string;
}>;

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
  parts: RecoveryParts,
): Promise<Outcome> {
  const outcome = await make(resource, namespaces, parts);
  if (parts.apply && outcome.outcome !== "refused") await remember(resource, parts);
  return outcome;
}

/** A status that is there already is newer, whoever wrote it; one that a died recovery left out is made up for. */
async function remember({ kind, metadata, status }: RecoveredResource, { operators }: RecoveryParts): Promise<void> {
  const { namespace, name } = metadata;
  const found = await operators.get(TYPES[kind], { namespace, name });
  if (found === undefined || found["status"] !== undefined) return;
  const { resourceVersion, generation } = found.metadata;
  // Its spec is the one that was acted on: no change of it is under way.
  const acted = status["phase"] === undefined ? {} : { observedGeneration: generation };
  const body = { metadata: { resourceVersion }, status: { ...status, ...acted } };
  const options = { fieldManager: FIELD_MANAGERS.operator, subresource: "status" };
  await operators.patch(TYPES[kind], { namespace, name }, { kind: "merge", body }, options);
}

async function make(
  found: RecoveredResource,
  namespaces: ReadonlyMap<string, Place>,
  { client, apply }: RecoveryParts,
): Promise<Outcome> {
  const { apiVersion, kind, metadata, spec } = found;
  const resource = { apiVersion, kind, metadata, spec };
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
