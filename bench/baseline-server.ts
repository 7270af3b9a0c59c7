/**
 * The floor under the gateway: bare node:http and pg, one joined prepared statement for key, membership and row, stored
 * text passed on. It answers the same bytes as the gateway and nothing else: no validation, no limits, no log.
 */
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import pg from "pg";

const pool = new pg.Pool({ connectionString: process.env["BENCH_POSTGRES_URL"], max: 10 });

const JOINED = `FROM api_keys k JOIN memberships m ON m.user_id = k.user_id
  JOIN resources r ON r.organization_id = m.organization_id AND r.kind = 'Deployment' AND r.deleted_at IS NULL
  LEFT JOIN resources c ON c.id = r.cluster_id
  WHERE k.key_hash = $1 AND k.revoked_at IS NULL`;
const COLUMNS = `r.body::text, r.observed_at, c.provider, c.body->>'region', c.status, c.body->>'error_message'`;

type Row = [
  body: string,
  observedAt: Date | null,
  provider: string,
  region: string,
  status: string,
  error: string | null,
];

function text([body, observedAt, provider, region, status, error]: Row): string {
  return `${body.slice(0, -1)},"provider":${JSON.stringify(provider)},"region":${JSON.stringify(region)},"cluster_status":${JSON.stringify(status)},"cluster_error":${JSON.stringify(error)},"observed_at":${JSON.stringify(observedAt)}}`;
}

async function answer(key: string, path: string): Promise<string> {
  const hash = createHash("sha256").update(key).digest();
  const id = /^\/api\/v1\/deployments\/([0-9a-f-]{36})$/.exec(path)?.[1];
  if (id !== undefined) {
    const one = await pool.query<Row>({
      name: "one",
      text: `SELECT ${COLUMNS} ${JOINED} AND r.id = $2`,
      values: [hash, id],
      rowMode: "array",
    });
    return text(one.rows[0]!);
  }
  const many = await pool.query<Row>({
    name: "many",
    text: `SELECT ${COLUMNS} FROM (SELECT r.id FROM api_keys k JOIN memberships m ON m.user_id = k.user_id
        CROSS JOIN LATERAL (SELECT r.id, r.created_at FROM resources r WHERE r.kind = 'Deployment' AND r.deleted_at IS NULL
          AND r.organization_id = m.organization_id ORDER BY r.created_at DESC, r.id DESC LIMIT 100) r
        WHERE k.key_hash = $1 AND k.revoked_at IS NULL ORDER BY r.created_at DESC, r.id DESC LIMIT 100) page
      JOIN resources r ON r.id = page.id LEFT JOIN resources c ON c.id = r.cluster_id
      ORDER BY r.created_at DESC, r.id DESC`,
    values: [hash],
    rowMode: "array",
  });
  return `{"deployments":[${many.rows.map(text).join(",")}],"next_cursor":null}`;
}

const server = createServer((request, response) => {
  const key = request.headers.authorization?.slice("Bearer ".length) ?? "";
  answer(key, request.url?.split("?")[0] ?? "").then(
    (body) => {
      response.writeHead(200, {
        "content-type": "application/json; charset=utf-8",
        "content-length": Buffer.byteLength(body),
      });
      response.end(body);
    },
    () => response.writeHead(500).end(),
  );
});
server.listen(0, "127.0.0.1", () => {
  process.send?.((server.address() as { port: number }).port);
});
process.once("disconnect", () => process.exit(0));
