import type { Pool } from "../../adapters/postgres/pool.ts";
import type { PrincipalRecord } from "../../adapters/postgres/identity/principal.ts";
import { writeLastUses, type LastUse } from "../../adapters/postgres/identity/last-use.ts";
import type { Logger } from "../../adapters/log/logger.ts";

import type { SessionTimes } from "../identity/sign-in-settings.ts";
import { describeFault } from "./describe-fault.ts";

const FLUSH_MS = 5_000;

/** Notes when and from where credentials were last used: in batches, each at most once a minute, never in a request's way. */
export class UseNotes {
  readonly #pool: Pool;
  readonly #log: Logger;
  readonly #idleMs: number;
  readonly #timer: NodeJS.Timeout;
  #pending = new Map<string, LastUse>();

  constructor(pool: Pool, log: Logger, { idleMs }: Pick<SessionTimes, "idleMs">) {
    this.#idleMs = idleMs;
    this.#pool = pool;
    this.#log = log;
    this.#timer = setInterval(() => {
      this.flush().catch(() => undefined);
    }, FLUSH_MS).unref();
  }

  /** Notes one use, if the last one noted is old enough. */
  add(principal: PrincipalRecord, address: string): void {
    const { via, credentialId: id } = principal;
    if (principal.isUseStale) this.#pending.set(id, { via, id, address, at: new Date() });
  }

  /** Writes what was noted; what cannot be written now is noted again by the next use. */
  async flush(): Promise<void> {
    const uses = [...this.#pending.values()];
    this.#pending = new Map();
    if (uses.length === 0) return;
    await writeLastUses(this.#pool, uses, this.#idleMs).catch((error: unknown) => {
      this.#log.debug("Could not note the last use of credentials", { fault: describeFault(error) });
    });
  }

  /** Ends the batches and writes the last one. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
