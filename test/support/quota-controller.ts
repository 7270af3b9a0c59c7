import { tmpdir } from "node:os";
import { findBinaries } from "./embedded-binaries.ts";
import type { ApiServer } from "./api-server.ts";
import { runGuarded, type Guarded } from "./guarded-process.ts";

/** Starts Kubernetes' own controller of ResourceQuotas, without which an API server holds nobody to one. */
export async function startQuotaController({ kubeconfig }: Pick<ApiServer, "kubeconfig">): Promise<Guarded> {
  const binaries = await findBinaries(["kube-controller-manager"]);
  return runGuarded({
    command: await binaries("kube-controller-manager"),
    cwd: tmpdir(),
    flags: [
      `--kubeconfig=${kubeconfig}`,
      "--controllers=resourcequota-controller",
      "--leader-elect=false",
      "--secure-port=0",
      "--kube-api-qps=100",
      "--kube-api-burst=200",
      "--profiling=false",
    ],
  });
}
