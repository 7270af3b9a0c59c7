import { isAlreadyExists, isQuotaFull } from "../../../adapters/kubernetes/kube-error.ts";
import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import { DATABASE_INSTANCES, DEPLOYMENTS } from "../../../adapters/kubernetes/resource-types.ts";
import {
  ANNOTATIONS,
  API_GROUP,
  API_VERSION,
  FIELD_MANAGERS,
  FINALIZER,
  idSuffix,
  LIMITS_NAME,
} from "../../../contract/identity.ts";
import { DATABASE_TRAITS, type DatabaseSpec } from "../../../contract/resources/database-instance.ts";
import { withoutVariable } from "../../../contract/resources/preview-database.ts";
import { traitsOf } from "../../../contract/resources/phase-traits.ts";
import type { DeploymentEffect, PreviewDatabaseView, PreviewView } from "../../machines/deployment/observe-types.ts";
import { connectionFacts } from "../../../render/database/database-names.ts";
import { idOf, ownerLabels, requestIdOf } from "../../resources/adoption.ts";
import { keyOf } from "../../runtime/object-store.ts";
import { databaseHandle } from "../../resources/handles.ts";
import type { DatabaseObject, DeploymentObject } from "../../resources/objects.ts";
import type { Handlers } from "../shared/handlers.ts";
import { databaseNameOf } from "../database/context.ts";
import type { DeploymentContext } from "./context.ts";
import { findSource } from "./find-source.ts";

type PreviewEffect = Extract<DeploymentEffect, { kind: "endPreview" | "makeDatabase" }>;

/** Looks at how a preview stands to its end; undefined for what is none. */
export function observePreview(context: DeploymentContext, object: DeploymentObject): PreviewView | undefined {
  const { preview } = object.spec;
  if (preview === undefined) return undefined;
  const dueMs = Date.parse(preview.expiresAt);
  const source = findSource(context, object, preview.sourceId);
  const isAlone = source === undefined || source.metadata.deletionTimestamp !== undefined;
  const database = preview.database && findPreviewDatabase(context, object);
  return {
    secretsCopied: context.secrets.isCopied(object.metadata.uid ?? "", database?.metadata.uid),
    isOver: isAlone || dueMs <= context.clock.nowMs(),
    dueMs,
    database: preview.database && viewOf(context, object, database),
  };
}

function viewOf(
  context: DeploymentContext,
  object: DeploymentObject,
  database: DatabaseObject | undefined,
): PreviewDatabaseView {
  if (database === undefined)
    return { kind: context.refusedDatabases.has(object.metadata.uid ?? "") ? "refused" : "absent" };
  const { metadata, spec, status } = database;
  if (spec.previewOf !== idOf(object)) return { kind: "foreign", name: metadata.name };
  if (metadata.deletionTimestamp !== undefined) return { kind: "coming", fault: "it is being deleted." };
  const { phase = "pending", errorMessage = "" } = status ?? {};
  return traitsOf(DATABASE_TRAITS, phase).live ? { kind: "serving" } : { kind: "coming", fault: errorMessage };
}

/** Finds what stands under the name of a preview's database, be it that or not. */
function findPreviewDatabase(
  { caches }: Pick<DeploymentContext, "caches">,
  object: DeploymentObject,
): DatabaseObject | undefined {
  return caches.databases.get(`${object.metadata.namespace ?? ""}/${objectNameOf(object)}`);
}

/** It hangs on the record id: whoever makes it again makes the same. */
function objectNameOf(object: DeploymentObject): string {
  return `preview-${idSuffix(idOf(object))}`;
}

/** Stores the URL of a preview's database among its own secrets, for the variable that the gateway has set; returns whose it is. */
export async function storeUrl(
  context: DeploymentContext,
  object: DeploymentObject,
  organization: string,
): Promise<string | undefined> {
  const database = findPreviewDatabase(context, object);
  if (database === undefined) throw new Error("The database of the preview went away");
  const { engine } = database.spec;
  const id = idOf(database);
  const facts = connectionFacts({ engine, id, handle: databaseHandle(database), database: databaseNameOf(database) });
  const place = { organization, deploymentId: idOf(object) };
  await context.secrets.storeUrl({ organization, id, connection: facts }, place, requestIdOf(object) ?? "");
  return database.metadata.uid;
}

/** Does what a preview asks for. */
export const PREVIEW_EFFECTS: Handlers<DeploymentContext, DeploymentObject, unknown, PreviewEffect> = {
  // Of the version that was decided by, or that the pass itself has written since: one that was extended is looked at anew.
  endPreview: async ({ client, logger, caches }, object) => {
    const { namespace, name, uid = "", generation } = object.metadata;
    const { metadata } = caches.deployments.get(keyOf(object)) ?? object;
    if (metadata.generation !== generation) return;
    logger.info("Deleting a preview that is over", { object: { kind: "Deployment", namespace, name, uid } });
    const { resourceVersion = "" } = metadata;
    await client.delete(DEPLOYMENTS, { namespace, name }, { uid, resourceVersion });
  },
  makeDatabase: async ({ client, refusedDatabases }, object) => {
    const { uid = "" } = object.metadata;
    refusedDatabases.delete(uid);
    try {
      await client.create(DATABASE_INSTANCES, databaseBody(object), { fieldManager: FIELD_MANAGERS.operator });
    } catch (error) {
      if (isQuotaFull(error, LIMITS_NAME)) refusedDatabases.add(uid);
      else if (!isAlreadyExists(error)) throw error;
    }
  },
};

/** It belongs to whom its preview belongs to. Of one server, and without backups: what is in it is a copy, or nobody's yet. */
function databaseBody(object: DeploymentObject): KubeObject {
  const { metadata, spec } = object;
  const name = objectNameOf(object);
  const database = {
    ...(spec.preview?.database && withoutVariable(spec.preview.database)),
    name,
    cluster: spec.cluster,
    tier: "single",
    backupEnabled: false,
    previewOf: idOf(object),
  } as DatabaseSpec;
  return {
    apiVersion: `${API_GROUP}/${API_VERSION}`,
    kind: "DatabaseInstance",
    metadata: {
      name,
      ...(metadata.namespace !== undefined && { namespace: metadata.namespace }),
      labels: ownerLabels(object),
      annotations: { [ANNOTATIONS.requestId]: requestIdOf(object) ?? "" },
      finalizers: [FINALIZER],
    },
    spec: database,
  };
}
