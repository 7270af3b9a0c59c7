import type { PrismaClient } from "../generated/client.ts";
import type { ApiKeyModel } from "../generated/models.ts";

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
export type Position = Readonly<{ createdAt: Date; id: string }>;

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
  return {
    find,
    create: ({ keyHash, scopes, ...key }) =>
      prisma.apiKey.create({
        data: { ...key, keyHash: new Uint8Array(keyHash), scopes: [...(scopes ?? [])], unrestricted: scopes === null },
      }),
    list: (userId, limit, after) =>
      prisma.apiKey.findMany({
        where: { userId, ...(after === undefined ? {} : { OR: behind(after) }) },
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
        take: limit,
      }),
    count: (userId) => prisma.apiKey.count({ where: { userId } }),
    async update(userId, id, version, { scopes, ...change }) {
      const scoped = scopes === undefined ? {} : { scopes: [...(scopes ?? [])], unrestricted: scopes === null };
      const data = { ...change, ...scoped, version: { increment: 1 } };
      const updated = await prisma.apiKey.updateMany({ where: { id, userId, version }, data });
      return updated.count === 0 ? undefined : ((await find(userId, id)) ?? undefined);
    },
    async rotate(userId, id, { keyHash, keyPrefix }) {
      const [rotated] = await prisma.$transaction([
        prisma.apiKey.updateMany({
          where: { id, userId, revokedAt: null },
          data: { keyHash: new Uint8Array(keyHash), keyPrefix, version: { increment: 1 } },
        }),
        prisma.$executeRaw`SELECT pg_notify('berth_revocations', ${`key:${id}`})`,
      ]);
      return rotated.count === 0 ? undefined : ((await find(userId, id)) ?? undefined);
    },
    async revoke(userId, id) {
      await prisma.$transaction([
        prisma.apiKey.updateMany({
          where: { id, userId, revokedAt: null },
          data: { revokedAt: new Date(), version: { increment: 1 } },
        }),
        prisma.$executeRaw`SELECT pg_notify('berth_revocations', ${`key:${id}`})`,
      ]);
      return find(userId, id);
    },
  };
}

function behind(after: Position): object[] {
  return [{ createdAt: { lt: after.createdAt } }, { createdAt: after.createdAt, id: { lt: after.id } }];
}
