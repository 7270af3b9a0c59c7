import { isKubernetesAway, KubeError } from "../../adapters/kubernetes/kube-error.ts";
import type { Status } from "../../adapters/kubernetes/kube-object.ts";
import { BerthError, ERRORS } from "../../contract/errors.ts";
import type { ResourceDefinition } from "../../contract/resources/definition.ts";
import { restName, restPath } from "../../contract/rest-case.ts";
import { ValidationFault, valueFault, type Fault } from "../http/validation-fault.ts";

/** What a failed write means for the record of it. */
type WriteFailure = "refused" | "unknown";

/** These faults say that no byte of the request was taken: nothing happened. */
const NEVER_SENT = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** Tells whether a failed write certainly changed nothing. */
export function judgeFailure(error: unknown): WriteFailure {
  if (!(error instanceof KubeError)) return "refused";
  if (error.status === 0) return NEVER_SENT.has(error.reason) ? "refused" : "unknown";
  return error.status >= 500 ? "unknown" : "refused";
}

/** Translates a fault of the management cluster; its own text may quote the object and is never passed on. */
export function translateKubeFault(error: unknown, definition: ResourceDefinition): unknown {
  if (isKubernetesAway(error)) return new BerthError("kubernetes_unavailable", { cause: error });
  if (!(error instanceof KubeError)) return error;
  if (error.status === 422) return refusalOf(error, definition);
  if (error.status === 404) return new BerthError("not_found", { cause: error });
  if (error.status === 409) return new BerthError("conflict", { cause: error });
  return new BerthError("internal", { cause: error, message: error.message });
}

/** Tells whether a JSON Patch did not apply: a test of it failed, or a path is missing. */
export function isPatchRefusal(error: unknown): error is KubeError {
  return error instanceof KubeError && error.status === 422 && causesOf(error).length === 0;
}

type Cause = NonNullable<NonNullable<Status["details"]>["causes"]>[number];

function causesOf(error: KubeError): readonly Cause[] {
  return error.body?.details?.causes ?? [];
}

/** Only sentences of our own contract are shown: the rest of the API server's text stays inside. */
function refusalOf(error: KubeError, definition: ResourceDefinition): Error {
  const causes = causesOf(error);
  if (causes.length === 0) return new BerthError("internal", { cause: error, message: error.message });
  // A deletion may overtake a change; admission says so in the sentence of the contract.
  if (causes.some(({ message = "" }) => message.includes(ERRORS.being_deleted.sentence)))
    return new BerthError("being_deleted", { cause: error });
  return new ValidationFault(causes.flatMap((cause) => toFaults(cause, definition)));
}

/** One rule of the CRD may say several sentences. */
function toFaults(cause: Cause, definition: ResourceDefinition): Fault[] {
  const text = cause.message ?? "";
  const broken = definition.specRules.filter(({ message }) => text.includes(message));
  if (broken.length > 0) return broken.map(({ path, message }) => valueFault(["body", ...restPath(path)], message));
  const rootRule = definition.rootRules.find(({ message }) => text.includes(message));
  if (rootRule !== undefined) return [valueFault(["body"], rootRule.message)];
  return [valueFault(["body", ...fieldPath(cause.field ?? "")], "the management cluster does not accept this value")];
}

/** Reads "spec.volumes[0].sizeGb" as REST's location. */
function fieldPath(field: string): (string | number)[] {
  return field
    .replace(/^spec\.?/, "")
    .split(/[.[\]]+/)
    .filter((part) => /^[A-Za-z0-9]+$/.test(part))
    .map((part) => (/^[0-9]+$/.test(part) ? Number(part) : restName(part)));
}
