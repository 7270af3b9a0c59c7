/**
 * Puts the operator's parts together, for the process and for the simulator alike:
 *
 * 1. caches of everything that is watched;
 * 2. queues, and the routes from a change to the keys it concerns;
 * 3. the controllers, which only a leader starts, after every cache has synced. With Git away they go by what statuses
 *    record of deliveries, and look at everything again once the branch was read.
 */
import type { Outcome } from "../machines/decision.ts";
import { defaultRetry, runController, type Retry } from "../runtime/controller.ts";
import { keyOf } from "../runtime/object-store.ts";
import type { ResourceCache } from "../runtime/resource-cache.ts";
import { tellRewrite } from "./delivered/branch-rewrites.ts";
import { BundleUpkeep } from "./platform/bundle-upkeep.ts";
import { createCaches, type Caches } from "../resources/caches.ts";
import { reconcileCluster } from "./cluster/definition.ts";
import type { ClusterContext } from "./cluster/context.ts";
import { reconcileBackup } from "./backup/definition.ts";
import { reconcileDatabase } from "./database/definition.ts";
import { followImages } from "./deployment/images.ts";
import { reconcileDeployment } from "./deployment/definition.ts";
import { grantGateway } from "./platform/gateway-access.ts";
import { createQueues, requeue, type Queues } from "./shared/queues.ts";
import { GitDesk } from "./shared/git-desk.ts";
import { LEFTOVERS_KEY, PLATFORM_KEY, SWEEP_KEY, WAVES_KEY } from "./platform/keys.ts";
import { createNewestCheck } from "./shared/newest-copy.ts";
import {
  MANAGEMENT_WRITE_MAX_MS,
  NotLeaderError,
  createAssertMayAct,
  guardCalls,
  guardProvisioners,
  guardVault,
} from "./shared/leader-guard.ts";
import { reconcilePlatform, type PlatformContext } from "./platform/reconcile-platform.ts";
import { Resync } from "./resync.ts";
import { routeEvents, routePaths } from "./routes.ts";
import { reconcileUpgrade } from "./upgrade/definition.ts";
import { createContexts, type Links } from "./create-contexts.ts";
import type { OperatorOptions } from "./operator-options.ts";

/** Is an operator that is put together; its caches can run before it leads. */
export type Operator = Readonly<{
  caches: Caches;
  queues: Queues;
  /** Starts the controllers. */
  start: () => void;
  /** Takes nothing more in, waits for what runs. */
  stop: (graceMs: number) => Promise<boolean>;
}>;

/** After a start others may still be about to see what is there. */
const SWEEP_AFTER_MS = 15_000;
const NOT_LEADING_MS = 2_000;

/** Puts an operator together; nothing runs yet. */
export function createOperator(unguarded: OperatorOptions): Operator {
  const options = guardAll(unguarded);
  const { clock, client, settings, writer, logger, metrics } = options;
  const { argocdNamespace, imageUpdater } = settings;
  const caches = createCaches({ ...options, argocdNamespace, imageUpdater });
  const queues = createQueues(options);
  routeEvents(caches, queues);
  const findNewer = createNewestCheck(client, caches);
  const desk = new GitDesk({ writer, clock, logger, requeue: (key) => requeue(queues, key), findNewer });
  const contexts = createContexts(options, caches, linksOf(caches, queues, desk));
  followBranch(writer, caches, queues, contexts);
  followRestores(caches, desk);
  const resync = new Resync(options, caches, queues);
  const run = (name: keyof Queues, reconcile: (key: string) => Promise<Outcome>): void =>
    runController({ name, queue: queues[name], reconcile, clock, logger, metrics, classify });
  return {
    caches,
    queues,
    start: () => {
      const platform = platformContext(options, contexts, queues);
      run("platform", (key) => reconcilePlatform(platform, key));
      run("clusters", (key) => reconcileCluster(contexts.clusters, key));
      run("deployments", (key) => reconcileDeployment(contexts.deployments, key));
      run("backups", (key) => reconcileBackup(contexts.backups, key));
      run("upgrades", (key) => reconcileUpgrade(contexts.upgrades, key));
      run("databases", (key) => reconcileDatabase(contexts.databases, key));
      beginUpkeep(queues);
      if (!writer.isRead) writer.onRead(() => resync.addObjects());
      resync.start();
    },
    stop: async (graceMs) => {
      resync.stop();
      const drained = await drainAll(queues, graceMs);
      await contexts.deployments.tenants.close();
      return drained;
    },
  };
}

/** Nothing that changes the world goes past the leadership, whoever made its client. */
function guardAll(options: OperatorOptions): OperatorOptions {
  const { client, connect, provisioners, vault } = options;
  const assertMayAct = createAssertMayAct(options.isLeader);
  return {
    ...options,
    client: guardCalls(client, assertMayAct, MANAGEMENT_WRITE_MAX_MS),
    connect: (source) => guardCalls(connect(source), assertMayAct),
    provisioners: guardProvisioners(provisioners, assertMayAct),
    ...(vault && { vault: guardVault(vault, assertMayAct) }),
  };
}

function followBranch(
  writer: OperatorOptions["writer"],
  caches: Caches,
  queues: Queues,
  { clusters, deployments }: ReturnType<typeof createContexts>,
): void {
  writer.onMoved((paths, move) => {
    routePaths(caches, queues, paths);
    followImages(deployments, paths);
    tellRewrite(caches, clusters.events, paths, move);
  });
}

function followRestores(caches: Caches, desk: GitDesk): void {
  const all = Object.values(caches) as readonly ResourceCache[];
  for (const cache of all)
    cache.subscribe((event) => {
      if (event.kind === "resync" && event.restored) desk.forgetGenerations();
    });
}

function linksOf(caches: Caches, queues: Queues, desk: GitDesk): Links {
  return {
    desk,
    requeue: (key) => requeue(queues, key),
    onNews: (handle) => onNews(caches, queues, handle),
  };
}

function platformContext(
  options: OperatorOptions,
  { clusters, deployments, releases, orphans }: ReturnType<typeof createContexts>,
  { platform }: Queues,
): PlatformContext {
  const { client, writer, settings } = options;
  const { caches, projects, leftovers, guards } = clusters;
  const gateway = { client, caches, gatewayUser: settings.gatewayUser };
  return {
    writer,
    deployments,
    projects,
    leftovers,
    orphans,
    guards,
    waves: releases,
    gate: deployments.gate,
    ...published(options, clusters),
    queue: platform,
    grantGateway: (namespace) => grantGateway(gateway, namespace),
  };
}

function published(
  { writer, settings, charts, bundle: release }: OperatorOptions,
  { argo, caches }: ClusterContext,
): Pick<PlatformContext, "charts" | "bundle"> {
  return { charts: Object.values(charts), bundle: new BundleUpkeep({ writer, argo, caches, settings, release }) };
}

function beginUpkeep({ platform }: Queues): void {
  for (const key of [PLATFORM_KEY, LEFTOVERS_KEY, WAVES_KEY]) platform.add(key);
  platform.addAfter(SWEEP_KEY, SWEEP_AFTER_MS);
}

async function drainAll(queues: Queues, graceMs: number): Promise<boolean> {
  const drained = await Promise.all(Object.values(queues).map((queue) => queue.drain(graceMs)));
  return drained.every(Boolean);
}

/** A leader whose renewal is late holds its writes back: it leads again in a moment, or its process ends. */
function classify(error: unknown): Retry {
  return error instanceof NotLeaderError ? { kind: "after", ms: NOT_LEADING_MS, expected: true } : defaultRetry(error);
}

/** A handle is one object's alone. */
function onNews({ clusters, databases, backups, deployments }: Caches, queues: Queues, handle: string): void {
  for (const object of clusters.byIndex("handle", handle)) queues.clusters.add(keyOf(object));
  for (const object of databases.byIndex("handle", handle)) queues.databases.add(keyOf(object));
  for (const object of backups.byIndex("handle", handle)) queues.backups.add(keyOf(object));
  for (const object of deployments.byIndex("handle", handle)) queues.deployments.add(keyOf(object));
}
