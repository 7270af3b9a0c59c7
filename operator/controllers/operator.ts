/**
 * Puts the operator's parts together, for the process and for the simulator alike:
 *
 * 1. caches of everything that is watched;
 * 2. queues, and the routes from a change to the keys it concerns;
 * 3. the controllers, which only a leader starts, after every cache has synced. With Git away they go by what statuses
 *    record of deliveries, and look at everything again once the branch was read.
 */
import { RESOURCES } from "../../contract/resources/all.ts";
import { byCollection, createControllers, KINDS, type Controllers } from "./kinds.ts";
import { createParts, type Links } from "./create-parts.ts";
import type { Outcome } from "../machines/decision.ts";
import { defaultRetry, runController, type Retry } from "../runtime/controller.ts";
import { keyOf } from "../runtime/object-store.ts";
import type { ResourceCache } from "../runtime/resource-cache.ts";
import { tellRewrite } from "./delivered/branch-rewrites.ts";
import { BundleUpkeep } from "./platform/bundle-upkeep.ts";
import { cacheOf, createCaches, type Caches } from "../resources/caches.ts";
import { followImages } from "./deployment/images.ts";
import { grantGateway } from "./platform/gateway-access.ts";
import { createQueues, requeue, type Queues } from "./shared/queues.ts";
import { GitDesk, type GitWork } from "./shared/git-desk.ts";
import { LEFTOVERS_KEY, PLATFORM_KEY, SWEEP_KEY, WAVES_KEY } from "./platform/keys.ts";
import { createNewestCheck } from "./shared/newest-copy.ts";
import { onChange } from "./shared/on-change.ts";
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
import type { OperatorOptions } from "./operator-options.ts";
import type { Parts } from "./parts.ts";

/** An operator that is put together; its caches can run before it leads. */
export type Operator = Readonly<{
  caches: Caches;
  queues: Queues;
  /** How much waits for a commit, and how far the branch is. */
  git: () => GitWork;
  /** Starts the controllers. */
  start: () => void;
  /** Takes nothing more in, waits for what runs. */
  stop: (graceMs: number) => Promise<boolean>;
}>;

/** After a start others may still be about to see what is there. */
const SWEEP_AFTER_MS = 15_000;
const PLATFORM_AT_ONCE = 2;
const NOT_LEADING_MS = 2_000;

/** Puts an operator together; nothing runs yet. */
export function createOperator(unguarded: OperatorOptions): Operator {
  const options = guardAll(unguarded);
  const { client, settings, writer, clock, logger } = options;
  const { argocdNamespace, imageUpdater } = settings;
  const caches = createCaches(
    { ...options, argocdNamespace, imageUpdater },
    byCollection(({ indexes }) => indexes),
  );
  const queues = createQueues(options, {
    ...byCollection(({ concurrency }) => concurrency),
    platform: PLATFORM_AT_ONCE,
  });
  routeEvents(caches, queues);
  const findNewer = createNewestCheck(client, caches);
  const desk = new GitDesk({ writer, clock, logger, requeue: (key) => requeue(queues, key), findNewer });
  const parts = createParts(options, caches, linksOf(caches, queues, desk));
  const controllers = createControllers(parts);
  followBranch(parts, queues);
  followRestores(caches, desk, writer);
  followGone(caches, desk);
  const resync = new Resync(options, caches, queues);
  return {
    caches,
    queues,
    git: () => desk.work,
    start: () => {
      startControllers(options, queues, controllers, platformContext(options, parts, { controllers, queues }));
      beginUpkeep(queues);
      if (!writer.isRead) writer.onRead(() => resync.addObjects());
      resync.start();
    },
    stop: async (graceMs) => {
      resync.stop();
      const drained = await drainAll(queues, graceMs);
      await parts.tenants.close();
      return drained;
    },
  };
}

function startControllers(
  { clock, logger, metrics }: OperatorOptions,
  queues: Queues,
  controllers: Controllers,
  platform: PlatformContext,
): void {
  const run = (name: keyof Queues, reconcile: (key: string) => Promise<Outcome>): void =>
    runController({ name, queue: queues[name], reconcile, clock, logger, metrics, classify });
  run("platform", (key) => reconcilePlatform(platform, key));
  for (const { kind, collection } of RESOURCES) run(collection, (key) => controllers[kind].reconcile(key));
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

function followBranch(parts: Parts, queues: Queues): void {
  const { writer, caches, events } = parts;
  writer.onMoved((paths, move) => {
    routePaths(caches, queues, paths);
    followImages(parts, paths);
    tellRewrite(caches, events, paths, move);
  });
}

/** Generations count anew, and what was deleted before may have been wanted since. */
function followRestores(caches: Caches, desk: GitDesk, writer: OperatorOptions["writer"]): void {
  const all = Object.values(caches) as readonly ResourceCache[];
  for (const cache of all)
    cache.subscribe((event) => {
      if (event.kind !== "resync" || !event.restored) return;
      desk.forgetGenerations();
      writer.forgetRemovals();
    });
}

/** What is made again under a name counts its generations anew, whatever pass of the one before is still under way. */
function followGone(caches: Caches, desk: GitDesk): void {
  for (const { kind, collection } of RESOURCES)
    onChange(cacheOf(caches, collection), (event) => {
      if (event.kind === "delete") desk.forget(`${kind}/${event.key}`);
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
  { charts, bundle: release }: OperatorOptions,
  parts: ReturnType<typeof createParts>,
  { controllers, queues }: Readonly<{ controllers: Controllers; queues: Queues }>,
): PlatformContext {
  const { writer, client, caches, settings, argo, projects, orphans, guards, releases, gate } = parts;
  const gateway = { client, caches, gatewayUser: settings.gatewayUser };
  return {
    writer,
    projects,
    orphans,
    guards,
    gate,
    waves: releases,
    deployments: controllers.Deployment.context,
    leftovers: controllers.Cluster.context.leftovers,
    charts: Object.values(charts),
    bundle: new BundleUpkeep({ writer, argo, caches, settings, release }),
    queue: queues.platform,
    grantGateway: (namespace) => grantGateway(gateway, namespace),
  };
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
function onNews(caches: Caches, queues: Queues, handle: string): void {
  for (const { collection, indexes } of Object.values(KINDS)) {
    if (!("handle" in indexes)) continue;
    for (const object of caches[collection].byIndex("handle", handle)) queues[collection].add(keyOf(object));
  }
}
