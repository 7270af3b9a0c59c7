import { OPERATIONS } from "../../../../contract/rest/all.ts";
import type { Operation } from "../../../../contract/rest/operation.ts";
import { callerNameOf, exampleOf, pathOf } from "../../../support/every-operation.ts";
import { faults, refusal, UNKNOWN_ID, type BadInput, type ExpectedFault } from "./row.ts";

/** Rows: path text, whether it is sent as it stands. All but the last two are no UUID. */
const BAD_IDS = [
  "abc",
  "123",
  "01970000-0000-7000-8000-00000000000",
  "01970000-0000-7000-8000-00000000000g",
  "01970000-0000-7000-8000",
  "%27%3BDROP%20TABLE%20clusters--",
  "..%2F..%2Fetc%2Fpasswd",
  "%F0%9F%9A%A2",
  "%00",
];

const withIds = OPERATIONS.filter(({ parameters }) =>
  Object.keys(parameters.path.shape).some((name) => name.endsWith("_id")),
);

const idNameOf = (operation: Operation): string =>
  Object.keys(operation.parameters.path.shape).find((name) => name.endsWith("_id")) ?? "";

function request(operation: Operation, id: string): Omit<BadInput, "name" | "expect"> {
  return {
    as: callerNameOf(operation),
    method: operation.method.toUpperCase(),
    path: pathOf(operation, { [idNameOf(operation)]: id }),
    body: exampleOf(operation),
  };
}

const badIds = withIds.flatMap((operation, index) =>
  // Each route gets three of them, each of them several routes.
  [0, 1, 2].map((offset): BadInput => {
    const id = BAD_IDS[(index * 3 + offset) % BAD_IDS.length] ?? "";
    return {
      ...request(operation, id),
      name: `${operation.operationId}: ${id} is no id`,
      expect: faults(["uuid_parsing", "path", idNameOf(operation)]),
    };
  }),
);

const unknownIds = withIds.map((operation): BadInput => ({
  ...request(operation, UNKNOWN_ID),
  name: `${operation.operationId}: no such record`,
  expect: operation.who.kind === "platformAdmin" ? refusal(403, "forbidden") : refusal(404, "not_found"),
  needsGateway: true,
}));

type Query = readonly [path: string, query: string, ...expected: ExpectedFault[]];
const QUERIES: readonly Query[] = [
  ["/clusters", "limit=0", ["greater_than_equal", "query", "limit"]],
  ["/clusters", "limit=201", ["less_than_equal", "query", "limit"]],
  ["/clusters", "limit=-1", ["greater_than_equal", "query", "limit"]],
  ["/clusters", "limit=", ["int_parsing", "query", "limit"]],
  ["/clusters", "limit=abc", ["int_parsing", "query", "limit"]],
  ["/clusters", "limit=1.5", ["int_parsing", "query", "limit"]],
  ["/clusters", "limit=1e2", ["int_parsing", "query", "limit"]],
  ["/clusters", "limit=0x10", ["int_parsing", "query", "limit"]],
  ["/clusters", "limit=9999999999999999999999", ["less_than_equal", "query", "limit"]],
  ["/clusters", "limit=10&limit=0", ["greater_than_equal", "query", "limit"]],
  ["/clusters", "count=maybe", ["bool_parsing", "query", "count"]],
  ["/clusters", "count=", ["bool_parsing", "query", "count"]],
  ["/clusters", "cursor=", ["string_too_short", "query", "cursor"]],
  ["/clusters", "cursor=a%20b", ["string_pattern_mismatch", "query", "cursor"]],
  ["/clusters", `cursor=${"a".repeat(513)}`, ["string_too_long", "query", "cursor"]],
  ["/clusters", "organization_id=mine", ["uuid_parsing", "query", "organization_id"]],
  ["/clusters", "status=sleeping", ["enum", "query", "status"]],
  ["/clusters", "status=RUNNING", ["enum", "query", "status"]],
  ["/clusters", "tier=gold", ["enum", "query", "tier"]],
  ["/clusters", "provider=", ["string_too_short", "query", "provider"]],
  ["/clusters", `q=${"a".repeat(64)}`, ["string_too_long", "query", "q"]],
  ["/clusters", "q=%00", ["string_pattern_mismatch", "query", "q"]],
  ["/clusters", "offset=3", ["extra_forbidden", "query", "offset"]],
  ["/clusters", "Limit=3", ["extra_forbidden", "query", "Limit"]],
  ["/clusters", "__proto__=1", ["extra_forbidden", "query", "__proto__"]],
  ["/clusters", "limit[]=3", ["extra_forbidden", "query", "limit[]"]],
  [
    "/clusters",
    "x=1&limit=0&tier=gold",
    ["greater_than_equal", "query", "limit"],
    ["enum", "query", "tier"],
    ["extra_forbidden", "query", "x"],
  ],
  ["/deployments", "cluster_id=c1", ["uuid_parsing", "query", "cluster_id"]],
  ["/deployments", "status=done", ["enum", "query", "status"]],
  ["/deployments", "limit=none", ["int_parsing", "query", "limit"]],
  ["/deployments", "cursor=%21", ["string_pattern_mismatch", "query", "cursor"]],
  ["/deployments", "tier=shared", ["extra_forbidden", "query", "tier"]],
  ["/api-keys", "limit=500", ["less_than_equal", "query", "limit"]],
  ["/api-keys", "q=a", ["extra_forbidden", "query", "q"]],
  ["/organizations", "limit=500", ["less_than_equal", "query", "limit"]],
  ["/organizations", "count=2", ["bool_parsing", "query", "count"]],
  ["/providers/local/regions", "check_availability=perhaps", ["bool_parsing", "query", "check_availability"]],
  ["/providers/local/server-types", "region=", ["string_too_short", "query", "region"]],
  ["/providers", "limit=1", ["extra_forbidden", "query", "limit"]],
  ["/auth/providers", "limit=1", ["extra_forbidden", "query", "limit"]],
  ["/auth/github/login", "redirect_to=", ["string_too_short", "query", "redirect_to"]],
  ["/auth/github/login", `redirect_to=/${"p".repeat(1024)}`, ["string_too_long", "query", "redirect_to"]],
  ["/auth/github/callback", `state=${"s".repeat(513)}`, ["string_too_long", "query", "state"]],
  [`/providers/${"p".repeat(65)}/regions`, "", ["string_too_long", "path", "provider"]],
  [`/invitations/${"t".repeat(201)}`, "", ["string_too_long", "path", "token"]],
  [`/organizations/${"o".repeat(64)}`, "", ["string_too_long", "path", "slug"]],
  ["/organizations/%00", "", ["string_pattern_mismatch", "path", "slug"]],
  [`/clusters/${UNKNOWN_ID}/kubeconfig`, "ttl=599", ["greater_than_equal", "query", "ttl"]],
  [`/clusters/${UNKNOWN_ID}/kubeconfig`, "ttl=86401", ["less_than_equal", "query", "ttl"]],
  [`/clusters/${UNKNOWN_ID}/kubeconfig`, "ttl=8h", ["int_parsing", "query", "ttl"]],
  ["/clusters/abc", "x=1", ["uuid_parsing", "path", "cluster_id"], ["extra_forbidden", "query", "x"]],
];
const queries = QUERIES.map(([path, query, ...expected]): BadInput => ({
  name: `GET ${path}?${query}`.slice(0, 80),
  as: "key",
  method: "GET",
  path: query === "" ? path : `${path}?${query}`,
  expect: faults(...expected),
}));

const CLUSTER = { name: "never", provider: "local", region: "local-1", tier: "shared" };
type Write = readonly [
  name: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body: unknown,
  ...expected: ExpectedFault[],
];
const WRITES: readonly Write[] = [
  ["wait too long", "POST", "/clusters?wait=301", {}, CLUSTER, ["less_than_equal", "query", "wait"]],
  ["wait below zero", "POST", "/clusters?wait=-1", {}, CLUSTER, ["greater_than_equal", "query", "wait"]],
  ["wait with a unit", "POST", "/clusters?wait=60s", {}, CLUSTER, ["int_parsing", "query", "wait"]],
  ["no cluster", "POST", "/deployments/import", {}, { workloads: [] }, ["missing", "query", "cluster_id"]],
  ["a dry run perhaps", "POST", "/clusters?dry_run=perhaps", {}, CLUSTER, ["bool_parsing", "query", "dry_run"]],
  [
    "an option of another route",
    "POST",
    "/clusters?cascade=true",
    {},
    CLUSTER,
    ["extra_forbidden", "query", "cascade"],
  ],
  [
    "cascade that is no boolean",
    "DELETE",
    `/clusters/${UNKNOWN_ID}?cascade=all`,
    {},
    undefined,
    ["bool_parsing", "query", "cascade"],
  ],
  [
    "delete_volumes that is no boolean",
    "DELETE",
    `/deployments/${UNKNOWN_ID}?delete_volumes=2`,
    {},
    undefined,
    ["bool_parsing", "query", "delete_volumes"],
  ],
  [
    "an option of clusters",
    "DELETE",
    `/deployments/${UNKNOWN_ID}?cascade=1`,
    {},
    undefined,
    ["extra_forbidden", "query", "cascade"],
  ],
  [
    "an empty Idempotency-Key",
    "POST",
    "/clusters",
    { "Idempotency-Key": "" },
    CLUSTER,
    ["string_too_short", "header", "idempotency-key"],
  ],
  [
    "an Idempotency-Key with a space",
    "POST",
    "/clusters",
    { "Idempotency-Key": "a b" },
    CLUSTER,
    ["string_pattern_mismatch", "header", "idempotency-key"],
  ],
  [
    "an Idempotency-Key of 131 characters",
    "POST",
    "/clusters",
    { "Idempotency-Key": "k".repeat(131) },
    CLUSTER,
    ["string_too_long", "header", "idempotency-key"],
  ],
  [
    "an Idempotency-Key with half a quote",
    "POST",
    "/api-keys",
    { "Idempotency-Key": '"k' },
    { name: "never" },
    ["string_pattern_mismatch", "header", "idempotency-key"],
  ],
  [
    "an If-Match without quotes",
    "PATCH",
    `/deployments/${UNKNOWN_ID}`,
    { "If-Match": "1" },
    { replicas: 1 },
    ["string_pattern_mismatch", "header", "if-match"],
  ],
  [
    "an If-Match with half a quote",
    "DELETE",
    `/clusters/${UNKNOWN_ID}`,
    { "If-Match": '"1' },
    undefined,
    ["string_pattern_mismatch", "header", "if-match"],
  ],
  [
    "an If-None-Match without quotes",
    "GET",
    `/deployments/${UNKNOWN_ID}`,
    { "If-None-Match": "1.x" },
    undefined,
    ["string_pattern_mismatch", "header", "if-none-match"],
  ],
  [
    "faults in path, query, header and body at once",
    "PATCH",
    "/deployments/abc?wait=x",
    { "If-Match": "1" },
    { replicas: "2" },
    ["uuid_parsing", "path", "deployment_id"],
    ["int_parsing", "query", "wait"],
    ["string_pattern_mismatch", "header", "if-match"],
    ["int_type", "body", "replicas"],
  ],
];
const writes = WRITES.map(([name, method, path, headers, body, ...expected]): BadInput => ({
  name,
  as: "key",
  method,
  path,
  headers,
  body,
  expect: faults(...expected),
}));

const cursors = [
  "AAAA",
  "MTIz",
  Buffer.from("1.x").toString("base64url"),
  Buffer.from(`x.${UNKNOWN_ID}`).toString("base64url"),
].flatMap((cursor) =>
  ["/clusters", "/deployments", "/api-keys", "/organizations"].map((path): BadInput => ({
    name: `a cursor of nobody: ${path} ${cursor}`,
    as: "key",
    method: "GET",
    path: `${path}?cursor=${cursor}`,
    expect: faults(["value_error", "query", "cursor"]),
    needsGateway: true,
  })),
);

/** Lists bad ids, query strings, cursors and headers. */
export const BAD_PARAMETERS: readonly BadInput[] = [...badIds, ...unknownIds, ...queries, ...writes, ...cursors];
