import { KubeError } from "../../adapters/kubernetes/kube-error.ts";

/** What a field is, by the API server's own reason; its text may quote the object and is never passed on. */
const WORDS: Readonly<Record<string, string>> = {
  FieldValueRequired: "is required",
  FieldValueInvalid: "has a value that is not valid",
  FieldValueNotSupported: "has a value that is not supported",
  FieldValueDuplicate: "is given twice",
  FieldValueForbidden: "is not allowed here",
  FieldValueTypeInvalid: "has a value of the wrong type",
  FieldValueTooLong: "is too long",
  FieldValueTooMany: "has too many items",
};
const CAUSES_MAX = 5;

/** Tells in words of ours why an API server refuses an object; undefined when it has not answered that. */
export function refusalOfObject(error: unknown, namespace: string): string | undefined {
  if (!(error instanceof KubeError)) return undefined;
  const { status } = error;
  const unknown = unknownMembers(error);
  if (unknown !== "") return unknown;
  if (status < 400 || status >= 500 || UNJUDGED.has(status)) return undefined;
  return causesOf(error) || (SENTENCES[status] ?? (() => "the API server does not accept it"))(namespace);
}

const UNJUDGED = new Set([401, 408, 429]);
const SENTENCES: Readonly<Record<number, (namespace: string) => string>> = {
  403: () => "the cluster's own rules do not allow it",
  404: (namespace) => `the namespace ${namespace} does not exist`,
};

/** Server-side apply answers 500 to a member that there is not. */
function unknownMembers({ body }: KubeError): string {
  const message = body?.message ?? "";
  const found = message.matchAll(/unknown field "([^"]{1,200})"|(?<=\.([\w.[\]="-]{1,200})): field not declared/g);
  return [...found].map(([, strict, typed]) => `${strict ?? typed ?? ""} is no member`).join("; ");
}

function causesOf({ body }: KubeError): string {
  const causes = (body?.details?.causes ?? []).filter(({ field = "" }) => field !== "");
  return causes
    .slice(0, CAUSES_MAX)
    .map(({ field = "", reason = "", message = "" }) => `${field} ${wordOf(reason, message)}`)
    .join("; ");
}

function wordOf(reason: string, message: string): string {
  if (message.includes("field is immutable")) return "cannot be changed on the live object";
  return WORDS[reason] ?? "is not accepted";
}
