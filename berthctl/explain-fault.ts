import { KubeError } from "../adapters/kubernetes/kube-error.ts";
import { RestoreRefusedError } from "../adapters/postgres/schema/platform-dump.ts";
import { isPostgresAway } from "../adapters/postgres/pool.ts";
import { BerthError } from "../contract/errors.ts";
import { GitError } from "../operator/git/git-error.ts";
import { UsageError } from "./command-line.ts";
import { OutputClosedError } from "./platform-backup.ts";
import { LeaderPresentError } from "./reapply-git.ts";

const OUR_OWN = [OutputClosedError, RestoreRefusedError, UsageError, LeaderPresentError];

/** Says what went wrong without what may be secret in an error of a library: only our own errors speak for themselves. */
export function explainFault(error: unknown): string {
  if (error instanceof BerthError || error instanceof GitError || error instanceof KubeError) return error.message;
  if (OUR_OWN.some((one) => error instanceof one)) return (error as Error).message;
  const { code } = error as { code?: unknown };
  if (isPostgresAway(error)) return `Postgres cannot be reached (${codeOf(code)})`;
  if (typeof code === "string") return `refused (${code})`;
  return error instanceof Error ? error.message : "unknown fault";
}

function codeOf(code: unknown): string {
  return typeof code === "string" ? code : "no answer";
}
