import type { Queryable } from "./queryable.ts";

/** Takes a lease that nobody else holds; the same holder may take it again. */
export async function takeLease(
  db: Queryable,
  { name, holder, seconds }: Readonly<{ name: string; holder: string; seconds: number }>,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `INSERT INTO leases (name, holder, until) VALUES ($1, $2, now() + make_interval(secs => $3))
      ON CONFLICT (name) DO UPDATE SET holder = EXCLUDED.holder, until = EXCLUDED.until
        WHERE leases.until < now() OR leases.holder = EXCLUDED.holder`,
    [name, holder, seconds],
  );
  return rowCount === 1;
}

export async function releaseLease(
  db: Queryable,
  { name, holder }: Readonly<{ name: string; holder: string }>,
): Promise<void> {
  await db.query("DELETE FROM leases WHERE name = $1 AND holder = $2", [name, holder]);
}
