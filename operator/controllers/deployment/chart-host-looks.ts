import type { ChartHostVerdict, JudgeChartHost } from "../../../adapters/outgoing/chart-host-judge.ts";
import type { ChartHostView } from "../../machines/deployment/observe-types.ts";
import type { Clock } from "../../runtime/clock.ts";
import { outsidePass } from "../../runtime/pass.ts";

type Subject = Readonly<{ handle: string; namespace: string; url: string }>;
type Known = Readonly<{ url: string; atMs: number; verdict: ChartHostVerdict | undefined }>;

/** What a name means is its owner's to change: so long is believed what it meant. */
const FRESH_MS = 10_000;

/** Judges where charts come from while nobody waits; whoever is concerned is told once it is known. */
export class ChartHostLooks {
  readonly #judge: JudgeChartHost;
  readonly #clock: Clock;
  readonly #onNews: (handle: string) => void;
  readonly #known = new Map<string, Known>();

  constructor(judge: JudgeChartHost, clock: Clock, onNews: (handle: string) => void) {
    this.#judge = judge;
    this.#clock = clock;
    this.#onNews = onNews;
  }

  look(subject: Subject): ChartHostView {
    const { handle, url } = subject;
    const known = this.#known.get(handle);
    const atMs = this.#clock.monotonicMs();
    if (known?.url === url && atMs - known.atMs < FRESH_MS) return known.verdict ?? "unknown";
    this.#known.set(handle, { url, atMs, verdict: undefined });
    outsidePass(() => this.#ask(subject)).catch(() => this.#known.delete(handle));
    return "unknown";
  }

  forget(handle: string): void {
    this.#known.delete(handle);
  }

  async #ask({ handle, namespace, url }: Subject): Promise<void> {
    const verdict = await this.#judge(url, namespace);
    if (this.#known.get(handle)?.url !== url) return;
    this.#known.set(handle, { url, atMs: this.#clock.monotonicMs(), verdict });
    this.#onNews(handle);
  }
}
