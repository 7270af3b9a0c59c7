import { isOperating, type ArgoApplication } from "../../delivery/argo-application.ts";

type Seen = { outOfSyncAt: string; outOfSyncSinceMs: number; kicked: string; kickedAtMs: number };

/** The Application shows a sync that was asked for within moments; one of which it shows nothing by then was forgotten with etcd. */
const SHOWN_MS = 5 * 60_000;

/** Remembers since when an Application rests out of sync, and which syncs were asked for: both can be lost without harm. */
export class ApplicationTracker {
  readonly #seen = new Map<string, Seen>();

  /** Returns since when it is out of sync at its revision without an operation; undefined when it is not. */
  outOfSyncSince(application: ArgoApplication, nowMs: number): number | undefined {
    const { name } = application.metadata;
    const rests = application.sync === "OutOfSync" && !isOperating(application);
    if (!rests) {
      const seen = this.#seen.get(name);
      if (seen !== undefined && seen.kicked === "") this.#seen.delete(name);
      else if (seen !== undefined) seen.outOfSyncAt = "";
      return undefined;
    }
    const seen = this.#entry(name);
    if (seen.outOfSyncAt !== application.revision) {
      seen.outOfSyncAt = application.revision;
      seen.outOfSyncSinceMs = nowMs;
    }
    return seen.outOfSyncSinceMs;
  }

  /** Notes that a sync was asked for. */
  kick(application: ArgoApplication, contentHash: string, nowMs: number): void {
    const seen = this.#entry(application.metadata.name);
    seen.kicked = `${application.revision} ${contentHash}`;
    seen.kickedAtMs = nowMs;
  }

  /** Tells whether a sync was asked for at this revision and content, by this process or, as the Application shows, by an earlier one. */
  wasKicked(application: ArgoApplication, contentHash: string, nowMs: number): boolean {
    const { operation, revision } = application;
    if (operation?.kick === contentHash && operation.revision === revision) return true;
    const { kicked, kickedAtMs = 0 } = this.#seen.get(application.metadata.name) ?? {};
    return kicked === `${revision} ${contentHash}` && nowMs - kickedAtMs < SHOWN_MS;
  }

  forget(name: string): void {
    this.#seen.delete(name);
  }

  #entry(name: string): Seen {
    let seen = this.#seen.get(name);
    if (seen === undefined)
      this.#seen.set(name, (seen = { outOfSyncAt: "", outOfSyncSinceMs: 0, kicked: "", kickedAtMs: 0 }));
    return seen;
  }
}
