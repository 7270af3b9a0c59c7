import { organizationSlug } from "../../../contract/identity.ts";
import { credentialPlace, type SecretStore } from "../../../contract/secret-store.ts";
import type { SecretText } from "../../../contract/secret-text.ts";
import type { ClusterOrder } from "../port.ts";

/** Finds the token that a cluster is made with; undefined when there is none. */
export type TokenSource = (order: ClusterOrder) => Promise<SecretText | undefined>;

/** Reads the token of the customer's cloud credential where the cluster names one, else the platform's own. */
export function createTokenSource(store: Pick<SecretStore, "read">, platform: SecretText | undefined): TokenSource {
  return async ({ namespace, spec }) => {
    if (spec.cloudCredentialId === undefined) return platform;
    return store.read(...credentialPlace(organizationSlug(namespace), spec.cloudCredentialId));
  };
}
