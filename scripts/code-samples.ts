import type { Operation } from "../contract/rest/operation.ts";

/** What a sample calls an operation with: its whole path, the query that it needs, and the example of its body. */
type SampleInput = Readonly<{ path: string; query: Readonly<Record<string, unknown>>; body: unknown }>;
/** A sample as viewers of OpenAPI documents know it. */
type CodeSample = Readonly<{ lang: string; label: string; source: string }>;

/** Writes how an operation is called by curl, by the client and by berth; ids of the path are variables. */
export function codeSamples(operation: Operation, input: SampleInput): CodeSample[] {
  if (operation.webSocket === true) return socketSamples(operation);
  const samples = [
    { lang: "shell", label: "curl", source: curlSample(operation, input) },
    { lang: "typescript", label: "TypeScript", source: clientSample(operation, input) },
  ];
  const isOfBerth = operation.unprefixed !== true && operation.bodyType === undefined;
  return isOfBerth ? [...samples, { lang: "shell", label: "berth", source: berthSample(operation, input) }] : samples;
}

/** What is no request and answer: by the client, and by berth. */
const SOCKETS: Readonly<Record<string, readonly [client: string, berth: string]>> = {
  execInDeployment: [
    'const shell = await berth.exec(deploymentId, { command: ["ls", "-l"] });\nfor await (const { data } of shell.output) console.log(new TextDecoder().decode(data));\nconsole.log(await shell.exited);',
    "berth exec shop -- ls -l",
  ],
  forwardDeploymentPort: [
    "const tunnel = await berth.tunnel({ deployment: deploymentId, port: 8080 });",
    "berth port-forward shop 8080:8080",
  ],
  forwardDatabasePort: ["const tunnel = await berth.tunnel({ database: databaseId });", "berth db connect shop-db"],
};

function socketSamples({ operationId }: Operation): CodeSample[] {
  const [client, berth] = SOCKETS[operationId] ?? [];
  if (client === undefined || berth === undefined) throw new Error(`The WebSocket ${operationId} has no samples`);
  return [
    { lang: "typescript", label: "TypeScript", source: [...HEAD, client].join("\n") },
    { lang: "shell", label: "berth", source: berth },
  ];
}

function curlSample(operation: Operation, { path, query, body }: SampleInput): string {
  const { method, bodyType = "application/json" } = operation;
  const lines = [
    `curl -sS --fail-with-body${method === "get" ? "" : ` -X ${method.toUpperCase()}`} "$BERTH_URL${shellPath(path)}${searchOf(query)}"`,
    ...credentialsOf(operation).map((header) => `  ${header}`),
    ...(body === undefined ? [] : [`  -H 'Content-Type: ${bodyType}'`, `  -d ${quoted(encoded(body, bodyType))}`]),
  ];
  return lines.join(" \\\n");
}

/** A session that changes something says from where, as browsers do (docs/guides/rest.md). */
function credentialsOf({ who, sessionOnly, method }: Operation): string[] {
  if (who.kind === "public") return [];
  if (sessionOnly !== true) return ['-H "Authorization: Bearer $BERTH_API_KEY"'];
  return method === "get" ? ["-b cookies"] : ["-b cookies", '-H "Origin: $BERTH_URL"'];
}

function encoded(body: unknown, bodyType: string): string {
  return bodyType === "application/json"
    ? JSON.stringify(body, null, 2)
    : new URLSearchParams(body as Record<string, string>).toString();
}

function berthSample({ method }: Operation, { path, query, body }: SampleInput): string {
  const target = `"${shellPath(path.slice(PREFIX_LENGTH))}${searchOf(query)}"`;
  const data = body === undefined ? "" : ` \\\n  --data ${quoted(JSON.stringify(body, null, 2))}`;
  return `berth api ${method.toUpperCase()} ${target}${data}`;
}

const PREFIX_LENGTH = "/api/v1".length;
const shellPath = (path: string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`);
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

function searchOf(query: SampleInput["query"]): string {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  return search === "" ? "" : `?${search}`;
}

const HEAD = [
  'import { createBerth } from "@berth/client";',
  "",
  'const berth = createBerth({ url: "https://berth.example.org", key: process.env.BERTH_API_KEY });',
  "",
];
/** What is followed, and not read once. */
const STREAMS: Readonly<Record<string, string>> = {
  streamEvents: "for await (const event of berth.events()) console.log(event);",
  streamDeploymentLogs:
    "for await (const line of berth.logs(deploymentId, { query: { follow: true } })) console.log(line);",
};

function clientSample({ operationId }: Operation, { path, query, body }: SampleInput): string {
  const stream = STREAMS[operationId];
  if (stream !== undefined) return [...HEAD, stream].join("\n");
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) =>
    name.includes("_") ? `${name}: ${camelCase(name)}` : name,
  );
  const parts = [
    ids.length === 0 ? undefined : `path: { ${ids.join(", ")} }`,
    Object.keys(query).length === 0 ? undefined : `query: ${JSON.stringify(query)}`,
    body === undefined ? undefined : `body: ${JSON.stringify(body, null, 2)}`,
  ].filter((part) => part !== undefined);
  const input = parts.length === 0 ? "" : `{ ${parts.join(", ")} }`;
  return [...HEAD, `const answer = await berth.${operationId}(${input});`].join("\n");
}

const camelCase = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
