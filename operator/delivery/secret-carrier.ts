import { isNotFound } from "../../adapters/kubernetes/kube-error.ts";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { NAMESPACES, SECRETS } from "../../adapters/kubernetes/resource-types.ts";
import { API_GROUP, DATABASE_KEY, FIELD_MANAGERS, LABELS, REGISTRY_KEY } from "../../contract/identity.ts";
import { SecretText } from "../../contract/secret-text.ts";
import { credentialsSecretName, type ConnectionFacts } from "../../render/database/database-names.ts";
import { pullSecretName, tenantSecretName } from "../../render/delivery-names.ts";

/** Where a deployment's secrets are brought. */
export type SecretPlace = Readonly<{
  handle: string;
  id: string;
  organization: string;
  clusterHandle: string;
  namespace: string;
  /** Whether the namespace is ours to make. */
  isOurs: boolean;
  /** How the database is reached whose credentials these are; undefined for a deployment. */
  connection?: ConnectionFacts | undefined;
}>;

/** Says, in a sentence for people, why a cluster does not take secrets. */
export class CarrierError extends Error {
  override readonly name = "CarrierError";
}

/** Brings secrets to where the pods of a deployment find them. */
export interface SecretCarrier {
  /** Whether what was brought stays when the namespace of the pods goes. */
  readonly outlivesNamespace: boolean;
  /** Tells whether exactly these names lie there, as of that print. */
  isThere(place: SecretPlace, names: readonly string[], print: string): Promise<boolean>;
  bring(place: SecretPlace, values: ReadonlyMap<string, SecretText>, print: string): Promise<void>;
  /** Takes them away; false when there was nothing. */
  takeAway(place: SecretPlace): Promise<boolean>;
  isAnyThere(place: SecretPlace): Promise<boolean>;
}

type SecretObject = KubeObject & Readonly<{ data?: Readonly<Record<string, string>> }>;

const PRINT = `${API_GROUP}/secrets-print`;
const CALL = { timeoutMs: 10_000 } as const;
const APPLY = { ...CALL, fieldManager: FIELD_MANAGERS.operator, force: true } as const;

/**
 * Writes what the pods read into one Secret of their namespace, and the registry's login, which the kubelet reads, into one
 * of the type that it wants.
 */
export function createTenantSecretCarrier(clientOf: (clusterHandle: string) => KubeClient | undefined): SecretCarrier {
  const client = ({ clusterHandle }: SecretPlace): KubeClient => {
    const found = clientOf(clusterHandle);
    if (found === undefined) throw new CarrierError("it is not registered");
    return found;
  };
  const read = (place: SecretPlace): Promise<(SecretObject | undefined)[]> =>
    Promise.all(bundlesOf(place).map((bundle) => client(place).get<SecretObject>(SECRETS, refOf(place, bundle), CALL)));
  return {
    outlivesNamespace: false,
    async isThere(place, names, print) {
      const found = await read(place);
      const there = found.flatMap((secret) => namesIn(secret, place));
      if (there.toSorted().join("\n") !== names.toSorted().join("\n")) return false;
      return found.every((secret) => secret === undefined || secret.metadata.annotations?.[PRINT] === print);
    },
    async bring(place, values, print) {
      if (place.isOurs) await ensureNamespace(client(place), place.namespace);
      for (const bundle of bundlesOf(place)) {
        const data = [...values].filter(([name]) => bundleOf(name) === bundle);
        const ref = refOf(place, bundle);
        if (data.length === 0) await client(place).delete(SECRETS, ref, CALL);
        else await client(place).patch(SECRETS, ref, { kind: "apply", body: manifestOf(place, data, print) }, APPLY);
      }
    },
    async takeAway(place) {
      const gone = await Promise.all(
        bundlesOf(place).map((bundle) => client(place).delete(SECRETS, refOf(place, bundle), CALL)),
      );
      return gone.includes(true);
    },
    isAnyThere: async (place) => (await read(place)).some((secret) => secret !== undefined),
  };
}

type Bundle = "pods" | "registry" | "database";
const TYPES = {
  pods: "Opaque",
  registry: "kubernetes.io/dockerconfigjson",
  database: "kubernetes.io/basic-auth",
} as const satisfies Record<Bundle, string>;

function bundlesOf({ connection }: SecretPlace): readonly Bundle[] {
  return connection === undefined ? ["pods", "registry"] : ["database"];
}

function bundleOf(name: string): Bundle {
  if (name === DATABASE_KEY) return "database";
  return name === REGISTRY_KEY ? "registry" : "pods";
}

function refOf({ namespace, handle }: SecretPlace, bundle: Bundle): { namespace: string; name: string } {
  const names = { pods: tenantSecretName, registry: pullSecretName, database: credentialsSecretName };
  return { namespace, name: names[bundle](handle) };
}

function namesIn(secret: SecretObject | undefined, { connection }: SecretPlace): readonly string[] {
  const keys = Object.keys(secret?.data ?? {});
  if (connection === undefined) return keys;
  return keys.includes("password") ? [DATABASE_KEY] : [];
}

/** The secrets come before the pods: whoever comes first makes the namespace. */
async function ensureNamespace(client: KubeClient, name: string): Promise<void> {
  if ((await client.get(NAMESPACES, { name }, CALL)) !== undefined) return;
  const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name } };
  await client.create(NAMESPACES, namespace, APPLY).catch(async (error: unknown) => {
    if (isNotFound(error) || (await client.get(NAMESPACES, { name }, CALL)) === undefined) throw error;
  });
}

function manifestOf(place: SecretPlace, values: readonly (readonly [string, SecretText])[], print: string): KubeObject {
  const bundle = bundleOf(values[0]?.[0] ?? "");
  const given = values.map(([name, value]) => [name, value.reveal()] as const);
  const plain = place.connection === undefined ? given : credentials(place.connection, given[0]?.[1] ?? "");
  const data = plain.map(([name, value]) => [name, Buffer.from(value, "utf8").toString("base64")] as const);
  return {
    apiVersion: "v1",
    kind: "Secret",
    metadata: {
      ...refOf(place, bundle),
      labels: { [LABELS.managed]: "true", [LABELS.id]: place.id, ...(bundle === "database" ? RELOAD : {}) },
      annotations: { [PRINT]: print },
    },
    type: TYPES[bundle],
    data: Object.fromEntries(data),
  };
}

/** CloudNativePG takes a new password over when it sees one in a Secret with this label. */
const RELOAD = { "cnpg.io/reload": "true" };

/** Makes the URL by which the pods of a cluster connect to a database on it. */
export function connectionUrl(facts: ConnectionFacts, password: SecretText): SecretText {
  return new SecretText(urlOf(facts, password.reveal()));
}

function urlOf({ scheme, username, host, port, dbname }: ConnectionFacts, password: string): string {
  return `${scheme}://${username}:${encodeURIComponent(password)}@${host}:${port}/${dbname}`;
}

function credentials(facts: ConnectionFacts, password: string): readonly (readonly [string, string])[] {
  const { username, host, port, dbname } = facts;
  const uri = urlOf(facts, password);
  return Object.entries({ username, password, host, port: String(port), dbname, uri });
}
