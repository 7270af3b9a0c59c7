/**
 * Reads logins that need neither a program nor a cloud: a pod's account, and kubeconfigs with tokens, certificates or
 * passwords. Everything else is left to client-node, whose generated models cost every process about 85 MB and 0.8 s.
 */
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { parse } from "yaml";

/** Where an API server is and how to log in there; a token file is read again and again. */
export type PlainLogin = Readonly<{
  server: string;
  ca?: string | undefined;
  cert?: string | undefined;
  key?: string | undefined;
  servername?: string | undefined;
  rejectUnauthorized?: false | undefined;
  token?: string | undefined;
  tokenFile?: string | undefined;
  /** `user:password`. */
  basic?: string | undefined;
}>;

type Named = Readonly<{ name?: string }>;
type Cluster = Readonly<{
  server?: string;
  "certificate-authority"?: string;
  "certificate-authority-data"?: string;
  "tls-server-name"?: string;
  "insecure-skip-tls-verify"?: boolean;
}>;
type User = Readonly<{
  token?: string;
  tokenFile?: string;
  username?: string;
  password?: string;
  "client-certificate"?: string;
  "client-certificate-data"?: string;
  "client-key"?: string;
  "client-key-data"?: string;
}>;
type Kubeconfig = Readonly<{
  "current-context"?: string;
  contexts?: readonly (Named & Readonly<{ context?: Readonly<{ cluster?: string; user?: string }> }>)[];
  clusters?: readonly (Named & Readonly<{ cluster?: Cluster }>)[];
  users?: readonly (Named & Readonly<{ user?: User }>)[];
}>;

const CLUSTER_KEYS = new Set([
  "server",
  "certificate-authority",
  "certificate-authority-data",
  "tls-server-name",
  "insecure-skip-tls-verify",
  "extensions",
]);
const USER_KEYS = new Set([
  "token",
  "tokenFile",
  "username",
  "password",
  "client-certificate",
  "client-certificate-data",
  "client-key",
  "client-key-data",
]);
const ACCOUNT_DIRECTORY = "/var/run/secrets/kubernetes.io/serviceaccount";

/** Reads the account that the kubelet gave to this pod. */
export async function readAccount(server: string, directory = ACCOUNT_DIRECTORY): Promise<PlainLogin> {
  const ca = await readFile(resolve(directory, "ca.crt"), "utf8");
  return { server, ca, tokenFile: resolve(directory, "token") };
}

/** Reads a kubeconfig's current login; undefined when there is anything in it that is not plain. */
export async function readKubeconfig(path: string): Promise<PlainLogin | undefined> {
  const text = await readFile(path, "utf8");
  const { cluster, user } = currentOf(text);
  if (cluster?.server === undefined || user === undefined) return undefined;
  if (!hasOnly(cluster, CLUSTER_KEYS) || !hasOnly(user, USER_KEYS)) return undefined;
  const directory = dirname(path);
  const tokenFile = user.tokenFile === undefined ? undefined : resolve(directory, user.tokenFile);
  return {
    server: cluster.server,
    ca: await textOf(directory, cluster["certificate-authority"], cluster["certificate-authority-data"]),
    cert: await textOf(directory, user["client-certificate"], user["client-certificate-data"]),
    key: await textOf(directory, user["client-key"], user["client-key-data"]),
    servername: cluster["tls-server-name"],
    rejectUnauthorized: cluster["insecure-skip-tls-verify"] === true ? false : undefined,
    token: user.token,
    tokenFile,
    basic: user.username === undefined ? undefined : `${user.username}:${user.password ?? ""}`,
  };
}

/** What does not even parse is not plain either: client-node says what is wrong with it. */
function currentOf(text: string): Readonly<{ cluster?: Cluster | undefined; user?: User | undefined }> {
  try {
    const config = parse(text) as Kubeconfig;
    const context = config.contexts?.find(({ name }) => name === config["current-context"])?.context;
    return {
      cluster: config.clusters?.find(({ name }) => name === context?.cluster)?.cluster,
      user: config.users?.find(({ name }) => name === context?.user)?.user,
    };
  } catch {
    return {};
  }
}

function hasOnly(value: object, keys: ReadonlySet<string>): boolean {
  return Object.keys(value).every((key) => keys.has(key));
}

/** Data stands before a file, as with kubectl; files are relative to the kubeconfig. */
async function textOf(directory: string, file?: string, data?: string): Promise<string | undefined> {
  if (data !== undefined && data !== "") return Buffer.from(data, "base64").toString("utf8");
  return file === undefined || file === "" ? undefined : readFile(resolve(directory, file), "utf8");
}
