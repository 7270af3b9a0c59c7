import { judgeFailure } from "../resources/kube-faults.ts";
import { BerthError } from "../../contract/errors.ts";
import type { SecretStore } from "../../contract/secret-store.ts";

/** Names every fault of a secret store as callers are to hear of it; the store's own text may quote a path and stays inside. */
export function guardStore(store: SecretStore): SecretStore {
  return {
    driver: store.driver,
    create: (...given) => write(() => store.create(...given)),
    replace: (...given) => write(() => store.replace(...given)),
    remove: (...given) => write(() => store.remove(...given)),
    find: (...given) => read(() => store.find(...given)),
    list: (...given) => read(() => store.list(...given)),
    read: (...given) => read(() => store.read(...given)),
    ping: (timeoutMs) => store.ping(timeoutMs),
    close: () => store.close(),
  };
}

async function read<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw cause instanceof BerthError ? cause : new BerthError("secret_store_unavailable", { cause });
  }
}

async function write<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof BerthError) throw cause;
    if (judgeFailure(cause) === "refused") throw new BerthError("secret_store_unavailable", { cause });
    throw new BerthError("outcome_unknown", {
      cause,
      publicMessage: "The answer of the secret store was lost; read the secret, then repeat if needed.",
    });
  }
}
