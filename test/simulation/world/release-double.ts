import { parse } from "yaml";
import type { KubeObject, ResourceType } from "../../../adapters/kubernetes/kube-object.ts";
import { JOBS, PODS, WORKLOADS } from "../../../adapters/kubernetes/resource-types.ts";
import { LABELS } from "../../../contract/identity.ts";
import type { AwaitedJob } from "../../support/argo-application.ts";
import type { FakeKubeClient } from "../../support/fake-kube-client.ts";
import type { World } from "./world.ts";

/** How the release command of an image ends. */
type ReleaseFate = "succeeds" | "fails" | "is not found";

const RUN_MS = 8_000;
const TICK_MS = 1_000;
const EXIT_CODE = 3;
const LAST_LINE = "relation orders exists already";
const MANAGER = { fieldManager: "kubelet" } as const;
const NO_IMAGE = `Back-off pulling image: rpc error: code = NotFound desc = failed to resolve image: not found`;

type Values = Readonly<{
  handle: string;
  stopped?: boolean;
  image?: { reference?: string };
  release?: Readonly<{ image?: string; print: string; timeoutSeconds: number }>;
}>;
type Job = KubeObject &
  Readonly<{
    spec?: { activeDeadlineSeconds?: number; template?: { image?: string } };
    status?: { conditions?: readonly Readonly<{ type: string }>[] };
  }>;

/** Plays on tenant clusters what comes of our chart's release command: its Job and pod, and what rolls out after it. */
export class ReleaseDouble {
  readonly #world: World;
  readonly #places = new Map<string, FakeKubeClient>();
  /** The images whose commands were run, in order, each time anew. */
  readonly runs: string[] = [];
  fate: (image: string) => ReleaseFate = () => "succeeds";

  constructor(world: World) {
    this.#world = world;
    world.onAwaited = (server, namespace, content) => this.#awaited(server, namespace, content);
    world.onDeployed = (server, namespace, content) => this.#deployed(server, namespace, content);
    world.onPodAsked = (path) => (path.includes("/log?") ? `${LAST_LINE}\n` : undefined);
    this.#tick();
  }

  /** Reads which image the pods of a namespace have; undefined where there are none. */
  async image(server: FakeKubeClient, namespace: string): Promise<unknown> {
    const { items } = await server.list(WORKLOADS, { namespace });
    return items.map((workload) => workload["spec"])[0];
  }

  async #awaited(server: FakeKubeClient, namespace: string, content: string): Promise<AwaitedJob | undefined> {
    const { handle, release, stopped = false } = valuesOf(content);
    if (release === undefined) return undefined;
    const name = `${handle}-${release.print}`;
    const job =
      (await server.get<Job>(JOBS, { namespace, name })) ?? (await this.#start(server, namespace, name, release));
    return { name, phase: stopped ? "Applied" : phaseOf(job) };
  }

  async #start(
    server: FakeKubeClient,
    namespace: string,
    name: string,
    { image = "", timeoutSeconds }: NonNullable<Values["release"]>,
  ): Promise<Job> {
    this.#places.set(namespace, server);
    this.runs.push(image);
    const labels = { [LABELS.run]: name, [LABELS.release]: "true" };
    const spec = { activeDeadlineSeconds: timeoutSeconds, template: { image } };
    const job = await server.create<Job>(JOBS, { metadata: { name, namespace, labels }, spec }, MANAGER);
    const isThere = this.fate(image) !== "is not found";
    const waiting = { reason: "ImagePullBackOff", message: NO_IMAGE };
    await server.create(
      PODS,
      {
        metadata: { name: `${name}-pod`, namespace, labels: { ...labels, "job-name": name } },
        spec: { containers: [{ name: "app", image }] },
        status: statusOf(isThere ? { running: {} } : { waiting }),
      },
      MANAGER,
    );
    return job;
  }

  /** What is not wanted any more is pruned: of the Jobs all but the newest. */
  async #deployed(server: FakeKubeClient, namespace: string, content: string): Promise<void> {
    const { handle, image, release, stopped } = valuesOf(content);
    if (handle === undefined) return;
    const { items } = await server.list(JOBS, { namespace });
    for (const { metadata } of items)
      if (metadata.name !== `${handle}-${release?.print}`)
        await server.delete(JOBS, { namespace, name: metadata.name });
    const ref = { namespace, name: handle };
    const spec = stopped === true ? null : (image?.reference ?? null);
    if ((await server.get(WORKLOADS, ref)) === undefined)
      await server.create(WORKLOADS, { metadata: ref, spec }, MANAGER);
    else await server.patch(WORKLOADS, ref, { kind: "merge", body: { spec } }, MANAGER);
  }

  #tick(): void {
    this.#world.clock.setTimeout(() => {
      void this.#work().finally(() => this.#tick());
    }, TICK_MS);
  }

  async #work(): Promise<void> {
    for (const [namespace, server] of this.#places) {
      const { items: jobs } = await server.list<Job>(JOBS, { namespace });
      for (const job of jobs) await this.#end(server, job);
      await collect(server, namespace, new Set(jobs.map(({ metadata }) => metadata.name)));
    }
  }

  async #end(server: FakeKubeClient, job: Job): Promise<void> {
    const { name, namespace = "" } = job.metadata;
    const end = this.#endOf(job);
    if (phaseOf(job) !== "Running" || end === undefined) return;
    const pod = { namespace, name: `${name}-pod` };
    if (end.exitCode === undefined) await server.delete(PODS, pod);
    else await say(server, PODS, pod, statusOf({ terminated: { exitCode: end.exitCode } }));
    const { type, reason } = end;
    await say(server, JOBS, { namespace, name }, { conditions: [{ type, status: "True", reason }] });
  }

  #endOf({ metadata: { creationTimestamp = "" }, spec = {} }: Job): End | undefined {
    const { activeDeadlineSeconds = 0, template } = spec;
    const ageMs = this.#world.clock.nowMs() + this.#world.tenantSkewMs - Date.parse(creationTimestamp);
    if (ageMs >= activeDeadlineSeconds * 1_000) return { type: "Failed", reason: "DeadlineExceeded" };
    const fate = this.fate(template?.image ?? "");
    if (ageMs < RUN_MS || fate === "is not found") return undefined;
    if (fate === "succeeds") return { type: "Complete", reason: "CompletionsReached", exitCode: 0 };
    return { type: "Failed", reason: "BackoffLimitExceeded", exitCode: EXIT_CODE };
  }
}

type End = Readonly<{ type: "Complete" | "Failed"; reason: string; exitCode?: number }>;
type Ref = Readonly<{ namespace: string; name: string }>;

function statusOf(state: object): object {
  return { containerStatuses: [{ name: "app", ready: false, restartCount: 0, state }] };
}

async function say(server: FakeKubeClient, type: ResourceType, ref: Ref, status: object): Promise<void> {
  if ((await server.get(type, ref)) === undefined) return;
  await server.patch(type, ref, { kind: "merge", body: { status } }, { ...MANAGER, subresource: "status" });
}

/** A pod goes with its Job. */
async function collect(server: FakeKubeClient, namespace: string, jobs: ReadonlySet<string>): Promise<void> {
  const { items } = await server.list(PODS, { namespace, labelSelector: "job-name" });
  for (const { metadata } of items)
    if (!jobs.has(metadata.labels?.["job-name"] ?? "")) await server.delete(PODS, { namespace, name: metadata.name });
}

function phaseOf({ status }: Job): AwaitedJob["phase"] {
  const types = (status?.conditions ?? []).map(({ type }) => type);
  if (types.includes("Failed")) return "Failed";
  return types.includes("Complete") ? "Succeeded" : "Running";
}

/** What our chart is given; nothing of others'. */
function valuesOf(content: string): Partial<Values> {
  const wanted: unknown = JSON.parse(content);
  const [, files = []] = (Array.isArray(wanted) ? wanted : []) as [string?, string[]?];
  return parse(files[0] ?? "{}") as Partial<Values>;
}
