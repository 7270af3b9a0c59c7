import { Writable } from "node:stream";
import winston from "winston";
import type { Logger } from "../../adapters/log/logger.ts";

/** Creates a logger that keeps its lines for a test to read. */
export function createCapturedLogger(): { logger: Logger; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  const logger = winston.createLogger({ level: "debug" });
  const keep = new Writable({
    objectMode: true,
    write: (info: Record<string, unknown>, _encoding, done) => {
      lines.push({ ...info });
      done();
    },
  });
  logger.pipe(keep);
  return { logger, lines };
}
