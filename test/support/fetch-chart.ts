import { execFile } from "node:child_process";
import { access, cp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { loadLocalConfig } from "../../local/config.ts";
import { VCLUSTER_CHART } from "../../render/cluster/virtual-cluster.ts";

const run = promisify(execFile);
/** What Go's checksum database says of the module. */
const SUM = "h1:D9ReyGQVGa566GEsMm3hKIpXDSI49KXEsVH8fCkXr9o=";

/** Answers the folder of vcluster's chart, which lies in its Go module; fetched once per version, beside the cached binaries. */
export async function fetchChart(): Promise<string> {
  const { cacheDir } = loadLocalConfig();
  const folder = join(cacheDir, `vcluster-chart-${VCLUSTER_CHART.version}`);
  const isThere = await access(join(folder, "Chart.yaml")).then(
    () => true,
    () => false,
  );
  if (isThere) return folder;
  const module = `github.com/loft-sh/vcluster@v${VCLUSTER_CHART.version}`;
  const { stdout } = await run("go", ["mod", "download", "-json", module], { cwd: tmpdir() });
  const { Dir: dir, Sum: sum } = JSON.parse(stdout) as { Dir: string; Sum: string };
  if (sum !== SUM) throw new Error(`${module} has the sum ${sum}`);
  const half = `${folder}.${process.pid}`;
  try {
    // Go's module cache is read-only, and so would be a plain copy.
    await cp(join(dir, "chart"), half, { recursive: true, mode: 0 });
    await run("chmod", ["-R", "u+w", half]);
    await rename(half, folder);
  } finally {
    await rm(half, { recursive: true, force: true });
  }
  return folder;
}
