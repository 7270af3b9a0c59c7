import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import { renderError } from "../render-error.ts";
import { hashText } from "../text/text-hash.ts";
import type { WorkloadValues } from "../charts/workload-values.ts";

const SLUG_LENGTH_MAX = 40;
const ENDS_LIKE_HASH = /-[0-9a-f]{8}$/;

/** Derives the volumes of a deployment; storage_size_gb is the size of /data when there are none (docs/adr/0028). */
export function deriveVolumes(spec: DeploymentSpec): WorkloadValues["volumes"] {
  const mounts = spec.volumes?.length
    ? spec.volumes
    : spec.storageSizeGb === undefined
      ? []
      : [{ path: "/data", sizeGb: spec.storageSizeGb }];
  if (mounts.length === 0) return undefined;
  const volumes = mounts.map((mount) => ({ ...mount, name: deriveVolumeName(mount.path) }));
  // Two paths with one name would share their data: better no rendering than that.
  if (new Set(volumes.map((volume) => volume.name)).size < volumes.length)
    throw renderError("volumes", "have paths that are too alike");
  return volumes.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Derives the name of a volume from its path alone, so that the order of the list and a rename never move data. */
function deriveVolumeName(path: string): string {
  const slug = path
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  if (`/${slug}` === path && slug.length <= SLUG_LENGTH_MAX && !ENDS_LIKE_HASH.test(slug)) return slug;
  const hash = hashText(path).toString(16).padStart(8, "0");
  return `${slug.slice(0, SLUG_LENGTH_MAX).replace(/-$/, "") || "root"}-${hash}`;
}
