/*
 * What CloudNativePG makes inside a server: the owner of the application's database with the password of its Secret, the
 * database, and the extensions of Database objects.
 */
import {
  quoteName,
  quoteText,
  withServerSession,
  type Ask,
  type ServerLogin,
} from "../../../adapters/postgres/server-session.ts";
import type { TenantApi, TenantObject } from "./tenant-api.ts";

/** Whose database it is. */
type Application = Readonly<{ database: string; owner: string; password: string }>;

/** Makes the owner and the database where they are missing, and gives the owner its password. */
export function ensureApplication(login: ServerLogin, { database, owner, password }: Application): Promise<void> {
  return withServerSession(login, async (ask) => {
    const roles = await ask("SELECT 1 FROM pg_roles WHERE rolname = $1", [owner]);
    const verb = roles.length === 0 ? "CREATE ROLE" : "ALTER ROLE";
    await ask(`${verb} ${quoteName(owner)} LOGIN PASSWORD ${quoteText(password)}`);
    const databases = await ask("SELECT 1 FROM pg_database WHERE datname = $1", [database]);
    if (databases.length === 0) await ask(`CREATE DATABASE ${quoteName(database)} OWNER ${quoteName(owner)}`);
  });
}

type Extension = Readonly<{ name: string; ensure?: string; version?: string; schema?: string }>;
type Applied = Readonly<{ name: string; applied: boolean; message?: string }>;

/** What is read of CloudNativePG's Database. */
export type DatabaseObject = TenantObject &
  Readonly<{
    spec: Readonly<{
      cluster: Readonly<{ name: string }>;
      name: string;
      owner: string;
      extensions?: readonly Extension[];
    }>;
    status?: Readonly<{ observedGeneration?: number; applied?: boolean }>;
  }>;

/** Brings the extensions of a Database object about and says in its status how each went. */
export async function applyDatabase(api: TenantApi, login: ServerLogin, object: DatabaseObject): Promise<void> {
  const { metadata, spec, status } = object;
  if (status?.observedGeneration === metadata.generation && status?.applied === true) return;
  const extensions = await withServerSession({ ...login, database: spec.name }, async (ask) => {
    await ask(`ALTER DATABASE ${quoteName(spec.name)} OWNER TO ${quoteName(spec.owner)}`);
    const results: Applied[] = [];
    for (const extension of spec.extensions ?? []) results.push(await applyExtension(ask, extension));
    return results;
  });
  const failed = extensions.filter(({ applied }) => !applied);
  await api.writeStatus(databasePath(object), {
    observedGeneration: metadata.generation,
    applied: failed.length === 0,
    message: failed.map(({ message }) => message).join("; "),
    extensions,
  });
}

async function applyExtension(ask: Ask, { name, ensure, version, schema }: Extension): Promise<Applied> {
  const options = [
    ...(schema === undefined ? [] : [`SCHEMA ${quoteName(schema)}`]),
    ...(version === undefined ? [] : [`VERSION ${quoteText(version)}`]),
  ];
  const statement =
    ensure === "absent"
      ? `DROP EXTENSION IF EXISTS ${quoteName(name)}`
      : `CREATE EXTENSION IF NOT EXISTS ${quoteName(name)} ${options.join(" ")}`;
  try {
    await ask(statement);
    return { name, applied: true };
  } catch (error) {
    const { message, code } = error as { message: string; code?: string };
    return {
      name,
      applied: false,
      message: `while managing extension ${name}: ERROR: ${message} (SQLSTATE ${code ?? "?"})`,
    };
  }
}

function databasePath({ metadata: { namespace, name } }: DatabaseObject): string {
  return `/apis/postgresql.cnpg.io/v1/namespaces/${namespace}/databases/${name}`;
}
