import winston from "winston";

/** The logger type that every part receives; nothing reaches for a singleton. */
export type Logger = winston.Logger;

/** Creates a JSON line logger on standard error; `level` is one of error, warn, info, debug. */
export function createLogger(service: string, level = "info"): Logger {
  return winston.createLogger({
    level,
    defaultMeta: { service },
    format: winston.format.combine(
      winston.format.timestamp(),
      winston.format.errors({ stack: true }),
      winston.format.json(),
    ),
    transports: [new winston.transports.Console({ stderrLevels: ["error", "warn", "info", "debug"] })],
  });
}
