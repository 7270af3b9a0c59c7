import type { Queryable } from "./queryable.ts";

/** Who does, for how long at most, something that only one may do at a time; no connection is held meanwhile. */
export type Lease = Readonly<{ name: string; holder: string; seconds: number }>;

/** Takes a lease that nobody else holds; the same holder may take it again. */
export async function takeLease(db: Queryable, { name, holder, seconds }: Lease): Promise<boolean> {
  const { rowCount } = await db.query(
    `INSERT INTO leases (name, holder, until) VALUES ($1, $2, now() + make_interval(secs => $3))
      ON CONFLICT (name) DO UPDATE SET holder = EXCLUDED.holder, until = EXCLUDED.until
        WHERE leases.until < now() OR leases.holder = EXCLUDED.holder`,
    [name, holder, seconds],
  );
  return rowCount === 1;
}

/** Holds on to a lease; false when it was lost. */
export async function renewLease(db: Queryable, { name, holder, seconds }: Lease): Promise<boolean> {
  const { rowCount } = await db.query(
    "UPDATE leases SET until = now() + make_interval(secs => $3) WHERE name = $1 AND holder = $2",
    [name, holder, seconds],
  );
  return rowCount === 1;
}

/** Gives a lease back. */
export async function releaseLease(db: Queryable, { name, holder }: Pick<Lease, "name" | "holder">): Promise<void> {
  await db.query("DELETE FROM leases WHERE name = $1 AND holder = $2", [name, holder]);
}
