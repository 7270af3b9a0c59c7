import { isBerthError, type BerthError } from "../../client/main.ts";
import { cleanLine } from "./clean-text.ts";
import { explainInvalid } from "./explain-invalid.ts";

/** How `berth` ends, for scripts; 130 is the shell's word for an interruption. */
export const EXIT = { done: 0, failed: 1, usage: 2, timeout: 3, interrupted: 130 } as const;

/** A request that cannot be what was meant: the sentence says what to type instead. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** What was asked for was begun and did not come to its end as wanted. */
export class FailedChange extends Error {
  override readonly name = "FailedChange";
}

/** What was asked for was begun and did not come to its end in time. */
export class LateChange extends Error {
  override readonly name = "LateChange";
}

/** A program's own end: it has said what there is to say. */
export class CommandExit extends Error {
  override readonly name = "CommandExit";
  readonly code: number;

  constructor(code: number) {
    super(`ended with ${code}`);
    this.code = code;
  }
}

/** What people read, and how the process ends. */
type Explained = Readonly<{ sentence: string; exitCode: number }>;

/** Explains what a command ended with, in one line that may go to a terminal. */
export function explainFault(fault: unknown): Explained {
  const [sentence, exitCode] = explain(fault);
  return { sentence: cleanLine(sentence), exitCode };
}

function explain(fault: unknown): [sentence: string, exitCode: number] {
  if (fault instanceof UsageError) return [fault.message, EXIT.usage];
  if (fault instanceof LateChange) return [fault.message, EXIT.timeout];
  if (isBerthError(fault)) return [refusalSentence(fault), EXIT.failed];
  if (fault instanceof Error && fault.name === "AbortError") return ["Interrupted.", EXIT.interrupted];
  return [fault instanceof Error ? fault.message : String(fault), EXIT.failed];
}

function refusalSentence(refusal: BerthError): string {
  const remedy = remedyOf(refusal);
  const asked = refusal.status >= 500 && refusal.requestId !== undefined ? ` (request ${refusal.requestId})` : "";
  const sentence =
    refusal.code === "invalid" ? `${refusal.faults.map(explainInvalid).join("; ")}.` : inFlags(refusal.message);
  return `${sentence}${remedy === undefined ? "" : ` ${remedy}`}${asked}`;
}

/** What REST is told in a query. */
function inFlags(sentence: string): string {
  return sentence.replace(/\bcascade=true\b/, "--cascade");
}

function remedyOf({ code, retryAfterSeconds }: BerthError): string | undefined {
  if (code === "unauthenticated") return 'Sign in with "berth login", or set BERTH_API_KEY.';
  if (code === "rate_limited" && retryAfterSeconds !== undefined) return `Try again in ${retryAfterSeconds} s.`;
  if (code === "outcome_unknown") return "Look whether it was done before you repeat it.";
  if (code === "fresh_proof_required" || code === "second_factor_needed") return "Do it on Berth's own pages.";
  if (code === "unexpected") return "Is the address that of Berth's gateway?";
  return undefined;
}
