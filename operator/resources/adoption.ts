import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import { awaitsRequest, isOptionAsked } from "../../contract/deletion-options.ts";
import { ANNOTATIONS, FINALIZER, LABELS } from "../../contract/identity.ts";
import type { ResourceMetadata } from "../../render/resource-file.ts";
import type { ResourceCache } from "../runtime/resource-cache.ts";

/** What an object lacks that the gateway would have set. */
type Adoption = Readonly<{
  labels: Readonly<Record<string, string>>;
  annotations: Readonly<Record<string, string>>;
  finalizers: readonly string[];
}>;

/**
 * Derives what an object made with kubectl still needs: id, organization, finalizer, and the empty request-id annotation
 * that JSON patches of the gateway rely on. Undefined when it lacks nothing.
 */
export function deriveAdoption(object: KubeObject, namespaces: Pick<ResourceCache, "get">): Adoption | undefined {
  const { metadata } = object;
  const labels = missingLabels(object, namespaces);
  const annotations: Record<string, string> =
    metadata.annotations?.[ANNOTATIONS.requestId] === undefined ? { [ANNOTATIONS.requestId]: "" } : {};
  const finalizers = metadata.finalizers ?? [];
  const isHeld = hasFinalizer(object);
  if (isHeld && isEmpty(labels) && isEmpty(annotations)) return undefined;
  return { labels, annotations, finalizers: isHeld ? finalizers : [...finalizers, FINALIZER] };
}

function missingLabels({ metadata }: KubeObject, namespaces: Pick<ResourceCache, "get">): Record<string, string> {
  const { labels = {}, namespace = "", uid = "" } = metadata;
  const organization = namespaces.get(namespace)?.metadata.labels?.[LABELS.organizationId];
  const missing: Record<string, string> = {};
  if (labels[LABELS.id] === undefined) missing[LABELS.id] = uid;
  if (labels[LABELS.organizationId] === undefined && organization !== undefined)
    missing[LABELS.organizationId] = organization;
  return missing;
}

function isEmpty(map: Readonly<Record<string, string>>): boolean {
  return Object.keys(map).length === 0;
}

/** Returns an object's record id: the label that gateway or adoption set. */
export function idOf(object: KubeObject): string {
  return object.metadata.labels?.[LABELS.id] ?? object.metadata.uid ?? "";
}

/** Tells whether an option was asked for the deletion that an object is in; one that lives has none. */
export function hasOption({ metadata }: KubeObject, option: string): boolean {
  return metadata.deletionTimestamp !== undefined && isOptionAsked(metadata.annotations ?? {}, option);
}

/** The gateway says so in the next request; one that died there never will. */
const REQUEST_AWAITED_MS = 60_000;

/** Returns how long a deletion waits yet to learn whether the options on its object are its own. */
export function optionsAwaitedMs({ metadata }: KubeObject, nowMs: number): number {
  if (!awaitsRequest(metadata.annotations ?? {})) return 0;
  return Math.max(0, Date.parse(metadata.deletionTimestamp ?? "") + REQUEST_AWAITED_MS - nowMs);
}

/** Returns the request that made the newest generation, when one is known. */
export function requestIdOf(object: KubeObject): string | undefined {
  const requestId = object.metadata.annotations?.[ANNOTATIONS.requestId];
  return requestId === "" ? undefined : requestId;
}

/** Returns the user to whom an object belongs, when one is known. */
export function userIdOf(object: KubeObject): string | undefined {
  return object.metadata.labels?.[LABELS.userId];
}

/** Returns the labels by which what is made for an object belongs to whom that belongs to. */
export function ownerLabels({ metadata }: KubeObject): Readonly<Record<string, string>> {
  const labels = Object.entries(metadata.labels ?? {});
  return Object.fromEntries(labels.filter(([name]) => name === LABELS.organizationId || name === LABELS.userId));
}

/** Tells whether an object's end waits for us. */
export function hasFinalizer({ metadata }: KubeObject): boolean {
  return metadata.finalizers?.includes(FINALIZER) ?? false;
}

/** Derives the change of the metadata that lets an object go. */
export function withoutFinalizer({ metadata }: KubeObject): Readonly<{ finalizers: string[] }> {
  return { finalizers: (metadata.finalizers ?? []).filter((finalizer) => finalizer !== FINALIZER) };
}

/** Returns what of an object's metadata is rendered. */
export function renderedMetadata(object: KubeObject): ResourceMetadata {
  const { name, namespace = "", labels } = object.metadata;
  return { name, namespace, id: idOf(object), ...(labels === undefined ? {} : { labels }) };
}
