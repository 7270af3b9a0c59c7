import type { Schemas } from "../../client/main.ts";
import { DEFAULT_APP_TYPE, DEPLOYMENT_MEMBERS, type Members } from "../generated/deployment-members.ts";
import { nearName } from "../near-name.ts";
import { UsageError } from "../output/explain-fault.ts";

/** What a deployment is to be: `members` are those of REST's body that were given. */
export type Wish = Readonly<{ name: string; cluster?: string; members: Readonly<Record<string, unknown>> }>;

type Deployment = Schemas["DeploymentResponse"];
const GROUP = "hosting.berth.dev/";

/** Reads the Deployments of a file as kubectl takes it. */
export async function readWishes(text: string): Promise<Wish[]> {
  const { parseAllDocuments } = await import("yaml");
  const documents = parseAllDocuments(text, { merge: false });
  const wishes = [...documents].flatMap((document) => {
    const [fault] = document.errors;
    if (fault !== undefined)
      throw new UsageError(`The file is no YAML: ${(fault.message.split("\n")[0] ?? "").replace(/:$/, "")}.`);
    const object: unknown = document.toJS({ maxAliasCount: 0 });
    return object === null ? [] : [wishOf(object)];
  });
  if (wishes.length === 0) throw new UsageError("The file has no Deployment.");
  return wishes;
}

function wishOf(object: unknown): Wish {
  const { apiVersion, kind, metadata, spec } = asMap(object, "The file");
  if (typeof apiVersion !== "string" || !apiVersion.startsWith(GROUP) || kind !== "Deployment")
    throw new UsageError(
      `The file has a ${String(kind)} of ${String(apiVersion)}; deploy takes a Deployment of ${GROUP}v1alpha1.`,
    );
  const { cluster, ...rest } = asMap(spec, "spec");
  const { name = rest["name"] } = asMap(metadata, "metadata");
  const members = membersOf(rest, DEPLOYMENT_MEMBERS, "spec");
  const called = members["name"] ?? name;
  if (typeof called !== "string") throw new UsageError("metadata.name is missing.");
  delete members["name"];
  return { name: called, members, ...(typeof cluster === "string" && { cluster }) };
}

function membersOf(value: Readonly<Record<string, unknown>>, known: Members, at: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const row = Object.hasOwn(known, name) ? known[name] : undefined;
      if (row === undefined) throw new UsageError(`${at}.${name} ${unknownWords(name, Object.keys(known), at)}`);
      return [row.rest, row.members === undefined ? member : inner(member, row.members, `${at}.${name}`)];
    }),
  );
}

function unknownWords(name: string, known: readonly string[], at: string): string {
  const near = nearName(name, known);
  if (near !== undefined) return `is not known; did you mean ${at}.${near}?`;
  return "cannot be deployed with berth; apply the file with kubectl.";
}

function inner(value: unknown, known: Members, at: string): unknown {
  if (Array.isArray(value))
    return value.map((item, index) => membersOf(asMap(item, `${at}[${index}]`), known, `${at}[${index}]`));
  return value === null ? null : membersOf(asMap(value, at), known, at);
}

function asMap(value: unknown, at: string): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new UsageError(`${at} is no map.`);
}

/** Makes the body that creates what is wished. */
export function creationOf({ name, members }: Wish, clusterId: string): Schemas["DeploymentCreate"] {
  return { app_type: DEFAULT_APP_TYPE, ...members, name, cluster_id: clusterId };
}

/** Makes the body that changes an existing deployment into what is wished; what cannot change must be as it is. */
export function updateOf(
  { name, members }: Wish,
  existing: Deployment,
  fixed: readonly string[],
): Schemas["DeploymentUpdate"] {
  const has = existing as unknown as Readonly<Record<string, unknown>>;
  const moved = fixed.find((member) => members[member] !== undefined && members[member] !== has[member]);
  if (moved !== undefined)
    throw new UsageError(`${moved} of ${name} cannot change; make a deployment of another name.`);
  return Object.fromEntries(Object.entries(members).filter(([member]) => !fixed.includes(member)));
}
