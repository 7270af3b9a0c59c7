import { PassThrough } from "node:stream";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { DEPLOYMENTS, NAMESPACES, PODS } from "../../adapters/kubernetes/resource-types.ts";
import { UsageLooks } from "../../api/usage/usage-looks.ts";
import { newAccount, newCluster, type Account } from "../api/client.ts";
import { startTestGateway, type TestGateway } from "../api/gateway.ts";
import { eventually } from "../support/eventually.ts";
import { CommandLine, type Ran } from "./run-cli.ts";
import { placeOf } from "../api/find-object.ts";

/** A gateway with an account, a cluster that runs, and a command line that has the account's key. */
export type CliScene = Readonly<{
  gateway: TestGateway;
  account: Account;
  clusterId: string;
  berth: CommandLine;
  /** Plays the operator for a deployment while a command waits for it. */
  whileArriving: (name: string, run: Promise<Ran>) => Promise<Ran>;
  /** Says of a deployment's newest change what the operator would. */
  tell: (id: string, phase: string, message?: string) => Promise<void>;
  /** Ends a deployment as the operator would, once somebody deletes it: sooner, it would be gone before it is deleted. */
  finishDeleted: (id: string) => Promise<void>;
  /** What the pod of a deployment logs. */
  logsOf: (id: string, ...lines: string[]) => Promise<void>;
  stop: () => Promise<void>;
}>;

const STEPS = ["Accepted", "Rendered", "Committed", "Synced", "Healthy"];
const TIME = "2026-01-01T00:00:00Z";

/** Sets the scene. */
export async function startCliScene(env: Record<string, string> = {}): Promise<CliScene> {
  const logs = new Map<string, string>();
  const gateway = await startTestGateway({
    env: { BERTH_ARCHIVE_URL: "s3://archive", ...env },
    replace: ({ tenantReader }) => ({
      usageLooks: new UsageLooks({ freshMs: 0, failedMs: 0, timeoutMs: 60_000, perUser: 100 }),
      tenantReader: { open: async (cluster) => withLogs(await tenantReader.open(cluster), logs) },
    }),
  });
  const account = await newAccount(gateway.url);
  const clusterId = await newCluster(account.call, { name: "harbour", tier: "dedicated" });
  await gateway.settle("Cluster", clusterId, "running", { kubernetesVersion: "v1.36.1" });
  const objectOf = async (id: string) => {
    const { namespace, name } = await placeOf(gateway, id);
    const object = await gateway.kube.get(DEPLOYMENTS, { namespace, name });
    const isDeleted = object?.metadata.deletionTimestamp !== undefined;
    return { name, generation: object?.metadata.generation ?? 0, isDeleted };
  };
  const tell = async (id: string, phase: string, message?: string): Promise<void> => {
    const { generation } = await objectOf(id);
    const conditions = STEPS.map((type) => {
      const isWrong = message !== undefined && type === "Healthy";
      const told = isWrong
        ? { status: "False", reason: "Degraded", message }
        : { status: "True", reason: type, message: "" };
      return { type, ...told, observedGeneration: generation, lastTransitionTime: new Date().toISOString() };
    });
    const committedAt = new Date(Date.UTC(2026, 0, 1, 0, generation)).toISOString();
    const git = { path: "x", commit: `c${generation}`, contentHash: `h${generation}`, committedAt };
    await gateway.settle("Deployment", id, phase, { conditions, git, ...(message !== undefined && { message }) });
  };
  const berth = new CommandLine({ BERTH_URL: gateway.url, BERTH_API_KEY: account.key });
  return {
    gateway,
    account,
    clusterId,
    berth,
    tell,
    async whileArriving(name, run) {
      let isDone = false;
      const done = run.finally(() => (isDone = true));
      await eventually(async () => {
        const { body } = await account.call<{ deployments: { id: string }[] }>("GET", `/deployments?q=${name}`);
        for (const { id } of body.deployments) await tell(id, "running");
        if (!isDone) throw new Error(`berth still waits for ${name}`);
      });
      return done;
    },
    async finishDeleted(id) {
      await eventually(async () => {
        if (!(await objectOf(id)).isDeleted) throw new Error(`nobody deletes ${id}`);
      });
      await gateway.finish("Deployment", id);
    },
    async logsOf(id, ...lines) {
      const { name: namespace } = await objectOf(id);
      logs.set(namespace, lines.map((line) => `${TIME} ${line}\n`).join(""));
      const metadata = { name: "web-1", namespace };
      await gateway.kube.create(NAMESPACES, { metadata: { name: namespace } }, { fieldManager: "test" });
      await gateway.kube.create(
        PODS,
        { metadata, spec: { containers: [{ name: "app", image: "a" }] } },
        { fieldManager: "test" },
      );
      const options = { fieldManager: "test", subresource: "status" };
      await gateway.kube.patch(PODS, metadata, { kind: "merge", body: { status: { phase: "Running" } } }, options);
    },
    async stop() {
      berth.close();
      await gateway.stop();
    },
  };
}

/** The API server has no kubelets: their answers are made here. */
function withLogs(client: KubeClient, logs: ReadonlyMap<string, string>): KubeClient {
  return {
    list: (...given: Parameters<KubeClient["list"]>) => client.list(...given),
    request: (...given: Parameters<KubeClient["request"]>) => client.request(...given),
    stream: (path: string) => {
      const log = new PassThrough();
      log.end(logs.get(/namespaces\/([^/]+)\//.exec(path)?.[1] ?? "") ?? "");
      return Promise.resolve(log);
    },
    close: () => client.close(),
  } as Partial<KubeClient> as KubeClient;
}
