/**
 * Fences everything that changes the world, because a leader can be frozen in the middle of a pass and go on when another
 * one leads:
 *
 * 1. whoever wants to write is asked, on the monotonic clock, whether this process still leads, before the call and again
 *    right before it goes on the wire: it may have waited for a connection in between;
 * 2. a write to the management cluster ends before a successor can begin (LeaderLease: 5 s after we stop leading);
 * 3. every call ends with the pass that it is of.
 */
import type { CallOptions, KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import type { Provisioners } from "../../provisioners/choose-provisioner.ts";
import { PassOverError, passSignal } from "../../runtime/pass.ts";
import type { VaultParts } from "../../delivery/vault-carrier.ts";

/** Reports a write that was held back because another process leads now. */
export class NotLeaderError extends Error {
  constructor() {
    super("This process does not lead any more");
    this.name = "NotLeaderError";
  }
}

/** Throws when this process must not change anything now. */
export type AssertMayAct = () => void;

/** How long a write to the management cluster may take: less than between the end of a leadership and the next. */
export const MANAGEMENT_WRITE_MAX_MS = 4_500;

/** Makes the question that is asked before anything is changed. */
export function createAssertMayAct(isLeader: () => boolean): AssertMayAct {
  return () => {
    if (!isLeader()) throw new NotLeaderError();
    if (passSignal()?.aborted === true) throw new PassOverError();
  };
}

/** Wraps a client so that its writes are fenced, and all its calls end with their pass. */
export function guardCalls(client: KubeClient, assertMayAct: AssertMayAct, writeMaxMs = Infinity): KubeClient {
  const write = <O extends CallOptions>(options: O): O => {
    assertMayAct();
    const timeoutMs = Math.min(options.timeoutMs ?? Infinity, writeMaxMs);
    return { ...bounded(options), beforeSend: assertMayAct, ...(timeoutMs === Infinity ? {} : { timeoutMs }) };
  };
  return {
    get: (type, ref, options = {}) => client.get(type, ref, bounded(options)),
    list: (type, options = {}) => client.list(type, bounded(options)),
    watch: (type, options, signal) => client.watch(type, options, signal),
    stream: (path, signal) => client.stream(path, signal),
    dial: (path, protocol, signal) => client.dial(path, protocol, signal),
    close: () => client.close(),
    create: async (type, body, options) => client.create(type, body, write(options)),
    patch: async (type, ref, patch, options) => client.patch(type, ref, patch, write(options)),
    delete: async (type, ref, options = {}) => client.delete(type, ref, write(options)),
    request: async (method, path, options = {}) =>
      client.request(method, path, method === "GET" ? bounded(options) : write(options)),
  };
}

/** Has a call end with the pass that makes it. */
function bounded<O extends CallOptions>(options: O): O {
  const pass = passSignal();
  if (pass === undefined || pass === options.signal) return options;
  return { ...options, signal: options.signal === undefined ? pass : AbortSignal.any([options.signal, pass]) };
}

/** Fences what provisioners change at clouds. */
export function guardProvisioners(provisioners: Provisioners, assertMayAct: AssertMayAct): Provisioners {
  return Object.fromEntries(
    Object.entries(provisioners).map(([name, one]) => [
      name,
      fence(one, ["ensure", "remove", "removeNode"], assertMayAct),
    ]),
  );
}

/** Fences what is changed in Vault. */
export function guardVault({ store, access, server }: VaultParts, assertMayAct: AssertMayAct): VaultParts {
  return {
    store: fence(store, ["create", "replace", "remove"], assertMayAct),
    access: fence(access, ["grant", "revoke", "copy", "clear"], assertMayAct),
    server,
  };
}

function fence<T extends object>(target: T, calls: readonly (keyof T)[], assertMayAct: AssertMayAct): T {
  return new Proxy(target, {
    get: (found, name) => {
      const member: unknown = Reflect.get(found, name);
      if (typeof member !== "function") return member;
      const call = member as (...given: unknown[]) => unknown;
      // Bound to what it is a member of: private members are not to be had through a proxy.
      if (!calls.includes(name as keyof T)) return call.bind(found);
      // What is thrown must be a rejection.
      return (...given: unknown[]) =>
        Promise.try(() => {
          assertMayAct();
          return call.apply(found, given);
        });
    },
  });
}
