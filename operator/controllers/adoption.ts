import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import { ANNOTATIONS, FINALIZER, LABELS } from "../../contract/identity.ts";
import type { ResourceCache } from "../runtime/resource-cache.ts";

/** Is what an object lacks that the gateway would have set. */
export type Adoption = Readonly<{
  labels: Readonly<Record<string, string>>;
  annotations: Readonly<Record<string, string>>;
  finalizers: readonly string[];
}>;

/**
 * Derives what an object made with kubectl still needs: id, organization, finalizer, and the empty request-id annotation
 * that JSON patches of the gateway rely on. Undefined when it lacks nothing.
 */
export function deriveAdoption(object: KubeObject, namespaces: Pick<ResourceCache, "get">): Adoption | undefined {
  const { labels = {}, annotations = {}, finalizers = [], namespace = "", uid = "" } = object.metadata;
  const organization = namespaces.get(namespace)?.metadata.labels?.[LABELS.organizationId];
  const missingLabels: Record<string, string> = {};
  if (labels[LABELS.id] === undefined) missingLabels[LABELS.id] = uid;
  if (labels[LABELS.organizationId] === undefined && organization !== undefined)
    missingLabels[LABELS.organizationId] = organization;
  const missingAnnotations: Record<string, string> =
    annotations[ANNOTATIONS.requestId] === undefined ? { [ANNOTATIONS.requestId]: "" } : {};
  const hasFinalizer = finalizers.includes(FINALIZER);
  const complete =
    Object.keys(missingLabels).length === 0 && Object.keys(missingAnnotations).length === 0 && hasFinalizer;
  if (complete) return undefined;
  return {
    labels: missingLabels,
    annotations: missingAnnotations,
    finalizers: hasFinalizer ? finalizers : [...finalizers, FINALIZER],
  };
}

/** Returns an object's record id: the label that gateway or adoption set. */
export function idOf(object: KubeObject): string {
  return object.metadata.labels?.[LABELS.id] ?? object.metadata.uid ?? "";
}

/** Tells whether an option of DELETE was asked for. */
export function hasOption(object: KubeObject, annotation: string): boolean {
  return object.metadata.annotations?.[annotation] === "true";
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
