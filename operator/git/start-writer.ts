import type { Logger } from "../../adapters/log/logger.ts";
import { messageOf } from "../../adapters/log/thrown.ts";
import { sleep, type Clock } from "../runtime/clock.ts";
import type { Part } from "../runtime/lifecycle.ts";
import type { GitWriter } from "./git-writer.ts";

type Parts = Readonly<{ writer: GitWriter; clock: Clock; logger: Logger }>;

const RETRY_MS = 1_000;
/** So long the controllers wait for the branch: with it they look at everything once, without it twice. */
const AWAITED_MS = 5_000;

/** Reads the branch; where Git is away it is tried again until the signal aborts, and nothing is written meanwhile. */
export async function startWriter({ writer, clock, logger }: Parts, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await writer.start(signal);
      return;
    } catch (error) {
      logger.warn("Git cannot be read yet", { error: messageOf(error) });
      await sleep(clock, RETRY_MS, signal);
    }
  }
}

/** Makes the writer a part of a process; what comes after it starts without the branch where that is away for long. */
export function writerPart(parts: Parts): Part {
  const stopping = new AbortController();
  let reading: Promise<void> = Promise.resolve();
  return {
    name: "git",
    start: async (signal) => {
      reading = startWriter(parts, stopping.signal);
      await Promise.race([reading, sleep(parts.clock, AWAITED_MS, signal)]);
    },
    stop: async () => {
      stopping.abort();
      await reading;
      await parts.writer.stop();
    },
  };
}
