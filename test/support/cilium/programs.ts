import { fileURLToPath } from "node:url";
import { fetchGoModule } from "../../../local/binaries/go-module.ts";
import { findGoPrograms, type GoPrograms } from "../../../local/binaries/go-programs.ts";
import { loadLocalConfig } from "../../../local/config.ts";
import { runToEnd } from "../embedded-binaries.ts";

const CILIUM = "github.com/cilium/cilium";
const SUM = "h1:dqiEGIcXc+gqCLYG/l7VCFJ8GHyb4HUrwbZOpkX5dL8=";
/** The one that the bundle brings. */
export const CILIUM_VERSION = "1.20.2";
const FLAGS = `-s -w -X ${CILIUM}/pkg/version.ciliumVersion=${CILIUM_VERSION}`;
const TAGS = "osusergo";

/** Lists Cilium's programs, and the WireGuard for kernels without it: about ten minutes when they have to be built. */
const CILIUM_PROGRAMS: GoPrograms = {
  name: "cilium",
  moduleDir: fileURLToPath(new URL(".", import.meta.url)),
  programs: {
    "cilium-agent": { package: `${CILIUM}/daemon`, flags: FLAGS, tags: TAGS },
    "cilium-cni": { package: `${CILIUM}/plugins/cilium-cni`, flags: FLAGS, tags: TAGS },
    "cilium-dbg": { package: `${CILIUM}/cilium-dbg`, flags: FLAGS, tags: TAGS },
    "cilium-health-responder": { package: `${CILIUM}/cilium-health/responder`, flags: FLAGS, tags: TAGS },
    "cilium-mount": { package: `${CILIUM}/tools/mount`, flags: FLAGS },
    "cilium-sysctlfix": { package: `${CILIUM}/tools/sysctlfix`, flags: FLAGS },
    // A constant of it lies in a module that cannot be fetched.
    "cilium-operator-generic": {
      package: `${CILIUM}/operator`,
      flags: FLAGS,
      tags: "osusergo,ipam_provider_operator",
      patch: { module: CILIUM, file: "cilium.patch" },
    },
    "wireguard-go": { package: "golang.zx2c4.com/wireguard", flags: "-s -w" },
  },
  sources: ["cilium.patch"],
};

/** Answers the folder of Cilium's programs, built with Go where they are missing. */
export function findCilium(): Promise<string> {
  const { cacheDir } = loadLocalConfig();
  const report = (line: string): void => console.log(`    ${line}`);
  return findGoPrograms(CILIUM_PROGRAMS, { cacheDir, run: runToEnd, report });
}

/** Answers the folder of the module that it is made of: the chart and the programs for the kernel lie there. */
export function fetchCilium(): Promise<string> {
  return fetchGoModule({ module: `${CILIUM}@v${CILIUM_VERSION}`, sum: SUM }, runToEnd);
}
