import type { ClusterSpec } from "../../contract/resources/cluster.ts";
import type { Provisioner } from "./port.ts";

/** The ways in which clusters come to be. */
type ProvisionerName = "imported" | "local" | "vcluster" | "cluster-api";

/** The provisioners that this installation has. */
export type Provisioners = Readonly<Partial<Record<ProvisionerName, Provisioner>>>;

/** Names the provisioner that makes a cluster, whether or not this installation has it. */
function nameProvisioner({ imported, provider, tier }: ClusterSpec): ProvisionerName {
  if (imported !== undefined) return "imported";
  if (provider === "local") return "local";
  return tier === "shared" ? "vcluster" : "cluster-api";
}

/** Chooses the provisioner of a cluster; undefined when nobody here makes such clusters. */
export function chooseProvisioner(provisioners: Provisioners, spec: ClusterSpec): Provisioner | undefined {
  return provisioners[nameProvisioner(spec)];
}
