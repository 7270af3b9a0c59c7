import { DATABASE_INSTANCES } from "../../../adapters/kubernetes/resource-types.ts";
import { DATABASE_TRAITS, databaseResource } from "../../../contract/resources/database-instance.ts";
import { phasesTold } from "../../../contract/resources/phase-traits.ts";
import { clusterKeyOf, nameKeyOf, type DatabaseObject } from "../../resources/objects.ts";
import { LIFELONG, present } from "../../resources/indexes.ts";
import { defineKind } from "../reconcile.ts";
import { equipDatabases, databaseDeletion, type DatabaseContext } from "./context.ts";
import { nextDatabase } from "../../machines/database/next.ts";
import { databaseSignificance, deriveDatabaseStatus, parseDatabaseState } from "../../machines/database/status.ts";
import { requestIdOf } from "../../resources/adoption.ts";
import { mirrorScheduled } from "./scheduled-backups.ts";
import { databaseKey } from "../../resources/handles.ts";
import { holdDatabaseDeletion } from "./hold.ts";
import { observeDatabase, type DatabaseLook } from "./observe.ts";
import { reconcileDeletion } from "../delivered/deletion.ts";
import { deliveryRequest, deliveryEffects, type Delivery } from "../delivered/effects.ts";
import { recordedDelivery } from "../shared/git-desk.ts";

const deliveryOf = (
  { renderer }: DatabaseContext,
  object: DatabaseObject,
  { target, summary, application }: DatabaseLook,
): Delivery | undefined =>
  target &&
  summary && {
    handle: target.handle,
    clusterHandle: target.clusterHandle,
    application,
    contentHash: summary.contentHash,
    at: { key: databaseKey(object), recorded: recordedDelivery(object) },
    request: () => deliveryRequest(databaseKey(object), object, renderer.files(target)),
  };

/** Managed databases: delivered as a chart, run by the operator of their engine. */
export const database = defineKind({
  kind: databaseResource.kind,
  collection: databaseResource.collection,
  label: "Database",
  concurrency: 12,
  indexes: {
    ...LIFELONG,
    cluster: (object) => [clusterKeyOf(object)],
    name: (object) => [nameKeyOf(object)],
    preview: ({ spec }) => present(spec.previewOf),
    source: ({ spec }) => (spec.promoted === true ? [] : present(spec.replicationSourceId)),
  },
  equip: equipDatabases,
  observe: observeDatabase,
  parse: parseDatabaseState,
  next: nextDatabase,
  grounds: ({ metadata: { namespace }, spec: { cluster, restore, replicationSourceId, previewOf } }) => [
    { kind: "Cluster", namespace, name: cluster },
    ...present(previewOf).map((id) => ({ kind: "Deployment", namespace, id }) as const),
    ...present(restore?.sourceId ?? replicationSourceId).map(
      (id) => ({ kind: "DatabaseInstance", namespace, id }) as const,
    ),
    ...present(restore?.backupId).map((id) => ({ kind: "DatabaseBackup", namespace, id }) as const),
  ],
  final: ["endPreview"],
  derive: deriveDatabaseStatus,
  significance: databaseSignificance,
  told: { ...phasesTold(DATABASE_TRAITS), stalls: true },
  sift: ({ gate }, object, { target }, effects) =>
    gate.sift(effects, { key: databaseKey(object), chart: "database", version: target?.chartVersion }),
  perform: {
    ...deliveryEffects(deliveryOf),
    pushSecrets: ({ secrets }, _object, { use }) => use && secrets.push(use),
    endPreview: async ({ client, logger }, { metadata: { namespace, name, uid = "" } }) => {
      logger.info("Deleting the database of a preview", { object: { kind: "DatabaseInstance", namespace, name, uid } });
      await client.delete(DATABASE_INSTANCES, { namespace, name }, { uid });
    },
    makeCredentials: ({ secrets }, object, { use }) => use && secrets.makePassword(use, requestIdOf(object) ?? ""),
  },
  // What the engine backed up by its schedule is shown.
  conclude: async (context, object, { use }, outcome) => {
    if (use !== undefined) await mirrorScheduled(context, object, use.clusterHandle);
    return outcome;
  },
  remove: async (context, object) =>
    (await holdDatabaseDeletion(context, object)) ?? reconcileDeletion(databaseDeletion(context), object),
});
