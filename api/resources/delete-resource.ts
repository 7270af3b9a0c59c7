import { isNotFound, KubeError } from "../../adapters/kubernetes/kube-error.ts";
import type { KubeObject, ResourceType } from "../../adapters/kubernetes/kube-object.ts";
import type { StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import { requestedOptions, sentDeletion } from "../../contract/deletion-options.ts";
import { BerthError } from "../../contract/errors.ts";
import type { ResourceDefinition } from "../../contract/resources/definition.ts";
import type { ProjectedKind } from "../../render/projection/custom-resource.ts";
import type { Answer, Context } from "../http/context.ts";
import { auditOf } from "./audit-of.ts";
import type { Plan } from "./dry-run-plan.ts";
import { requestAnnotation } from "./json-patch.ts";
import { translateKubeFault } from "./kube-faults.ts";
import { patchResource, type Change } from "./patch-resource.ts";
import type { Owners } from "./projection-port.ts";
import { runWrite } from "./run-write.ts";
import { waitUntilSettled } from "./wait-until-settled.ts";

/** A deletion that every check has passed. */
export type Deletion = Readonly<{
  definition: ResourceDefinition;
  kind: ProjectedKind;
  type: ResourceType;
  row: StoredResource;
  owners: Owners;
  generation: string | undefined;
  /** Options for the finalizer to read, as annotations; none is the safe default. */
  options: Readonly<Record<string, boolean | undefined>>;
  message: string;
}>;

/** Begins a deletion: its options first, as annotations, then the delete of exactly this object, then that they are this delete's. */
export async function deleteResource(
  context: Context,
  deletion: Deletion,
  waitSeconds: number | undefined,
): Promise<Answer> {
  const { definition, kind, row, owners, generation } = deletion;
  await runWrite(context, {
    definition,
    kind,
    owners,
    intent: {
      audit: auditOf(context, { kind, id: row.id, organizationId: row.organizationId, members: optionsOf(deletion) }),
      generation: generation ?? row.generation,
    },
    write: () => annotateAndDelete(context, deletion),
  });
  await waitUntilSettled(context, { kind, id: row.id, generation: "deleted" }, waitSeconds);
  return { body: deletedBody(deletion) };
}

/** Checks a deletion at the API server and answers its plan. */
export async function dryRunDelete(context: Context, deletion: Deletion, plan: Plan): Promise<Answer> {
  await patchResource(context, changeOf(context, deletion, true)).catch((error: unknown) => {
    throw translateKubeFault(error, deletion.definition);
  });
  return { body: { ...deletedBody(deletion), plan } };
}

async function annotateAndDelete(context: Context, deletion: Deletion): Promise<KubeObject | undefined> {
  const { kube } = context.services;
  const { uid, namespace, objectName: name } = deletion.row;
  await patchResource(context, changeOf(context, deletion, false));
  await kube.delete(deletion.type, { namespace, name }, { uid });
  if (optionsOf(deletion).length > 0) return noteSent(context, deletion);
  const left = await kube.get(deletion.type, { namespace, name });
  return left?.metadata.uid === uid ? left : undefined;
}

/** Until this is written the finalizer waits: options of a request that never deleted are not to count for whoever does. */
async function noteSent(context: Context, deletion: Deletion): Promise<KubeObject | undefined> {
  const { type, row } = deletion;
  const annotations = sentDeletion(context.requestId);
  try {
    return await patchResource(context, {
      type,
      row,
      generation: undefined,
      operations: [],
      annotations,
      dryRun: false,
    });
  } catch (error) {
    if (isNotFound(error) || (error instanceof BerthError && error.code === "not_found")) return undefined;
    // The object is being deleted: whatever went wrong here, the request has changed something.
    const unnoted = new KubeError("PATCH after DELETE", { status: 500, reason: "DeletionUnnoted" });
    throw Object.assign(unnoted, { cause: error });
  }
}

function changeOf(context: Context, deletion: Deletion, dryRun: boolean): Change {
  return {
    type: deletion.type,
    row: deletion.row,
    generation: deletion.generation,
    operations: [],
    annotations: {
      ...requestAnnotation(context.requestId),
      ...requestedOptions(optionsOf(deletion), context.requestId),
    },
    dryRun,
  };
}

function optionsOf({ options }: Deletion): string[] {
  return Object.keys(options).filter((name) => options[name] === true);
}

function deletedBody({ row, message }: Deletion): Readonly<Record<string, unknown>> {
  return { id: row.id, status: "deleting", message };
}
