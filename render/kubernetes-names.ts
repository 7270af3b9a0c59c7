import { renderError } from "./render-error.ts";

const LABEL_NAME = /^([A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?)$/;
const LABEL_VALUE = /^([A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?)?$/;
const SUBDOMAIN = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;
const SUBDOMAIN_LENGTH_MAX = 253;

/** Throws unless the text can be the name of an object. */
export function assertObjectName(name: string | undefined, field: string): void {
  if (name !== undefined && !isSubdomain(name)) throw renderError(field, "must be a lower-case DNS name");
}

/** Throws unless the map can stand as labels. */
export function assertLabels(labels: Readonly<Record<string, string>> | undefined, field: string): void {
  for (const [key, value] of Object.entries(labels ?? {})) {
    if (!isLabelKey(key) || !LABEL_VALUE.test(value)) throw renderError(field, "must hold Kubernetes labels");
  }
}

function isLabelKey(key: string): boolean {
  const slash = key.indexOf("/");
  return LABEL_NAME.test(key.slice(slash + 1)) && (slash < 0 || isSubdomain(key.slice(0, slash)));
}

const isSubdomain = (name: string): boolean => name.length <= SUBDOMAIN_LENGTH_MAX && SUBDOMAIN.test(name);
