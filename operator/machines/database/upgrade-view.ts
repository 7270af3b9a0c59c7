/**
 * Reads why a major upgrade of PostgreSQL does not come to its end. CloudNativePG tries one once, with all servers stopped, and where it
 * failed waits for ever for somebody to ask for the version before again, in the words of one that is under way.
 */
import { UPGRADE_FAILED } from "../../../contract/resources/database-instance.ts";

/** Why an upgrade failed, and what to do. */
export type UpgradeFault = Readonly<{
  health: "error";
  reason: typeof UPGRADE_FAILED;
  message: string;
  remedy: string;
}>;

/** What was seen of the Job that upgrades, in the order in which it is asked. */
export type UpgradeJob =
  | Readonly<{ kind: "failed"; log: string }>
  | Readonly<{ kind: "unpulled"; message: string }>
  | Readonly<{ kind: "lost" }>;

/** CloudNativePG's phase, as a reason. */
export const UPGRADING_REASON = "UpgradingPostgresMajorVersion";

const LINE_MAX = 4_000;
const WORDS_MAX = 400;
/** With this the instance manager ends, after its lines of JSON. */
const ENDED = /^Error: (.+)$/;
/** What initdb warns of, and hints at, goes the same way. */
const WRONG = /\b(?:error|fatal|could not|cannot)\b/i;
/** pg_upgrade says what is wrong in the lines before these. */
const EXITING = /^Failure, exiting$/;
const LINES_BEFORE = 4;

/** Says why an upgrade does not come to its end, and to which version it can be taken back. */
export function readUpgradeFault(seen: UpgradeJob, from: string): UpgradeFault {
  const back = `Set engine_version to ${from} again: its servers start with their data as before`;
  return { health: "error", reason: UPGRADE_FAILED, message: messageOf(seen), remedy: back };
}

function messageOf(seen: UpgradeJob): string {
  if (seen.kind === "unpulled") return `the image of the new version cannot be pulled: ${short(seen.message)}`;
  const words = seen.kind === "lost" ? "its pod is gone, with what it said" : lastWords(seen.log);
  return `its major upgrade failed: ${words}`;
}

type Line = Readonly<{ msg: string; error: string | undefined; isSaid: boolean; isError: boolean }>;

/** Reads the end of the log of a Job that upgrades: lines of JSON, among them what pg_upgrade and initdb said. */
function lastWords(log: string): string {
  const lines = log.split("\n").flatMap(lineOf);
  const said = lines.filter(({ isSaid, msg }) => isSaid && msg !== "").map(({ msg }) => msg);
  const exit = said.findLastIndex((msg) => EXITING.test(msg));
  if (exit > 0) return short(said.slice(Math.max(0, exit - LINES_BEFORE), exit).join(" "));
  const error = lines.findLast((line) => line.error !== undefined)?.error ?? "the log of its job says why";
  const why = lines.findLast(({ isError }) => isError)?.msg;
  return short(why === undefined ? error : `${error}: ${why}`);
}

function lineOf(line: string): readonly Line[] {
  if (line.length > LINE_MAX) return [];
  const [, ended] = ENDED.exec(line) ?? [];
  if (ended !== undefined) return [{ msg: "", error: ended, isSaid: false, isError: false }];
  if (!line.startsWith("{")) return [];
  try {
    const { msg, error, pipe } = JSON.parse(line) as Readonly<Record<string, unknown>>;
    if (typeof msg !== "string") return [];
    const [isSaid, isError] = [typeof pipe === "string", pipe === "stderr" && WRONG.test(msg)];
    return [{ msg: msg.trim(), error: typeof error === "string" ? error : undefined, isSaid, isError }];
  } catch {
    return [];
  }
}

function short(text: string): string {
  return text.replaceAll(/\s+/g, " ").slice(0, WORDS_MAX).trim();
}
