/** The metadata that every Kubernetes object carries. */
type ObjectMeta = Readonly<{
  name: string;
  namespace?: string;
  uid?: string;
  resourceVersion?: string;
  generation?: number;
  creationTimestamp?: string;
  deletionTimestamp?: string;
  labels?: Readonly<Record<string, string>>;
  annotations?: Readonly<Record<string, string>>;
  finalizers?: readonly string[];
  ownerReferences?: readonly Readonly<{
    apiVersion?: string;
    kind: string;
    name: string;
    uid?: string;
    controller?: boolean;
  }>[];
}>;

/** Any Kubernetes object; kinds with a contract narrow it. */
export type KubeObject = Readonly<{ apiVersion?: string; kind?: string; metadata: ObjectMeta; [k: string]: unknown }>;

/** One kind as the API server's paths need it; group "" is the core group. */
export type ResourceType = Readonly<{
  group: string;
  version: string;
  plural: string;
  kind: string;
  namespaced: boolean;
}>;

/** A reference to one object of a known kind. */
export type Ref = Readonly<{ namespace?: string; name: string }>;

/** One line of a watch; a BOOKMARK's object has nothing but its resourceVersion. */
export type WatchEvent<T extends KubeObject = KubeObject> = Readonly<{
  type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK";
  object: T;
}>;

/** The API server's answer to a failed request; its `message` may quote the object, so it is never forwarded. */
export type Status = Readonly<{
  kind?: string;
  status?: string;
  message?: string;
  reason?: string;
  code?: number;
  details?: Readonly<{
    name?: string;
    kind?: string;
    uid?: string;
    retryAfterSeconds?: number;
    causes?: readonly Readonly<{ reason?: string; message?: string; field?: string }>[];
  }>;
}>;

/** Builds the path of a kind's collection, or of one object when `name` is given. */
export function resourcePath(type: ResourceType, namespace: string | undefined, name?: string): string {
  const root = type.group === "" ? `/api/${type.version}` : `/apis/${type.group}/${type.version}`;
  const scope = type.namespaced && namespace !== undefined ? `/namespaces/${encodeURIComponent(namespace)}` : "";
  return `${root}${scope}/${type.plural}${name === undefined ? "" : `/${encodeURIComponent(name)}`}`;
}

/** Builds the path of one object; refuses a reference that would silently address something else. */
export function objectPath(type: ResourceType, ref: Ref): string {
  if (type.namespaced && (ref.namespace ?? "") === "") throw new TypeError(`${type.kind} needs a namespace`);
  if (ref.name === "" || ref.name === "." || ref.name === "..") throw new TypeError(`${type.kind} needs a name`);
  return resourcePath(type, ref.namespace, ref.name);
}
