import { OPERATIONS } from "../../../../contract/rest/all.ts";
import { faults, refusal, UNKNOWN_ID, type BadInput } from "./row.ts";

const JSON_TYPE = { "content-type": "application/json" };
const CLUSTER = { name: "never", provider: "local", region: "local-1", tier: "shared" };
const post = { as: "key", method: "POST", path: "/clusters" } as const;

const BROKEN: readonly (readonly [text: string, offset: number])[] = [
  ["abc", 0],
  ['{"name": }', 9],
  ['{"name": "a"', 12],
  ['{"name": "a",}', 13],
  ["{'name': 1}", 1],
  ['{"name" 1}', 8],
  ["[1,]", 3],
  ["{} {}", 3],
  ["  ", 2],
  ["NaN", 0],
  ['{"a": "x\ny"}', 8],
  ['{"a": "\\x"}', 7],
  ['{"a": 01}', 7],
  ["[".repeat(100_000), 500],
];
const broken = BROKEN.map(([text, offset], index): BadInput => ({
  ...post,
  name: `broken JSON #${index}`,
  headers: JSON_TYPE,
  bytes: text,
  expect: faults(offset === 500 ? ["json_invalid", "body", 501] : ["json_invalid", "body", offset]),
}));

const bytes: readonly BadInput[] = [
  {
    ...post,
    name: "half a surrogate pair",
    headers: JSON_TYPE,
    bytes: '{"name":"\\ud83d"}',
    expect: faults(["value_error", "body"]),
  },
  {
    ...post,
    name: "65 levels",
    headers: JSON_TYPE,
    bytes: `${"[".repeat(65)}${"]".repeat(65)}`,
    expect: faults(["value_error", "body"]),
  },
  {
    ...post,
    name: "bytes that are not UTF-8",
    headers: JSON_TYPE,
    bytes: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]),
    expect: refusal(400, "malformed"),
  },
  {
    ...post,
    name: "a text cut inside a character",
    headers: JSON_TYPE,
    bytes: Buffer.from([0x22, 0xf0, 0x9f]),
    expect: refusal(400, "malformed"),
  },
  {
    ...post,
    name: "UTF-16",
    headers: JSON_TYPE,
    bytes: Buffer.from("\ufeff{}", "utf16le"),
    expect: refusal(400, "malformed"),
  },
  {
    ...post,
    name: "a byte above 1 MiB",
    headers: JSON_TYPE,
    bytes: JSON.stringify("a".repeat(1_048_575)),
    expect: refusal(413, "too_large"),
  },
  { ...post, name: "a body without a type", bytes: "{}", expect: refusal(415, "unsupported_media_type") },
  {
    ...post,
    name: "a form",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    bytes: "name=a",
    expect: refusal(415, "unsupported_media_type"),
  },
  {
    ...post,
    name: "plain text",
    headers: { "content-type": "text/plain" },
    bytes: "{}",
    expect: refusal(415, "unsupported_media_type"),
  },
  {
    ...post,
    name: "a foreign charset",
    headers: { "content-type": "application/json; charset=latin1" },
    bytes: "{}",
    expect: refusal(415, "unsupported_media_type"),
  },
  {
    ...post,
    name: "a compressed body",
    headers: { ...JSON_TYPE, "content-encoding": "gzip" },
    bytes: "{}",
    expect: refusal(415, "unsupported_media_type"),
  },
];

const routes: readonly BadInput[] = [
  ...[
    "/",
    "/cluster",
    "/clusters/a/b/c",
    "/api/v2/clusters",
    "/api-keys/x/y",
    "/..%2f..%2fetc",
    "/.env",
    "/clusters/x/kubeconfig.yaml",
  ].map((path): BadInput => ({
    name: `no route ${path}`,
    as: "key",
    method: "GET",
    path,
    expect: { status: 404, detail: "Not Found" },
  })),
  {
    name: "PUT of a collection",
    as: "key",
    method: "PUT",
    path: "/clusters",
    body: CLUSTER,
    expect: { status: 405, code: "method_not_allowed", allow: "GET, HEAD, POST" },
  },
  {
    name: "DELETE of a collection",
    as: "key",
    method: "DELETE",
    path: "/deployments",
    expect: { status: 405, code: "method_not_allowed", allow: "GET, HEAD, POST" },
  },
  {
    name: "POST to a record",
    as: "key",
    method: "POST",
    path: `/clusters/${UNKNOWN_ID}`,
    body: {},
    expect: { status: 405, code: "method_not_allowed", allow: "DELETE, GET, HEAD" },
  },
  {
    name: "GET of login",
    as: "anonymous",
    method: "GET",
    path: "/auth/login",
    expect: { status: 405, code: "method_not_allowed", allow: "POST" },
  },
  {
    name: "an invented method",
    as: "key",
    method: "PURGE",
    path: "/clusters",
    expect: { status: 405, code: "method_not_allowed", allow: "GET, HEAD, POST" },
  },
  {
    name: "a path that is not UTF-8",
    as: "key",
    method: "GET",
    path: "/clusters/%ff",
    expect: refusal(400, "malformed"),
  },
  {
    name: "a broken escape in the path",
    as: "key",
    method: "GET",
    path: "/clusters/%zz",
    expect: refusal(400, "malformed"),
  },
];

const anonymous = OPERATIONS.filter(({ who }) => who.kind !== "public").map(
  ({ operationId, method, path }): BadInput => ({
    name: `${operationId} without credentials`,
    as: "anonymous",
    method: method.toUpperCase(),
    path: path.replaceAll(/\{[^}]+\}/g, UNKNOWN_ID),
    expect: refusal(401, "unauthenticated"),
  }),
);

const bad = {
  name: "",
  as: "anonymous",
  method: "GET",
  path: "/auth/me",
  expect: refusal(401, "unauthenticated"),
  needsGateway: true,
} as const satisfies BadInput;
const credentials: readonly BadInput[] = [
  { ...bad, name: "an unknown key", headers: { authorization: "Bearer brt_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa000000" } },
  { ...bad, name: "a key of another form", headers: { "x-api-key": "sk-123" } },
  { ...bad, name: "Basic", headers: { authorization: "Basic YTpi" } },
  { ...bad, name: "an empty bearer", headers: { authorization: "Bearer" } },
  {
    ...bad,
    name: "an invented session",
    headers: { cookie: "berth_session=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" },
  },
  { ...bad, name: "an invented service token", headers: { "x-service-token": "service" } },
  {
    ...bad,
    as: "key",
    name: "two credentials at once",
    headers: { "x-api-key": "brt_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa000000" },
  },
  { ...bad, name: "the second factors of a sign-in that nobody began", path: "/auth/login/second-factor" },
  {
    ...bad,
    name: "a password of nobody",
    method: "POST",
    path: "/auth/login",
    body: { email: "nobody-at-all@example.org", password: "correct horse" },
  },
];
const sessionsOnly = OPERATIONS.filter(({ sessionOnly }) => sessionOnly).map(
  ({ operationId, method, path, body }): BadInput => ({
    name: `${operationId} with an API key`,
    as: "key",
    method: method.toUpperCase(),
    path: path.replaceAll(/\{[^}]+\}/g, UNKNOWN_ID),
    body: (body?.meta()?.["examples"] as readonly unknown[] | undefined)?.[0],
    expect: refusal(403, "forbidden"),
    needsGateway: true,
  }),
);
const FOREIGN_PAGES: readonly Readonly<Record<string, string>>[] = [
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { origin: "https://elsewhere.example" },
  { origin: "null" },
];
const foreign = FOREIGN_PAGES.map((headers): BadInput => ({
  name: `a foreign page: ${JSON.stringify(headers)}`,
  as: "session",
  method: "POST",
  path: "/clusters",
  headers,
  body: CLUSTER,
  expect: refusal(403, "csrf_refused"),
  needsGateway: true,
}));

/** Lists bad bytes, types, routes, methods and credentials. */
export const BAD_TRANSPORT: readonly BadInput[] = [
  ...broken,
  ...bytes,
  ...routes,
  ...anonymous,
  ...credentials,
  ...sessionsOnly,
  ...foreign,
];
