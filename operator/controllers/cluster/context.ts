import type { KindContext, Parts } from "../parts.ts";
import { decideVersion } from "../../../contract/kubernetes-versions.ts";
import { NodeDrains } from "../../delivery/node-drains.ts";
import { PlatformSecrets } from "../../delivery/platform-secrets.ts";
import { chooseProvisioner } from "../../provisioners/choose-provisioner.ts";
import type { ClusterOrder, Provisioner } from "../../provisioners/port.ts";
import { idOf } from "../../resources/adoption.ts";
import type { ClusterObject } from "../../resources/objects.ts";
import { clusterHandle } from "../../resources/handles.ts";
import { createBackupKeyLooks, type BackupKeyLooks } from "./backup-keys.ts";
import { createGatewayLooks, type GatewayLooks } from "./gateway-looks.ts";
import { createGatewayKindLooks, type GatewayKindLooks } from "./gateway-kinds.ts";
import { createNameLooks, type NameLooks } from "./names.ts";
import { Leftovers } from "./leftovers.ts";
import { createWildcardLooks, type WildcardLooks } from "./wildcard.ts";

/** What only the cluster controller works with. */
type Equipment = Readonly<{
  drains: NodeDrains;
  leftovers: Leftovers;
  platformSecrets: PlatformSecrets;
  backupKeys: BackupKeyLooks;
  gateways: GatewayLooks;
  gatewayKinds: GatewayKindLooks;
  names: NameLooks;
  wildcards: WildcardLooks;
}>;
/** What the cluster controller works with. */
export type ClusterContext = KindContext<ClusterObject, Equipment>;

/** Makes what only the cluster controller works with. */
export function equipClusters({
  client,
  clock,
  logger,
  settings,
  provisioners,
  onNews,
  lookUpRecords,
}: Parts): Equipment {
  const namespace = settings.operatorNamespace;
  return {
    drains: new NodeDrains(clock),
    leftovers: new Leftovers(client, { namespace, provisioners, logger }),
    platformSecrets: new PlatformSecrets(clock, logger),
    backupKeys: createBackupKeyLooks({ clock, settings, onNews }),
    gateways: createGatewayLooks(clock, onNews),
    gatewayKinds: createGatewayKindLooks(clock, onNews),
    names: createNameLooks(lookUpRecords, clock, onNews),
    wildcards: createWildcardLooks(clock, onNews),
  };
}

/** Says what is ordered at the provider; the version is always told, as a full one. */
export function orderOf(object: ClusterObject): ClusterOrder {
  const { metadata, spec, status } = object;
  const kubernetesVersion = decideVersion(spec.provider, spec.kubernetesVersion, status?.kubernetesVersion);
  const ordered = { ...spec, kubernetesVersion };
  const order = { handle: clusterHandle(object), namespace: metadata.namespace ?? "", id: idOf(object), spec: ordered };
  return status?.host === undefined ? order : { ...order, host: status.host };
}

/** Returns who makes the cluster; undefined when nobody here does. */
export function provisionerOf({ provisioners }: ClusterContext, { spec }: ClusterObject): Provisioner | undefined {
  return chooseProvisioner(provisioners, spec);
}
