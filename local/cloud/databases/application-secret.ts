import { createHash, randomBytes } from "node:crypto";
import type { InstancePlan, PostgresCluster } from "./instance-plan.ts";
import type { TenantApi } from "./tenant-api.ts";

type Secret = Readonly<{ data?: Readonly<Record<string, string>> }>;

/** Reads the password of the application's user from the Secret that the Cluster names, else from one that is made for it; undefined while it is not there. */
export async function readApplicationPassword(
  api: TenantApi,
  { object, plan, port }: Readonly<{ object: PostgresCluster; plan: InstancePlan; port: number }>,
): Promise<string | undefined> {
  const { namespace, name } = object.metadata;
  const secretName = plan.secretName ?? `${name}-app`;
  const folder = `/api/v1/namespaces/${namespace}/secrets`;
  const found = await api.get<Secret>(`${folder}/${secretName}`);
  const encoded = found?.data?.["password"];
  if (encoded !== undefined) return Buffer.from(encoded, "base64").toString();
  if (plan.secretName !== undefined) return undefined;
  const password = randomBytes(24).toString("base64url");
  await api.create(folder, {
    apiVersion: "v1",
    kind: "Secret",
    type: "kubernetes.io/basic-auth",
    metadata: { name: secretName, namespace, labels: { "cnpg.io/cluster": name } },
    stringData: {
      username: plan.owner,
      user: plan.owner,
      password,
      dbname: plan.database,
      host: "127.0.0.1",
      port: String(port),
      uri: `postgresql://${plan.owner}:${password}@127.0.0.1:${port}/${plan.database}`,
    },
  });
  return password;
}

/** Derives what tells one password from another without being one. */
export function fingerprint(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
