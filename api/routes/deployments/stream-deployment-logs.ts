import type { StoredResource } from "../../../adapters/postgres/resources/resource-rows.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { streamDeploymentLogs } from "../../../contract/rest/deployment-observation.ts";
import { deriveHandle } from "../../../contract/identity.ts";
import { findTenantPlace, type TenantPlace } from "../../deployments/tenant-place.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Context, Handler } from "../../http/context.ts";
import { LineQueue } from "../../logs/line-queue.ts";
import { EVENT_FORM, logTexts, plainForm } from "../../logs/log-texts.ts";
import { pushLines, wantsKept, type KeptLines } from "../../logs/kept-lines.ts";
import { openLiveLines, type LiveLines } from "../../logs/live-lines.ts";
import { readLogTime } from "../../logs/log-time.ts";
import { StreamAccess } from "../../logs/stream-access.ts";
import { loadResource } from "../../resources/load-resource.ts";
import { findPastJob, runLog, type RunLog } from "../../runs/run-log.ts";
import { findRun, onCluster, type RunPlace } from "../../runs/run-place.ts";

const LINES_MAX = 500;

type Query = Parameters<Handler<typeof streamDeploymentLogs>>[1]["query"];
/** Of a run whose lines were kept its Job's name is enough: it may be gone. */
type Where = Readonly<{ place: TenantPlace; run: Partial<RunLog> | undefined; query: Query }>;

/** Streams the logs of a deployment's pods: of those that are there, or what was kept. */
export const handle: Handler<typeof streamDeploymentLogs> = async (context, { path, query }) => {
  const row = await loadResource(context, "Deployment", path.deployment_id);
  const place = await findTenantPlace(context, row);
  const run =
    query.run === undefined ? undefined : await findLog(context, { row, place }, { ...query, run: query.run });
  const { services } = context;
  const close = openStream(context);
  const ends = new AbortController();
  const signal = AbortSignal.any([context.signalOfClient(), services.stopping, ends.signal]);
  const queue = new LineQueue(LINES_MAX);
  let lines: LiveLines | undefined;
  // However it ends, also before a byte was sent, what it holds is given back.
  onAbort(signal, () => {
    queue.end();
    close();
    lines?.close().catch(() => undefined);
  });
  try {
    lines = await openLines(context, { place, run, query }, queue, signal);
    // What breaks here ends the stream, not the gateway.
    lines.run(signal).catch(() => ends.abort());
  } catch (error) {
    ends.abort();
    throw error;
  }
  wakeOnNews(context, queue, signal).catch(() => ends.abort());
  const isEvents = /\btext\/event-stream\b/i.test(context.accept);
  const form = isEvents ? EVENT_FORM : plainForm(query.timestamps === true);
  const chunks = untilDone(readerTexts(context, row, { queue, form, signal }), ends);
  return {
    stream: { chunks, stallMs: services.events.limits.stallMs },
    contentType: isEvents ? "text/event-stream; charset=utf-8" : "text/plain; charset=utf-8",
    headers: { "Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no" },
  };
};

async function openLines(context: Context, where: Where, queue: LineQueue, signal: AbortSignal): Promise<LiveLines> {
  const { place, run, query } = where;
  if (wantsKept(query)) {
    const kept = await readKept(context, where, signal);
    return { run: () => pushLines(queue, kept), close: () => Promise.resolve() };
  }
  const { since, follow, container, pod, tail } = query;
  const nowMs = Date.now();
  const sinceMs = since === undefined ? undefined : nowMs - readLogTime("since", since, nowMs);
  const wish = {
    follow: follow === true,
    container,
    pod,
    sinceSeconds: sinceMs === undefined ? undefined : Math.max(1, Math.ceil(sinceMs / 1_000)),
    tail,
    ...(run?.isOver && { isOver: run.isOver }),
  };
  return openLiveLines(context.services, { cluster: place.cluster, place: run?.place ?? place, wish }, queue);
}

function readKept(
  { services, principal }: Context,
  { place, run, query }: Where,
  signal: AbortSignal,
): ReturnType<KeptLines["read"]> {
  const { cluster, namespace, namePrefix } = place;
  const workload = run?.job ?? namePrefix;
  const handle = deriveHandle("Cluster", cluster.objectName, cluster.id);
  const scope = { cluster: handle, namespace, ...(workload !== undefined && { workload }) };
  return services.keptLines.read(assertUser(principal).userId, scope, query, signal);
}

/** Finds the log of a run that is there; what was kept is found of one that is gone, too, and without its cluster. */
async function findLog(
  context: Context,
  place: RunPlace,
  query: Query & Readonly<{ run: string }>,
): Promise<Where["run"]> {
  const job = wantsKept(query) ? await findPastJob(context, place, query.run) : undefined;
  if (job !== undefined) return { job };
  return runLog(place, await onCluster(context, place, (client) => findRun(client, place, query.run)));
}

function openStream({ services, principal }: Context): () => void {
  const close = services.events.open(assertUser(principal).userId);
  if (close !== undefined) return close;
  throw new BerthError("rate_limited", {
    publicMessage: "You have as many streams open as you may; close one.",
    retryAfterSeconds: 15,
  });
}

function readerTexts(
  { services, proof, operation }: Context,
  row: StoredResource,
  with_: Pick<Parameters<typeof logTexts>[0], "queue" | "form" | "signal">,
): AsyncGenerator<string> {
  const { events: hub, accessReads: reads } = services;
  const access = new StreamAccess({ hub, reads, proof }, { operation, kind: "Deployment", row });
  return logTexts({ ...with_, check: () => access.check(), heartbeatMs: hub.limits.heartbeatMs });
}

/** Whatever changes anywhere may end a reader's access: then it is asked for at once. */
async function wakeOnNews({ services }: Context, queue: LineQueue, signal: AbortSignal): Promise<void> {
  const { events: hub } = services;
  while (!signal.aborted) {
    await hub.wait(hub.limits.heartbeatMs, signal);
    queue.wake();
  }
}

async function* untilDone(texts: AsyncGenerator<string>, ends: AbortController): AsyncGenerator<string> {
  try {
    yield* texts;
  } finally {
    ends.abort();
  }
}

function onAbort(signal: AbortSignal, listener: () => void): void {
  if (signal.aborted) listener();
  else signal.addEventListener("abort", listener, { once: true });
}
