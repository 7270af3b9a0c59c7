import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";

/** Reports a write that was held back because another process leads now. */
export class NotLeaderError extends Error {
  constructor() {
    super("This process does not lead any more");
    this.name = "NotLeaderError";
  }
}

/** Wraps a client so that each write first asks, on the monotonic clock, whether this process still leads. */
export function guardWrites(client: KubeClient, isLeader: () => boolean): KubeClient {
  const guarded = <Args extends unknown[], Answer>(call: (...args: Args) => Promise<Answer>) => {
    return (...args: Args): Promise<Answer> => (isLeader() ? call(...args) : Promise.reject(new NotLeaderError()));
  };
  return {
    get: (type, ref, options) => client.get(type, ref, options),
    list: (type, options) => client.list(type, options),
    watch: (type, options, signal) => client.watch(type, options, signal),
    stream: (path, signal) => client.stream(path, signal),
    close: () => client.close(),
    create: guarded((type, body, options) => client.create(type, body, options)) as KubeClient["create"],
    patch: guarded((...args: Parameters<KubeClient["patch"]>) => client.patch(...args)) as KubeClient["patch"],
    delete: guarded((...args: Parameters<KubeClient["delete"]>) => client.delete(...args)),
    request: guarded((...args: Parameters<KubeClient["request"]>) => client.request(...args)),
  };
}
