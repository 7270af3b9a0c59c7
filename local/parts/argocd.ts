import { join } from "node:path";
import { deriveArgoObjects } from "../argocd/manifests.ts";
import { argoSpecs, prepareArgo, redisSpec } from "../argocd/processes.ts";
import { applyManifests } from "../cluster/apply-manifests.ts";
import { kubeconfigPath } from "../cluster/control-plane.ts";
import { ARGOCD_NAMESPACE } from "./context.ts";
import type { StackContext } from "./context.ts";
import type { GitAccess } from "./git.ts";
import type { Management } from "./management.ts";

/** Starts Redis and Argo CD over a running management cluster. */
export async function startArgo(context: StackContext, management: Management, git: GitAccess): Promise<void> {
  const { homeDir, config, ports, secrets, binaries, supervisor, report } = context;
  await applyManifests(
    management.access,
    deriveArgoObjects({
      namespace: ARGOCD_NAMESPACE,
      serverKey: secrets.argocdServerKey,
      git,
      management: { ...management.access, token: secrets.argocdManagement },
    }),
    { report, signal: supervisor.closing },
  );
  const dir = join(homeDir, "argocd");
  const redisPort = await ports.take("redis");
  await supervisor.start(redisSpec({ command: await binaries("redis"), port: redisPort, dir: homeDir }));
  const argo = {
    dir,
    namespace: ARGOCD_NAMESPACE,
    argocd: await binaries("argocd"),
    helm: await binaries("helm"),
    path: config.childEnv["PATH"] ?? "",
    kubeconfig: kubeconfigPath(management.plane, "argocd"),
    redisPort,
    ports: {
      repoServer: await ports.take("argocd-repo-server"),
      repoServerMetrics: await ports.take("argocd-repo-server-metrics"),
      controllerMetrics: await ports.take("argocd-application-controller-metrics"),
      setMetrics: await ports.take("argocd-applicationset-controller-metrics"),
      setProbe: await ports.take("argocd-applicationset-controller-probe"),
      setWebhook: await ports.take("argocd-applicationset-controller-webhook"),
    },
  };
  await prepareArgo(argo);
  await Promise.all(argoSpecs(argo).map((spec) => supervisor.start(spec)));
  report("argocd: ready");
}
