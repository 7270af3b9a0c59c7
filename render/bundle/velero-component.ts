import type { BackupStore } from "../../contract/store-settings.ts";
import { archiveBucket, archiveFolder } from "../database/database-names.ts";
import type { JsonMap } from "../text/yaml-text.ts";
import type { BundleComponent } from "./component.ts";

/** The plugin by which Velero writes to S3: 1.14 goes with Velero 1.18, which the charts of both channels bring. */
const PLUGIN = "docker.io/velero/velero-plugin-for-aws:v1.14.3";

/** Nobody's deployments are on a host, and what its tenants run there has no business with backups. */
const ON_HOSTS = { configuration: { backupStorageLocation: [] }, initContainers: [] };

/** Takes the backups that deployments ask for. */
export const VELERO: BundleComponent = {
  component: "velero",
  purpose: "Takes backups of volumes.",
  repository: "https://vmware-tanzu.github.io/helm-charts",
  chart: "velero",
  versions: { stable: "12.0.3", latest: "12.1.0" },
  namespace: "velero",
  values: {
    deployNodeAgent: true,
    upgradeCRDs: false,
    // The ApplicationSet turns them on where there is a location, together with the cluster's own folder in it.
    backupsEnabled: false,
    snapshotsEnabled: false,
    resources: { requests: { cpu: "100m", memory: "128Mi" } },
  },
  valuesUnder: ({ backups }) => (backups === undefined ? {} : storedIn(backups)),
  valuesOn: { host: ON_HOSTS, "host-both": ON_HOSTS, "host-gateway": ON_HOSTS },
  profiles: ["standard", "imported"],
  own: {
    kinds: ["backups.velero.io/v1", "backupstoragelocations.velero.io/v1", "schedules.velero.io/v1"],
    // Its Schedules read volumes through pods by today's name.
    versionMin: "1.10",
    isPlaced: true,
    note: "Deployments' backups go where its default location says, and no key of the platform's is brought to it.",
  },
  skipOnAutopilot: "its node agent mounts host paths, which Autopilot refuses",
  footprint: {
    crds: [
      "backuprepositories",
      "backups",
      "backupstoragelocations",
      "datadownloads",
      "datauploads",
      "deletebackuprequests",
      "downloadrequests",
      "podvolumebackups",
      "podvolumerestores",
      "restores",
      "schedules",
      "serverstatusrequests",
      "volumesnapshotlocations",
    ].map((plural) => `${plural}.velero.io`),
    clusterRoleBindings: ["velero-server"],
    images: ["velero"],
  },
};

/**
 * Names the keys that a cluster has of its own. Never keys of all: who administers a cluster reads all its Secrets, and so
 * would read everybody's backups (docs/adr/0107).
 */
export const BACKUP_KEYS = { name: "berth-backups", key: "cloud" } as const;

function storedIn({ destination, endpoint, access }: BackupStore): JsonMap {
  const location = {
    name: "default",
    default: true,
    provider: "aws",
    bucket: archiveBucket(destination),
    prefix: archiveFolder(destination),
    config: endpoint === undefined ? {} : compatible(endpoint),
    ...(access === "keys" ? { credential: BACKUP_KEYS } : {}),
  };
  return {
    configuration: { backupStorageLocation: [location] },
    // With the chart's own empty Secret it would look for keys there, and for no role.
    credentials: { useSecret: false },
    initContainers: [
      { name: "velero-plugin-for-aws", image: PLUGIN, volumeMounts: [{ name: "plugins", mountPath: "/target" }] },
    ],
  };
}

/** What speaks S3 and is not Amazon's has its name in the path, no region that matters, and often no newer checksums. */
function compatible(endpoint: string): JsonMap {
  return { region: "us-east-1", s3Url: endpoint, s3ForcePathStyle: "true", checksumAlgorithm: "" };
}
