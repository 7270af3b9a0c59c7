import type { Prisma, PrismaClient } from "../generated/client.ts";
import type { ApiKeyModel } from "../generated/models.ts";
import { RECORD_OWN_KEY } from "../resources/record-changes.ts";

/** A key to be recorded; the key itself is never stored, only its hash. */
export type NewApiKey = Readonly<{
  id: string;
  userId: string;
  organizationId: string | null;
  name: string;
  description: string | null;
  keyPrefix: string;
  keyHash: Buffer;
  scopes: readonly string[] | null;
  expiresAt: Date | null;
  /** Whether it is made in a session that has shown a second factor. */
  secondFactor: boolean;
}>;

/** The members of a key that may change; a member left out stays. */
export type ApiKeyChange = Readonly<{
  name?: string;
  description?: string | null;
  expiresAt?: Date | null;
  scopes?: readonly string[] | null;
}>;

/** The place behind the last row of a page: rows are ordered by creation, newest first. */
type Position = Readonly<{ createdAt: Date; id: string }>;

/** Keeps API keys. */
export interface ApiKeyStore {
  create(key: NewApiKey): Promise<ApiKeyModel>;
  /** Reads a key of the user, also a revoked one. */
  find(userId: string, id: string): Promise<ApiKeyModel | null>;
  list(userId: string, limit: number, after: Position | undefined): Promise<ApiKeyModel[]>;
  count(userId: string): Promise<number>;
  /** Changes a key if its version still is `version`; undefined when it moved on. */
  update(userId: string, id: string, version: number, change: ApiKeyChange): Promise<ApiKeyModel | undefined>;
  /** Replaces the secret of a key that is not revoked; undefined when there is none. */
  rotate(
    userId: string,
    id: string,
    secret: Pick<NewApiKey, "keyHash" | "keyPrefix">,
  ): Promise<ApiKeyModel | undefined>;
  /** Revokes a key; a second time changes nothing. */
  revoke(userId: string, id: string): Promise<ApiKeyModel | null>;
}

/** Creates the store of API keys. */
export function createApiKeyStore(prisma: PrismaClient): ApiKeyStore {
  const find = (userId: string, id: string): Promise<ApiKeyModel | null> =>
    prisma.apiKey.findFirst({ where: { id, userId } });
  const change = changeKeys(prisma);
  return {
    find,
    create: async (key) =>
      (
        await prisma.$transaction([
          prisma.apiKey.create({ data: toData(key) }),
          prisma.$executeRawUnsafe(RECORD_OWN_KEY, key.id, key.userId, "created"),
        ])
      )[0],
    list: (userId, limit, after) =>
      prisma.apiKey.findMany({
        where: { userId, ...(after === undefined ? {} : { OR: behind(after) }) },
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
        take: limit,
      }),
    count: (userId) => prisma.apiKey.count({ where: { userId } }),
    async update(userId, id, version, { scopes, ...members }) {
      const scoped = scopes === undefined ? {} : toScopes(scopes);
      const isUpdated = await change({ id, userId, version }, { ...members, ...scoped });
      return isUpdated ? ((await find(userId, id)) ?? undefined) : undefined;
    },
    async rotate(userId, id, { keyHash, keyPrefix }) {
      const secret = { keyHash: new Uint8Array(keyHash), keyPrefix };
      const isRotated = await change({ id, userId, revokedAt: null }, secret, endUse);
      return isRotated ? ((await find(userId, id)) ?? undefined) : undefined;
    },
    async revoke(userId, id) {
      await change({ id, userId, revokedAt: null }, { revokedAt: new Date() }, endUse);
      return find(userId, id);
    },
  };
}

/** Whoever tells of a change waits for the turn of the mirror, which may write a whole batch. */
const WAITING = { maxWait: 10_000, timeout: 30_000 };

type KeyOf = Prisma.ApiKeyWhereInput & Readonly<{ id: string; userId: string }>;

/** Makes a function that changes a key and tells of it in one transaction; where nothing is as `where` says, nothing is told. */
function changeKeys(prisma: PrismaClient) {
  return (
    where: KeyOf,
    data: Prisma.ApiKeyUpdateManyMutationInput,
    meanwhile?: (db: Prisma.TransactionClient, id: string) => Promise<unknown>,
  ): Promise<boolean> =>
    prisma.$transaction(async (db) => {
      const { count } = await db.apiKey.updateMany({ where, data: { ...data, version: { increment: 1 } } });
      if (count === 0) return false;
      await meanwhile?.(db, where.id);
      await db.$executeRawUnsafe(RECORD_OWN_KEY, where.id, where.userId, "updated");
      return true;
    }, WAITING);
}

function endUse(db: Prisma.TransactionClient, id: string): Promise<number> {
  return db.$executeRaw`SELECT pg_notify('berth_revocations', ${`key:${id}`})`;
}

function toData({ keyHash, scopes, ...key }: NewApiKey): Prisma.ApiKeyUncheckedCreateInput {
  return { ...key, keyHash: new Uint8Array(keyHash), ...toScopes(scopes) };
}

function toScopes(scopes: readonly string[] | null): Readonly<{ scopes: string[]; unrestricted: boolean }> {
  return { scopes: [...(scopes ?? [])], unrestricted: scopes === null };
}

function behind(after: Position): object[] {
  return [{ createdAt: { lt: after.createdAt } }, { createdAt: after.createdAt, id: { lt: after.id } }];
}
