import { releaseLease, takeLease, type Lease } from "../../adapters/postgres/lease-store.ts";
import { BerthError } from "../../contract/errors.ts";
import { describeFault } from "../http/describe-fault.ts";
import type { Services } from "../services.ts";

/** Does something that only one may do at a time; `busy` is what another one is told meanwhile. */
export async function underLease<T>(
  { pool, log }: Pick<Services, "pool" | "log">,
  lease: Lease,
  busy: string,
  work: () => Promise<T>,
): Promise<T> {
  if (!(await takeLease(pool, lease))) throw new BerthError("conflict", { publicMessage: busy, retryAfterSeconds: 2 });
  try {
    return await work();
  } finally {
    await releaseLease(pool, lease).catch((error: unknown) => {
      log.info("Could not give a lease back; it ends by itself", { fault: describeFault(error) });
    });
  }
}
