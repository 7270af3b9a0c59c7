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
  const assertLeader = (): void => {
    if (!isLeader()) throw new NotLeaderError();
  };
  return {
    get: (type, ref, options) => client.get(type, ref, options),
    list: (type, options) => client.list(type, options),
    watch: (type, options, signal) => client.watch(type, options, signal),
    stream: (path, signal) => client.stream(path, signal),
    close: () => client.close(),
    create: async (type, body, options) => {
      assertLeader();
      return client.create(type, body, options);
    },
    patch: async (type, ref, patch, options) => {
      assertLeader();
      return client.patch(type, ref, patch, options);
    },
    delete: async (type, ref, options) => {
      assertLeader();
      return client.delete(type, ref, options);
    },
    request: async (method, path, options) => {
      assertLeader();
      return client.request(method, path, options);
    },
  };
}
