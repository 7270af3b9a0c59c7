import type { Room } from "../../adapters/postgres/resources/quota-store.ts";
import type { ChangeRecord } from "../../adapters/postgres/resources/record-changes.ts";
import { BerthError } from "../../contract/errors.ts";
import type { Answer, Context } from "../http/context.ts";
import { intentOf } from "./attempt-of.ts";
import { beginWrite } from "./run-write.ts";

/** What is written, and whether its answer holds a secret, which is never stored for repetitions. */
type Written = Readonly<{
  kind: string;
  id: string;
  name?: string;
  organizationId: string | null;
  members?: readonly string[];
  after?: Readonly<Record<string, unknown>>;
  isSecret?: boolean;
  room?: Room;
  /** What /events tells of it, with its outcome. */
  told?: ChangeRecord;
}>;

/** Writes once per Idempotency-Key, with its audit entry before and its outcome after. */
export async function auditedWrite(context: Context, of: Written, write: () => Promise<Answer>): Promise<Answer> {
  const { ledger } = context.services;
  const { isSecret = false, room, told, ...about } = of;
  const intent = {
    ...intentOf(context, about),
    ...(room && { room }),
    ...(told && { told }),
  };
  await beginWrite(ledger, intent);
  const answer = await write().catch(async (error: unknown) => {
    // What may have happened stays open for a repetition and the sweep.
    if (error instanceof BerthError && error.code !== "outcome_unknown") await ledger.refuse(intent);
    else await ledger.leaveOpen(intent);
    throw error;
  });
  const { status } = context.operation.success;
  await ledger.succeed(intent, { answer: { status, body: isSecret ? null : answer.body } });
  return answer;
}
