import type { OpenapiDocument } from "./http/request-validation.ts";

type Schema = Readonly<{
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  enum?: readonly unknown[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
}>;
type Content = Readonly<Record<string, Readonly<{ schema?: Schema }>>>;
type Described = Readonly<{
  operationId: string;
  tags?: readonly string[];
  summary?: string;
  description?: string;
  parameters?: readonly Readonly<{
    name: string;
    in: string;
    required?: boolean;
    description?: string;
    schema?: Schema;
  }>[];
  requestBody?: Readonly<{ content: Content }>;
  responses: Readonly<Record<string, Readonly<{ description?: string; content?: Content }>>>;
}>;
type Document = OpenapiDocument &
  Readonly<{
    info: Readonly<{ title: string; version: string; description?: string }>;
    components?: Readonly<{ schemas?: Readonly<Record<string, Schema>> }>;
  }>;

const METHODS = ["get", "post", "put", "patch", "delete"];
const STYLE =
  "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;width:100%}" +
  "td,th{border-bottom:1px solid #ccc;text-align:left;padding:.25rem .5rem;vertical-align:top}code{font-size:.9em}h3 code{color:#06c}";

/** Renders the reference of the interface as one page of plain HTML. */
export function renderReference(source: OpenapiDocument): string {
  const document = source as Document;
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method] as Described | undefined;
      return operation === undefined ? [] : [{ method, path, operation }];
    }),
  );
  const groups = Map.groupBy(operations, ({ operation }) => operation.tags?.[0] ?? "other");
  const sections = [...groups].map(
    ([name, members]) => `<h2 id="${escape(name)}">${escape(name)}</h2>${members.map(renderOperation).join("")}`,
  );
  const schemas = Object.entries(document.components?.schemas ?? {}).map(renderSchema);
  const { title, version, description = "" } = document.info;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escape(title)}</title><style>${STYLE}</style></head>
<body><h1>${escape(title)} ${escape(version)}</h1><p>${escape(description)}</p><p><a href="openapi.json">openapi.json</a></p>
<nav>${[...groups.keys()].map((name) => `<a href="#${escape(name)}">${escape(name)}</a>`).join(" · ")}</nav>
${sections.join("\n")}<h2 id="schemas">Schemas</h2>${schemas.join("\n")}</body></html>`;
}

function renderOperation({
  method,
  path,
  operation,
}: Readonly<{ method: string; path: string; operation: Described }>): string {
  const parameters = (operation.parameters ?? []).map((parameter) => [
    parameter.name,
    `${parameter.in}${parameter.required === true ? ", required" : ""}`,
    typeName(parameter.schema ?? {}),
    parameter.description ?? "",
  ]);
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  const responses = Object.entries(operation.responses).map(([status, response]) => [
    status,
    Object.entries(response.content ?? {})
      .map(([type, content]) => `${type}: ${typeName(content.schema ?? {})}`)
      .join("; "),
    response.description ?? "",
  ]);
  return `<h3 id="${escape(operation.operationId)}"><code>${method.toUpperCase()} ${escape(path)}</code> ${escape(operation.summary ?? "")}</h3>
<p>${escape(operation.description ?? "")}</p>
${table(["Parameter", "In", "Type", "Meaning"], parameters)}
${body === undefined ? "" : `<p>Body: <code>${escape(typeName(body))}</code></p>`}
${table(["Status", "Body", "When"], responses)}`;
}

function renderSchema([name, schema]: readonly [string, Schema]): string {
  const required = new Set(schema.required);
  const rows = Object.entries(schema.properties ?? {}).map(([member, value]) => [
    member,
    typeName(value),
    required.has(member) ? "yes" : "no",
    value.description ?? "",
  ]);
  return `<h3 id="schema-${escape(name)}"><code>${escape(name)}</code></h3>${table(["Member", "Type", "Required", "Meaning"], rows)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const cells = (tag: string, texts: readonly string[]): string =>
    `<tr>${texts.map((text) => `<${tag}>${escape(text)}</${tag}>`).join("")}</tr>`;
  return `<table>${cells("th", head)}${rows.map((row) => cells("td", row)).join("")}</table>`;
}

function typeName(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1) ?? "";
  if (schema.enum !== undefined) return schema.enum.map(String).join(" | ");
  if (schema.items !== undefined) return `array of ${typeName(schema.items)}`;
  return [schema.type ?? "any"].flat().join(" or ");
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
