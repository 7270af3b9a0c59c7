import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Change, ChangeLedger, Members, Outcome } from "./change-ledger.ts";
import type { ChaosStage } from "./chaos-stage.ts";
import { findId, WAYS, type Attempt, type Target } from "./ways.ts";

/** A careful client repeats what was not answered, the same each time, and gives up at some moment. */
const INSIST_MS = 90_000;
const REPEAT_PAUSE_MS = 300;
const DELETIONS_SHARE = 0.05;
const SECRETS_SHARE = 0.25;

/** A way of writing. */
export type WayName = keyof typeof WAYS;

/** Who writes, and how much at a time. */
export type WriterOptions = Readonly<{
  stage: ChaosStage;
  ledger: ChangeLedger;
  random: () => number;
  /** Deployments that are there at a time. */
  targets: number;
  workers: number;
  /** Each way as often as it is named; all three unless told. */
  ways?: readonly WayName[];
}>;

const MIX: readonly WayName[] = ["rest", "rest", "rest", "rest", "rest", "api", "api", "api", "api", "kubectl"];

/** Changes deployments by REST, by the Kubernetes API and by kubectl, one change of one deployment at a time. */
export class Writer {
  readonly #options: WriterOptions;
  readonly #targets = new Map<Target, { busy: boolean }>();
  #values = 0;
  #made = 0;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** Writes until so many more changes are accepted and `msMin` are over, or the signal aborts. */
  async write(
    count: number,
    signal: AbortSignal,
    { ways = MIX, msMin = 0 }: Readonly<{ ways?: readonly WayName[] | undefined; msMin?: number | undefined }> = {},
  ): Promise<void> {
    const { ledger, workers } = this.#options;
    const end = ledger.accepted + count;
    const endMs = performance.now() + msMin;
    const work = async (): Promise<void> => {
      while ((ledger.accepted < end || performance.now() < endMs) && !signal.aborted)
        await this.#changeOne(this.#pick(ways)!);
    };
    await Promise.all(Array.from({ length: workers }, work));
  }

  async #changeOne(way: WayName): Promise<void> {
    const free = [...this.#targets].flatMap(([target, { busy }]) => (busy ? [] : [target]));
    const target = this.#targets.size < this.#options.targets ? undefined : this.#pick(free);
    if (target === undefined) return this.#create(way);
    this.#targets.set(target, { busy: true });
    const gone =
      this.#options.random() < DELETIONS_SHARE ? await this.#delete(target, way) : await this.#set(target, way);
    if (gone) this.#targets.delete(target);
    else this.#targets.set(target, { busy: false });
  }

  async #create(way: WayName): Promise<void> {
    this.#made += 1;
    const name = `c-${this.#made}`;
    const target = { name, object: name, id: undefined, withSecret: this.#options.random() < SECRETS_SHARE };
    this.#targets.set(target, { busy: true });
    const members = { round: this.#nextValue(), command: this.#nextValue() };
    const outcome = await this.#insist(way, { change: { name, kind: "create", members }, target, key: randomUUID() });
    if (outcome.kind === "accepted") this.#targets.set(target, { busy: false });
    else this.#targets.delete(target);
  }

  async #set(target: Target, way: WayName): Promise<boolean> {
    const { random } = this.#options;
    const value = this.#nextValue();
    const members: Members = {
      ...(random() < 0.5 ? { round: value } : { command: value }),
      ...(random() < 0.2 ? { replicas: String(1 + Math.floor(random() * 3)) } : {}),
    };
    const change: Change = { name: target.name, kind: "set", members };
    await this.#insist(await this.#wayTo(target, way), { change, target, key: "" });
    return false;
  }

  async #delete(target: Target, way: WayName): Promise<boolean> {
    const change: Change = { name: target.name, kind: "delete", members: {} };
    const outcome = await this.#insist(await this.#wayTo(target, way), { change, target, key: "" });
    return outcome.kind !== "refused";
  }

  /** REST shows what kubectl made a moment later. */
  async #wayTo(target: Target, way: WayName): Promise<WayName> {
    if (way === "rest") target.id ??= await findId(this.#options.stage, target);
    return way === "rest" && target.id === undefined ? "api" : way;
  }

  async #insist(way: WayName, attempt: Attempt): Promise<Outcome> {
    const { stage, ledger } = this.#options;
    const endsMs = performance.now() + INSIST_MS;
    for (let repeated = false; ; repeated = true) {
      const outcome = settle(attempt.change, await WAYS[way](stage, attempt), repeated);
      if (outcome.kind !== "unanswered" || performance.now() > endsMs) {
        const { change } = attempt;
        ledger.note(
          change,
          outcome.kind === "refused" ? { ...outcome, why: `${way} ${change.kind}: ${outcome.why}` } : outcome,
        );
        return outcome;
      }
      await delay(REPEAT_PAUSE_MS);
    }
  }

  #pick<T>(from: readonly T[]): T | undefined {
    return from[Math.floor(this.#options.random() * from.length)];
  }

  #nextValue(): string {
    this.#values += 1;
    return String(this.#values);
  }
}

/** What a repetition meets may be the doing of the attempt before it. */
function settle({ kind }: Change, outcome: Outcome, repeated: boolean): Outcome {
  if (!repeated || outcome.kind !== "refused") return outcome;
  if (kind === "create" && outcome.why === "AlreadyExists") return { kind: "accepted" };
  if (kind === "delete" && /NotFound|not_found|being_deleted/.test(outcome.why)) return { kind: "accepted" };
  return { kind: "unanswered" };
}
