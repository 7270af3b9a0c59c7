import type { Answer, Context } from "../http/context.ts";
import { BerthError } from "../../contract/errors.ts";
import type { Room } from "../../adapters/postgres/quota-store.ts";
import { auditOf } from "../resources/audit-of.ts";
import { beginWrite } from "../resources/run-write.ts";

/** Names what is written, and whether its answer holds a secret, which is never stored for repetitions. */
export type Written = Readonly<{
  id: string;
  organizationId: string;
  members?: readonly string[];
  isSecret?: boolean;
  room?: Room;
}>;

/** Writes once per Idempotency-Key, with its audit entry before and its outcome after. */
export async function auditedWrite(context: Context, of: Written, write: () => Promise<Answer>): Promise<Answer> {
  const { ledger } = context.services;
  const { abandoned, request: repeat } = context.repeat ?? {};
  const { isSecret = false, room, ...about } = of;
  const audit = auditOf(context, { kind: "Webhook", ...about });
  const intent = {
    audit: { ...audit, requestId: abandoned?.requestId ?? audit.requestId },
    isTakeOver: abandoned !== undefined,
    ...(repeat && { repeat }),
    ...(room && { room }),
  };
  await beginWrite(ledger, intent);
  const answer = await write().catch(async (error: unknown) => {
    if (error instanceof BerthError) await ledger.refuse(intent);
    throw error;
  });
  const { status } = context.operation.success;
  await ledger.succeed(intent, { answer: { status, body: isSecret ? null : answer.body } });
  return answer;
}
