import { BerthError } from "../../contract/errors.ts";
import { TakenPlaces } from "../http/taken-places.ts";
import type { PodAccessConfig } from "./access-settings.ts";

/** What somebody may have open in pods. */
export type SessionKind = keyof PodAccessConfig["perUser"];

const RETRY_AFTER_SECONDS = 15;

/** Counts the shells and tunnels of each user at this gateway. */
export class SessionRoom {
  readonly #perUser: PodAccessConfig["perUser"];
  readonly #places = new TakenPlaces();

  constructor(perUser: PodAccessConfig["perUser"]) {
    this.#perUser = perUser;
  }

  /** Takes a place and returns how to give it back; who has as many as they may is refused. */
  enter(userId: string, kind: SessionKind): () => void {
    const max = this.#perUser[kind];
    const leave = this.#places.take(`${kind} ${userId}`, max);
    if (leave !== undefined) return leave;
    throw new BerthError("rate_limited", {
      publicMessage: `You have as many ${kind}s open as you may (${max}); close one.`,
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
}
