import type { AcmeIssuer, WildcardIssuer } from "../../../contract/certificate-settings.ts";
import type { BackupStore } from "../../../contract/store-settings.ts";
import type { DnsMaker } from "../../../contract/names-settings.ts";
import type { ArchiveStore } from "../../../render/database/database-input.ts";

/** What the controllers need to know of their surroundings. */
export type DeliverySettings = Readonly<{
  repoUrl: string;
  branch: string;
  argocdNamespace: string;
  appsDomain: string;
  /** Who makes the DNS records of clusters; people when unset. */
  dns?: DnsMaker;
  /** ClusterIssuer of cert-manager on each cluster; empty where people bring certificates, the charts' own when unset. */
  clusterIssuer?: string | undefined;
  /** What that issuer is made from; undefined where people keep it on their clusters. */
  acme?: AcmeIssuer | undefined;
  /** Who gives certificates for all names of a cluster, on the management cluster; people bring them when unset. */
  wildcardIssuer?: WildcardIssuer | undefined;
  /** Name under which Argo CD knows the management cluster. */
  managementCluster: string;
  /** Version of the workload chart that this release publishes. */
  chartVersion: string;
  /** Version of the database chart that this release publishes. */
  databaseChartVersion: string;
  /** Where the archives of databases lie; undefined where there are none. */
  archive: ArchiveStore | undefined;
  /** Where deployments' backups are kept; undefined where there are none. */
  backups?: BackupStore | undefined;
  /** After how many days their bucket removes what was written; undefined = never. */
  archiveDays?: number | undefined;
  /** Where secrets are kept, and so how pods come by them. */
  secretsDriver: "kubernetes" | "vault";
  /** Whether the platform runs Argo CD Image Updater. */
  imageUpdater: boolean;
  /** Host of the platform's registry; undefined where there is none. */
  registryHost: string | undefined;
  /** Where the operator keeps what is its own. */
  operatorNamespace: string;
  /** How long a node may take to be empty before a change of the server type stops. */
  nodeDrainMs: number;
  /** As whom the gateway signs in to the management cluster. */
  gatewayUser: string;
}>;
