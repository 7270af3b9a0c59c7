import { Counter, Histogram, type Registry } from "prom-client";

/** What is measured of asking the addresses of applications. */
export type AddressMetrics = Readonly<{
  /** Hears each answer: its word, and how long it took. */
  answered: (word: string, tookMs: number) => void;
  /** Hears how long it took from healthy to reached, once for each change. */
  reached: (afterMs: number) => void;
}>;

const ANSWER_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15];
const REACHED_SECONDS = [0.5, 1, 2, 5, 15, 60, 300, 1_800];

/** Registers what is measured of asking the addresses of applications. */
export function createAddressMetrics(registry: Registry): AddressMetrics {
  const registers = [registry];
  const answers = new Counter({
    name: "berth_address_answers_total",
    help: "Answers at the public addresses of applications: the class of the status, or the link that failed",
    labelNames: ["answer"],
    registers,
  });
  const took = new Histogram({
    name: "berth_address_answer_seconds",
    help: "Time until a public address had answered, or failed to",
    buckets: ANSWER_SECONDS,
    registers,
  });
  const after = new Histogram({
    name: "berth_reachable_after_seconds",
    help: "Time from a healthy application to the first answer at its public address, once for each change",
    buckets: REACHED_SECONDS,
    registers,
  });
  return {
    answered: (answer, tookMs) => {
      answers.inc({ answer });
      took.observe(tookMs / 1000);
    },
    reached: (afterMs) => after.observe(afterMs / 1000),
  };
}
