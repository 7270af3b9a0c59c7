import { readFile } from "node:fs/promises";
import { z } from "zod";
import { deploymentCreate } from "../contract/rest/deployments.ts";
import { APP_TYPES, deploymentSpec } from "../contract/resources/deployment-spec.ts";
import { CLI_CLIENT_ID } from "../contract/identity.ts";
import { EVENT_KINDS } from "../contract/rest/events.ts";
import { SCOPES } from "../contract/rest/scopes.ts";
import { restName } from "../contract/rest-case.ts";

const DOCUMENT = new URL("../api/openapi.json", import.meta.url);
const HEAD = "// Generated from contract/ by make generate; do not edit.\n";

/** Bodies whose plain members are flags of a command, and the flags that are called otherwise than their members. */
const BODIES = ["DeploymentCreate", "DatabaseCreate", "ClusterCreate", "ClusterImport"] as const;
const CALLED: Readonly<Record<string, string>> = {
  docker_image: "image",
  container_port: "port",
  custom_domain: "domain",
};
/** What commands ask for in their own way: by name instead of by id, as an argument, or after a question. */
const OWN = new Set(["name", "cluster_id", "organization_id", "acknowledge_bundle_install"]);

type Schema = Readonly<{
  type?: string | readonly string[];
  anyOf?: readonly Schema[];
  enum?: readonly string[];
  items?: Schema;
  description?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  $ref?: string;
  "x-secret"?: boolean;
}>;
type Document = Readonly<{ components: { schemas: Record<string, { properties: Record<string, Schema> }> } }>;
type Flag = Readonly<{ flag: string; member: string; kind: string; help: string; choices?: readonly string[] }>;

/** Derives the flags of commands from the bodies that they send. */
export async function cliFlags(): Promise<string> {
  const { components } = JSON.parse(await readFile(DOCUMENT, "utf8")) as Document;
  const tables = BODIES.map((body) => {
    const rows = Object.entries(components.schemas[body]?.properties ?? {}).flatMap(([member, schema]) =>
      flagOf(member, schema),
    );
    return `  ${body}: [\n${rows.map((row) => `    ${JSON.stringify(row)},\n`).join("")}  ],\n`;
  });
  const updated = components.schemas["DeploymentUpdate"]?.properties ?? {};
  const creationOnly = Object.keys(components.schemas["DeploymentCreate"]?.properties ?? {}).filter(
    (member) => !Object.hasOwn(updated, member),
  );
  return `${HEAD}
/** Flags of commands: the plain members of the bodies that they send; the others come from a file. */
export const FLAGS = {\n${tables.join("")}} as const;

/** Members of a deployment that are said when it is made, and never again. */
export const CREATION_ONLY: readonly string[] = ${JSON.stringify(creationOnly)};
`;
}

/** Derives how members of the custom resource are called in REST's bodies; of those that no body has, nothing. */
export function cliMembers(): string {
  const known = new Set(Object.keys((deploymentCreate as unknown as z.ZodObject).shape));
  const spec: z.ZodRawShape = deploymentSpec.shape;
  const rows = Object.entries(spec).filter(([name, schema]) => known.has(restName(name, schema)));
  return `${HEAD}
/** How members of a custom resource are called in REST's bodies, and those of what they hold. */
export type Members = { readonly [member: string]: Readonly<{ rest: string; members?: Members }> };

/** The members of a Deployment's spec that a body may have. */
export const DEPLOYMENT_MEMBERS: Members = ${JSON.stringify(membersOf(Object.fromEntries(rows)), null, 2)};

/** What a deployment is where nothing is said of it. */
export const DEFAULT_APP_TYPE = "${APP_TYPES[0]}";
`;
}

/** Derives whom the command line signs in as, and what it asks for: all that a token may, as writing includes reading. */
export function cliLogin(): string {
  const scope = SCOPES.filter((one) => one.endsWith(":write")).join(" ");
  return `${HEAD}
/** The command line as the authorization server knows it. */
export const LOGIN = { clientId: ${JSON.stringify(CLI_CLIENT_ID)}, scope: ${JSON.stringify(scope)} } as const;
`;
}

/** Derives the kinds whose changes the command line can be asked for. */
export function cliEventKinds(): string {
  return `${HEAD}
/** The kinds whose changes are told. */
export const EVENT_KINDS = ${JSON.stringify(EVENT_KINDS)} as const;
`;
}

type Tree = { [member: string]: { rest: string; members?: Tree } };

function membersOf(shape: z.ZodRawShape): Tree {
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => {
      const inner = innerOf(schema as z.ZodType);
      const rest = restName(name, schema);
      return [name, inner instanceof z.ZodObject ? { rest, members: membersOf(inner.shape) } : { rest }];
    }),
  );
}

function innerOf(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return innerOf(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodArray ? innerOf(schema.element as z.ZodType) : schema;
}

function flagOf(member: string, schema: Schema): Flag[] {
  const plain = schema.anyOf?.find(({ type }) => type !== "null") ?? schema;
  const kind = kindOf(plain);
  if (OWN.has(member) || schema["x-secret"] === true || kind === undefined) return [];
  const flag = (CALLED[member] ?? member).replaceAll("_", "-");
  const help = [schema.description, limitsOf(plain)].filter((part) => part !== undefined && part !== "").join("; ");
  return [{ flag, member, kind, help, ...(plain.enum && { choices: plain.enum }) }];
}

function kindOf({ type, items }: Schema): string | undefined {
  const plain = typeof type === "string" ? type : type?.find((one) => one !== "null");
  if (plain === "array") return kindOf(items ?? {}) === "text" ? "list" : undefined;
  return { string: "text", integer: "number", number: "number", boolean: "boolean" }[plain ?? ""];
}

function limitsOf({ minimum, maximum }: Schema): string {
  return minimum === undefined ? "" : `${minimum} to ${maximum ?? "any"}`;
}
