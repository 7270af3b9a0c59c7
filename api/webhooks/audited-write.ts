import type { Answer, Context } from "../http/context.ts";
import { BerthError } from "../../contract/errors.ts";
import { auditOf } from "../resources/audit-of.ts";

/** Names what is written, and whether its answer holds a secret, which is never stored for repetitions. */
export type Written = Readonly<{ id: string; organizationId: string; members?: readonly string[]; isSecret?: boolean }>;

/** Writes once per Idempotency-Key, with its audit entry before and its outcome after. */
export async function auditedWrite(context: Context, of: Written, write: () => Promise<Answer>): Promise<Answer> {
  const { ledger } = context.services;
  const { abandoned, request: repeat } = context.repeat ?? {};
  const { members } = of;
  const audit = auditOf(context, { kind: "Webhook", ...of, ...(members && { members }) });
  const intent = {
    audit: { ...audit, requestId: abandoned?.requestId ?? audit.requestId },
    isTakeOver: abandoned !== undefined,
    ...(repeat && { repeat }),
  };
  if ((await ledger.begin(intent)) !== "begun") throw new BerthError("still_running");
  const answer = await write().catch(async (error: unknown) => {
    if (error instanceof BerthError) await ledger.refuse(intent);
    throw error;
  });
  const { status } = context.operation.success;
  await ledger.succeed(intent, { answer: { status, body: of.isSecret === true ? null : answer.body } });
  return answer;
}
