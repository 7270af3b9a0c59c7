import type { z } from "zod";
import { ANNOTATIONS } from "../../contract/identity.ts";
import { fromRest, restName } from "../../contract/rest-case.ts";

/** One operation of a JSON Patch (RFC 6902). */
export type PatchOperation =
  Readonly<{ op: "test" | "add"; path: string; value: unknown }> | Readonly<{ op: "remove"; path: string }>;

/** On which state of an object a patch may be applied. */
type Precondition = Readonly<{ uid: string; generation?: string }>;

const ALWAYS_THERE = new Set(["name"]);

/**
 * Derives the operations of a PATCH body: a member sent replaces that member whole, null unsets it, one that was not
 * sent stays untouched (docs/adr/0014).
 */
export function specOperations(shape: z.ZodRawShape, body: Readonly<Record<string, unknown>>): PatchOperation[] {
  return Object.entries(shape).flatMap(([member, schema]): PatchOperation[] => {
    const sent = body[restName(member, schema)];
    const path = `/spec/${member}`;
    if (sent === undefined || (sent === null && ALWAYS_THERE.has(member))) return [];
    // `remove` of an absent member fails: it is put there first, and the CRD's default comes back after.
    if (sent === null)
      return [
        { op: "add", path, value: null },
        { op: "remove", path },
      ];
    return [{ op: "add", path, value: fromRest(schema as z.ZodType, sent) }];
  });
}

/** Makes the tests that let a patch through only on the object, and the generation, that was meant. */
export function preconditionOperations({ uid, generation }: Precondition): PatchOperation[] {
  const same: PatchOperation = { op: "test", path: "/metadata/uid", value: uid };
  return generation === undefined
    ? [same]
    : [same, { op: "test", path: "/metadata/generation", value: Number(generation) }];
}

/** Makes the operations that set annotations on an object which has some already. */
export function annotationOperations(annotations: Readonly<Record<string, string>>): PatchOperation[] {
  return Object.entries(annotations).map(([name, value]) => ({
    op: "add",
    path: `/metadata/annotations/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
    value,
  }));
}

/** Makes the operations that set annotations on an object which has none. */
export function firstAnnotationOperations(annotations: Readonly<Record<string, string>>): PatchOperation[] {
  return [
    { op: "test", path: "/metadata/annotations", value: null },
    { op: "add", path: "/metadata/annotations", value: annotations },
  ];
}

/** Makes the annotation that ties an object to the request that wrote it last. */
export function requestAnnotation(requestId: string): Readonly<Record<string, string>> {
  return { [ANNOTATIONS.requestId]: requestId };
}
