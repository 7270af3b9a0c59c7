import type { KubeObject, ResourceType } from "../../adapters/kubernetes/kube-object.ts";
import type { DomainWish } from "../../adapters/postgres/resources/domain-store.ts";
import type { ReservedName } from "../../adapters/postgres/resources/name-store.ts";
import type { StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import type { WriteIntent } from "../../adapters/postgres/resources/write-ledger.ts";
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
import { runWrite } from "./run-write.ts";
import { shownBody, type Rehearsed } from "./shown-body.ts";

/** An action on a resource that is there. */
export type Act = Readonly<{
  definition: ResourceDefinition;
  kind: ProjectedKind;
  type: ResourceType;
  row: StoredResource;
  owners: Owners;
  operations: readonly PatchOperation[];
  /** Names what is changed, for the audit log. */
  members: readonly string[];
  /** Refuses any other generation than this one. */
  generation?: string | undefined;
  /** Another name on its cluster, which it gets by this. */
  rename?: Omit<ReservedName, "resourceId">;
  /** Another domain, which a deployment gets by this. */
  domain?: DomainWish;
}>;

/** Changes a resource by an action; an abandoned attempt of it is finished instead of repeated. */
export async function actOnResource(context: Context, act: Act): Promise<KubeObject> {
  const { definition, kind, owners } = act;
  const intent = intentOf(context, act);
  const object = await runWrite(context, {
    definition,
    kind,
    owners,
    intent,
    ...(intent.reserve && { shows: intent.reserve }),
    write: async () =>
      (await findDone(context, act)) ?? patchResource(context, changeOf(act, intent.audit.requestId, false)),
    answer: (written) => ({ status: context.operation.success.status, body: shownBody(context, act, written) }),
  });
  if (object === undefined) throw new BerthError("not_found");
  return object;
}

function intentOf(context: Context, { kind, row, members, rename, domain }: Act): WriteIntent {
  const { abandoned, request: repeat } = context.repeat ?? {};
  const { id, organizationId, generation } = row;
  return {
    audit: {
      ...auditOf(context, { kind, id, organizationId, members }),
      requestId: abandoned?.requestId ?? context.requestId,
    },
    generation: abandoned?.generation ?? generation,
    ...(repeat && { repeat }),
    ...(rename && { reserve: { ...rename, resourceId: id } }),
    ...(domain && { domain: { ...domain, resourceId: id } }),
    isTakeOver: abandoned !== undefined,
  };
}

/** Asks the API server what the resource would be after an action; nothing is recorded. */
export async function rehearseAct(context: Context, act: Act): Promise<Rehearsed> {
  const object = await patchResource(context, changeOf(act, context.requestId, true)).catch((error: unknown) => {
    throw translateKubeFault(error, act.definition);
  });
  await context.services.projection.prepare(act.kind, object, act.owners);
  return { object, body: shownBody(context, act, object) };
}

function changeOf({ type, row, generation, operations }: Act, requestId: string, dryRun: boolean): Change {
  return { type, row, generation, operations, annotations: requestAnnotation(requestId), dryRun };
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
