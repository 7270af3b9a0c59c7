import type { KubeObject, ResourceType } from "../../adapters/kubernetes/kube-object.ts";
import type { StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import { BerthError } from "../../contract/errors.ts";
import { FIELD_MANAGERS } from "../../contract/identity.ts";
import type { Context } from "../http/context.ts";
import {
  annotationOperations,
  firstAnnotationOperations,
  preconditionOperations,
  type PatchOperation,
} from "./json-patch.ts";
import { isPatchRefusal } from "./kube-faults.ts";

/** A change of one object. */
export type Change = Readonly<{
  type: ResourceType;
  row: Pick<StoredResource, "uid" | "namespace" | "objectName">;
  /** Refuses any other generation than this one. */
  generation: string | undefined;
  operations: readonly PatchOperation[];
  annotations: Readonly<Record<string, string>>;
  dryRun: boolean;
}>;

/** Patches an object without reading it before; only when the patch does not apply is it read to learn why. */
export async function patchResource(context: Context, change: Change): Promise<KubeObject> {
  try {
    return await sendPatch(context, change, annotationOperations(change.annotations));
  } catch (error) {
    if (!isPatchRefusal(error)) throw error;
    await assertMeant(context, change, error);
    return sendPatch(context, change, firstAnnotationOperations(change.annotations));
  }
}

/** Finds out why a patch did not apply; returns when all that is missing is the first annotation. */
async function assertMeant(context: Context, change: Change, cause: unknown): Promise<void> {
  const { namespace, objectName: name, uid } = change.row;
  const present = await context.services.kube.get(change.type, { namespace, name });
  if (present?.metadata.uid !== uid) throw new BerthError("not_found");
  if (change.generation !== undefined && String(present.metadata.generation) !== change.generation)
    throw new BerthError("precondition_failed");
  if (present.metadata.annotations === undefined) return;
  throw new BerthError("internal", { cause, message: "A JSON Patch did not apply to the object it was made for" });
}

function sendPatch(context: Context, change: Change, annotate: readonly PatchOperation[]): Promise<KubeObject> {
  const { namespace, objectName: name, uid } = change.row;
  const precondition = preconditionOperations({ uid, ...(change.generation && { generation: change.generation }) });
  return context.services.kube.patch(
    change.type,
    { namespace, name },
    { kind: "json", body: [...precondition, ...change.operations, ...annotate] },
    { fieldManager: FIELD_MANAGERS.api, strict: true, dryRun: change.dryRun },
  );
}
