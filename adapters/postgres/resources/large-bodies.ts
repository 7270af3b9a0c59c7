/*
 * Ends what is read of many resources where it gets large. A deployment may be two megabytes of its owner's text: two
 * hundred of them are all the memory that a gateway has. What was compressed counts as the most that it can be: to know
 * its size costs as much as to read it, and whoever wants a large answer has text that compresses well.
 */

const AT_MOST = `pg_column_size(r.body)::bigint * CASE pg_column_compression(r.body) WHEN 'pglz' THEN 88 WHEN 'lz4' THEN 255 ELSE 1 END`;

/** Writes the column `bytes_before` of rows `r` of `resources`: how large at most the bodies before each are. */
export function bytesBefore(order: string): string {
  return `coalesce(sum(${AT_MOST}) OVER (ORDER BY ${order} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS bytes_before`;
}
