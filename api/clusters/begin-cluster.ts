import { findCloudCredential } from "../../adapters/postgres/resources/cloud-credential-store.ts";
import { findOffered, newestVersion, offeredVersions } from "../../contract/kubernetes-versions.ts";
import { clusterSpec } from "../../contract/resources/cluster.ts";
import type { ClusterCreate } from "../../contract/rest/clusters.ts";
import type { FlagQuery } from "../../contract/rest/operation.ts";
import { fromRest } from "../../contract/rest-case.ts";
import { assertCanPay } from "../billing/read-mandates.ts";
import { assertRegion, assertServerType } from "./assert-placement.ts";
import { makeCluster, type NewCluster } from "./make-cluster.ts";
import type { Answer, Context } from "../http/context.ts";
import { refusedValue } from "../http/refused-value.ts";
import { assertCreatable } from "../providers/assert-creatable.ts";

/** What cluster is wanted, and whose it will be. */
type ClusterOrder = Readonly<{
  body: ClusterCreate;
  owner: NewCluster["owner"];
  /** A host is the platform's own: it carries shared clusters, and nobody pays for it. */
  role?: "host";
}>;

/** Begins a cluster that a provider makes. */
export function beginCluster(context: Context, order: ClusterOrder, query: FlagQuery): Promise<Answer> {
  const { body, owner, role } = order;
  const spec = fromRest(clusterSpec, body) as Record<string, unknown>;
  const made: NewCluster = {
    owner,
    name: body.name,
    spec: { ...spec, kubernetesVersion: chosenVersion(body), ...(role === undefined ? {} : { role }) },
    needsPayment: needsPayment(context, order),
    check: () => check(context, order),
    warnings: [],
  };
  return makeCluster(context, made, query);
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
