import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { GATEWAY_SETTINGS } from "../../api/config.ts";
import { parseCommand } from "../../berthctl/command-line.ts";
import { ERRORS } from "../../contract/errors.ts";
import { ANNOTATIONS, FINALIZER, LABELS, SECRET_ANNOTATIONS } from "../../contract/identity.ts";
import { RESOURCES } from "../../contract/resources/all.ts";
import { OPERATIONS } from "../../contract/rest/all.ts";
import { OPERATOR_SETTINGS } from "../../operator/config.ts";
import { blocksOf, proseOf, spansOf, type Document } from "./documents.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const sourcesOf = (...patterns: string[]): string =>
  globSync(patterns, { cwd: ROOT, exclude: (path) => path.includes("generated") || path.endsWith(".test.ts") })
    .map(read)
    .join("\n");
const wordsOf = (pattern: RegExp, text: string): string[] => [...text.matchAll(pattern)].map(([word]) => word);

/** Settings, those of the embedded stack, of its shell, of releases and of the tests, and the name that the guides give an API key. */
const SETTINGS = new Set([
  ...[GATEWAY_SETTINGS, OPERATOR_SETTINGS].flatMap(({ schema, secrets }) => [
    ...Object.keys(schema.shape),
    ...secrets.map((name) => `${name}_FILE`),
  ]),
  ...wordsOf(/BERTH_[A-Z_]+/g, read("local/config.ts") + read("local/shell-settings.ts")),
  ...wordsOf(
    /BERTH_(TEST|CHAOS)\w*/g,
    sourcesOf("test/support/**/*.ts", "test/simulation/chaos/*.ts", "scripts/chaos.ts"),
  ),
  ...wordsOf(
    /BERTH_[A-Z_]+/g,
    read("cli/config.ts") + read("scripts/release.ts") + read("scripts/release/release-setting.ts"),
  ),
]);
const METRICS = new Set(wordsOf(/(?<=")berth_[a-z_]+(?=")/g, sourcesOf("api/**/*.ts", "operator/**/*.ts")));
const TARGETS = new Set(wordsOf(/^[a-z]+(?=:)/gm, read("Makefile")));
const KEYS = new Set<string>([
  ...[LABELS, ANNOTATIONS, SECRET_ANNOTATIONS].flatMap((names) => Object.values(names)),
  FINALIZER,
]);
const VALUES = parse(read("charts/berth/values.yaml")) as Record<string, unknown>;
const CHART_SCHEMA = JSON.parse(read("charts/berth/values.schema.json")) as Schema;
const FIELDS = new Set(
  RESOURCES.flatMap(({ plural }) => {
    const crd = parse(read(`crds/hosting.berth.dev_${plural}.yaml`)) as Definition;
    return crd.spec.versions.flatMap(({ schema }) => pathsOf(schema.openAPIV3Schema, ""));
  }),
);

type Schema = Readonly<{ properties?: Record<string, Schema>; items?: Schema; additionalProperties?: unknown }>;
type Definition = Readonly<{
  spec: Readonly<{ versions: readonly Readonly<{ schema: Readonly<{ openAPIV3Schema: Schema }> }>[] }>;
}>;

function pathsOf(schema: Schema, path: string): string[] {
  const members = { ...schema.items?.properties, ...schema.properties };
  return Object.entries(members).flatMap(([name, member]) => {
    const own = path === "" ? name : `${path}.${name}`;
    return [own, ...pathsOf(member, own)];
  });
}

/** Lists what a document names and what does not exist: settings, metrics, operations, commands, targets, fields, values, keys, errors, files. */
export function unknownNames(document: Document): string[] {
  const code = [...spansOf(document), ...blocksOf(document).map(({ text }) => text)].join("\n");
  const spans = spansOf(document);
  return [
    ...wordsOf(/\bBERTH_[A-Z_]*[A-Z]\b(?!_?\*|_<)/g, document.text).filter((name) => !SETTINGS.has(name)),
    ...wordsOf(/\bberth_[a-z_]+\b/g, code).filter((name) => !METRICS.has(name.replace(/_(count|sum|bucket)$/, ""))),
    ...operationsIn(code).filter((shown) => !isOperation(shown)),
    ...wordsOf(/(?<=^|[\s(])berthctl [a-z-]+[^\n#|`]*/gm, code).filter((line) => !isCommand(line)),
    ...wordsOf(/(?<=^|\n)make [a-z]+/g, code).filter((line) => !TARGETS.has(line.slice("make ".length))),
    ...spans.filter((span) => /^(spec|status)(\.[A-Za-z0-9]+)+$/.test(span) && !FIELDS.has(span)),
    ...spans.filter((span) => isOfChart(span) && !isValue(span)),
    ...wordsOf(/(?<![\w./-])hosting\.berth\.dev\/(?!v1)[a-z-]+/g, document.text).filter((key) => !KEYS.has(key)),
    ...errorsIn(document)
      .filter(([status, name]) => !isError(status, name))
      .map((pair) => pair.join(" ")),
    ...filesIn(document).filter((path) => !exists(path)),
  ];
}

/** `POST|GET /databases/{id}?wait=300` and `POST /x/stop|start` are several operations each. */
function operationsIn(code: string): string[] {
  const pattern = /\b((?:(?:GET|POST|PUT|PATCH|DELETE)\|?)+) (\/[^\s"'`,;)]*)/g;
  return [...code.matchAll(pattern)].flatMap(([, methods = "", shown = ""]) => {
    const [path = "", query] = shown.replace(/[.:]$/, "").split("?");
    const [first = "", ...others] = path.split("|");
    const paths = [first, ...others.map((last) => first.replace(/[^/]+$/, last))];
    return methods
      .split("|")
      .flatMap((method) => paths.map((one) => `${method} ${one}${query === undefined ? "" : `?${query}`}`));
  });
}

function isOperation(shown: string): boolean {
  const [method = "", target = ""] = shown.split(" ");
  const [path = "", query] = target.replace(/^\/api\/v1(?=\/)/, "").split("?");
  if (OUTSIDE.test(path)) return true;
  const names = query?.split("&").map((pair) => pair.split("=")[0] ?? "") ?? [];
  return OPERATIONS.some(
    (one) =>
      one.method === method.toLowerCase() &&
      pathPattern(one.path).test(path) &&
      names.every((name) => name in one.parameters.query.shape),
  );
}

/** Routes that no operation of the contract describes: those of the RFCs. */
const OUTSIDE = /^\/oauth\/(authorize|token|revoke|introspect|device_authorization|device|register)$/;

const pathPattern = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`);

function isCommand(line: string): boolean {
  try {
    const words = line
      .replaceAll(/\$\([^)]*\)/g, "DATE")
      .trim()
      .split(/\s+/);
    parseCommand(words.slice(1));
    return true;
  } catch {
    return line.trim().split(" ").length === 2 && NEEDS_FILE.has(line.trim());
  }
}

/** What prose may call a command without its argument. */
const NEEDS_FILE = new Set(["berthctl backup", "berthctl restore"]);

const isOfChart = (span: string): boolean =>
  /^[a-z][A-Za-z]+(\.[A-Za-z*<>_]+)+$/.test(span) && (span.split(".")[0] ?? "") in VALUES;

function isValue(span: string): boolean {
  let schema: Schema | undefined = CHART_SCHEMA;
  for (const part of span.split(".")) {
    if (part.includes("*") || part.includes("<") || part.startsWith("BERTH_")) return schema !== undefined;
    schema = schema?.properties?.[part];
  }
  return schema !== undefined;
}

function errorsIn(document: Document): [string, string][] {
  return [...proseOf(document).matchAll(/\b([45]\d\d) `([a-z_]+)`/g)].map(([, status = "", name = ""]) => [
    status,
    name,
  ]);
}

/** What a 422 names is no code of the table but the type of a fault. */
const FAULT_TYPES = new Set(wordsOf(/(?<=")[a-z_]+(?=")/g, sourcesOf("api/http/*fault*.ts", "api/http/*errors.ts")));

function isError(status: string, name: string): boolean {
  if (status === "422") return FAULT_TYPES.has(name);
  return Object.entries(ERRORS).some(([code, row]) => code === name && String(row.status) === status);
}

const ROOMS =
  "adapters|api|bench|berthctl|charts|cli|client|contract|crds|docs|local|operator|prisma|render|scripts|test";

/** Paths in backticks that begin with a room of the project, and decisions, which are named by number. */
function filesIn(document: Document): string[] {
  const paths = spansOf(document).filter((span) => new RegExp(`^(${ROOMS})/[\\w./-]*\\w/?$`).test(span));
  return [...paths, ...wordsOf(/docs\/adr\/\d{4}/g, document.text)];
}

const exists = (path: string): boolean =>
  existsSync(join(ROOT, path)) || globSync(`${path}*`, { cwd: ROOT }).length > 0;
