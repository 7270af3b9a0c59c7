import { BerthError } from "../../contract/errors.ts";
import type { PodAccessConfig } from "./access-settings.ts";

/** What somebody may have open in pods. */
export type SessionKind = keyof PodAccessConfig["perUser"];

const RETRY_AFTER_SECONDS = 15;

/** Counts the shells and tunnels of each user at this gateway. */
export class SessionRoom {
  readonly #perUser: PodAccessConfig["perUser"];
  readonly #open = new Map<string, number>();

  constructor(perUser: PodAccessConfig["perUser"]) {
    this.#perUser = perUser;
  }

  /** Takes a place and returns how to give it back; who has as many as they may is refused. */
  enter(userId: string, kind: SessionKind): () => void {
    const key = `${kind} ${userId}`;
    const open = this.#open.get(key) ?? 0;
    if (open >= this.#perUser[kind])
      throw new BerthError("rate_limited", {
        publicMessage: `You have as many ${kind}s open as you may (${this.#perUser[kind]}); close one.`,
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    this.#open.set(key, open + 1);
    let isIn = true;
    return () => {
      if (isIn) this.#leave(key);
      isIn = false;
    };
  }

  #leave(key: string): void {
    const left = (this.#open.get(key) ?? 1) - 1;
    if (left > 0) this.#open.set(key, left);
    else this.#open.delete(key);
  }
}
