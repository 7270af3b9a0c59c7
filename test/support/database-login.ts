/** Reaches a platform's database as its clients do: by what REST says of its connection, and the Secret on its cluster. */
import type { KubeClient, KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import { SECRETS, SERVICES } from "../../adapters/kubernetes/resource-types.ts";
import type { BerthClient } from "./berth-client.ts";
import { query } from "./local-databases.ts";

/** What REST says of a database's connection. */
export type Connection = Readonly<{
  host: string;
  port: number;
  user: string;
  database: string;
  secret_name: string;
  secret_namespace: string;
}>;
type Secret = KubeObject & Readonly<{ data: Readonly<Record<string, string>> }>;
type Service = KubeObject & Readonly<{ spec: { clusterIP: string } }>;

/** Reads the password that a database's clients find. */
export async function passwordOf(
  tenant: KubeClient,
  { secret_namespace: namespace, secret_name: name }: Connection,
): Promise<string> {
  const secret = await tenant.get<Secret>(SECRETS, { namespace, name });
  return Buffer.from(secret?.data["password"] ?? "", "base64").toString();
}

/** Names where a database is reached from this machine: by the address of its Service where the name is of the cluster's own. */
export async function loginOf(
  tenant: KubeClient,
  { host, port, user, database, secret_namespace }: Connection,
): Promise<Pick<Connection, "host" | "port" | "user" | "database">> {
  const [name = "", namespace] = host.split(".");
  const isInside = namespace === secret_namespace;
  const service = isInside ? await tenant.get<Service>(SERVICES, { namespace, name }) : undefined;
  return { host: service?.spec.clusterIP ?? host, port, user, database };
}

/** Sends statements to a database as its owner and answers the rows of the last. */
export async function askDatabase(
  berth: BerthClient,
  tenant: KubeClient,
  id: string,
  ...statements: string[]
): Promise<Record<string, unknown>[]> {
  const { body } = await berth.call<Connection>("GET", `/databases/${id}/connection`);
  return query({ ...(await loginOf(tenant, body)), password: await passwordOf(tenant, body) }, ...statements);
}
