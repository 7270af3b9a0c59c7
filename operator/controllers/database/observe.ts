import { NO_ENGINE, runsEngine } from "../../../render/bundle/runs-engine.ts";
import { credentialsSecretName, connectionHost, DATABASE_PORTS } from "../../../render/database/database-names.ts";
import type { SecretUse } from "../../delivery/tenant-secrets.ts";
import type { ArgoApplication } from "../../delivery/argo-application.ts";
import type { DatabaseObserved } from "../../machines/database/observe-types.ts";
import type { EngineView } from "../../machines/database/engine-view.ts";
import type { DatabaseFacts } from "../../machines/database/status.ts";
import type { ClusterView } from "../../machines/deployment/state.ts";
import { idOf, requestIdOf } from "../../resources/adoption.ts";
import { findById } from "../../resources/find-by-id.ts";
import type { ClusterObject, DatabaseObject } from "../../resources/objects.ts";
import { databaseNameOf, databaseUse, type DatabaseContext } from "./context.ts";
import { databaseHandle, databaseKey } from "../../resources/handles.ts";
import type { DatabaseContent, DatabaseTarget } from "./renderer.ts";
import { leaderOf } from "./replication.ts";
import { backedVersion, lookAtSource, oldestBackup, renderedSource } from "./restore.ts";
import {
  applicationView,
  clusterView,
  findOlderNamesake,
  gitView,
  isUsable,
  lookAtSecrets,
  mayRender,
  renderedView,
  rootView,
  withoutRelease,
} from "../delivered/views.ts";
import { findCluster, isChanged, keptVersion } from "../delivered/target.ts";
import { recordedDelivery } from "../shared/git-desk.ts";

/** One look at a database, with what its effects will need. */
export type DatabaseLook = Readonly<{
  observed: DatabaseObserved;
  facts: DatabaseFacts;
  target: DatabaseTarget | undefined;
  summary: DatabaseContent | undefined;
  application: ArgoApplication | undefined;
  /** Undefined while the cluster cannot take anything. */
  use: SecretUse | undefined;
}>;

/** Looks at everything that decides about a live database; reads memory only, and has the engine asked. */
export function observeDatabase(context: DatabaseContext, object: DatabaseObject): DatabaseLook {
  const cluster = findCluster(context, object);
  const view = clusterView(cluster, object);
  const use = useOf(object, { view, cluster });
  const { secrets, revision } = lookAtSecrets(context, use, object.status?.secretsRevision);
  const target = targetOf(context, object, { view, cluster, revision });
  const result = target === undefined ? undefined : context.renderer.summary(target);
  const summary = result?.kind === "rendered" ? result.summary : undefined;
  const delivered = lookAtDelivery(context, object, { summary, clusterHandle: cluster?.status?.handle });
  const observed: DatabaseObserved = {
    generation: object.metadata.generation ?? 1,
    spec: object.spec,
    cluster: view,
    noEngine: reasonWithoutEngine(object, cluster),
    nameTakenBy: findOlderNamesake(context.caches.databases, object),
    source: lookAtSource(context, object),
    archiveFrom: oldestBackup(context, object),
    backedVersion: backedVersion(context, object),
    isPreviewOver: isPreviewOver(context, object),
    secrets,
    rendered: renderedView(result),
    ...delivered.views,
    engine: use === undefined ? { kind: "unasked" } : lookAtEngine(context, object, use.clusterHandle),
  };
  const { application } = delivered;
  return { observed, facts: deriveFacts(object, { cluster, summary, target }), target, summary, application, use };
}

function isPreviewOver({ caches }: DatabaseContext, { metadata, spec }: DatabaseObject): boolean | undefined {
  if (spec.previewOf === undefined) return undefined;
  const preview = findById(caches.deployments, metadata.namespace, spec.previewOf);
  return preview === undefined || preview.metadata.deletionTimestamp !== undefined;
}

function reasonWithoutEngine({ spec }: DatabaseObject, cluster: ClusterObject | undefined): string | undefined {
  return cluster === undefined || runsEngine(cluster.spec, spec.engine) ? undefined : NO_ENGINE;
}

/** The user of a replica comes with its data: its password is the source's, until the replica has data of its own. */
function useOf(object: DatabaseObject, { view, cluster }: Omit<Around, "revision">): SecretUse | undefined {
  const handle = cluster?.status?.handle;
  if (!isUsable(view) || handle === undefined) return undefined;
  const use = databaseUse(object, handle);
  const { replicationSourceId, promoted } = object.spec;
  return replicationSourceId === undefined || promoted === true ? use : { ...use, id: replicationSourceId };
}

function lookAtDelivery(
  context: DatabaseContext,
  object: DatabaseObject,
  { summary, clusterHandle }: Readonly<{ summary: DatabaseContent | undefined; clusterHandle: string | undefined }>,
): Readonly<{
  application: ArgoApplication | undefined;
  views: Pick<DatabaseObserved, "git" | "application" | "root">;
}> {
  const application = context.argo.find(databaseHandle(object));
  const desk = { key: databaseKey(object), recorded: recordedDelivery(object) };
  const contentHash = summary?.contentHash ?? "";
  return {
    application,
    views: {
      git: gitView(context, desk, summary),
      application: withoutRelease(applicationView(context, desk, application, summary)),
      root: rootView(context, desk, { clusterHandle, contentHash }),
    },
  };
}

/** Before anything was delivered there is nothing to look at. */
function lookAtEngine(context: DatabaseContext, object: DatabaseObject, clusterHandle: string): EngineView {
  const { engines, tenants, settings } = context;
  if (object.status?.git === undefined) return { kind: "unasked" };
  const subject = {
    handle: databaseHandle(object),
    id: idOf(object),
    spec: object.spec,
    archives: settings.archive !== undefined,
    leader: leaderOf(context, object),
  };
  return engines.look(tenants.client(clusterHandle), subject);
}

type Around = Readonly<{ view: ClusterView; cluster: ClusterObject | undefined; revision: string | undefined }>;

function targetOf(
  context: DatabaseContext,
  object: DatabaseObject,
  { view, cluster, revision }: Around,
): DatabaseTarget | undefined {
  const clusterHandle = cluster?.status?.handle;
  if (!mayRender(view, object) || cluster === undefined || clusterHandle === undefined) return undefined;
  const mayMove = context.releases.mayMove(databaseKey(object));
  const delivered = mayMove ? undefined : deliveredVersion(object);
  return {
    object,
    cluster,
    clusterHandle,
    secretsRevision: revision,
    handle: databaseHandle(object),
    chartVersion: keptVersion(context.writer, "database", delivered, context.settings.databaseChartVersion),
    source: renderedSource(object),
  };
}

function deliveredVersion(object: DatabaseObject): string | undefined {
  return isChanged(object) ? undefined : object.status?.chartVersion;
}

function deriveFacts(
  object: DatabaseObject,
  found: Readonly<{
    cluster: ClusterObject | undefined;
    summary: DatabaseContent | undefined;
    target: DatabaseTarget | undefined;
  }>,
): DatabaseFacts {
  const { cluster, summary, target } = found;
  const { engine } = object.spec;
  const handle = databaseHandle(object);
  return {
    handle,
    clusterId: cluster && idOf(cluster),
    gitPath: summary?.gitPath ?? object.status?.git?.path,
    chartVersion: target?.chartVersion,
    requestId: requestIdOf(object),
    connectionHost: connectionHost({ engine, id: idOf(object), handle }),
    connectionPort: DATABASE_PORTS[engine],
    connectionSecretName: credentialsSecretName(handle),
    databaseName: databaseNameOf(object),
  };
}
