/**
 * Reads a kubeconfig that somebody else wrote, and takes from it only what an import needs (docs/adr/0026):
 *
 * 1. the text is a YAML map of the kind that kubectl writes, within the limits of all YAML here;
 * 2. its current context names one cluster and one user;
 * 3. the cluster is an https address and a certificate authority, inline, and nothing else that matters;
 * 4. the user is a token or a client certificate, inline, and nothing else.
 *
 * Whatever would run a program, read a file, trust anybody or act as somebody else is refused, each with a sentence of
 * its own; nothing of the text is ever quoted.
 */
import { BerthError } from "../../contract/errors.ts";
import { parseYamlMap } from "../text/parse-yaml.ts";
import { isMap } from "../../contract/json.ts";
import type { Json, JsonMap } from "../text/yaml-text.ts";
import type { ClusterLogin, ImportAccess } from "./cluster-login.ts";
import { withoutEndSlashes } from "../../contract/without-end-slashes.ts";

/** What came out: an access, or the sentence that says what is wrong. */
type ParsedKubeconfig =
  Readonly<{ kind: "access"; access: ImportAccess }> | Readonly<{ kind: "refused"; sentence: string }>;

/** Parses a kubeconfig strictly; never throws for what the text says. */
export function parseKubeconfig(text: string): ParsedKubeconfig {
  try {
    return { kind: "access", access: readConfig(parseYamlMap(text, "the kubeconfig")) };
  } catch (error) {
    if (error instanceof RefusedKubeconfig) return { kind: "refused", sentence: error.message };
    if (error instanceof BerthError && error.code === "render_failed")
      return { kind: "refused", sentence: error.publicMessage };
    throw error;
  }
}

class RefusedKubeconfig extends Error {
  override readonly name = "RefusedKubeconfig";
}

const TOKEN_MAX = 16_384;
const PEM_MAX = 65_536;
const SERVER_MAX = 2_048;
/** Sentences for members that are known and refused; all others are unknown. */
type Refusals = Readonly<Record<string, string>>;

const CLUSTER_REFUSALS: Refusals = {
  "certificate-authority":
    "the cluster's certificate-authority is the path of a file; put its content into certificate-authority-data (kubectl config view --raw --flatten does)",
  "proxy-url": "the cluster's proxy-url is not supported; the platform connects directly",
  "tls-server-name":
    "the cluster's tls-server-name is not supported; the certificate must be for the server's own name",
};
const CLUSTER_MEMBERS = new Set([
  "server",
  "certificate-authority-data",
  "insecure-skip-tls-verify",
  "disable-compression",
  "extensions",
]);
const ACTS_AS = "the user acts as somebody else (as, as-uid, as-groups, as-user-extra); impersonation is not supported";
const USER_REFUSALS: Refusals = {
  exec: "the user logs in by a program (exec), which the platform does not run; give a token or a client certificate",
  "auth-provider":
    "the user logs in by an auth-provider plugin, which the platform does not run; give a token or a client certificate",
  tokenFile: "the user's tokenFile is the path of a file; put its content into token",
  "client-certificate":
    "the user's client-certificate is the path of a file; put its content into client-certificate-data",
  "client-key": "the user's client-key is the path of a file; put its content into client-key-data",
  username: "the user logs in by username and password; give a token or a client certificate",
  password: "the user logs in by username and password; give a token or a client certificate",
  as: ACTS_AS,
  "as-uid": ACTS_AS,
  "as-groups": ACTS_AS,
  "as-user-extra": ACTS_AS,
};
const USER_MEMBERS = new Set(["token", "client-certificate-data", "client-key-data", "extensions"]);

function readConfig(config: JsonMap): ImportAccess {
  if (config["kind"] !== "Config" || config["apiVersion"] !== "v1")
    refuse("it is not a kubeconfig: apiVersion must be v1 and kind must be Config");
  const current = config["current-context"];
  if (typeof current !== "string" || current === "") refuse("it has no current-context");
  const context = entryOf(config, "contexts", "context", current);
  const cluster = entryOf(config, "clusters", "cluster", nameIn(context, "cluster"));
  const user = entryOf(config, "users", "user", nameIn(context, "user"));
  return { ...readCluster(cluster), ...readUser(user) };
}

function nameIn(context: JsonMap, member: "cluster" | "user"): string {
  const name = context[member];
  if (typeof name !== "string" || name === "") return refuse(`its current context names no ${member}`);
  return name;
}

/** Two entries of one name would leave it open which of them was meant. */
function entryOf(config: JsonMap, list: string, member: string, name: string): JsonMap {
  const entries = config[list];
  const found = Array.isArray(entries)
    ? (entries as readonly Json[]).filter((entry) => isMap(entry) && entry["name"] === name)
    : [];
  if (found.length > 1) refuse(`its ${list} have two entries of the name that the current context means`);
  const [entry] = found;
  const value = isMap(entry) ? entry[member] : undefined;
  if (!isMap(value)) return refuse(`its ${list} have no entry that the current context means`);
  return value;
}

function readCluster(cluster: JsonMap): Readonly<{ server: string; caData: string }> {
  assertKnown(cluster, "cluster", CLUSTER_REFUSALS, CLUSTER_MEMBERS);
  const insecure = cluster["insecure-skip-tls-verify"] ?? false;
  if (insecure !== false)
    refuse("the cluster's insecure-skip-tls-verify is set; the platform only talks to servers that it can verify");
  const server = readServer(cluster["server"]);
  const given = cluster["certificate-authority-data"];
  if (given === undefined || given === null) refuse("the cluster has no certificate-authority-data");
  return { server, caData: readPem(given, "the cluster's certificate-authority-data", /^CERTIFICATE$/) };
}

function readServer(given: Json | undefined): string {
  if (typeof given !== "string" || given === "" || given.length > SERVER_MAX)
    return refuse("the cluster has no server");
  const url = URL.canParse(given) ? new URL(given) : refuse("the cluster's server is not a URL");
  if (url.protocol !== "https:") refuse("the cluster's server is not an https address");
  if (url.username !== "" || url.password !== "") refuse("the cluster's server carries a user or a password");
  if (url.search !== "" || url.hash !== "") refuse("the cluster's server carries a query or a fragment");
  return `${url.origin}${withoutEndSlashes(url.pathname)}`;
}

function readUser(user: JsonMap): ClusterLogin {
  assertKnown(user, "user", USER_REFUSALS, USER_MEMBERS);
  const [token, cert, key] = ["token", "client-certificate-data", "client-key-data"].map((name) => user[name] ?? "");
  if (token !== "" && (cert !== "" || key !== ""))
    refuse("the user has a token and a client certificate; leave one of them out");
  if (token !== "" && token !== undefined) return { token: readToken(token) };
  if (cert === "" && key === "") refuse("the user has neither a token nor a client certificate");
  if (cert === "" || key === "") refuse("the user has only one of client-certificate-data and client-key-data");
  return {
    certData: readPem(cert, "the user's client-certificate-data", /^CERTIFICATE$/),
    keyData: readPem(key, "the user's client-key-data", /^((RSA|EC) )?PRIVATE KEY$/),
  };
}

function readToken(token: Json): string {
  if (typeof token !== "string" || token.length > TOKEN_MAX || !/^[!-~]+$/.test(token))
    return refuse("the user's token is not one: it must be printable characters without spaces, at most 16 KiB");
  return token;
}

/** Decodes nothing for others: it only makes sure that base64 of PEM blocks of the right kind was given, and no more. */
function readPem(given: Json | undefined, what: string, label: RegExp): string {
  const base64 = typeof given === "string" ? given.replace(/[\r\n \t]/g, "") : "";
  if (base64 === "" || base64.length > PEM_MAX || base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64))
    return refuse(`${what} must be base64 of PEM, at most 64 KiB`);
  const labels = pemLabels(atob(base64));
  if (labels === undefined || labels.length === 0 || !labels.every((name) => label.test(name)))
    refuse(`${what} does not hold what it should: PEM blocks of that kind, and nothing else`);
  return base64;
}

const PEM_BLOCK = /-----BEGIN ([A-Z ]{1,40})-----[\r\n][A-Za-z0-9+/=\r\n]+-----END \1-----/g;

/** Names the PEM blocks of a text; undefined when there is anything else than blocks, comments and blank lines. */
function pemLabels(text: string): string[] | undefined {
  const labels = [...text.matchAll(PEM_BLOCK)].map(([, name = ""]) => name);
  return text.replace(PEM_BLOCK, "").includes("-----") ? undefined : labels;
}

function assertKnown(map: JsonMap, what: string, refusals: Refusals, known: ReadonlySet<string>): void {
  for (const [name, value] of Object.entries(map)) {
    const sentence = refusals[name];
    if (sentence !== undefined && !isUnset(value)) refuse(sentence);
    if (sentence === undefined && !known.has(name)) refuse(`the ${what} has a member that is not supported`);
  }
}

/** Tools write empty members for what was not given. */
function isUnset(value: Json | undefined): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

function refuse(sentence: string): never {
  throw new RefusedKubeconfig(sentence);
}
