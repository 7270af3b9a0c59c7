import { findCloudCredential } from "../../adapters/postgres/cloud-credential-store.ts";
import { CLUSTERS } from "../../adapters/kubernetes/resource-types.ts";
import { findOffered, newestVersion, offeredVersions } from "../../contract/kubernetes-versions.ts";
import { clusterResource, clusterSpec } from "../../contract/resources/cluster.ts";
import type { ClusterCreate } from "../../contract/rest/clusters.ts";
import { fromRest } from "../../contract/rest-case.ts";
import { assertCanPay } from "../billing/read-mandates.ts";
import { assertRegion, assertServerType } from "./assert-placement.ts";
import type { Answer, Context } from "../http/context.ts";
import { refusedValue } from "../http/refused-value.ts";
import { assertCreatable } from "../providers/assert-creatable.ts";
import { createResource, dryRunCreate, type Wanted } from "../resources/create-resource.ts";
import { planCluster } from "../resources/dry-run-plan.ts";
import { textOf } from "../resources/resource-text.ts";
import { writtenAnswer } from "../resources/written-answer.ts";

/** Says what cluster is wanted, and whose it will be. */
export type ClusterOrder = Readonly<{
  body: ClusterCreate;
  owner: Readonly<{ organizationId: string; slug: string; userId: string }>;
  /** A host is the platform's own: it carries shared clusters, and nobody pays for it. */
  role?: "host";
}>;
type Options = Readonly<{ dry_run?: boolean | undefined; wait?: number | undefined }>;

/** Begins a cluster; its name is metadata.name and stays taken until a deleted one is gone. */
export async function beginCluster(context: Context, order: ClusterOrder, query: Options): Promise<Answer> {
  const wanted = wantedCluster(context, order);
  const { owners } = wanted;
  const { projection } = context.services;
  if (query.dry_run === true) {
    const row = projection.toRow("Cluster", await dryRunCreate(context, wanted), owners);
    const would = JSON.parse(textOf("Cluster", row)) as Record<string, unknown>;
    return { status: 200, body: { ...would, plan: planCluster([]) } };
  }
  const object = await createResource(context, wanted);
  return writtenAnswer(context, { kind: "Cluster", object, owners }, query.wait);
}

function wantedCluster(context: Context, order: ClusterOrder): Wanted {
  const { body, owner, role } = order;
  const spec = fromRest(clusterSpec, body) as Record<string, unknown>;
  const owners = { organizationId: owner.organizationId, userId: owner.userId };
  return {
    definition: clusterResource,
    kind: "Cluster",
    type: CLUSTERS,
    organization: owner,
    owners,
    nameOf: () => body.name,
    spec: { ...spec, kubernetesVersion: chosenVersion(body), ...(role === undefined ? {} : { role }) },
    quota: "clusters",
    needsPayment: needsPayment(context, order),
    check: () => check(context, order),
    answer: (object) => {
      const row = context.services.projection.toRow("Cluster", object, owners);
      return { status: 200, body: JSON.parse(textOf("Cluster", row)) as unknown };
    },
  };
}

/** The spec names the version, so that neither a release nor a rebuild from Git changes it. */
function chosenVersion({ provider, kubernetes_version: wanted }: ClusterCreate): string {
  const version = typeof wanted === "string" ? findOffered(provider, wanted) : newestVersion(provider);
  if (version !== undefined) return version;
  const offered = offeredVersions(provider).join(", ");
  throw refusedValue(["body", "kubernetes_version"], `the provider offers ${offered}`);
}

/** Machines of an account of the customer's own are not ours to be paid for. */
function needsPayment({ services }: Context, { body, role }: ClusterOrder): boolean {
  const { provider, cloud_credential_id: own } = body;
  return role === undefined && typeof own !== "string" && !services.config.freeProviders.includes(provider);
}

async function check(context: Context, order: ClusterOrder): Promise<void> {
  const { body, owner } = order;
  await assertOffered(context, body);
  await assertCredential(context, body, owner.organizationId);
  if (needsPayment(context, order)) await assertCanPay(context, owner.organizationId);
}

/** Refuses what the provider does not offer, so that a cluster that can never be is not begun. */
async function assertOffered({ services }: Context, body: ClusterCreate): Promise<void> {
  const provider = assertCreatable(services.providers, body.provider);
  if (!provider.tiers.includes(body.tier))
    throw refusedValue(["body", "tier"], "the provider does not offer this tier");
  await assertRegion(services.providers, body);
  const { server_type: serverType } = body;
  if (typeof serverType === "string") await assertServerType(services.providers, { ...body, serverType });
}

async function assertCredential({ services }: Context, body: ClusterCreate, organizationId: string): Promise<void> {
  const { cloud_credential_id: id, provider } = body;
  if (typeof id !== "string") return;
  const found = await findCloudCredential(services.pool, organizationId, { id });
  if (found?.provider !== provider)
    throw refusedValue(["body", "cloud_credential_id"], "the organization has no such credential for this provider");
}
