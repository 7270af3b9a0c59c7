import type { KubeClient } from "../adapters/kubernetes/kube-client.ts";
import { KubernetesSecretStore } from "../adapters/kubernetes/secret-store.ts";
import type { Logger } from "../adapters/log/logger.ts";
import { createLocalCloudClient } from "../adapters/providers/local-cloud-client.ts";
import { FIELD_MANAGERS } from "../contract/identity.ts";
import type { SecretStore } from "../contract/secret-store.ts";
import type { Config } from "./config.ts";
import { MANAGEMENT_WRITE_MAX_MS, guardCalls, type AssertMayAct } from "./controllers/shared/leader-guard.ts";
import type { Provisioners } from "./provisioners/choose-provisioner.ts";
import { createClusterApiProvisioner } from "./provisioners/cluster-api/cluster-api-provisioner.ts";
import { createTokenSource } from "./provisioners/cluster-api/hetzner-token.ts";
import { createLocalProvisioner } from "./provisioners/local/local-provisioner.ts";

/** What provisioners act through; whatever they change is asked about first. */
type ProvisionerParts = Readonly<{
  client: KubeClient;
  assertMayAct: AssertMayAct;
  store: SecretStore | undefined;
  logger: Logger;
}>;

/** Creates the provisioners that the settings name. */
export function createProvisioners({ localCloud, clusterApi }: Config, parts: ProvisionerParts): Provisioners {
  const { assertMayAct, logger } = parts;
  const client = guardCalls(parts.client, assertMayAct, MANAGEMENT_WRITE_MAX_MS);
  const store = parts.store ?? new KubernetesSecretStore(client, { fieldManager: FIELD_MANAGERS.operator });
  return {
    ...(localCloud && {
      local: createLocalProvisioner(createLocalCloudClient({ ...localCloud, beforeWrite: assertMayAct })),
    }),
    ...(clusterApi && {
      "cluster-api": createClusterApiProvisioner({
        ...clusterApi,
        client,
        logger,
        token: createTokenSource(store, clusterApi.token),
      }),
    }),
  };
}
