/**
 * No Application may point at a chart that is not in Git yet. Only new content waits for that, without a poll worth
 * mentioning: what runs is followed all the while.
 */
import type { GitWriter } from "../git/git-writer.ts";
import { wait, type Outcome } from "../machines/decision.ts";
import { isPublished, type PlatformChart } from "./platform-charts.ts";

type Charts = Readonly<{ workload: PlatformChart; database: PlatformChart }>;

/** The set-up of the gate. */
type ChartGateOptions = Readonly<{
  writer: Pick<GitWriter, "hasContent" | "head">;
  charts: Charts;
  requeue: (key: string) => void;
  random?: () => number;
}>;

type HeldContent = Readonly<{ key: string; chart: keyof Charts; version: string | undefined }>;

const HELD_MS = 10_000;

/** Holds writes back until the chart that they name is published. */
export class ChartGate {
  readonly #options: ChartGateOptions;
  readonly #held = new Set<string>();

  constructor(options: ChartGateOptions) {
    this.#options = options;
  }

  /** Takes the write out of a pass's effects where it must wait, and says when to look again should nobody open the gate. */
  sift<E extends Readonly<{ kind: string }>>(
    effects: readonly E[],
    { key, chart, version }: HeldContent,
  ): Readonly<{ effects: readonly E[]; held: Outcome | undefined }> {
    const { writer, charts, random = Math.random } = this.#options;
    const rest = effects.filter(({ kind }) => kind !== "write");
    const names = version === charts[chart].version;
    if (rest.length === effects.length || !names || isPublished(writer, charts[chart])) {
      this.#held.delete(key);
      return { effects, held: undefined };
    }
    this.#held.add(key);
    // Thousands may wait: they do not all look at one moment.
    return { effects: rest, held: wait(HELD_MS * (0.5 + random()), "ChartUnpublished") };
  }

  /** Lets go what was held. */
  open(): void {
    const held = [...this.#held];
    this.#held.clear();
    for (const key of held) this.#options.requeue(key);
  }
}
