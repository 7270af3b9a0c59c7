import type { Readable } from "node:stream";
import type { WebSocket } from "ws";
import type { KubeObject, Ref, ResourceType, WatchEvent } from "./kube-object.ts";

/** The bounds of one call; every call has the client's deadline when it names none. */
export type CallOptions = Readonly<{
  signal?: AbortSignal;
  timeoutMs?: number;
  /** Is asked right before the request goes on the wire, however long it waited for a connection; what it throws ends the call. */
  beforeSend?: () => void;
}>;

/** The choice of what a list returns. */
export type ListOptions<T extends KubeObject = KubeObject> = CallOptions &
  Readonly<{
    namespace?: string;
    labelSelector?: string;
    fieldSelector?: string;
    resourceVersion?: string;
    /** Objects per page; all pages are always fetched. */
    limit?: number;
    /** What all pages may have, where that is other than the client's bound: for a list of which little is kept. */
    bytesMax?: number;
    /** Says what to keep of each object, asked as its page arrives: a whole list in full can be ten times as large. */
    slim?: (object: T) => T;
  }>;

/** As whom and how strictly something is written. */
export type WriteOptions = CallOptions & Readonly<{ fieldManager: string; dryRun?: boolean; strict?: boolean }>;

/** The three ways to change an object: RFC 7386, RFC 6902, server-side apply. */
export type Patch = Readonly<{ kind: "merge" | "json" | "apply"; body: unknown }>;

/** How a patch is written; `force` takes over fields and is for server-side apply only. */
export type PatchOptions = WriteOptions & Readonly<{ subresource?: string; force?: boolean }>;

/** What a deletion depends on. */
export type DeleteOptions = CallOptions &
  Readonly<{
    uid?: string;
    /** The version that was decided by: another one is a conflict. */
    resourceVersion?: string;
    propagation?: "Foreground" | "Background" | "Orphan";
    dryRun?: boolean;
  }>;

/** Where a watch resumes. */
export type WatchOptions = Readonly<{
  namespace?: string;
  labelSelector?: string;
  fieldSelector?: string;
  resourceVersion: string;
  timeoutSeconds?: number;
}>;

/** A request for which there is no method of its own. */
export type RequestOptions = CallOptions &
  Readonly<{
    body?: unknown;
    query?: Readonly<Record<string, string | undefined>>;
    contentType?: string;
    /** Media types of the answer; JSON when unset. */
    accept?: string;
  }>;

/** A whole list and the version at which it was true; a watch goes on from there. */
export type ObjectList<T extends KubeObject = KubeObject> = Readonly<{ items: T[]; resourceVersion: string }>;

/** Talks to one API server; every failure is a KubeError. */
export interface KubeClient {
  /** Reads one object; undefined when it is absent. */
  get<T extends KubeObject = KubeObject>(type: ResourceType, ref: Ref, options?: CallOptions): Promise<T | undefined>;
  /** Reads all pages of a list; a continue token that expires half-way starts it over. */
  list<T extends KubeObject = KubeObject>(type: ResourceType, options?: ListOptions<T>): Promise<ObjectList<T>>;
  create<T extends KubeObject = KubeObject>(type: ResourceType, body: KubeObject, options: WriteOptions): Promise<T>;
  patch<T extends KubeObject = KubeObject>(
    type: ResourceType,
    ref: Ref,
    patch: Patch,
    options: PatchOptions,
  ): Promise<T>;
  /** Deletes an object; false when it was absent, or another one (`uid`) has taken its name. */
  delete(type: ResourceType, ref: Ref, options?: DeleteOptions): Promise<boolean>;
  /** Follows changes until the API server ends the watch; an ERROR event is thrown. */
  watch<T extends KubeObject = KubeObject>(
    type: ResourceType,
    options: WatchOptions,
    signal: AbortSignal,
  ): AsyncIterable<WatchEvent<T>>;
  /** Sends anything else (readyz, TokenRequest, evictions); never repeated. */
  request(method: string, path: string, options?: RequestOptions): Promise<unknown>;
  /** Opens an unbounded answer, such as a pod's log; `path` may carry a query. */
  stream(path: string, signal: AbortSignal): Promise<Readable>;
  /** Opens a WebSocket (a pod's exec or port-forward), paused; `path` may carry a query. It outlives the client. */
  dial(path: string, protocol: string, signal: AbortSignal): Promise<WebSocket>;
  close(): Promise<void>;
}
