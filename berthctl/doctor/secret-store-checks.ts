import { platformScope, type SecretStore } from "../../contract/secret-store.ts";
import { ok, type Check } from "./check.ts";

/** Names a place where nothing is. */
const NOBODY = platformScope("doctor-looks-here");

/** Looks at the secret store with a read that finds nothing; `undefined` is the kubernetes driver. */
export function secretStoreChecks(vault: SecretStore | undefined): readonly Check[] {
  return [
    {
      area: "secret store",
      name: vault === undefined ? "kubernetes" : "vault",
      remedy: "check BERTH_VAULT_URL and the operator's login: Vault must be unsealed, its policy must allow the mount",
      look: async () => {
        if (vault === undefined) return ok("Secrets of the management cluster");
        await vault.find(NOBODY, "nothing");
        return ok("answers, login accepted");
      },
    },
  ];
}
