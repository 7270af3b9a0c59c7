import { BerthError, ERRORS } from "../../../contract/errors.ts";
import type { WorkloadImportFailure, WorkloadImportItem } from "../../../contract/rest/workload-imports.ts";
import type { Context } from "../../http/context.ts";
import { describeFault } from "../../http/describe-fault.ts";
import { translateFault } from "../../http/translate-fault.ts";
import { ValidationFault, type Fault } from "../../http/validation-fault.ts";

/** Why an item was not imported; `isPassing` says that the same may do tomorrow. */
type ItemFailure = Readonly<{ failure: WorkloadImportFailure; isPassing: boolean }>;

/** Tells, in the words of an answer of its own, why an item was not imported. */
export function itemFailure(context: Context, item: WorkloadImportItem, index: number, cause: unknown): ItemFailure {
  const { code, error, isPassing } = described(context, translateFault(cause));
  const { name, namespace } = item;
  return { failure: { index, name, namespace, code, error }, isPassing };
}

function described(context: Context, error: unknown): Readonly<{ code: string; error: string; isPassing: boolean }> {
  if (error instanceof ValidationFault)
    return { code: "value_error", error: error.faults.map(sentenceOf).join("; "), isPassing: false };
  const known = error instanceof BerthError ? error : new BerthError("internal", { cause: error });
  if (known.code === "internal")
    context.log.error("Could not import a workload", {
      requestId: context.requestId,
      fault: describeFault(error),
    });
  return { code: known.code, error: known.publicMessage, isPassing: ERRORS[known.code].status >= 500 };
}

const NO_MEMBERS = new Set<string | number>(["body", "adoption"]);

function sentenceOf({ loc, msg }: Fault): string {
  const member = loc.filter((part) => !NO_MEMBERS.has(part)).join(".");
  const sentence = msg.replace(/^Value error, /, "");
  return member === "" ? sentence : `${member}: ${sentence}`;
}
