/*
 * Ends what is read of many resources where it gets large. A deployment may be two megabytes of its owner's text: two
 * hundred of them are all the memory that a gateway has. What is stored in little is read to be counted. More of it counts
 * as the most that it can be: to know how much was compressed costs as much as to read it, and whoever wants a large answer
 * has text that compresses well.
 */

const LITTLE_BYTES = 16_384;
const AT_MOST = `pg_column_size(r.body)::bigint * CASE pg_column_compression(r.body) WHEN 'pglz' THEN 88 WHEN 'lz4' THEN 255 ELSE 1 END`;

/** The text of a body that is stored in little, as a table `l` beside rows `r` of `resources`; OFFSET 0 keeps it from being written out twice. */
export const LITTLE = `CROSS JOIN LATERAL (SELECT CASE WHEN pg_column_size(r.body) < ${LITTLE_BYTES} THEN r.body::text END AS little OFFSET 0) l`;

/** Writes the column `bytes_before` of such rows: how large at most the bodies before each are. */
export function bytesBefore(order: string): string {
  return `coalesce(sum(coalesce(octet_length(l.little), ${AT_MOST})) OVER (ORDER BY ${order} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS bytes_before`;
}

/** Writes the text of a body before which fewer bytes come than so many: the first is always there. */
export function textWithin(bytes: number): string {
  return `CASE WHEN r.bytes_before < ${bytes} THEN coalesce(r.little, r.body::text) END`;
}
