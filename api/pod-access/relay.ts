/*
 * Passes the messages of two WebSockets on, a person's and a pod's:
 * 1. each message is judged, and goes on as it is, in another form, or not at all; one that should not be ends it;
 * 2. a side that does not take what it gets keeps the other one from being read, so that nothing piles up here;
 * 3. it ends once: with either socket, after a time in which nothing went through, after its whole time, or when told to.
 */
import type { WebSocket } from "ws";
import type { StreamClock } from "../events/event-hub.ts";
import { ENDINGS, type Ending } from "./ending.ts";

/** Judges messages: what goes on in their place, nothing, or that the session ends. */
export type Frames = Readonly<{
  fromPerson: (message: Buffer) => Buffer | Ending | undefined;
  fromPod: (message: Buffer) => Buffer | Ending | undefined;
  /** Says what it means that the pod's socket has closed. */
  atPodsEnd: () => Ending;
}>;

/** A session about to begin. */
type RelayParts = Readonly<{
  person: WebSocket;
  pod: WebSocket;
  frames: Frames;
  clock: StreamClock;
  idleMs: number;
  totalMs: number;
}>;

const WAITING_BYTES_MAX = 256 * 1024;
const PING_EVERY_MS = 15_000;
/** How long a side may take to answer the other's close. */
const CLOSE_MS = 3_000;

/** Passes on between a person and a pod. */
export class Relay {
  readonly #parts: RelayParts;
  readonly #cancels: (() => void)[] = [];
  readonly #ended = Promise.withResolvers<Ending>();
  #isOver = false;
  /** Set once the pod has closed: what it said last is still on its way. */
  #last: Ending | undefined;
  #usedAtMs: number;

  constructor(parts: RelayParts) {
    this.#parts = parts;
    this.#usedAtMs = parts.clock.monotonicMs();
  }

  /** Begins; resolves with how it ended. */
  run(): Promise<Ending> {
    const { person, pod, frames, clock, totalMs } = this.#parts;
    for (const socket of [person, pod]) socket.on("error", () => undefined);
    this.#pass(person, pod, frames.fromPerson);
    this.#pass(pod, person, frames.fromPod);
    person.once("close", () => this.end(ENDINGS.completed));
    pod.once("close", () => this.#endOnceTaken(frames.atPodsEnd()));
    this.#cancels.push(clock.setTimeout(() => this.end(ENDINGS.timeUp), totalMs));
    this.#lookAfter();
    person.resume();
    pod.resume();
    return this.#ended.promise;
  }

  /** Ends it, once. */
  end(ending: Ending): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const { person, pod, clock } = this.#parts;
    for (const cancel of this.#cancels) cancel();
    // One that is not read does not hear that the other side closes.
    for (const socket of [person, pod]) socket.resume();
    pod.close();
    person.close(ending.code, ending.reason);
    // Who reads slowly has the last words of a pod in their own time.
    const isForced = ending !== this.#last;
    if (isForced)
      clock.setTimeout(() => {
        for (const socket of [person, pod]) socket.terminate();
      }, CLOSE_MS);
    this.#ended.resolve(ending);
  }

  /** Ends it when the person has taken all that the pod said. */
  #endOnceTaken(ending: Ending): void {
    this.#last = ending;
    if (this.#parts.person.bufferedAmount === 0) this.end(ending);
  }

  #pass(from: WebSocket, to: WebSocket, judge: Frames["fromPod"]): void {
    from.on("message", (data, isBinary) => {
      if (this.#isOver) return;
      const next = isBinary ? judge(data as Buffer) : ENDINGS.unknownMessage;
      if (next === undefined) return;
      if (!Buffer.isBuffer(next)) {
        this.end(next);
        return;
      }
      to.send(next, () => {
        this.#usedAtMs = this.#parts.clock.monotonicMs();
        if (to.bufferedAmount <= WAITING_BYTES_MAX / 2) from.resume();
        if (this.#last !== undefined) this.#endOnceTaken(this.#last);
      });
      if (to.bufferedAmount > WAITING_BYTES_MAX) from.pause();
    });
  }

  /** Says to proxies on the way that both sides live, and ends what nobody uses. */
  #lookAfter(): void {
    const { person, pod, clock, idleMs } = this.#parts;
    const restMs = this.#usedAtMs + idleMs - clock.monotonicMs();
    if (restMs <= 0) {
      this.end(ENDINGS.idle);
      return;
    }
    this.#cancels[1] = clock.setTimeout(
      () => {
        for (const socket of [person, pod]) if (socket.readyState === socket.OPEN) socket.ping();
        this.#lookAfter();
      },
      Math.min(PING_EVERY_MS, restMs),
    );
  }
}
