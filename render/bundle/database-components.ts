import type { BundleComponent } from "./component.ts";

const REQUESTS = { cpu: "50m", memory: "128Mi" };
/** The plugin must run in the namespace of the operator that calls it. */
const NAMESPACE = "cnpg-system";

/** Runs PostgreSQL. */
export const CLOUDNATIVE_PG: BundleComponent = {
  component: "cloudnative-pg",
  purpose: "Runs PostgreSQL databases.",
  repository: "https://cloudnative-pg.github.io/charts",
  chart: "cloudnative-pg",
  versions: { stable: "0.29.0", latest: "0.29.0" },
  namespace: NAMESPACE,
  values: { resources: { requests: REQUESTS } },
  profiles: ["standard", "imported"],
  own: {
    kinds: ["backups", "clusters", "databases", "scheduledbackups"].map((plural) => `${plural}.postgresql.cnpg.io/v1`),
    // Its Clusters have the failover quorum.
    versionMin: "1.28",
    // Where the plugin is.
    isPlaced: true,
  },
  footprint: {
    crds: [
      "backups",
      "clusterimagecatalogs",
      "clusters",
      "databaseroles",
      "databases",
      "failoverquorums",
      "imagecatalogs",
      "poolers",
      "publications",
      "scheduledbackups",
      "subscriptions",
    ].map((plural) => `${plural}.postgresql.cnpg.io`),
    clusterRoles: ["cloudnative-pg", "cloudnative-pg-view", "cloudnative-pg-edit"],
    clusterRoleBindings: ["cloudnative-pg"],
    webhooks: [
      { kind: "Mutating", name: "cnpg-mutating-webhook-configuration" },
      { kind: "Validating", name: "cnpg-validating-webhook-configuration" },
    ],
    images: ["cloudnative-pg/cloudnative-pg"],
  },
};

const BARMAN_CLOUD: BundleComponent = {
  component: "plugin-barman-cloud",
  purpose: "Archives PostgreSQL databases and restores them.",
  repository: "https://cloudnative-pg.github.io/charts",
  chart: "plugin-barman-cloud",
  versions: { stable: "0.7.0", latest: "0.7.0" },
  namespace: NAMESPACE,
  values: { resources: { requests: REQUESTS } },
  profiles: ["standard", "imported"],
  own: { kinds: ["objectstores.barmancloud.cnpg.io/v1"], versionMin: "0.14", isPlaced: true },
  footprint: {
    crds: ["objectstores.barmancloud.cnpg.io"],
    clusterRoles: ["plugin-barman-cloud"],
    clusterRoleBindings: ["plugin-barman-cloud-binding"],
    images: ["plugin-barman-cloud"],
  },
};

/** Runs MySQL. */
export const MOCO: BundleComponent = {
  component: "moco",
  purpose: "Runs MySQL databases.",
  repository: "https://cybozu-go.github.io/moco",
  chart: "moco",
  versions: { stable: "0.26.0", latest: "0.26.0" },
  namespace: "moco-system",
  values: { resources: { requests: REQUESTS } },
  profiles: ["standard", "imported"],
  own: {
    kinds: ["backuppolicies", "mysqlclusters"].map((plural) => `${plural}.moco.cybozu.com/v1beta2`),
    versionMin: "0.36",
  },
  footprint: {
    crds: ["backuppolicies.moco.cybozu.com", "mysqlclusters.moco.cybozu.com"],
    clusterRoles: [
      "moco-backuppolicy-editor-role",
      "moco-backuppolicy-viewer-role",
      "moco-manager-role",
      "moco-mysqlcluster-editor-role",
      "moco-mysqlcluster-viewer-role",
    ],
    clusterRoleBindings: ["moco-manager-rolebinding"],
    webhooks: [
      { kind: "Mutating", name: "moco-mutating-webhook-configuration" },
      { kind: "Validating", name: "moco-validating-webhook-configuration" },
    ],
    admissionPolicies: ["moco-delete-validator"],
    images: ["cybozu-go/moco"],
  },
};

/** Lists what runs managed databases (docs/adr/0020); the plugin and MOCO have cert-manager make their certificates. */
export const DATABASE_COMPONENTS: readonly BundleComponent[] = [CLOUDNATIVE_PG, BARMAN_CLOUD, MOCO];
