import type { WriteIntent } from "../../adapters/postgres/resources/write-ledger.ts";
import type { Context } from "../http/context.ts";
import { newId } from "../identity/new-id.ts";
import { auditOf, type Target } from "./audit-of.ts";

/** One try of a write: that of the request, or the abandoned one that it takes over. */
export type Attempt = Readonly<{
  /** Record id of what is made. */
  id: string;
  requestId: string;
  /** Whether an earlier try of the same has begun and not ended. */
  isTakeOver: boolean;
  repeat?: WriteIntent["repeat"];
}>;

/** Says which try a request is. */
export function attemptOf({ repeat, requestId }: Pick<Context, "repeat" | "requestId">): Attempt {
  const abandoned = repeat?.abandoned;
  return {
    id: abandoned?.recordId ?? newId(),
    requestId: abandoned?.requestId ?? requestId,
    isTakeOver: abandoned !== undefined,
    ...(repeat && { repeat: repeat.request }),
  };
}

/** Says what the ledger is told of a try before it: who does what, once however often it is repeated. */
export function intentOf(
  context: Context,
  target: Target,
  { requestId, isTakeOver, repeat }: Omit<Attempt, "id"> = attemptOf(context),
): Pick<WriteIntent, "audit" | "isTakeOver" | "repeat"> & Readonly<{ audit: Readonly<{ targetId: string }> }> {
  return { audit: { ...auditOf(context, target), requestId }, isTakeOver, ...(repeat && { repeat }) };
}
