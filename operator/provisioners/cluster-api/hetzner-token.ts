import { credentialPlace, type SecretStore } from "../../../contract/secret-store.ts";
import { SecretText } from "../../../contract/secret-text.ts";
import type { ClusterOrder } from "../port.ts";

/** Finds the token that a cluster is made with; undefined when there is none. */
export type TokenSource = (order: ClusterOrder) => Promise<SecretText | undefined>;

/** Reads the token of the customer's cloud credential where the cluster names one, else the platform's own. */
export function createTokenSource(store: Pick<SecretStore, "read">, platform: string | undefined): TokenSource {
  return async ({ namespace, spec }) => {
    if (spec.cloudCredentialId === undefined) return platform === undefined ? undefined : new SecretText(platform);
    return store.read(...credentialPlace(namespace.replace(/^org-/, ""), spec.cloudCredentialId));
  };
}
