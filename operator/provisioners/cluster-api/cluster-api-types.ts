import type { ResourceType } from "../../../adapters/kubernetes/kube-object.ts";
import { SECRETS } from "../../../adapters/kubernetes/resource-types.ts";
import { API_VERSIONS, type Manifest } from "../../../render/cluster-api/manifest.ts";

/** Names the kinds that are read. */
export const CAPI_CLUSTERS = type(API_VERSIONS.core, "Cluster");
export const MACHINES = type(API_VERSIONS.core, "Machine");
export const HETZNER_CLUSTERS = type(API_VERSIONS.hetzner, "HetznerCluster");
export const HCLOUD_MACHINES = type(API_VERSIONS.hetzner, "HCloudMachine");

/** Names the kind of an object that is rendered. */
export function clusterApiType({ apiVersion, kind }: Pick<Manifest, "apiVersion" | "kind">): ResourceType {
  return kind === SECRETS.kind ? SECRETS : type(apiVersion, kind);
}

function type(apiVersion: string, kind: string): ResourceType {
  const [group = "", version = ""] = apiVersion.split("/");
  const singular = kind.toLowerCase();
  return { group, version, kind, plural: singular.endsWith("ss") ? `${singular}es` : `${singular}s`, namespaced: true };
}
