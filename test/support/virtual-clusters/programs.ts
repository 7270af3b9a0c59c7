import { join } from "node:path";
import type { GoPrograms } from "../../../local/binaries/go-programs.ts";
import { VCLUSTER_CHART } from "../../../render/cluster/virtual-cluster.ts";

const VCLUSTER = "github.com/loft-sh/vcluster";
const KINE = "github.com/k3s-io/kine";
const PLAIN = "-s -w";

/** Lists what makes virtual clusters: about eleven minutes of one processor when it has to be built. */
export const VCLUSTER_PROGRAMS: GoPrograms = {
  name: "vcluster",
  moduleDir: join(import.meta.dirname, "vcluster"),
  programs: {
    vcluster: {
      package: `${VCLUSTER}/cmd/vcluster`,
      flags: `${PLAIN} -X ${VCLUSTER}/pkg/telemetry.SyncerVersion=${VCLUSTER_CHART.version}`,
    },
  },
};

/** Lists what virtual control planes keep their state with. */
export const KINE_PROGRAMS: GoPrograms = {
  name: "kine",
  moduleDir: join(import.meta.dirname, "kine"),
  // They keep it in a file: the clients and servers of its other stores are half of what would have to be built.
  programs: { kine: { package: KINE, flags: PLAIN, patch: { module: KINE, file: "kine.patch" } } },
  sources: ["kine.patch"],
};
