/**
 * Imports the workloads of one request, one after the other:
 *
 * 1. the request is recorded with an id of its own; is Postgres away, nothing happens;
 * 2. each item is judged and created by itself, under an id that follows from the request's: what cannot be is listed;
 * 3. the answer is stored for repetitions, unless something failed that may pass: then a repetition goes on where this ended.
 */
import { findOutcome } from "../../../adapters/postgres/requests/audit-store.ts";
import { DEPLOYMENTS } from "../../../adapters/kubernetes/resource-types.ts";
import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { StoredResource } from "../../../adapters/postgres/resources/resource-rows.ts";
import type { WriteIntent } from "../../../adapters/postgres/resources/write-ledger.ts";
import type {
  WorkloadImportFailure,
  WorkloadImportItem,
  WorkloadImportResponse,
} from "../../../contract/rest/workload-imports.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { Context } from "../../http/context.ts";
import { describeFault } from "../../http/describe-fault.ts";
import { attemptOf, intentOf } from "../../resources/attempt-of.ts";
import { createResource, findByRecordId, type Wanted } from "../../resources/create-resource.ts";
import { beginWrite } from "../../resources/run-write.ts";
import { shownBody } from "../../resources/shown-body.ts";
import { itemFailure } from "./item-failure.ts";
import { itemId } from "./item-id.ts";
import { importOwners, wantedWorkload } from "./wanted-workload.ts";

/** What an import came to. */
type Imported = Readonly<{ objects: readonly KubeObject[]; answer: WorkloadImportResponse }>;

/** Imports the items; those that cannot be are told, the others are made. */
export async function importItems(
  context: Context,
  cluster: StoredResource,
  items: readonly WorkloadImportItem[],
): Promise<Imported> {
  const intent = toIntent(context, cluster);
  await beginWrite(context.services.ledger, intent);
  const objects: KubeObject[] = [];
  const failed: WorkloadImportFailure[] = [];
  let mayPass = false;
  for (const [index, item] of items.entries()) {
    try {
      objects.push(await importItem(context, wantedWorkload(context, cluster, item), { intent, index }));
    } catch (error) {
      const { failure, isPassing } = itemFailure(context, item, index, error);
      failed.push(failure);
      mayPass ||= isPassing;
    }
  }
  const answer = answerOf(context, cluster, { objects, failed });
  await close(context, intent, mayPass ? undefined : answer);
  return { objects, answer };
}

/** Makes the answer from the objects themselves. */
function answerOf(
  context: Context,
  cluster: StoredResource,
  { objects, failed }: Readonly<{ objects: readonly KubeObject[]; failed: readonly WorkloadImportFailure[] }>,
): WorkloadImportResponse {
  const shown = { kind: "Deployment", owners: importOwners(cluster) } as const;
  const imported: unknown[] = objects.map((object) => shownBody(context, shown, object));
  return {
    imported: imported as WorkloadImportResponse["imported"],
    failed,
    total_imported: objects.length,
    total_failed: failed.length,
  };
}

function toIntent(context: Context, { organizationId, objectName: name }: StoredResource): WriteIntent {
  const attempt = attemptOf(context);
  return intentOf(context, { kind: "WorkloadImport", id: attempt.id, organizationId, name }, attempt);
}

async function importItem(
  context: Context,
  wanted: Wanted,
  { intent, index }: Readonly<{ intent: WriteIntent; index: number }>,
): Promise<KubeObject> {
  const { requestId, targetId } = intent.audit;
  const id = itemId(targetId, index);
  const earlier =
    intent.isTakeOver === true ? await findOutcome(context.services.pool, { requestId, targetId: id }) : undefined;
  const isTakeOver = earlier === "attempted";
  if (earlier !== undefined && !isTakeOver && earlier !== "refused") {
    const namespace = await context.services.namespaces.ensure(wanted.organization);
    const done = await findByRecordId(context, DEPLOYMENTS, { namespace, id });
    if (done !== undefined) return done;
  }
  return createResource(context, wanted, { id, requestId, isTakeOver }).catch((error: unknown) => {
    throw named(error, wanted);
  });
}

function named(error: unknown, { reserve }: Wanted): unknown {
  if (!(error instanceof BerthError) || error.code !== "name_taken") return error;
  return new BerthError("name_taken", {
    cause: error,
    publicMessage: `The name ${reserve?.name ?? ""} is taken on this cluster; send another display_name.`,
  });
}

/** Without an answer to be kept a repetition takes the request over at once. */
async function close(context: Context, intent: WriteIntent, answer: WorkloadImportResponse | undefined): Promise<void> {
  const { ledger } = context.services;
  const stored = answer && { answer: { status: context.operation.success.status, body: answer } };
  try {
    await ledger.succeed(intent, { ...stored });
    if (answer === undefined) await ledger.leaveOpen(intent);
  } catch (error) {
    context.log.info("Imported workloads but could not record the answer", { fault: describeFault(error) });
  }
}
