import type { KubeObject, ResourceType } from "../../adapters/kubernetes/kube-object.ts";
import type { DomainWish } from "../../adapters/postgres/resources/domain-store.ts";
import { isNameHeld, type ReservedName } from "../../adapters/postgres/resources/name-store.ts";
import type { StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import type { WriteIntent } from "../../adapters/postgres/resources/write-ledger.ts";
import { BerthError } from "../../contract/errors.ts";
import { ANNOTATIONS } from "../../contract/identity.ts";
import type { ResourceDefinition } from "../../contract/resources/definition.ts";
import type { ProjectedKind } from "../../render/projection/custom-resource.ts";
import type { Context } from "../http/context.ts";
import type { AmountWish } from "../../adapters/postgres/resources/amount-store.ts";
import { amountsFor, assertAmounts, hasAmounts } from "./amounts.ts";
import { intentOf } from "./attempt-of.ts";
import { requestAnnotation, type PatchOperation } from "./json-patch.ts";
import { translateKubeFault } from "./kube-faults.ts";
import { monthlyCostOf } from "./monthly-cost.ts";
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
  /** The generation that the operations were derived from: another one is a conflict, not a condition that failed. */
  basedOn?: string | undefined;
  /** Another name on its cluster, which it gets by this. */
  rename?: Omit<ReservedName, "resourceId">;
  /** Another domain, which a deployment gets by this. */
  domain?: DomainWish;
}>;

/** Changes a resource by an action; an abandoned attempt of it is finished instead of repeated. */
export async function actOnResource(context: Context, act: Act): Promise<KubeObject> {
  const { definition, kind, owners } = act;
  const sized = await sizeAct(context, act);
  const { act: fixed, amounts } = sized ?? { act, amounts: undefined };
  const intent = { ...toIntent(context, act), amounts };
  const object = await runWrite(context, {
    definition,
    kind,
    owners,
    intent,
    ...(intent.reserve && { shows: intent.reserve }),
    write: async () =>
      (await findDone(context, act)) ??
      (await patchResource(context, changeOf(fixed, intent.audit.requestId, false)).catch((error: unknown) => {
        throw overtaken(act, error);
      })),
    answer: (written) => ({ status: context.operation.success.status, body: shownBody(context, act, written) }),
  });
  if (object === undefined) throw new BerthError("not_found");
  return object;
}

type SizedAct = Readonly<{ act: Act; amounts: AmountWish }>;

/**
 * Where amounts are limited, finds out what the resource would ask for; what is written then is a change of just the
 * generation that was looked at, so that two changes at once cannot add up to what neither of them asked for.
 */
async function sizeAct(context: Context, act: Act): Promise<SizedAct | undefined> {
  const { kind, row } = act;
  const { organizationId, id: resourceId } = row;
  if (context.repeat?.abandoned !== undefined || !(await hasAmounts(context, { kind, organizationId })))
    return undefined;
  const fixed = { ...act, generation: act.generation ?? act.basedOn ?? row.generation };
  const { spec } = (await patchResource(context, changeOf(fixed, context.requestId, true)).catch((error: unknown) => {
    throw translateKubeFault(overtaken(act, error), act.definition);
  })) as Readonly<{ spec?: unknown }>;
  const amounts = await amountsFor(context, { kind, organizationId, resourceId, spec });
  return amounts && { act: fixed, amounts };
}

/** Whoever named no version did not fail its condition. */
function overtaken({ generation }: Act, error: unknown): unknown {
  if (generation !== undefined || !(error instanceof BerthError) || error.code !== "precondition_failed") return error;
  return new BerthError("conflict", {
    cause: error,
    publicMessage: "Somebody else changed it at the same moment; read it, then repeat.",
  });
}

function toIntent(context: Context, { kind, row, members, rename, domain }: Act): WriteIntent {
  const { id, organizationId, generation } = row;
  return {
    ...intentOf(context, { kind, id, organizationId, members }),
    generation: context.repeat?.abandoned?.generation ?? generation,
    ...(rename && { reserve: { ...rename, resourceId: id } }),
    ...(domain && { domain: { ...domain, resourceId: id } }),
  };
}

/** Asks the API server what the resource would be after an action; nothing is recorded. */
export async function rehearseAct(context: Context, act: Act): Promise<Rehearsed> {
  const { rename } = act;
  if (rename !== undefined && (await isNameHeld(context.services.pool, rename, act.row.id)))
    throw new BerthError("name_taken");
  const object = await patchResource(context, changeOf(act, context.requestId, true)).catch((error: unknown) => {
    throw translateKubeFault(overtaken(act, error), act.definition);
  });
  const { kind, row } = act;
  const { spec } = object as Readonly<{ spec?: unknown }>;
  await assertAmounts(context, { kind, organizationId: row.organizationId, resourceId: row.id, spec });
  await context.services.projection.prepare(act.kind, object, act.owners);
  const body = shownBody(context, act, object);
  return {
    object,
    body,
    monthlyCost: await monthlyCostOf(context, { kind, owners: act.owners, spec, body, id: row.id }),
  };
}

function changeOf({ type, row, operations, ...act }: Act, requestId: string, dryRun: boolean): Change {
  const generation = act.generation ?? act.basedOn;
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
