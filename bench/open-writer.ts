import winston from "winston";
import { SecretText } from "../contract/secret-text.ts";
import { createGitWriter } from "../operator/git/branch-writer.ts";
import type { GitWriter } from "../operator/git/git-writer.ts";
import { systemClock } from "../operator/runtime/clock.ts";

type Place = Readonly<{ url: string; username: string; token: string; branch: string }>;

/** Opens the Git writer on a repository of a bench, quiet but for pushes that fail. */
export function openWriter({ url, username, token, branch }: Place, onPush: () => void): GitWriter {
  return createGitWriter({
    http: { url, credentials: () => ({ username, token: new SecretText(token) }) },
    branch,
    identity: { name: "Berth", email: "berth@localhost" },
    mayPush: () => true,
    logger: winston.createLogger({ silent: true }),
    clock: systemClock,
    observer: {
      pushed: onPush,
      pushFailed: (code) => console.error(`Push failed: ${code}`),
      moved: () => undefined,
      looked: () => undefined,
    },
  });
}
