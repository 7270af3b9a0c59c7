/**
 * Takes down everything that a world holds, so that two runs can be compared:
 *
 * 1. the objects on the management cluster and on every tenant, what Git holds, what the cloud has;
 * 2. without what differs from run to run by right: moments, commits, versions, generated secrets, events;
 * 3. of Applications what is wanted of them, and whether they are in sync and healthy.
 */
import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { FakeKubeClient } from "../../support/fake-kube-client.ts";
import { FOREIGN_FINALIZER } from "./monitor.ts";
import type { World } from "./world.ts";

/** What a world holds, by where it is. */
export type EndState = Readonly<Record<string, unknown>>;

const PASSING = /\/(events|leases)[ /]/;
/** Marks that others put on our objects, or that are there until somebody acts on them. */
const FOREIGN_MARK = /^(example\.com|argocd\.argoproj\.io\/(application-set-)?refresh)/;

/** Takes a world down. */
export function endState(world: World): EndState {
  const tenants = world.tenantHandles().flatMap((handle) => {
    const server = world.tenant(handle);
    return server === undefined ? [] : Object.entries(objectsOf(handle, server));
  });
  const files = Object.entries(world.repository.files()).map(([path, content]): readonly [string, unknown] => [
    `git ${path}`,
    withoutTimes(content),
  ]);
  return {
    ...objectsOf("management", world.management),
    ...Object.fromEntries(tenants),
    ...Object.fromEntries(files),
    ...Object.fromEntries(Object.entries(world.cloud.specs()).map(([handle, spec]) => [`cloud ${handle}`, spec])),
  };
}

function objectsOf(server: string, client: FakeKubeClient): EndState {
  const all = [...client.everything()].filter(([path]) => !PASSING.test(path));
  return Object.fromEntries(all.map(([path, object]) => [`${server} ${path}`, shownAs(path, object)]));
}

/** What was taken down of objects, which stay as they are: a world is looked at until it agrees, and few of them are new. */
const shown = new WeakMap<KubeObject, unknown>();

function shownAs(path: string, object: KubeObject): unknown {
  const known = shown.get(object) ?? plainObject(path, object);
  shown.set(object, known);
  return known;
}

function plainObject(path: string, { metadata, ...rest }: KubeObject): unknown {
  const { labels, annotations = {}, finalizers = [], deletionTimestamp } = metadata;
  const shown = {
    labels,
    annotations: Object.fromEntries(Object.entries(annotations).filter(([name]) => !FOREIGN_MARK.test(name))),
    finalizers: finalizers.filter((finalizer) => finalizer !== FOREIGN_FINALIZER),
    deleting: deletionTimestamp !== undefined,
    ...rest,
  };
  if (path.includes("/applications ")) return plain({ ...shown, status: plainApplication(rest["status"]) });
  if (path.startsWith("/api/v1/secrets ")) return plain({ ...shown, data: Object.keys(rest["data"] ?? {}) });
  return plain(shown);
}

function plainApplication(status: unknown): unknown {
  const { sync, health } = (status ?? {}) as { sync?: { status?: string }; health?: { status?: string } };
  return { sync: sync?.status, health: health?.status };
}

/** Members in one order: which came first is nobody's promise. */
function plain(value: unknown): unknown {
  if (typeof value === "string") return withoutTimes(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(
    members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, plain(member)]),
  );
}

/** A world is looked at until it agrees, and its files seldom differ from one look to the next. */
const LONG_TEXT = 200;
const KEPT_MAX = 2_000;
const kept = new Map<string, string>();

/** Hides moments, and what names commits, secrets' versions, and contents that hold one of these. */
export function withoutTimes(text: string): string {
  if (text.length < LONG_TEXT) return hideTimes(text);
  const hidden = kept.get(text) ?? hideTimes(text);
  if (kept.size >= KEPT_MAX) kept.clear();
  kept.set(text, hidden);
  return hidden;
}

function hideTimes(text: string): string {
  return text
    .replaceAll(/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z/g, "<time>")
    .replaceAll(/\b([0-9a-f]{16}|[0-9a-f]{40}|[0-9a-f]{64})\b/g, "<print>");
}
