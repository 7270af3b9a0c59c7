import { isAlreadyExists, isNotFound, isQuotaFull } from "../../adapters/kubernetes/kube-error.ts";
import type { KubeObject, ResourceType } from "../../adapters/kubernetes/kube-object.ts";
import type { DomainWish } from "../../adapters/postgres/resources/domain-store.ts";
import { hasRoom, type Room } from "../../adapters/postgres/resources/quota-store.ts";
import { isNameHeld, type ReservedName } from "../../adapters/postgres/resources/name-store.ts";
import type { WriteIntent } from "../../adapters/postgres/resources/write-ledger.ts";
import { BerthError } from "../../contract/errors.ts";
import {
  ANNOTATIONS,
  API_GROUP,
  API_VERSION,
  FIELD_MANAGERS,
  FINALIZER,
  LABELS,
  LIMITS_NAME,
} from "../../contract/identity.ts";
import type { Quota } from "../../contract/quotas.ts";
import type { ResourceDefinition } from "../../contract/resources/definition.ts";
import type { ProjectedKind } from "../../render/projection/custom-resource.ts";
import type { Context } from "../http/context.ts";
import { amountsFor, assertAmounts, type Sized } from "./amounts.ts";
import { attemptOf, intentOf, type Attempt } from "./attempt-of.ts";
import { describeFault } from "../http/describe-fault.ts";
import { judgeFailure, translateKubeFault } from "./kube-faults.ts";
import type { Owners } from "./projection-port.ts";
import { monthlyCostOf } from "./monthly-cost.ts";
import { assertRoom, previewRoom, quotaExceeded, roomFor, userRoomFor, type Counted } from "./quotas.ts";
import { runWrite } from "./run-write.ts";
import { shownBody, type Rehearsed } from "./shown-body.ts";

/** A resource to be created, apart from its id. */
export type Wanted = Readonly<{
  definition: ResourceDefinition;
  kind: ProjectedKind;
  type: ResourceType;
  organization: Readonly<{ organizationId: string; slug: string }>;
  owners: Owners;
  /** Derives metadata.name from the record id. */
  nameOf: (id: string) => string;
  spec: Readonly<Record<string, unknown>>;
  /** The name to be reserved on a cluster. */
  reserve?: Omit<ReservedName, "resourceId">;
  /** The domain that a deployment gets. */
  domain?: DomainWish;
  /** What it takes a place of; some kinds have none. */
  quota?: Quota;
  /** Whether the organization needs a payment method for it, also in the moment it is begun. */
  needsPayment?: boolean;
  /** Judges what stored state decides besides the quota: payment, the cluster's state; members that only it can tell enter the spec. */
  check: () => Promise<void> | Promise<Wanted["spec"]>;
  /** Makes what the resource needs from its first moment on; can be repeated. */
  prepare?: (id: string) => Promise<void>;
  /** Takes that back when the resource was refused for certain. */
  undo?: (id: string) => Promise<void>;
  /** Of a dry run: how many the same request would make before it. */
  before?: number;
  /** Makes the body that a repetition of the request gets; that of the resource when unset. */
  answer?: (object: KubeObject) => unknown;
}>;

/** Creates a resource; an abandoned attempt is finished instead of repeated. */
export async function createResource(
  context: Context,
  asked: Wanted,
  attempt = attemptOf(context),
): Promise<KubeObject> {
  const { id, requestId, isTakeOver } = attempt;
  const namespace = await context.services.namespaces.ensure(asked.organization);
  const existing = isTakeOver ? await findByRecordId(context, asked.type, { namespace, id }) : undefined;
  const wanted = existing === undefined ? await judge(asked) : asked;
  const object = buildObject(wanted, { id, namespace, name: wanted.nameOf(id), requestId });
  const created = await runWrite(context, {
    definition: wanted.definition,
    kind: wanted.kind,
    owners: wanted.owners,
    intent: {
      ...toIntent(context, wanted, attempt),
      ...(await roomOf(context, wanted)),
      amounts: await amountsFor(context, sizeOf(wanted, id)),
    },
    write: () => (existing === undefined ? createPrepared(context, wanted, object, id) : Promise.resolve(existing)),
    answer: (made) => ({
      status: context.operation.success.status,
      body: wanted.answer === undefined ? shownBody(context, wanted, made) : wanted.answer(made),
    }),
  });
  if (created === undefined) throw new BerthError("not_found");
  return created;
}

async function judge(wanted: Wanted): Promise<Wanted> {
  const told = await wanted.check();
  return typeof told === "object" ? { ...wanted, spec: { ...wanted.spec, ...told } } : wanted;
}

async function roomOf(context: Context, wanted: Wanted): Promise<Pick<WriteIntent, "room" | "userRoom">> {
  const counted = countedOf(wanted);
  if (counted === undefined) return {};
  return { room: await roomFor(context, counted), userRoom: await secondRoom(context, wanted, counted) };
}

/** Some take a place of two kinds: clusters one of their maker's, previews one of the organization's for previews. */
function secondRoom(context: Context, { spec, owners }: Wanted, counted: Counted): Promise<Room | undefined> {
  return spec["preview"] === undefined
    ? userRoomFor(context, counted, owners.userId)
    : previewRoom(context, counted.ownerId);
}

function sizeOf({ kind, organization, spec }: Wanted, resourceId: string): Sized {
  return { kind, organizationId: organization.organizationId, resourceId, spec, isNew: true };
}

function countedOf({ quota, kind, organization }: Wanted): Counted | undefined {
  if (quota === undefined || kind === "UpgradeRequest" || kind === "DatabaseBackup") return undefined;
  return { quota, kind, ownerId: organization.organizationId };
}

function toIntent(context: Context, wanted: Wanted, attempt: Attempt): WriteIntent {
  const { id } = attempt;
  const { organizationId } = wanted.organization;
  const target = { kind: wanted.kind, id, organizationId, members: Object.keys(wanted.spec) };
  return {
    ...intentOf(context, target, attempt),
    ...(wanted.reserve && { reserve: { ...wanted.reserve, resourceId: id } }),
    ...(wanted.domain && { domain: { ...wanted.domain, resourceId: id } }),
    needsPayment: wanted.needsPayment === true,
  };
}

const NO_ID = "00000000-0000-0000-0000-000000000000";

/** Asks the API server what the resource would be; nothing is recorded. */
export async function rehearseCreate(context: Context, asked: Wanted): Promise<Rehearsed> {
  const wanted = await judge(asked);
  const counted = countedOf(wanted);
  if (counted !== undefined) await assertRooms(context, wanted, counted);
  await assertAmounts(context, sizeOf(wanted, NO_ID));
  if (wanted.reserve !== undefined && (await isNameHeld(context.services.pool, wanted.reserve)))
    throw new BerthError("name_taken");
  const { name: namespace, exists } = await context.services.namespaces.find(wanted.organization);
  const id = NO_ID;
  const object = buildObject(wanted, { id, namespace, name: wanted.nameOf(id), requestId: context.requestId });
  try {
    const would = exists ? await sendCreate(context, wanted, object, true) : imagined(wanted, object);
    await context.services.projection.prepare(wanted.kind, would, wanted.owners);
    const body = shownBody(context, wanted, would);
    const { kind, owners } = wanted;
    const monthlyCost = await monthlyCostOf(context, { kind, owners, spec: would["spec"], body });
    return { object: would, body, monthlyCost };
  } catch (error) {
    if (isAlreadyExists(error)) throw new BerthError("name_taken");
    if (counted !== undefined && isQuotaFull(error, LIMITS_NAME)) throw quotaExceeded(await roomFor(context, counted));
    throw translateKubeFault(error, wanted.definition);
  }
}

async function assertRooms(context: Context, wanted: Wanted, counted: Counted): Promise<void> {
  await assertRoom(context, counted, wanted.before);
  const second = await secondRoom(context, wanted, counted);
  if (second !== undefined && !(await hasRoom(context.services.pool, second))) throw quotaExceeded(second);
}

/** Before its first resource an organization has no namespace in which the API server could be asked: then the contract tells. */
function imagined({ definition }: Wanted, object: KubeObject): KubeObject {
  const creationTimestamp = new Date().toISOString();
  const spec = definition.spec.parse(object["spec"]);
  return { ...object, metadata: { ...object.metadata, generation: 1, creationTimestamp }, spec };
}

function buildObject(
  wanted: Wanted,
  identity: Readonly<{ id: string; namespace: string; name: string; requestId: string }>,
): KubeObject {
  const { id, namespace, name, requestId } = identity;
  return {
    apiVersion: `${API_GROUP}/${API_VERSION}`,
    kind: wanted.kind,
    metadata: {
      name,
      namespace,
      labels: {
        [LABELS.id]: id,
        [LABELS.userId]: wanted.owners.userId,
        [LABELS.organizationId]: wanted.organization.organizationId,
      },
      annotations: { [ANNOTATIONS.requestId]: requestId },
      finalizers: [FINALIZER],
    },
    spec: wanted.spec,
  };
}

async function createPrepared(context: Context, wanted: Wanted, object: KubeObject, id: string): Promise<KubeObject> {
  await wanted.prepare?.(id);
  try {
    return await createOnce(context, wanted, object);
  } catch (error) {
    if (judgeFailure(error) === "refused")
      await wanted.undo?.(id).catch((fault: unknown) => {
        context.log.info("Could not take back what was prepared", { fault: describeFault(fault) });
      });
    throw error;
  }
}

async function createOnce(context: Context, wanted: Wanted, object: KubeObject): Promise<KubeObject> {
  try {
    return await sendCreate(context, wanted, object, false);
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    // Of two attempts of one request the first may have won unseen: the object then carries our record id.
    const { namespace, name, labels } = object.metadata;
    const present = await context.services.kube.get(wanted.type, { ...(namespace && { namespace }), name });
    if (present?.metadata.labels?.[LABELS.id] === labels?.[LABELS.id] && present !== undefined) return present;
    throw new BerthError("name_taken");
  }
}

async function sendCreate(context: Context, wanted: Wanted, object: KubeObject, dryRun: boolean): Promise<KubeObject> {
  const { kube, namespaces } = context.services;
  const options = { fieldManager: FIELD_MANAGERS.api, strict: true, dryRun };
  try {
    return await kube.create(wanted.type, object, options);
  } catch (error) {
    if (!isNotFound(error) || dryRun) throw error;
    // The namespace was deleted since we saw it.
    namespaces.forget(object.metadata.namespace ?? "");
    await namespaces.ensure(wanted.organization);
    return kube.create(wanted.type, object, options);
  }
}

/** Finds the object that carries a record id. */
export async function findByRecordId(
  context: Context,
  type: ResourceType,
  { namespace, id }: Readonly<{ namespace: string; id: string }>,
): Promise<KubeObject | undefined> {
  const found = await context.services.kube.list(type, { namespace, labelSelector: `${LABELS.id}=${id}` });
  return found.items[0];
}
