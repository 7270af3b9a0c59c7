import { isQuotaFull } from "../../adapters/kubernetes/kube-error.ts";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { ReservedName } from "../../adapters/postgres/resources/name-store.ts";
import type { Begun, WriteIntent, WriteLedger } from "../../adapters/postgres/resources/write-ledger.ts";
import { BerthError } from "../../contract/errors.ts";
import { LIMITS_NAME } from "../../contract/identity.ts";
import type { ResourceDefinition } from "../../contract/resources/definition.ts";
import type { ProjectedKind } from "../../render/projection/custom-resource.ts";
import type { Context } from "../http/context.ts";
import { describeFault } from "../http/describe-fault.ts";
import type { Owners } from "./projection-port.ts";
import { judgeFailure, translateKubeFault } from "./kube-faults.ts";
import { amountExceeded } from "./amounts.ts";
import { quotaExceeded } from "./quotas.ts";

/** Makes the answer that a repetition of the request gets. */
type StoredAnswer = (object: KubeObject) => Readonly<{ status: number; body: unknown }>;

/** A write that every check has passed. */
type PlannedWrite = Readonly<{
  definition: ResourceDefinition;
  kind: ProjectedKind;
  owners: Owners;
  intent: WriteIntent;
  /** Writes to the API server and returns the object as it is now; undefined when it is gone. */
  write: () => Promise<KubeObject | undefined>;
  /** The name that the resource shows afterwards. */
  shows?: ReservedName;
  answer?: StoredAnswer;
}>;

/**
 * Writes over two stores (docs/adr/0014):
 * 1. Postgres records the intent; is it away, nothing happens and the fault goes up;
 * 2. the API server writes; a refusal takes step 1 back, a lost answer leaves it open for a repetition and the sweep;
 * 3. Postgres records projection and outcome; should it fail, the write stands, and the mirror closes what is open.
 */
export async function runWrite(context: Context, planned: PlannedWrite): Promise<KubeObject | undefined> {
  const { ledger } = context.services;
  await beginWrite(ledger, planned.intent);
  const object = await writeOnce(context, planned);
  if (object !== undefined) await context.services.projection.prepareWritten(planned.kind, object, planned.owners);
  await recordSuccess(context, planned, object);
  return object;
}

/** Records the intent of a write, or says why it must not be. */
export async function beginWrite(ledger: Pick<WriteLedger, "begin">, intent: WriteIntent): Promise<void> {
  refuseUnless(await ledger.begin(intent), intent);
}

function refuseUnless(begun: Begun, intent: WriteIntent): void {
  if (typeof begun === "object") throw amountExceeded(begun);
  if (begun === "nameTaken") throw new BerthError("name_taken");
  if (begun === "domainTaken") throw overtakenDomain(intent);
  if (begun === "overtaken") throw new BerthError("still_running");
  if (begun === "ownerGone") throw new BerthError("not_found");
  if (begun === "unpaid") throw new BerthError("payment_required");
  refuseFull(begun, intent);
}

function refuseFull(begun: Begun, intent: WriteIntent): void {
  if (begun === "userFull" && intent.userRoom !== undefined) throw quotaExceeded(intent.userRoom);
  if (begun === "full" && intent.room !== undefined) throw quotaExceeded(intent.room);
}

/** The domain was free when the request was judged: another one came first. */
function overtakenDomain({ domain }: WriteIntent): BerthError {
  return new BerthError("domain_taken", {
    publicMessage: `custom_domain: another deployment got ${domain?.domain ?? "it"} just now; take it away there first.`,
  });
}

async function writeOnce(context: Context, planned: PlannedWrite): Promise<KubeObject | undefined> {
  try {
    return await planned.write();
  } catch (error) {
    const isUnknown = judgeFailure(error) === "unknown";
    const { ledger } = context.services;
    const record = isUnknown ? ledger.leaveOpen(planned.intent) : ledger.refuse(planned.intent);
    await record.catch((fault: unknown) => {
      context.log.info("Could not close the record of a write; the sweep will", { fault: describeFault(fault) });
    });
    throw isUnknown ? outcomeUnknown(planned.intent, error) : refusalOf(error, planned);
  }
}

/** Somebody came first by the other door: Postgres had not heard of it. */
function refusalOf(error: unknown, { intent: { room }, definition }: PlannedWrite): unknown {
  if (room !== undefined && isQuotaFull(error, LIMITS_NAME)) return quotaExceeded(room);
  return translateKubeFault(error, definition);
}

function outcomeUnknown(intent: WriteIntent, cause: unknown): BerthError {
  const advice =
    intent.repeat === undefined ? "read it, then repeat if needed" : "repeat the request with the same Idempotency-Key";
  return new BerthError("outcome_unknown", {
    cause,
    publicMessage: `The answer of the management cluster was lost; ${advice}.`,
  });
}

async function recordSuccess(context: Context, planned: PlannedWrite, object: KubeObject | undefined): Promise<void> {
  const { ledger, projection } = context.services;
  const { kind, owners } = planned;
  try {
    await ledger.succeed(planned.intent, {
      ...(object === undefined
        ? {}
        : { project: (db) => projection.write(db, kind, object, owners), generation: object.metadata.generation }),
      ...(object === undefined || planned.answer === undefined ? {} : { answer: planned.answer(object) }),
      ...(planned.shows === undefined ? {} : { shows: planned.shows }),
    });
  } catch (error) {
    context.log.info("Wrote the resource but not its record; the mirror will", { fault: describeFault(error) });
  }
}
