import type { CallParts } from "../../client/calls.ts";
import { OPERATIONS } from "../../client/generated/operations.ts";
import type { OperationId } from "../../client/operation-types.ts";

/** A call as people type it. */
type Command = Readonly<{ name: "curl" | "berth" | "kubectl"; text: string }>;

/** Where commands are meant for: the gateway's address, and the organization's namespace on the management cluster. */
type CommandPlace = Readonly<{ origin: string; namespace: string }>;

type Asked = Readonly<{ id: OperationId; input: CallParts }>;
type Members = Readonly<Record<string, unknown>>;

const UNSEEN = /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;
const PREFIX = "/api/v1";
/** What kubectl calls the kinds whose operations are named after them. */
const KINDS: Readonly<Record<string, string>> = { Deployment: "bdep", Cluster: "bcl", Database: "bdb" };

/**
 * Says a call for a terminal: with curl, with the command line, and where it is an object's reading or change, with kubectl. A secret
 * is its placeholder, <kubeconfig>: what is copied ends up in histories and chats.
 */
export function commandsOf({ id, input }: Asked, { origin, namespace }: CommandPlace): readonly Command[] {
  const { method } = OPERATIONS[id];
  const path = pathOf(id, input);
  const body = masked(input.body, secretsOf(id));
  const data = body === undefined ? undefined : plainJson(body);
  const version = (input.header as Readonly<{ "If-Match"?: string }> | undefined)?.["If-Match"];
  const curl = [
    `curl --fail-with-body${method === "GET" ? "" : ` --request ${method}`} ${quoted(`${origin}${path}`)}`,
    '--header "Authorization: Bearer $BERTH_API_KEY"',
    ...(version === undefined ? [] : [`--header ${quoted(`If-Match: ${version}`)}`]),
    ...(data === undefined ? [] : ["--header 'Content-Type: application/json'", `--data ${quoted(data)}`]),
  ];
  const berth = [
    `berth api ${method} ${quoted(path.replace(PREFIX, ""))}`,
    ...(data === undefined ? [] : [`--data ${quoted(data)}`]),
  ];
  const kubectl = kubectlOf(id, { ...input, body }, namespace);
  return [
    { name: "curl", text: curl.join(" \\\n  ") },
    { name: "berth", text: berth.join(" \\\n  ") },
    ...(kubectl === undefined ? [] : [{ name: "kubectl", text: kubectl } as const]),
  ];
}

function pathOf(id: OperationId, { path, query }: CallParts): string {
  const values = { ...path } as Members;
  const target = OPERATIONS[id].path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(String(values[name])),
  );
  const given = Object.entries({ ...query }).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search === "" ? target : `${target}?${search}`;
}

function secretsOf(id: OperationId): readonly string[] {
  return (OPERATIONS[id] as Readonly<{ secrets?: readonly string[] }>).secrets ?? [];
}

/** Keeps what is unset: that it is says no secret. */
function masked(value: unknown, secrets: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => masked(one, secrets));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      secrets.includes(name) && one !== null && one !== undefined ? `<${name}>` : masked(one, secrets),
    ]),
  );
}

/** Options of REST are annotations there: what has any is left to REST. */
function kubectlOf(id: OperationId, input: CallParts, namespace: string): string | undefined {
  const [, verb = "", word = ""] = /^(get|list|update|delete)([A-Z][a-z]+?)s?$/.exec(id) ?? [];
  const kind = KINDS[word];
  const recordId = Object.values({ ...input.path })[0];
  // The organization is the namespace.
  const options = Object.keys({ ...input.query }).filter((name) => name !== "organization_id");
  if (kind === undefined || options.length > 0) return undefined;
  const within = `--namespace ${quoted(namespace)}`;
  const named = `${within} --selector ${quoted(`hosting.berth.dev/id=${String(recordId)}`)}`;
  if (verb === "list") return `kubectl get ${kind} ${within}`;
  if (verb === "get") return `kubectl get ${kind} ${named} --output yaml`;
  if (verb === "delete") return `kubectl delete ${kind} ${named}`;
  const patch = quoted(plainJson({ spec: toSpec(input.body) }));
  return [
    `kubectl patch ${within} "$(kubectl get ${kind} ${named} --output name)"`,
    `--type merge --patch ${patch}`,
  ].join(" \\\n  ");
}

/** Names members as resources do; maps that people name themselves keep their keys. */
export function toSpec(value: unknown, isFree = false): unknown {
  if (Array.isArray(value)) return value.map((one) => toSpec(one, isFree));
  if (typeof value !== "object" || value === null || isFree) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name.replaceAll(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase()),
      toSpec(one, name === "config"),
    ]),
  );
}

/** What is not seen, or turns round what is, is written out: what is copied is what was read. */
function plainJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    UNSEEN,
    (one) => String.raw`\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** For a POSIX shell: nothing within is read as anything. */
function quoted(text: string): string {
  return /^[\w./:@=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
