import type { Prisma, PrismaClient } from "../generated/client.ts";
import type { ApiKeyModel } from "../generated/models.ts";
import { RECORD_OWN_KEY, type ChangeRecord } from "../resources/record-changes.ts";

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
  const tell = (userId: string, id: string, type: ChangeRecord["type"]): Prisma.PrismaPromise<number> =>
    prisma.$executeRawUnsafe(RECORD_OWN_KEY, id, userId, type);
  const change = (
    where: Prisma.ApiKeyWhereInput,
    data: Prisma.ApiKeyUpdateManyMutationInput,
  ): Prisma.PrismaPromise<Prisma.BatchPayload> =>
    prisma.apiKey.updateMany({ where, data: { ...data, version: { increment: 1 } } });
  const endUse = (id: string): Prisma.PrismaPromise<number> =>
    prisma.$executeRaw`SELECT pg_notify('berth_revocations', ${`key:${id}`})`;
  return {
    find,
    create: async (key) =>
      (
        await prisma.$transaction([prisma.apiKey.create({ data: toData(key) }), tell(key.userId, key.id, "created")])
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
      const written = change({ id, userId, version }, { ...members, ...scoped });
      const [updated] = await prisma.$transaction([written, tell(userId, id, "updated")]);
      return updated.count === 0 ? undefined : ((await find(userId, id)) ?? undefined);
    },
    async rotate(userId, id, { keyHash, keyPrefix }) {
      const [rotated] = await prisma.$transaction([
        change({ id, userId, revokedAt: null }, { keyHash: new Uint8Array(keyHash), keyPrefix }),
        endUse(id),
        tell(userId, id, "updated"),
      ]);
      return rotated.count === 0 ? undefined : ((await find(userId, id)) ?? undefined);
    },
    async revoke(userId, id) {
      await prisma.$transaction([
        change({ id, userId, revokedAt: null }, { revokedAt: new Date() }),
        endUse(id),
        tell(userId, id, "updated"),
      ]);
      return find(userId, id);
    },
  };
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
