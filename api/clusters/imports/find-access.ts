import { findCloudCredential } from "../../../adapters/postgres/resources/cloud-credential-store.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { ImportAccess } from "../../../render/import/cluster-login.ts";
import { parseKubeconfig } from "../../../render/import/parse-kubeconfig.ts";
import { credentialPlace } from "../../../contract/secret-store.ts";
import type { Context } from "../../http/context.ts";
import { refusedValue } from "../../http/refused-value.ts";

/** What a request says about the cluster that it means. */
export type ImportSource = Readonly<{
  provider: string;
  kubeconfig?: string | null | undefined;
  cloud_credential_id?: string | null | undefined;
  provider_cluster_id?: string | null | undefined;
}>;

/** Reads the kubeconfig of a request, if it has one; to be called once the caller's role and limit were judged. */
export function readKubeconfig({ kubeconfig }: ImportSource): ImportAccess | undefined {
  if (typeof kubeconfig !== "string") return undefined;
  const parsed = parseKubeconfig(kubeconfig);
  if (parsed.kind === "refused") throw refusedValue(["body", "kubeconfig"], parsed.sentence);
  return parsed.access;
}

/** Finds the access to a cluster through the customer's cloud account. */
export async function findAtProvider(
  { services }: Context,
  source: ImportSource,
  { organizationId, slug }: Readonly<{ organizationId: string; slug: string }>,
): Promise<ImportAccess> {
  const { provider, cloud_credential_id: id, provider_cluster_id: clusterId } = source;
  const find = services.clusterFinders.get(provider);
  if (find === undefined || typeof id !== "string" || typeof clusterId !== "string")
    throw refusedValue(["body", "provider"], refusalOf([...services.clusterFinders.keys()]));
  const credential = await findCloudCredential(services.pool, organizationId, { id });
  const token =
    credential?.provider === provider ? await services.secrets.read(...credentialPlace(slug, id)) : undefined;
  if (token === undefined)
    throw refusedValue(["body", "cloud_credential_id"], "the organization has no such credential for this provider");
  return find(token, clusterId);
}

function refusalOf(possible: readonly string[]): string {
  const instead = possible.length === 0 ? "" : ` (a credential finds clusters at: ${possible.join(", ")})`;
  return `clusters at this provider are imported by kubeconfig: it cannot be asked for one${instead}`;
}

/** Refuses an import of what the platform itself must not call. */
export function addressRefused(source: ImportSource): never {
  if (typeof source.kubeconfig === "string")
    throw refusedValue(["body", "kubeconfig"], "the cluster's server has an address that the platform may not call");
  throw new BerthError("provider_failed");
}
