/**
 * Measures the whole chain on an idle stack with the real Argo CD: PATCH of a deployment → pushed commit → `running` at
 * the new revision. The baseline in the same run is what the parts below need anyway: a push by the git command line
 * and a refresh of the Application, until Argo CD reports that commit as synced and healthy.
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createKubeClient, type KubeObject } from "../adapters/kubernetes/kube-client.ts";
import { APPLICATIONS } from "../adapters/kubernetes/resource-types.ts";
import { startStack } from "../local/stack.ts";
import { registerAccount } from "../test/support/berth-client.ts";
import { DeliveryRepository } from "../test/support/delivery-repository.ts";
import { eventually } from "../test/support/eventually.ts";
import { runningCluster } from "../test/support/platform.ts";
import { printTable, quantile } from "./report.ts";

const CHANGES = 30;
type Application = KubeObject &
  Readonly<{ status?: { sync?: { status?: string; revision?: string }; health?: { status?: string } } }>;

const homeDir = mkdtempSync(join(tmpdir(), "berth-bench-"));
const stack = await startStack({ homeDir, nodes: "simulated", port: 0, quiet: true });
const management = createKubeClient({ kubeconfigPath: stack.connection.kubeconfig });
try {
  const berth = await registerAccount(stack.connection.url);
  const clusterId = await runningCluster(berth, "bench");
  const created = await berth.call<{ id: string; git_path: string; status: string }>("POST", "/deployments?wait=120", {
    name: "shop",
    cluster_id: clusterId,
    app_type: "web_app",
    docker_image: "nginx:1.29",
    container_port: 8080,
  });
  const { id, git_path: gitPath } = created.body;
  const handle = gitPath.split("/")[3]!;
  const branch = join(homeDir, "git/platform.git/refs/heads/main");

  const committed: number[] = [];
  const running: number[] = [];
  for (let round = 0; round < CHANGES; round += 1) {
    const startedAtMs = Date.now();
    const answer = await berth.call<{ status: string }>("PATCH", `/deployments/${id}?wait=60`, {
      environment_variables: [{ name: "ROUND", value: String(round) }],
    });
    if (answer.body.status !== "running") throw new Error(`Round ${round} ended ${answer.body.status}`);
    running.push(Date.now() - startedAtMs);
    // A commit's own time has whole seconds only; the server wrote the branch when it took the push.
    committed.push(statSync(branch).mtimeMs - startedAtMs);
  }

  const repository = new DeliveryRepository(stack);
  const read = async (): Promise<Application | undefined> =>
    management.get<Application>(APPLICATIONS, { namespace: "argocd", name: handle });
  const baseline: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    const former = (await read())?.status?.sync?.revision;
    const startedAtMs = Date.now();
    const commit = repository.pushFile(gitPath, `${repository.read(gitPath)}# ${round}\n`);
    await management.patch(
      APPLICATIONS,
      { namespace: "argocd", name: handle },
      { kind: "merge", body: { metadata: { annotations: { "argocd.argoproj.io/refresh": "normal" } } } },
      { fieldManager: "bench" },
    );
    await eventually(
      async () => {
        const { sync, health } = (await read())?.status ?? {};
        const isAtRest = sync?.status === "Synced" && health?.status === "Healthy" && sync.revision !== former;
        if (!isAtRest || !repository.holds(sync.revision ?? "", commit)) throw new Error("Not synced yet");
      },
      60_000,
      20,
    );
    baseline.push(Date.now() - startedAtMs);
  }
  repository.remove();

  const row = (name: string, samples: readonly number[], target: string): Record<string, string> => ({
    step: name,
    "p50 ms": quantile(samples, 0.5).toFixed(0),
    "p99 ms": quantile(samples, 0.99).toFixed(0),
    target,
  });
  printTable("The whole chain, idle stack", [
    row("PATCH to pushed commit", committed, "p50 150, p99 1000"),
    row("PATCH to running at the new revision", running, "p50 4000"),
    row("baseline: git push and refresh by hand to Synced and Healthy", baseline, ""),
  ]);
} finally {
  await management.close();
  await stack.stop();
  rmSync(homeDir, { recursive: true, force: true });
}
