/*
 * Reads the logs of a deployment's pods:
 * 1. the pods are listed; each container of each is a source, the newest pods first, up to a number;
 * 2. each source is one request to the tenant cluster, which fills the queue as fast as that is read;
 * 3. who follows looks for pods again and again: a new one is read from its beginning, one whose stream broke off from
 *    where it was.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { PODS } from "../../adapters/kubernetes/resource-types.ts";
import { isOwnPod, type TenantPlace } from "../deployments/tenant-place.ts";
import type { LineQueue, LogLine } from "./line-queue.ts";
import { parseLogLine, splitLog } from "./split-log.ts";

/** What is to be read. */
export type LogWish = Readonly<{
  follow: boolean;
  container: string | undefined;
  pod: string | undefined;
  sinceSeconds: number | undefined;
  tail: number | undefined;
  /** Tells whether nothing comes any more; it goes on until the reader leaves when unset. */
  isOver?: (client: Pick<KubeClient, "get">) => Promise<boolean>;
}>;

/** Where the pods are, and which of them are meant. */
export type LogPlace = Pick<TenantPlace, "namespace" | "podSelector" | "podPrefix">;

type Pod = KubeObject &
  Readonly<{
    spec?: Readonly<{ containers?: readonly Readonly<{ name: string }>[] }>;
    status?: Readonly<{ phase?: string }>;
  }>;
type Source = { readonly pod: string; readonly container: string; isOpen: boolean; isRead: boolean; lastAt: string };

const PODS_MAX = 20;
const SOURCES_MAX = 40;
const TAIL_DEFAULT = 200;
const LOOK_EVERY_MS = 3_000;
/** Of what ends: its last lines are not to be waited for. */
const LOOK_AT_RUN_EVERY_MS = 1_000;
/** How long a log that has ended may be silent before its rest. */
const SILENCE_MS = 3_000;
/** Of what is not followed: no container can keep a request busy for ever. */
const BYTES_MAX = 16 * 1024 * 1024;

/** Fills a queue with the lines of a deployment's pods. */
export class LogSources {
  readonly #client: Pick<KubeClient, "get" | "list" | "stream">;
  readonly #place: LogPlace;
  readonly #wish: LogWish;
  readonly #queue: LineQueue;
  readonly #known = new Map<string, Source>();
  readonly #reading = new Set<Promise<void>>();
  #told = 0;
  #pushing = 0;

  constructor(
    client: Pick<KubeClient, "get" | "list" | "stream">,
    of: Readonly<{ place: LogPlace; wish: LogWish }>,
    queue: LineQueue,
  ) {
    this.#client = client;
    this.#place = of.place;
    this.#wish = of.wish;
    this.#queue = queue;
  }

  /** Lists the pods as they are now; a cluster that does not answer is a fault of the request. */
  async look(): Promise<readonly Pod[]> {
    const { namespace, podSelector } = this.#place;
    const { items } = await this.#client.list<Pod>(PODS, { namespace, labelSelector: podSelector });
    const wanted = items.filter(({ metadata }) => this.#isWanted(metadata.name));
    return wanted.toSorted((left, right) => (ageOf(left) < ageOf(right) ? 1 : -1)).slice(0, PODS_MAX);
  }

  /** Reads until everything is read, or, following, until the signal ends it or what is followed is over. */
  async run(first: readonly Pod[], signal: AbortSignal): Promise<void> {
    this.#openAll(first, signal, true);
    const { follow, isOver } = this.#wish;
    if (follow) await this.#follow(signal);
    if (follow && isOver !== undefined) await this.#readOut(signal);
    else await Promise.all(this.#reading);
    this.#queue.end();
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { isOver } = this.#wish;
    const everyMs = isOver === undefined ? LOOK_EVERY_MS : LOOK_AT_RUN_EVERY_MS;
    while (!signal.aborted) {
      await pause(everyMs, undefined, { signal }).catch(() => undefined);
      const isLast = (await isOver?.(this.#client).catch(() => false)) === true;
      // A cluster that does not answer for a while has its streams broken off too: they come back with it.
      const pods = await this.look().catch(() => undefined);
      // What was asked for a little too early is asked for once more.
      if (isLast) await this.#readOut(signal);
      this.#openAll(pods ?? [], signal, false);
      if (isLast && pods !== undefined) return;
    }
  }

  /** Lets what is being read come to its end; a node that keeps the log of an ended container open is not waited for. */
  async #readOut(signal: AbortSignal): Promise<void> {
    for (let known = -1; this.#reading.size > 0 && !signal.aborted && (known !== this.#told || this.#pushing > 0);) {
      known = this.#told;
      const over = new AbortController();
      const until = AbortSignal.any([signal, over.signal]);
      const silence = pause(SILENCE_MS, undefined, { signal: until }).catch(() => undefined);
      await Promise.race([Promise.all(this.#reading), silence]);
      over.abort();
    }
  }

  /** Hands a line to the reader, who may be slow: that is no silence. */
  async #push(line: LogLine): Promise<boolean> {
    this.#pushing += 1;
    const isTaken = await this.#queue.push(line);
    this.#pushing -= 1;
    this.#told += 1;
    return isTaken;
  }

  #isWanted(name: string): boolean {
    if (!isOwnPod(this.#place, name)) return false;
    return this.#wish.pod === undefined || this.#wish.pod === name;
  }

  #openAll(pods: readonly Pod[], signal: AbortSignal, isBeginning: boolean): void {
    for (const pod of pods) {
      const names = (pod.spec?.containers ?? []).map(({ name }) => name);
      for (const container of names)
        if (this.#wish.container === undefined || this.#wish.container === container)
          this.#open(pod, container, { signal, isBeginning });
    }
  }

  #open(
    { metadata, status }: Pod,
    container: string,
    { signal, isBeginning }: Readonly<{ signal: AbortSignal; isBeginning: boolean }>,
  ): void {
    const pod = metadata.name;
    const key = `${pod}/${container}`;
    const known = this.#known.get(key);
    if (known?.isOpen === true || (known?.isRead === true && status?.phase !== "Running")) return;
    if (known === undefined && this.#known.size >= SOURCES_MAX) return;
    const source = known ?? { pod, container, isOpen: false, isRead: false, lastAt: "" };
    source.isOpen = true;
    this.#known.set(key, source);
    const reading = this.#read(source, signal, isBeginning).finally(() => {
      source.isOpen = false;
      this.#reading.delete(reading);
    });
    this.#reading.add(reading);
  }

  /** A container that does not run yet, or no more, has no log now; the next look tries again. */
  async #read(source: Source, signal: AbortSignal, isBeginning: boolean): Promise<void> {
    const toldUpTo = source.lastAt;
    try {
      const body = await this.#client.stream(this.#pathOf(source, isBeginning), signal);
      for await (const line of splitLog(body as AsyncIterable<Buffer>)) {
        const { at, text } = parseLogLine(line);
        // Times are the kubelet's, all of one form: what is not newer was told before the stream broke off.
        if (at !== "" && at <= toldUpTo) continue;
        if (!(await this.#push({ pod: source.pod, container: source.container, at, text }))) break;
        if (at !== "") source.lastAt = at;
      }
      source.isRead = true;
    } catch {
      return;
    }
  }

  #pathOf({ pod, container, lastAt }: Source, isBeginning: boolean): string {
    const { follow, sinceSeconds, tail } = this.#wish;
    const query = new URLSearchParams({ container, timestamps: "true" });
    if (follow) query.set("follow", "true");
    else query.set("limitBytes", String(BYTES_MAX));
    if (lastAt !== "") query.set("sinceTime", lastAt);
    else if (isBeginning) {
      if (sinceSeconds !== undefined) query.set("sinceSeconds", String(sinceSeconds));
      const lines = tail ?? (sinceSeconds === undefined ? TAIL_DEFAULT : undefined);
      if (lines !== undefined) query.set("tailLines", String(lines));
    }
    return `/api/v1/namespaces/${this.#place.namespace}/pods/${pod}/log?${query.toString()}`;
  }
}

function ageOf({ metadata }: Pod): string {
  return `${metadata.creationTimestamp ?? ""} ${metadata.name}`;
}
