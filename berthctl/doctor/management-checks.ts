import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { KubeError } from "../../adapters/kubernetes/kube-error.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { LEASES } from "../../adapters/kubernetes/resource-types.ts";
import { API_GROUP, API_VERSION } from "../../contract/identity.ts";
import { fault, ok, type Check, type Finding } from "./check.ts";

/** What the checks of the management cluster look at. */
type ManagementParts = Readonly<{
  client: Pick<KubeClient, "get" | "request">;
  /** Namespace of the operator's lease. */
  namespace: string;
  /** Folder of this release's definitions. */
  crdsDir: string;
  now: () => Date;
}>;

type Schema = Readonly<{ properties?: Readonly<Record<string, Schema>>; items?: Schema }>;
type Definition = Readonly<{
  spec: Readonly<{
    names: Readonly<{ kind: string }>;
    versions: readonly Readonly<{ schema: Readonly<{ openAPIV3Schema: Schema }> }>[];
  }>;
}>;

const AREA = "management cluster";
const LEASE = "berth-operator";
/** A leader renews every 1.25 s; a standby takes over after 15 s. */
const LEASE_OLD_MS = 20_000;
const APPLY = "apply the definitions of this release: kubectl apply --server-side -f crds/";

/** Looks at the API server, at our definitions on it, and at who leads. */
export function managementChecks(parts: ManagementParts): readonly Check[] {
  return [
    {
      area: AREA,
      name: "API server",
      remedy: "check BERTH_KUBECONFIG, the address in it and the account's token",
      look: async (signal) => {
        const { gitVersion } = (await parts.client.request("GET", "/version", { signal })) as { gitVersion?: string };
        return ok(gitVersion ?? "answers");
      },
    },
    { area: AREA, name: "definitions", remedy: APPLY, look: () => lookAtDefinitions(parts) },
    {
      area: AREA,
      name: "leader",
      remedy: "grant get on leases in the operator's namespace",
      look: () => lookAtLeader(parts),
    },
  ];
}

/** Compares with what the API server publishes to everybody: reading definitions themselves is no right of ours. */
async function lookAtDefinitions({ client, crdsDir }: ManagementParts): Promise<Finding> {
  const files = (await readdir(crdsDir)).filter((file) => file.endsWith(".yaml"));
  const live = await readSchemas(client);
  const lacking: string[] = [];
  for (const file of files) {
    const { spec } = parse(await readFile(join(crdsDir, file), "utf8")) as Definition;
    const path = missingPath(live[spec.names.kind], spec.versions[0]?.schema.openAPIV3Schema ?? {}, spec.names.kind);
    if (path !== undefined) lacking.push(path);
  }
  return lacking.length === 0 ? ok(`${files.length}, of this release`) : fault(`missing: ${lacking.join(", ")}`, APPLY);
}

async function readSchemas(client: ManagementParts["client"]): Promise<Readonly<Record<string, Schema | undefined>>> {
  try {
    const answer = await client.request("GET", `/openapi/v3/apis/${API_GROUP}/${API_VERSION}`);
    const { components } = answer as { components?: { schemas?: Record<string, Schema> } };
    const schemas = Object.entries(components?.schemas ?? {});
    return Object.fromEntries(schemas.map(([name, schema]) => [name.slice(name.lastIndexOf(".") + 1), schema]));
  } catch (error) {
    if (error instanceof KubeError && error.status === 404) return {};
    throw error;
  }
}

/** Finds the first property of ours that the API server would drop. */
function missingPath(live: Schema | undefined, ours: Schema, path: string): string | undefined {
  if (live === undefined) return path;
  for (const [name, schema] of Object.entries(ours.properties ?? {})) {
    const missing = missingPath(live.properties?.[name], schema, `${path}.${name}`);
    if (missing !== undefined) return missing;
  }
  return ours.items === undefined ? undefined : missingPath(live.items, ours.items, `${path}[]`);
}

async function lookAtLeader({ client, namespace, now }: ManagementParts): Promise<Finding> {
  const { holder, renewedAt } = await readLease(client, namespace);
  const start = "start an operator, or read why the running one does not lead in its log";
  if (holder === "" || renewedAt === undefined) return fault("no operator leads", start);
  const ageMs = now().getTime() - renewedAt.getTime();
  // Clocks of two machines differ a little.
  if (ageMs > LEASE_OLD_MS) return fault(`${holder} last renewed ${Math.round(ageMs / 1000)} s ago`, start);
  return ok(holder);
}

/** Reads who leads, or led until a moment ago; undefined when nobody does. */
export async function readLeader(client: Pick<KubeClient, "get">, namespace: string): Promise<string | undefined> {
  const { holder, renewedAt } = await readLease(client, namespace);
  const isFresh = renewedAt !== undefined && Date.now() - renewedAt.getTime() <= LEASE_OLD_MS;
  return holder !== "" && isFresh ? holder : undefined;
}

async function readLease(
  client: Pick<KubeClient, "get">,
  namespace: string,
): Promise<Readonly<{ holder: string; renewedAt: Date | undefined }>> {
  const lease = await client.get(LEASES, { namespace, name: LEASE });
  const { holderIdentity, renewTime } = (lease?.["spec"] ?? {}) as { holderIdentity?: string; renewTime?: string };
  return { holder: holderIdentity ?? "", renewedAt: renewTime === undefined ? undefined : new Date(renewTime) };
}
