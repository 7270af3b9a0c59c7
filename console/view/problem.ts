import type { BerthError } from "../../client/berth-error.ts";

/** What people read of a failed call: one sentence with its remedy, faults by their fields, and what to name when asking. */
export type Problem = Readonly<{
  sentence: string;
  fields: Readonly<Record<string, string>>;
  requestId: string | undefined;
  code: string;
}>;

/** Makes of an error what people read of it. */
export function toProblem(error: unknown): Problem {
  const { message, code = "unexpected", requestId, ...rest } = error as Partial<BerthError>;
  const faults = "faults" in rest ? (rest.faults ?? []) : [];
  const fields = Object.fromEntries(faults.map(({ loc, msg }) => [String(loc[1] ?? ""), msg]));
  return { sentence: sentenceOf(message, code), fields, requestId, code };
}

function sentenceOf(message = "", code: string): string {
  if (code === "unreachable") return "Berth does not answer. Check your connection, then try again.";
  if (message === "") return "This did not work. Try again.";
  return /[.…]$/.test(message) ? message : `${message}.`;
}
