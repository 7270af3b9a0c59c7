import { createLocalCloudClient, LocalCloudError } from "../../../adapters/providers/local-cloud-client.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { SecretText } from "../../../contract/secret-text.ts";
import type { ImportAccess } from "../../../render/import/cluster-login.ts";
import type { Config } from "../../config.ts";
import { refusedValue } from "../../http/refused-value.ts";

/** Finds the access to a cluster in a customer's account; only values of the request are refused. */
export type FindCluster = (token: SecretText, providerClusterId: string) => Promise<ImportAccess>;

/** Makes, by provider, what can find a cluster by a credential of its customer. */
export function createClusterFinders({ localCloud }: Pick<Config, "localCloud">): ReadonlyMap<string, FindCluster> {
  if (localCloud === undefined) return new Map();
  return new Map([["local", (token, id) => findLocal(localCloud.url, token, id)]]);
}

async function findLocal(url: string, token: SecretText, id: string): Promise<ImportAccess> {
  const found = await createLocalCloudClient({ url, token }).getCluster(id).catch(translate);
  if (found === undefined) throw refusedValue(["body", "provider_cluster_id"], "the provider has no such cluster");
  const { server, ca_data: caData, admin_token: admin } = found;
  if (found.state !== "running" || server === undefined || caData === undefined || admin === undefined)
    throw refusedValue(["body", "provider_cluster_id"], "the provider does not call this cluster running");
  return { server, caData, token: admin };
}

function translate(cause: unknown): undefined {
  if (!(cause instanceof LocalCloudError)) throw cause;
  if (cause.code === "unauthorized")
    throw refusedValue(["body", "cloud_credential_id"], "the provider refuses the token of this credential");
  // A name that can be no cluster's there is the name of none.
  if (cause.code === "invalid" || cause.code === "not_found") return undefined;
  throw new BerthError("unavailable", { cause, publicMessage: "The provider does not answer; repeat later." });
}
