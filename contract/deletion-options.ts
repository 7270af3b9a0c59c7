import { ANNOTATIONS } from "./identity.ts";

/**
 * How an object carries the options of its deletion. REST can only write them before it deletes, so each names its request,
 * and `delete-request` names the request once its DELETE was taken: options of one that came to nothing count for no other.
 * What people annotate with kubectl is plainly `true`.
 */
const DESTRUCTIVE = [
  ANNOTATIONS.deleteVolumes,
  ANNOTATIONS.force,
  ANNOTATIONS.cascade,
  ANNOTATIONS.removeBundle,
] as const;
/** Keep what a deletion takes otherwise: they are believed even if nobody can say any more whose they are. */
const SPARING: readonly string[] = [ANNOTATIONS.orphan, ANNOTATIONS.keepSecrets, ANNOTATIONS.finalBackup];
const OPTIONS: readonly string[] = [...DESTRUCTIVE, ...SPARING];
const BY_REST = "request:";

type Annotations = Readonly<Record<string, string>>;

/** Formats the options that a request asks for; all others are said not to be. */
export function requestedOptions(asked: readonly string[], requestId: string): Annotations {
  return Object.fromEntries(OPTIONS.map((name) => [name, asked.includes(name) ? BY_REST + requestId : "false"]));
}

/** Formats what makes the options of a request count. */
export function sentDeletion(requestId: string): Annotations {
  return { [ANNOTATIONS.deleteRequest]: requestId };
}

/** Tells whether an option counts for the deletion that an object is in. */
export function isOptionAsked(annotations: Annotations, option: string): boolean {
  const value = annotations[option] ?? "";
  if (!value.startsWith(BY_REST)) return value === "true";
  return SPARING.includes(option) || isSent(annotations, value);
}

/** Tells whether options stand there whose request has not said yet that it was it who deleted. */
export function awaitsRequest(annotations: Annotations): boolean {
  const values = OPTIONS.map((option) => annotations[option] ?? "");
  return values.some((value) => value.startsWith(BY_REST) && !isSent(annotations, value));
}

function isSent(annotations: Annotations, value: string): boolean {
  const request = annotations[ANNOTATIONS.deleteRequest] ?? "";
  return request !== "" && value === BY_REST + request;
}
