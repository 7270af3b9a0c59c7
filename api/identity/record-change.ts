import { changeRecords } from "../../adapters/postgres/identity/organization-store.ts";
import type { ChangeRecord } from "../../adapters/postgres/resources/record-changes.ts";
import type { RecordKind } from "../../contract/rest/events.ts";
import { BerthError } from "../../contract/errors.ts";
import type { Context } from "../http/context.ts";

type Work<T> = Parameters<typeof changeRecords<T>>[1];

/** Makes what /events tells of a record; of people it names no more than the id that lists have for them. */
export function toldOf(kind: RecordKind, id: string, organizationId: string, type: ChangeRecord["type"]): ChangeRecord {
  return { kind, id, organization_id: organizationId, type };
}

/** Changes records that live in Postgres alone, once per Idempotency-Key; `bodyOf` makes the answer of repetitions. */
export async function recordChange<T>(
  { services, repeat, operation }: Context,
  work: Work<T>,
  bodyOf?: (result: T) => unknown,
): Promise<T> {
  const { status } = operation.success;
  const repetition =
    repeat === undefined || bodyOf === undefined
      ? undefined
      : { request: repeat.request, answer: (result: T) => ({ status, body: bodyOf(result) }) };
  const done = await changeRecords(services.pool, work, repetition);
  if (done === "overtaken") throw new BerthError("still_running");
  return done;
}
