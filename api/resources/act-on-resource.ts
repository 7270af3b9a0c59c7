import type { KubeObject, ResourceType } from "../../adapters/kubernetes/kube-object.ts";
import type { ResourceRow } from "../../adapters/postgres/resource-rows.ts";
import { BerthError } from "../../contract/errors.ts";
import { ANNOTATIONS } from "../../contract/identity.ts";
import type { ResourceDefinition } from "../../contract/resources/definition.ts";
import type { ProjectedKind } from "../../render/projection/custom-resource.ts";
import type { Context } from "../http/context.ts";
import { auditOf } from "./audit-of.ts";
import { requestAnnotation, type PatchOperation } from "./json-patch.ts";
import { translateKubeFault } from "./kube-faults.ts";
import { patchResource, type Change } from "./patch-resource.ts";
import type { Owners } from "./projection-port.ts";
import { textOf } from "./resource-text.ts";
import { runWrite } from "./run-write.ts";

/** Describes an action on a resource that is there. */
export type Act = Readonly<{
  definition: ResourceDefinition;
  kind: ProjectedKind;
  type: ResourceType;
  row: ResourceRow;
  owners: Owners;
  operations: readonly PatchOperation[];
  /** Names what is changed, for the audit log. */
  members: readonly string[];
  /** Refuses any other generation than this one. */
  generation?: string | undefined;
}>;

/** Changes a resource by an action; an abandoned attempt of it is finished instead of repeated. */
export async function actOnResource(context: Context, act: Act): Promise<KubeObject> {
  const { definition, kind, row, owners, members } = act;
  const { abandoned, request: repeat } = context.repeat ?? {};
  const requestId = abandoned?.requestId ?? context.requestId;
  const { id, organizationId, generation } = row;
  const object = await runWrite(context, {
    definition,
    kind,
    owners,
    intent: {
      audit: { ...auditOf(context, { kind, id, organizationId, members }), requestId },
      generation: abandoned?.generation ?? generation,
      ...(repeat && { repeat }),
      isTakeOver: abandoned !== undefined,
    },
    write: async () => (await findDone(context, act)) ?? patchResource(context, changeOf(act, requestId, false)),
    answer: (written) => ({ status: context.operation.success.status, body: bodyOf(context, act, written) }),
  });
  if (object === undefined) throw new BerthError("not_found");
  return object;
}

/** Is a resource as it would be, also in REST's form. */
export type Rehearsed = Readonly<{ object: KubeObject; body: Readonly<Record<string, unknown>> }>;

/** Asks the API server what the resource would be after an action; nothing is recorded. */
export async function rehearseAct(context: Context, act: Act): Promise<Rehearsed> {
  const object = await patchResource(context, changeOf(act, context.requestId, true)).catch((error: unknown) => {
    throw translateKubeFault(error, act.definition);
  });
  return { object, body: bodyOf(context, act, object) };
}

function changeOf({ type, row, generation, operations }: Act, requestId: string, dryRun: boolean): Change {
  return { type, row, generation, operations, annotations: requestAnnotation(requestId), dryRun };
}

function bodyOf({ services }: Context, { kind, owners }: Act, object: KubeObject): Record<string, unknown> {
  return JSON.parse(textOf(kind, services.projection.toRow(kind, object, owners))) as Record<string, unknown>;
}

/** Finds what an abandoned attempt has done already, or what others did since; undefined when it is still to be done. */
async function findDone(context: Context, { type, row }: Act): Promise<KubeObject | undefined> {
  const abandoned = context.repeat?.abandoned;
  if (abandoned === undefined) return undefined;
  const present = await context.services.kube.get(type, { namespace: row.namespace, name: row.objectName });
  if (present?.metadata.uid !== row.uid) throw new BerthError("not_found");
  const isOurs = present.metadata.annotations?.[ANNOTATIONS.requestId] === abandoned.requestId;
  return isOurs || String(present.metadata.generation) !== abandoned.generation ? present : undefined;
}
